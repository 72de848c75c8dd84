package command

import (
	"context"
	"strconv"

	"tarockbot/bot/chat"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

type giveUpCommand struct {
	name string // of the command and of its texts, "NAME.kept" and "NAME.done"
	do   func(context.Context, *tables.Dealer, *tables.Change, engine.Seat) error
}

var (
	resign = giveUpCommand{"resign", func(ctx context.Context, d *tables.Dealer, c *tables.Change, s engine.Seat) error {
		return d.Act(ctx, c, s, engine.Say(engine.Resign, 0))
	}}
	leave = giveUpCommand{"leave", func(ctx context.Context, d *tables.Dealer, c *tables.Change, s engine.Seat) error {
		return d.LeaveMatch(ctx, c, s.Bit(), engine.Resign)
	}}
)

// run reads "NAME TABLE DEALS yes". "pause" asks for a pause instead. DEALS, the number of deals played, keeps old
// buttons from giving up the next deal.
func (g giveUpCommand) run(ctx context.Context, r *Request, sure reply, named chat.TableID, deals string) (chat.Answer, error) {
	id, err := myTable(r, named, "")
	switch {
	case err != nil:
		return chat.Answer{}, err
	case sure == replyNo:
		return chat.Answer{Alert: r.Words.Say(g.name + ".kept"), Next: screens.HandButton(id, r.Words)}, nil
	case sure == noReply:
		return g.ask(ctx, r, id)
	}
	return updateSeat(ctx, r, id, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		switch {
		case deals != "" && deals != strconv.Itoa(len(c.Match.Done)):
			return chat.Answer{}, chat.Refuse("stale")
		case sure == replyPause:
			text, err := c.Requests().RequestPause(s, "")
			return consentAnswer(c, text, err, r.Words)
		}
		return r.alert(g.name + ".done"), g.do(ctx, r.sv.Tables.Dealer, c, s)
	})
}

func (g giveUpCommand) ask(ctx context.Context, r *Request, id chat.TableID) (chat.Answer, error) {
	t, err := r.sv.Tables.Table(ctx, id)
	if err != nil {
		return chat.Answer{}, err
	}
	s, err := playingSeat(r, t)
	if err != nil {
		return chat.Answer{}, err
	}
	return chat.Answer{Screen: screens.GiveUp{Table: t, Seat: s, Command: g.name}.Screen(r.Words)}, nil
}
