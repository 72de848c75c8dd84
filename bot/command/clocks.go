package command

import (
	"context"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

// claimTime goes on without a player whose time is up: "claim TABLE SEAT STEP", with that seat's step, or
// "claim TABLE SEAT STEP end". Typed, seat and step are left out. Nobody loses by the clock alone: the
// others claim, or give more time.
func claimTime(ctx context.Context, r *Request, end bool, id chat.TableID, claimed []string) (chat.Answer, error) {
	return updateNearestSeat(ctx, r, id, othersAreLate, func(c *tables.Change, mine engine.Seat) (chat.Answer, error) {
		s, err := c.Clocks().ClaimedSeat(mine, claimed, end)
		if err != nil {
			return chat.Answer{}, err
		}
		done := r.alert("claim."+string(c.Clocks().AfterTimeUp(end))+".done", "Name", screens.Names(c.Table, r.Words)[s])
		c.Requests().EndOpen(mine)
		return done, r.sv.Tables.Dealer.ClaimTime(ctx, c, s, end)
	})
}

// extend gives the late players the time for one more move: "extend TABLE REVISION".
func extend(ctx context.Context, r *Request, id chat.TableID, revision string) (chat.Answer, error) {
	return updateNearestSeat(ctx, r, id, othersAreLate, func(c *tables.Change, mine engine.Seat) (chat.Answer, error) {
		given, err := c.Clocks().Extend(r.sv.Tables.Facts, mine, revision)
		return r.alert("extend.done", "Names", screens.NamesOf(given, screens.Names(c.Table, r.Words))), err
	})
}

func othersAreLate(t *match.Table, mine engine.Seat) bool {
	return t.Clocks().Late()&^mine.Bit() != 0
}
