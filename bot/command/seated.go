package command

import (
	"context"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

type decision func(*tables.Change, engine.Seat) (chat.Answer, error)

// updateSeat changes a running table for its player. Its refusal distinguishes a repeated press from an old button.
func updateSeat(ctx context.Context, r *Request, id chat.TableID, decide decision) (chat.Answer, error) {
	return r.sv.Tables.Update(ctx, id, r.Input, r.Person, func(c *tables.Change) (chat.Answer, error) {
		if c.ActedBy(r.Input) {
			return chat.Answer{}, chat.Refuse("done-already")
		}
		s, err := playingSeat(r, c.Table)
		if err != nil {
			return chat.Answer{}, err
		}
		isRepeated := c.WasPressed(s, r.Input)
		answer, err := decide(c, s)
		switch {
		case err == nil && !c.Chairs[s].Robot: // a player who has just left records no press
			c.RecordPress(s, r.Input)
		case isRepeated && tooLate(err):
			return chat.Answer{}, chat.Refuse("done-already")
		}
		return answer, err
	})
}

func updateSeatAtStep(ctx context.Context, r *Request, id chat.TableID, step string, decide decision) (chat.Answer, error) {
	return updateSeat(ctx, r, id, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		if c.Chairs[s].IsOldStep(step) {
			return chat.Answer{}, chat.Refuse("stale")
		}
		answer, err := decide(c, s)
		c.RecordInput(s, r.Input)
		return answer, err
	})
}

// updateNearestSeat calls updateSeat for the named table, else the first near one that passes the test, else myTable's.
func updateNearestSeat(ctx context.Context, r *Request, named chat.TableID, is seatTest, decide decision) (chat.Answer, error) {
	if named == "" && is != nil {
		mine := nearGames(r)
		if i := slices.IndexFunc(mine, r.seatPasses(is)); i >= 0 {
			return updateSeat(ctx, r, mine[i].ID, decide)
		}
	}
	id, err := myTable(r, named, "")
	if err != nil {
		return chat.Answer{}, err
	}
	return updateSeat(ctx, r, id, decide)
}

func requireDealt(decide decision) decision {
	return func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		if err := c.Table.Decks().CheckDealt(); err != nil {
			return chat.Answer{}, err
		}
		return decide(c, s)
	}
}

func playingSeat(r *Request, t *match.Table) (engine.Seat, error) {
	s, err := seatAt(r, t)
	switch {
	case err != nil:
		return s, err
	case t.Stage == match.Open:
		return s, chat.Refuse("not-begun")
	case t.Stage != match.Playing:
		return s, chat.Refuse("match-over")
	}
	return s, nil
}

func seatAt(r *Request, t *match.Table) (engine.Seat, error) {
	s := r.seat(t)
	if s == engine.Nobody {
		return s, chat.Refuse("not-seated")
	}
	return s, nil
}

func withTable(
	ctx context.Context, sv *Services, id chat.TableID, do func(*tables.Locked) (chat.Answer, error),
) (answer chat.Answer, err error) {
	err = sv.Tables.WithTable(ctx, id, func(l *tables.Locked) (err error) {
		answer, err = do(l)
		return err
	})
	return answer, err
}

func updateTablesOf(ctx context.Context, sv *Services, p people.Person, failureText string, change func(*match.Table) bool) {
	for _, x := range sv.Tables.Index.ActiveOf(p) {
		if err := sv.Tables.ShowChange(ctx, x.ID, change); err != nil && sv.Running.Err() == nil {
			sv.Log.Warn(failureText, "table", string(x.ID), "err", err)
		}
	}
}
