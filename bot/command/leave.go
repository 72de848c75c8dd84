package command

import (
	"context"
	"strconv"

	"tarockbot/bot/chat"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

// resign gives the deal up, once it is confirmed.
func resign(ctx context.Context, r *Request, sure reply, id chat.TableID, deals string) (chat.Answer, error) {
	return confirmGivingUp(ctx, r, "resign", sure, id, deals, func(c *tables.Change, s engine.Seat) error {
		return r.sv.Tables.Dealer.Act(ctx, c, s, engine.Say(engine.Resign, 0))
	})
}

// leave loses the match, once it is confirmed.
func leave(ctx context.Context, r *Request, sure reply, id chat.TableID, deals string) (chat.Answer, error) {
	return confirmGivingUp(ctx, r, "leave", sure, id, deals, func(c *tables.Change, s engine.Seat) error {
		return r.sv.Tables.Dealer.LeaveMatch(ctx, c, s.Bit(), engine.Resign)
	})
}

// confirmGivingUp asks for confirmation, and does it once that is given: "COMMAND TABLE DEALS yes", or
// typed "COMMAND yes". "no" ends the question, and "pause" asks for a pause instead. DEALS, the number of
// deals played, keeps an old button from giving up the next deal.
func confirmGivingUp(ctx context.Context, r *Request, command string, sure reply, named chat.TableID, deals string, do func(*tables.Change, engine.Seat) error) (chat.Answer, error) {
	id, err := myTable(r, named, "")
	switch {
	case err != nil:
		return chat.Answer{}, err
	case sure == replyNo:
		return chat.Answer{Alert: r.Words.Say(command + ".kept"), Next: screens.HandButton(id, r.Words)}, nil
	case sure == noReply:
		return askSure(ctx, r, id, command)
	}
	return changeSeated(ctx, r, id, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		switch {
		case deals != "" && deals != strconv.Itoa(len(c.Match.Done)):
			return chat.Answer{}, chat.Refuse("stale")
		case sure == replyPause:
			text, err := c.Requests().WantPause(s, "")
			return requested(c, text, err, r.Words)
		}
		return r.alert(command + ".done"), do(c, s)
	})
}

// askSure asks a player of the table for confirmation of the command, and tells what it costs.
func askSure(ctx context.Context, r *Request, id chat.TableID, command string) (chat.Answer, error) {
	t, err := r.sv.Tables.Table(ctx, id)
	if err != nil {
		return chat.Answer{}, err
	}
	s, err := playingSeat(r, t)
	if err != nil {
		return chat.Answer{}, err
	}
	return chat.Answer{Screen: screens.GiveUp{Table: t, Seat: s, Command: command}.Screen(r.Words)}, nil
}
