package command

import (
	"context"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

// claimTime continues without a late player: "claim TABLE SEAT STEP [end]". Only buttons send seat and step.
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

// extend gives late players more time: "extend TABLE REVISION".
func extend(ctx context.Context, r *Request, id chat.TableID, revision string) (chat.Answer, error) {
	return updateNearestSeat(ctx, r, id, othersAreLate, func(c *tables.Change, mine engine.Seat) (chat.Answer, error) {
		given, err := c.Clocks().Extend(r.sv.Tables.Facts, mine, revision)
		return r.alert("extend.done", "Names", screens.NamesOf(given, screens.Names(c.Table, r.Words))), err
	})
}

func othersAreLate(t *match.Table, mine engine.Seat) bool {
	return t.Clocks().LateSeats()&^mine.Bit() != 0
}
