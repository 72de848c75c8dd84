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
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/engine/robot"
)

// accept takes a chair of a challenge: of the named one, or of the only one that waits for the person.
func accept(ctx context.Context, sv *Services, r *Request, id chat.TableID) (chat.Answer, error) {
	answer, err := sitDown(ctx, sv, r, id)
	if chat.RefusedWith(err, "no-table") { // a code is often read wrong, or old
		err = chat.Refuse("no-challenge")
	}
	return answer, err
}

// beginAnswer returns the answer to an act that begins the match.
func (r *Request) beginAnswer(t *match.Table) chat.Answer {
	answer := r.alert("challenge.accepted", "Name", opponents(t, r))
	answer.Table = string(t.ID)
	return answer
}

// sitDown seats the person at a challenge, and begins the match when it is full. It keeps people from
// being linked meanwhile, or they might play against themselves.
func sitDown(ctx context.Context, sv *Services, r *Request, named chat.TableID) (_ chat.Answer, err error) {
	defer sv.People.Links.LockForSeating()()
	if r.Person, err = sv.People.WithLinked(ctx, r.Person); err != nil { // their links may have changed meanwhile
		return chat.Answer{}, err
	}
	id, err := pickChallenge(sv, r, named,
		func(x tables.Summary) bool { return x.Stage == match.Open && x.HasInvited(r.Person) }, r.openHere)
	if err != nil {
		return chat.Answer{}, err
	}
	if n := len(sv.Tables.Index.ActiveOf(r.Person)); n >= sv.PerPerson {
		return chat.Answer{}, chat.Refuse("tables-person", "Max", n)
	}
	if _, err := boardLang(ctx, sv, r); err != nil { // it settles the language of the board that comes here
		return chat.Answer{}, err
	}
	return sv.Tables.Update(ctx, id, r.Input, r.Person, func(c *tables.Change) (chat.Answer, error) {
		if began := c.Stage == match.Playing || c.Stage == match.Finished; began && r.seat(c.Table) != engine.Nobody {
			return chat.Answer{}, chat.Refuse("done-already")
		}
		err := checkAnswer(sv, c.Table, r)
		if err == nil {
			err = checkSit(ctx, sv, c.Table, r.Person)
		}
		if err != nil {
			return chat.Answer{}, err
		}
		c.Challenge().Sit(c.Chairs.ChairFor(r.Person.Participant()), r.Person.Participant(), r.User, r.Person.Name, r.Chat, r.Home())
		if !c.Chairs.Full() {
			return r.alert("challenge.seated"), nil
		}
		return r.beginAnswer(c.Table), beginHere(ctx, sv, c)
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
			return chat.Refuse("own-challenge")
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
func checkAnswer(sv *Services, t *match.Table, r *Request) error {
	switch _, names := t.Chairs.Invited(); {
	case t.Stage == match.Playing || t.Stage == match.Finished:
		return chat.Refuse("taken")
	case t.Stage == match.Closed || sv.Tables.Lifetimes.Expired(t):
		return chat.Refuse("challenge-over")
	case r.seat(t) == engine.Nobody && t.Chairs.ChairFor(r.Person.Participant()) == engine.Nobody:
		return chat.Refuse("for-another", "Name", strings.Join(names, ", "))
	}
	return nil
}

// pickChallenge is pickTable for a challenge that the person answers. If it finds none it tells why.
func pickChallenge(sv *Services, r *Request, named chat.TableID, meant ...summaryTest) (chat.TableID, error) {
	id, err := pickTable(sv, r, named, meant...)
	if !chat.RefusedWith(err, "no-such-table") {
		return id, err
	}
	open := sv.Tables.Index.FindActive(append(tables.KeysOf(r.Person), tables.ChatKey(r.Chat)), func(x tables.Summary) bool { return x.Stage == match.Open })
	if slices.ContainsFunc(open, func(x tables.Summary) bool { return r.Person.Is(x.Host) }) {
		return "", chat.Refuse("own-challenge")
	}
	for _, x := range open {
		if t := sv.Tables.TableOrNil(x.ID); t != nil && slices.Contains(x.Places, r.Place()) {
			if err := checkAnswer(sv, t, r); err != nil {
				return "", err
			}
		}
	}
	return "", chat.Refuse("none-open")
}

// answering changes the challenge that pickChallenge finds, if the person may answer it.
func answering(ctx context.Context, sv *Services, r *Request, named chat.TableID, do func(*tables.Change) (chat.Answer, error), meant ...summaryTest) (chat.Answer, error) {
	id, err := pickChallenge(sv, r, named, meant...)
	if err != nil {
		return chat.Answer{}, err
	}
	return sv.Tables.Update(ctx, id, r.Input, r.Person, func(c *tables.Change) (chat.Answer, error) {
		if err := checkAnswer(sv, c.Table, r); err != nil {
			return chat.Answer{}, err
		}
		return do(c)
	})
}

// decline refuses a challenge, with a reason. For somebody who has sat down there it gives the chair back;
// for the host it withdraws the challenge.
func decline(ctx context.Context, sv *Services, r *Request, reason string, id chat.TableID) (chat.Answer, error) {
	return answering(ctx, sv, r, id, func(c *tables.Change) (chat.Answer, error) {
		text, err := c.Challenge().Refuse(r.Person.Participant(), reason)
		return r.alert(text), err
	},
		func(x tables.Summary) bool { return x.Stage == match.Open && x.HasInvited(r.Person) },
		func(x tables.Summary) bool { return x.Stage == match.Open && x.HasSeated(r.Person) },
		r.openHere) // which is refused, with the reason
}

// fill gives the free chairs to computer players and begins: "fill TABLE LEVEL". Only the host may do it,
// and only with company: otherwise it would be practice.
func fill(ctx context.Context, sv *Services, r *Request, id chat.TableID, said []string) (_ chat.Answer, err error) {
	var level robot.Level // the usual
	if len(said) > 0 {
		if level, err = terms.ParseLevel(sv.Lexicon.Phrases, said, r.Words); err != nil {
			return chat.Answer{}, err
		}
	}
	return answering(ctx, sv, r, id, func(c *tables.Change) (chat.Answer, error) {
		switch {
		case !r.Person.Is(c.Host):
			return chat.Answer{}, chat.Refuse("fill-host", "Name", displayname.Of(c.Chairs[0].Name, r.Words))
		case !c.Chairs.HasCompany():
			return chat.Answer{}, chat.Refuse("fill-alone")
		}
		c.Challenge().Fill(level)
		return r.beginAnswer(c.Table), beginHere(ctx, sv, c)
	}, func(x tables.Summary) bool { return x.Stage == match.Open && r.Person.Is(x.Host) })
}

// rematch begins another match at the same table, once all players want it.
func rematch(ctx context.Context, sv *Services, r *Request, named chat.TableID) (chat.Answer, error) {
	id, err := lastTable(sv, r, named)
	if err != nil {
		return chat.Answer{}, err
	}
	defer sv.People.Links.LockForSeating()()
	return sv.Tables.Update(ctx, id, r.Input, r.Person, func(c *tables.Change) (chat.Answer, error) {
		seat := r.seat(c.Table)
		switch {
		case seat == engine.Nobody:
			return chat.Answer{}, chat.Refuse("not-seated")
		case sitsWithSelf(sv, c.Table):
			return chat.Answer{}, chat.Refuse("yourself")
		}
		all, err := c.Requests().WantRematch(seat)
		if err == nil {
			err = checkRematch(ctx, sv, c.Table, r.Person)
		}
		if err != nil || !all {
			return r.alert("rematch.asked"), err
		}
		return r.alert("rematch.begun"), nextTable(ctx, sv, c)
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
	if err := sv.Tables.Dealer.Secure(next, c.Table.Decks().LastSignature()); err != nil {
		return err
	}
	first := &tables.Change{Table: next, Person: c.Person}
	err = sv.Tables.Dealer.Begin(ctx, first)
	next.Start(sv.Tables.Facts)
	c.StartWith(first)
	return err
}
