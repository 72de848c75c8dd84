package bot

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/speech"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

// accept takes a chair of a challenge: of the one named, or of the only one
// that waits for this person.
func accept(ctx context.Context, sv *services, r *request) (Answer, error) {
	answer, err := sitDown(ctx, sv, r)
	if chat.RefusedWith(err, "no-table") { // a code is often read wrong, or old
		err = chat.Refuse("no-challenge")
	}
	return answer, err
}

func sitDown(ctx context.Context, sv *services, r *request) (_ Answer, err error) {
	sv.people.Links.Seating.RLock()
	defer sv.people.Links.Seating.RUnlock()
	if r.person, err = sv.people.WithLinked(ctx, r.person); err != nil { // who they are may have changed meanwhile
		return Answer{}, err
	}
	id, err := pickTable(sv, r,
		func(x tables.Summary) bool { return x.Stage == match.Open && x.Asks(r.person) },
		func(x tables.Summary) bool {
			return x.Stage == match.Open && !x.Seats(r.person) && x.Free && r.Chat != "" && slices.Contains(x.Places, r.Place())
		})
	if err != nil {
		return Answer{}, err
	}
	if n := len(sv.tables.Index.Of(r.person)); n >= sv.perPerson {
		return Answer{}, chat.Refuse("tables-person", "Max", n)
	}
	if _, err := boardLang(ctx, sv, r); err != nil { // the board that comes here is in it
		return Answer{}, err
	}
	return sv.tables.Update(ctx, id, r.Input, r.person, func(c *tables.Change) (Answer, error) {
		if began := c.Stage == match.Playing || c.Stage == match.Finished; began && c.SeatOf(r.person.Who()) != engine.Nobody {
			return Answer{}, chat.Refuse("done-already")
		}
		if err := mayAnswer(sv, c, r); err != nil {
			return Answer{}, err
		}
		if err := maySit(ctx, sv, c.Table, r.person); err != nil {
			return Answer{}, err
		}
		c.Sit(c.Place(r.person.Who()), r.person.Who(), r.User, r.person.Name, r.Chat, r.Home())
		if !c.Full() {
			return Answer{Alert: r.t.Say("challenge.seated")}, nil
		}
		return Answer{Alert: r.t.Say("challenge.accepted", "Name", opponents(c.Table, r))}, beginHere(ctx, sv, c)
	})
}

// maySit keeps people from playing themselves, or somebody who wants nothing to
// do with them.
func maySit(ctx context.Context, sv *services, t *match.Table, p people.Person) error {
	for s, c := range t.Chairs {
		switch {
		case c.Person == "":
		case !sv.people.Same(c.Person, p.ID):
			if no, err := blocksUser(ctx, sv, c.User, p); err != nil || no {
				return cmp.Or(err, chat.Refuse("not-for-you"))
			}
		case s == 0:
			return chat.Refuse("own-challenge")
		default:
			return chat.Refuse("sits-already")
		}
	}
	return nil
}

// beginHere begins the match, if there is room for it in the chat.
func beginHere(ctx context.Context, sv *services, c *tables.Change) error {
	if err := sv.dealer.Begin(ctx, c); err != nil {
		return err
	}
	most, err := tablesIn(ctx, sv, c.Space)
	if err != nil {
		return err
	}
	return sv.tables.Index.Reserve(tables.SummaryOf(c.Table), []tables.Key{c.Chat}, func(t tables.Summary, others iter.Seq[tables.Summary]) error {
		return roomInChat(t, others, most)
	})
}

// mayAnswer: the challenge must still stand and be meant for this person.
func mayAnswer(sv *services, c *tables.Change, r *request) error {
	switch _, names := c.Asked(); {
	case c.Stage == match.Playing || c.Stage == match.Finished:
		return chat.Refuse("taken")
	case c.Stage == match.Closed || sv.tables.Lifetimes.Expired(c.Table):
		return chat.Refuse("challenge-over")
	case c.SeatOf(r.person.Who()) == engine.Nobody && c.Place(r.person.Who()) == engine.Nobody:
		return chat.Refuse("for-another", "Name", strings.Join(names, ", "))
	}
	return nil
}

// decline refuses a challenge, with a reason. Who sits there already gets up,
// and its host withdraws it so.
func decline(ctx context.Context, sv *services, r *request) (Answer, error) {
	reason := match.DeclineReasons()[0]
	for i, word := range r.args {
		if slices.Contains(match.DeclineReasons(), word) {
			reason, r.args = word, slices.Delete(slices.Clone(r.args), i, i+1)
			break
		}
	}
	id, err := pickTable(sv, r,
		func(x tables.Summary) bool { return x.Stage == match.Open && x.Asks(r.person) },
		func(x tables.Summary) bool { return x.Stage == match.Open && x.Seats(r.person) })
	if err != nil {
		return Answer{}, err
	}
	return sv.tables.Update(ctx, id, r.Input, r.person, func(c *tables.Change) (Answer, error) {
		if err := mayAnswer(sv, c, r); err != nil {
			return Answer{}, err
		}
		sits, kept := c.SeatOf(r.person.Who()), c.Kept(r.person.Who())
		switch {
		case r.person.Is(c.Host):
			c.Close("withdrawn")
			return Answer{Alert: r.t.Say("challenge.withdrawn")}, nil
		case sits != engine.Nobody:
			c.Dismiss(c.Chairs[sits].User)
			c.Chairs[sits] = match.Chair{}
			return Answer{Alert: r.t.Say("challenge.left")}, nil
		case kept == engine.Nobody:
			return Answer{}, chat.Refuse("open-to-all")
		}
		c.Decline(kept, reason)
		return Answer{Alert: r.t.Say("challenge.declined")}, nil
	})
}

// fill gives the chairs that nobody has taken yet to computer players, if the
// host says so, and begins. Without company it would be practice.
func fill(ctx context.Context, sv *services, r *request) (Answer, error) {
	id, err := pickTable(sv, r, func(x tables.Summary) bool { return x.Stage == match.Open && r.person.Is(x.Host) })
	if err != nil {
		return Answer{}, err
	}
	return sv.tables.Update(ctx, id, r.Input, r.person, func(c *tables.Change) (Answer, error) {
		if err := mayAnswer(sv, c, r); err != nil {
			return Answer{}, err
		}
		switch {
		case !r.person.Is(c.Host):
			return Answer{}, chat.Refuse("fill-host", "Name", speech.ShownName(c.Chairs[0].Name, r.t))
		case !c.Company():
			return Answer{}, chat.Refuse("fill-alone")
		}
		for s, chair := range c.Chairs {
			if !chair.Taken() {
				c.Chairs[s] = match.RobotChair()
				c.Dismiss(chair.For)
			}
		}
		return Answer{Alert: r.t.Say("challenge.accepted", "Name", opponents(c.Table, r))}, beginHere(ctx, sv, c)
	})
}
