package command

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/match/terms"
	"tarockbot/bot/people"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/engine/robot"
)

// accept takes a chair of a challenge: of the named one, or of the only one that waits for the person.
func accept(ctx context.Context, r *Request, id chat.TableID) (chat.Answer, error) {
	answer, err := sitDown(ctx, r, id)
	if chat.RefusedWith(err, "no-table") { // a code is often read wrong, or old
		err = chat.RefuseOpenly("no-challenge")
	}
	return answer, err
}

// beginAnswer returns the answer to an act that begins the match.
func (r *Request) beginAnswer(t *match.Table) chat.Answer {
	answer := r.alert("challenge.accepted", "Name", screens.Opponents(t, r.seat(t), r.Words))
	answer.Table = string(t.ID)
	return answer
}

// sitDown seats the person at a challenge, and begins the match when it is full. It keeps people from
// being linked meanwhile, or they might play against themselves.
func sitDown(ctx context.Context, r *Request, named chat.TableID) (chat.Answer, error) {
	defer r.sv.People.Links.LockForSeating()()
	me, _, err := r.sv.People.LookupLinked(ctx, r.User) // their links may have changed meanwhile
	if err != nil {
		return chat.Answer{}, err
	}
	r = r.as(me)
	id, err := pickChallenge(r, named,
		func(x tables.Summary) bool { return x.Stage == match.Open && x.HasInvited(r.Person) }, r.openHere)
	if err != nil {
		return chat.Answer{}, err
	}
	if n := len(r.sv.Tables.Index.ActiveOf(r.Person)); n >= r.sv.PerPerson {
		return chat.Answer{}, chat.RefuseOpenly("tables-person", "Max", n)
	}
	if _, err := boardLang(ctx, r); err != nil { // it settles the language of the board that comes here
		return chat.Answer{}, err
	}
	return r.sv.Tables.Update(ctx, id, r.Input, r.Person, func(c *tables.Change) (chat.Answer, error) {
		if began := c.Stage == match.Playing || c.Stage == match.Finished; began && r.seat(c.Table) != engine.Nobody {
			return chat.Answer{}, chat.Refuse("done-already")
		}
		err := checkAnswer(r, c.Table)
		if err == nil {
			err = checkSit(ctx, r.sv, c.Table, r.Person)
		}
		if err != nil {
			return chat.Answer{}, err
		}
		c.Challenge().Sit(c.Chairs.ChairFor(r.Person.Participant()), r.Person.Participant(), r.User, r.Person.Name, r.Chat, r.Home())
		if !c.Chairs.Full() {
			return r.alert("challenge.seated"), nil
		}
		return r.beginAnswer(c.Table), beginHere(ctx, r.sv, c)
	})
}

// checkSit keeps people from playing against themselves, or somebody who blocks them.
func checkSit(ctx context.Context, sv *Services, t *match.Table, p people.Person) error {
	for s, c := range t.Chairs {
		switch {
		case c.Person == "":
		case !sv.People.Same(c.Person, p.ID):
			if other, _, err := sv.People.LookupLinked(ctx, c.User); err != nil || other.Blocks(p) {
				return cmp.Or(err, chat.Refuse("not-for-you"))
			}
		case s == 0:
			return chat.RefuseOpenly("own-challenge")
		default:
			return chat.Refuse("sits-already")
		}
	}
	return nil
}

// beginHere begins the match, if the chat has room for it.
func beginHere(ctx context.Context, sv *Services, c *tables.Change) error {
	if err := sv.Tables.Dealer.Begin(ctx, c); err != nil {
		return err
	}
	most, err := tablesIn(ctx, sv, c.Space)
	if err != nil {
		return err
	}
	return sv.Tables.Index.Reserve(tables.SummaryOf(c.Table), []tables.Key{tables.ChatKey(c.Chat)}, func(t tables.Summary, others iter.Seq[tables.Summary]) error {
		return roomInChat(t, others, most)
	})
}

// checkAnswer refuses a challenge that is over, or is meant for somebody else.
func checkAnswer(r *Request, t *match.Table) error {
	switch _, names := t.Chairs.Invited(); {
	case t.Stage == match.Playing || t.Stage == match.Finished:
		return chat.RefuseOpenly("taken")
	case t.Stage == match.Closed || r.sv.Tables.Lifetimes.Expired(t):
		return chat.RefuseOpenly("challenge-over")
	case r.seat(t) == engine.Nobody && t.Chairs.ChairFor(r.Person.Participant()) == engine.Nobody:
		return chat.Refuse("for-another", "Name", strings.Join(names, ", "))
	}
	return nil
}

// pickChallenge is pickTable for a challenge that the person answers. If it finds none it tells why.
func pickChallenge(r *Request, named chat.TableID, meant ...summaryTest) (chat.TableID, error) {
	id, err := pickTable(r, named, meant...)
	if !chat.RefusedWith(err, "no-such-table") {
		return id, err
	}
	open := r.sv.Tables.Index.FindActive(append(tables.KeysOf(r.Person), tables.ChatKey(r.Chat)), func(x tables.Summary) bool { return x.Stage == match.Open })
	if slices.ContainsFunc(open, func(x tables.Summary) bool { return r.Person.Is(x.Host) }) {
		return "", chat.RefuseOpenly("own-challenge")
	}
	for _, x := range open {
		if t := r.sv.Tables.TableOrNil(x.ID); t != nil && slices.Contains(x.Places, r.Place()) {
			if err := checkAnswer(r, t); err != nil {
				return "", err
			}
		}
	}
	return "", chat.RefuseOpenly("none-open")
}

// answering changes the challenge that pickChallenge finds, if the person may answer it.
func answering(ctx context.Context, r *Request, named chat.TableID, do func(*tables.Change) (chat.Answer, error), meant ...summaryTest) (chat.Answer, error) {
	id, err := pickChallenge(r, named, meant...)
	if err != nil {
		return chat.Answer{}, err
	}
	return r.sv.Tables.Update(ctx, id, r.Input, r.Person, func(c *tables.Change) (chat.Answer, error) {
		if err := checkAnswer(r, c.Table); err != nil {
			return chat.Answer{}, err
		}
		return do(c)
	})
}

// decline refuses a challenge, with a reason. For somebody who has sat down there it gives the chair back;
// for the host it withdraws the challenge.
func decline(ctx context.Context, r *Request, reason string, id chat.TableID) (chat.Answer, error) {
	return answering(ctx, r, id, func(c *tables.Change) (chat.Answer, error) {
		text, err := c.Challenge().Refuse(r.Person.Participant(), reason)
		return r.alert(text), err
	},
		func(x tables.Summary) bool { return x.Stage == match.Open && x.HasInvited(r.Person) },
		func(x tables.Summary) bool { return x.Stage == match.Open && x.HasSeated(r.Person) },
		r.openHere) // which is refused, with the reason
}

// fill gives the free chairs to computer players and begins: "fill TABLE LEVEL". Only the host may do it,
// and only with company: otherwise it would be practice.
func fill(ctx context.Context, r *Request, id chat.TableID, said []string) (_ chat.Answer, err error) {
	var level robot.Level // the usual
	if len(said) > 0 {
		if level, err = terms.ParseLevel(r.sv.Lexicon.Phrases, said, r.Words); err != nil {
			return chat.Answer{}, err
		}
	}
	return answering(ctx, r, id, func(c *tables.Change) (chat.Answer, error) {
		switch {
		case !r.Person.Is(c.Host):
			return chat.Answer{}, chat.Refuse("fill-host", "Name", displayname.Of(c.Chairs[0].Name, r.Words))
		case !c.Chairs.HasCompany():
			return chat.Answer{}, chat.Refuse("fill-alone")
		}
		c.Challenge().Fill(level)
		return r.beginAnswer(c.Table), beginHere(ctx, r.sv, c)
	}, func(x tables.Summary) bool { return x.Stage == match.Open && r.Person.Is(x.Host) })
}

// rematch begins another match at the same table, once all players want it.
func rematch(ctx context.Context, r *Request, named chat.TableID) (chat.Answer, error) {
	id, err := lastTable(r, named)
	if err != nil {
		return chat.Answer{}, err
	}
	defer r.sv.People.Links.LockForSeating()()
	return r.sv.Tables.Update(ctx, id, r.Input, r.Person, func(c *tables.Change) (chat.Answer, error) {
		seat := r.seat(c.Table)
		switch {
		case seat == engine.Nobody:
			return chat.Answer{}, chat.Refuse("not-seated")
		case sitsWithSelf(r.sv, c.Table):
			return chat.Answer{}, chat.RefuseOpenly("yourself")
		}
		all, err := c.Requests().WantRematch(seat)
		if err == nil {
			err = checkRematch(ctx, r.sv, c.Table, r.Person)
		}
		if err != nil || !all {
			return r.alert("rematch.asked"), err
		}
		return r.alert("rematch.begun"), nextTable(ctx, r.sv, c)
	})
}

// sitsWithSelf reports whether two seats belong to one person by now.
func sitsWithSelf(sv *Services, t *match.Table) bool {
	heads := make(map[chat.PersonID]bool)
	for s := range t.Chairs.People().All() {
		heads[sv.People.Links.Head(t.Chairs[s].Person)] = true
	}
	return len(heads) < t.Chairs.People().Len()
}

// checkRematch refuses a rematch if a player who hasn't asked for it blocks the person.
func checkRematch(ctx context.Context, sv *Services, t *match.Table, p people.Person) error {
	for s := range (t.Chairs.People() &^ t.Again).All() {
		if other, _, err := sv.People.LookupLinked(ctx, t.Chairs[s].User); err != nil || other.Blocks(p) {
			return cmp.Or(err, chat.Refuse("no-rematch"))
		}
	}
	return nil
}

// nextTable makes the next table, with the same people in the same seats. Its host is the person whose
// consent begins it, because the last host may have left.
func nextTable(ctx context.Context, sv *Services, c *tables.Change) error {
	code, err := documents.NewCode(sv.Offers.Random)
	if err != nil {
		return err
	}
	next := c.Rematch(chat.TableID(code), c.Person.ID)
	if sv.NoStakes {
		next.Setup.Stake = 0
	}
	for s, chair := range next.Chairs {
		if !sv.Tables.Facts.Has(chair, chair.Via) {
			next.Chairs[s].Via = ""
		}
	}
	if err := sv.Tables.Dealer.EnsureChain(next, c.Table.Decks().LastSignature()); err != nil {
		return err
	}
	first := &tables.Change{Table: next, Person: c.Person}
	err = sv.Tables.Dealer.Begin(ctx, first)
	next.Start(sv.Tables.Facts)
	c.StartWith(first)
	return err
}
