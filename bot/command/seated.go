package command

import (
	"context"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

// decision changes a table for the person who sits there.
type decision func(*tables.Change, engine.Seat) (chat.Answer, error)

// changeSeated changes the table for the person who sits there, while it is played. People press once more when they
// get no answer: if the first press had its effect they hear that, and not that the button is old.
func changeSeated(ctx context.Context, sv *Services, id chat.TableID, r *Request, decide decision) (chat.Answer, error) {
	return sv.Tables.Update(ctx, id, r.Input, r.Person, func(c *tables.Change) (chat.Answer, error) {
		if c.Acted(r.Input) {
			return chat.Answer{}, chat.Refuse("done-already")
		}
		s, err := playingSeat(c.Table, r)
		if err != nil {
			return chat.Answer{}, err
		}
		again := c.Pressed(s, r.Input)
		answer, err := decide(c, s)
		switch {
		case err == nil && !c.Chairs[s].Robot: // who has left leaves nothing there
			c.RecordPress(s, r.Input)
		case again && TooLate(err):
			return chat.Answer{}, chat.Refuse("done-already")
		}
		return answer, err
	})
}

// atSeat changes the table for the person who sits there and whose step it still is.
func atSeat(ctx context.Context, sv *Services, r *Request, id chat.TableID, step string, decide decision) (chat.Answer, error) {
	return changeSeated(ctx, sv, id, r, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		if c.Chairs[s].IsOldStep(step) {
			return chat.Answer{}, chat.Refuse("stale")
		}
		answer, err := decide(c, s)
		c.Mark(s, r.Input)
		return answer, err
	})
}

// changeFirstMatching is changeSeated at the table named; else at the first that the person plays at of which that is true,
// of those where the request is made before others; else at the one that myTable finds.
func changeFirstMatching(ctx context.Context, sv *Services, r *Request, named chat.TableID, is seatTest, decide decision) (chat.Answer, error) {
	if named == "" && is != nil {
		for _, x := range nearGames(sv, r) {
			if t := sv.Tables.TableOrNil(x.ID); t != nil && is(t, r.seat(t)) {
				return changeSeated(ctx, sv, x.ID, r, decide)
			}
		}
	}
	id, err := myTable(sv, r, named, "")
	if err != nil {
		return chat.Answer{}, err
	}
	return changeSeated(ctx, sv, id, r, decide)
}

// onceDealt is the decision once the cards are dealt.
func onceDealt(decide decision) decision {
	return func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		if err := match.DecksOf(c.Table).Dealt(); err != nil {
			return chat.Answer{}, err
		}
		return decide(c, s)
	}
}

// playingSeat is the person's seat at a table that is being played.
func playingSeat(t *match.Table, r *Request) (engine.Seat, error) {
	s, err := seatAt(t, r)
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

// seatAt is the person's seat at the table, whatever it is at.
func seatAt(t *match.Table, r *Request) (engine.Seat, error) {
	s := r.seat(t)
	if s == engine.Nobody {
		return s, chat.Refuse("not-seated")
	}
	return s, nil
}

// atTable answers at the table, which nobody else changes meanwhile.
func atTable(ctx context.Context, sv *Services, id chat.TableID, do func(*tables.Locked) (chat.Answer, error)) (answer chat.Answer, err error) {
	err = sv.Tables.With(ctx, id, func(l *tables.Locked) (err error) {
		answer, err = do(l)
		return err
	})
	return answer, err
}

// TooLate says that what was asked for is refused because something has come before it: often the same press, made
// twice.
func TooLate(err error) bool {
	return slices.ContainsFunc([]string{"stale", "match-over", "challenge-over", "not-paused"}, func(id string) bool { return chat.RefusedWith(err, id) })
}
