package command

import (
	"context"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/pages"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

// Nobody loses by the clock alone. Once somebody's time is up the others may
// claim it, or give more.

// claimTime goes on without somebody whose time is up: "claim TABLE SEAT STEP", with
// the step of that one's seat, or "claim TABLE SEAT STEP end". Typed, seat and step
// are left out.
func claimTime(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	_, end := sv.typed.ends.Word(r.arg(len(r.args) - 1))
	if end {
		r.args = r.args[:len(r.args)-1]
	}
	id, err := clockTable(sv, r)
	if err != nil {
		return chat.Answer{}, err
	}
	return whenSeated(ctx, sv, id, r, func(c *tables.Change, mine engine.Seat) (chat.Answer, error) {
		s, err := c.Clocks().Claimed(mine, r.args[min(1, len(r.args)):], end)
		if err != nil {
			return chat.Answer{}, err
		}
		done := chat.Answer{Alert: r.Words.Say("claim."+c.Clocks().WayOn(end)+".done", "Name", pages.View{Table: c.Table}.Names(r.Words)[s])}
		c.Requests().PassOver(mine)
		return done, sv.Dealer.GoOnWithout(ctx, c, s, end)
	})
}

// back gives somebody their seat again that the computer plays in for them, or
// ends their days off: "back TABLE REVISION".
func back(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	id, err := absentTable(sv, r)
	if err != nil {
		return chat.Answer{}, err
	}
	if id == "" {
		return endAway(ctx, sv, r)
	}
	return whenSeated(ctx, sv, id, r, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		if err := c.Clocks().ComeBack(s, r.arg(1)); err != nil {
			return chat.Answer{}, err
		}
		return chat.Answer{Alert: r.Words.Say("back.done")}, nil
	})
}

// absentTable is the table named, or the first at which the computer plays for
// the person, where the request is made before others; "" if there is none.
func absentTable(sv *Services, r *Request) (chat.TableID, error) {
	if r.arg(0) != "" {
		return pickTable(sv, r)
	}
	if t := nearestWhere(sv, r, func(t *match.Table) bool {
		return t.Stage == match.Playing && t.Chairs[t.Chairs.SeatOf(r.Person.Who())].Absent
	}); t != nil {
		return t.ID, nil
	}
	return "", nil
}

// clockTable is the table named, or that at which another's time is up, or the
// only one that the person plays at, of those where the request is made before others.
func clockTable(sv *Services, r *Request) (chat.TableID, error) {
	if r.arg(0) != "" {
		return pickTable(sv, r)
	}
	for _, x := range nearGames(sv, r) {
		if t := sv.Tables.Peek(x.ID); t != nil && t.Chairs.Late()&^t.Chairs.SeatOf(r.Person.Who()).Bit() != 0 {
			return x.ID, nil
		}
	}
	return myTurn(sv, r)
}

// extend gives those whom the person waits for the time for one more move: "extend
// TABLE REVISION".
func extend(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	id, err := clockTable(sv, r)
	if err != nil {
		return chat.Answer{}, err
	}
	return whenSeated(ctx, sv, id, r, func(c *tables.Change, mine engine.Seat) (chat.Answer, error) {
		given, err := c.Clocks().Extend(sv.Facts, mine, r.arg(1))
		if err != nil {
			return chat.Answer{}, err
		}
		var names []string
		for s := range given.All() {
			names = append(names, pages.View{Table: c.Table}.Names(r.Words)[s])
		}
		return chat.Answer{Alert: r.Words.Say("extend.done", "Names", strings.Join(names, ", "))}, nil
	})
}
