package command

import (
	"context"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/bot/match/terms"
	"tarockbot/bot/people"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/engine/robot"
)

func accept(ctx context.Context, r *Request, named chat.TableID) (chat.Answer, error) {
	defer r.sv.People.Links.LockForSeating()()
	me, _, err := r.sv.People.LookupLinked(ctx, r.User) // their links may have changed meanwhile
	if err != nil {
		return chat.Answer{}, err
	}
	r = r.asPerson(me)
	id, err := pickChallenge(r, named, r.isInvited, r.isOpenHere)
	if err != nil {
		return chat.Answer{}, err
	}
	if err := checkSeats(r.sv, len(r.sv.Tables.Index.ActiveOf(r.Person))); err != nil {
		return chat.Answer{}, err
	}
	if _, err := boardLang(ctx, r); err != nil {
		return chat.Answer{}, err
	}
	answer, err := r.sv.Tables.Update(ctx, id, r.Input, r.Person, func(c *tables.Change) (chat.Answer, error) {
		return sitDown(ctx, r, c)
	})
	if chat.IsRefusal(err, "no-table") { // codes are often misread or old
		err = chat.RefusePublicly("no-challenge")
	}
	return answer, err
}

func sitDown(ctx context.Context, r *Request, c *tables.Change) (chat.Answer, error) {
	if c.Stage.HasBegun() && r.seat(c.Table) != engine.Nobody {
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
	if !c.Chairs.IsFull() {
		return r.alert("challenge.seated"), nil
	}
	return r.beginAnswer(c.Table), beginHere(ctx, r.sv, c)
}

func (r *Request) beginAnswer(t *match.Table) chat.Answer {
	answer := r.alert("challenge.accepted", "Name", screens.Opponents(t, r.seat(t), r.Words))
	answer.Table = string(t.ID)
	return answer
}

// checkSit refuses people who would play against themselves or a blocking player.
func checkSit(ctx context.Context, sv *Services, t *match.Table, p people.Person) error {
	for s, c := range t.Chairs {
		switch {
		case c.Person == "":
		case !sv.People.IsSamePerson(c.Person, p.ID):
			if err := checkBlocked(ctx, sv, c.User, p, chat.Refuse("not-for-you")); err != nil {
				return err
			}
		case s == 0:
			return chat.RefusePublicly("own-challenge")
		default:
			return chat.Refuse("sits-already")
		}
	}
	return nil
}

func checkAnswer(r *Request, t *match.Table) error {
	switch _, names := t.Chairs.Invited(); {
	case t.Stage.HasBegun():
		return chat.RefusePublicly("taken")
	case t.Stage == match.Closed || r.sv.Tables.Lifetimes.IsExpired(t):
		return chat.RefusePublicly("challenge-over")
	case r.seat(t) == engine.Nobody && t.Chairs.ChairFor(r.Person.Participant()) == engine.Nobody:
		return chat.Refuse("for-another", "Name", strings.Join(names, ", "))
	}
	return nil
}

func pickChallenge(r *Request, named chat.TableID, meant ...summaryTest) (chat.TableID, error) {
	id, err := pickTable(r, named, meant...)
	if !chat.IsRefusal(err, "no-such-table") {
		return id, err
	}
	open := r.sv.Tables.Index.FindActive(r.tableKeys(), func(x tables.Summary) bool { return x.Stage == match.Open })
	if slices.ContainsFunc(open, func(x tables.Summary) bool { return r.Person.Is(x.Host) }) {
		return "", chat.RefusePublicly("own-challenge")
	}
	for _, x := range open {
		if t := r.sv.Tables.TableOrNil(x.ID); t != nil && slices.Contains(x.Places, r.Place()) {
			if err := checkAnswer(r, t); err != nil {
				return "", err
			}
		}
	}
	return "", chat.RefusePublicly("none-open")
}

func updateChallenge(
	ctx context.Context, r *Request, named chat.TableID, update func(*tables.Change) (chat.Answer, error), meant ...summaryTest,
) (chat.Answer, error) {
	id, err := pickChallenge(r, named, meant...)
	if err != nil {
		return chat.Answer{}, err
	}
	return r.sv.Tables.Update(ctx, id, r.Input, r.Person, func(c *tables.Change) (chat.Answer, error) {
		if err := checkAnswer(r, c.Table); err != nil {
			return chat.Answer{}, err
		}
		return update(c)
	})
}

// decline refuses a challenge. A seated player leaves it; the host withdraws it.
func decline(ctx context.Context, r *Request, reason string, id chat.TableID) (chat.Answer, error) {
	isSeated := func(x tables.Summary) bool { return x.Stage == match.Open && x.HasSeated(r.Person) }
	return updateChallenge(ctx, r, id, func(c *tables.Change) (chat.Answer, error) {
		text, err := c.Challenge().Leave(r.Person.Participant(), reason)
		return r.alert(text), err
	}, r.isInvited, isSeated, r.isOpenHere) // the refusal says that open challenges can't be declined
}

// changeChallenge shows the choices for the host's own challenge, or sets other terms: "change TABLE more TERMS". Its
// code stays.
func changeChallenge(ctx context.Context, r *Request, id chat.TableID, moreOptions bool, said []speech.Term) (chat.Answer, error) {
	page := screens.Setup{More: moreOptions, Stakes: !r.sv.Challenges.NoStakes}
	set := func(*match.Table) {}
	if len(said) > 0 {
		chosen, err := parseTerms(ctx, r, said)
		if err != nil {
			return chat.Answer{}, err
		}
		set = func(t *match.Table) { t.Challenge().ChangeTerms(chosen.Game, chosen.Setup) }
	}
	return updateChallenge(ctx, r, id, func(c *tables.Change) (chat.Answer, error) {
		switch {
		case !r.Person.Is(c.Host):
			return chat.Answer{}, chat.Refuse("fill-host", "Name", displayname.Of(c.Chairs[0].Name, r.Words))
		case !c.Challenge().MayChange():
			return chat.Answer{}, chat.Refuse("change-late")
		}
		set(c.Table)
		page.Table, page.Terms = c.ID, terms.Terms{Game: c.Match.Game, Setup: c.Setup, PaceSaid: true}
		return chat.Answer{Screen: page.Screen(r.Words)}, nil
	}, func(x tables.Summary) bool { return x.Stage == match.Open && r.Person.Is(x.Host) })
}

// fill gives the host's free chairs to computers: "fill TABLE LEVEL". Without company it would be practice.
func fill(ctx context.Context, r *Request, id chat.TableID, said []string) (_ chat.Answer, err error) {
	var level robot.Level
	if len(said) > 0 {
		if level, err = terms.ParseLevel(r.sv.Language.Lexicon.Phrases, said, r.Words); err != nil {
			return chat.Answer{}, err
		}
	}
	return updateChallenge(ctx, r, id, func(c *tables.Change) (chat.Answer, error) {
		switch {
		case !r.Person.Is(c.Host):
			return chat.Answer{}, chat.Refuse("fill-host", "Name", displayname.Of(c.Chairs[0].Name, r.Words))
		case !c.Chairs.HasCompany():
			return chat.Answer{}, chat.Refuse("fill-alone")
		}
		c.Challenge().FillWithComputers(level)
		return r.beginAnswer(c.Table), beginHere(ctx, r.sv, c)
	}, func(x tables.Summary) bool { return x.Stage == match.Open && r.Person.Is(x.Host) })
}
