package command

import (
	"context"
	"slices"
	"strconv"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/bot/messages"
	"tarockbot/bot/people"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/alarms"
	"tarockbot/engine"
	"tarockbot/storage"
)

// goAway starts or ends the person's days off: "away 5", "away off". A button says "away 5 MARK"; an
// outdated one only shows the page.
func goAway(ctx context.Context, sv *Services, r *Request, said, mark string) (chat.Answer, error) {
	word, now := speech.PlainWord(said), sv.People.TimeOf(r.Person)
	_, err := strconv.Atoi(mark)
	if marked := err == nil; word == "" || marked && mark != r.Person.Away.Mark(now) {
		return awayPage(sv, r, false), nil
	}
	if on, is := sv.Lexicon.Switches.Word(word); is && !on {
		return endAway(ctx, sv, r)
	}
	days, err := strconv.Atoi(word)
	if err != nil || days < 1 {
		return chat.Answer{}, chat.Refuse("away-days", "Left", r.Person.Away.Return(now).Left(now.Year(), sv.AwayDays))
	}
	return setAway(ctx, sv, r, func(a people.Away) (people.Away, error) {
		if !mayGo(sv, a, now, days) {
			return a, chat.Refuse("away-left", "Left", a.Return(now).Left(now.Year(), sv.AwayDays))
		}
		return a.Begin(now, days), nil
	})
}

// mayGo reports whether so many days of the year are left.
func mayGo(sv *Services, a people.Away, now time.Time, days int) bool {
	return days <= sv.AwayDays && a.Begin(now, days).Used <= sv.AwayDays
}

// endAway ends the person's days off.
func endAway(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	now := sv.People.TimeOf(r.Person)
	return setAway(ctx, sv, r, func(a people.Away) (people.Away, error) {
		if !a.Now(now) {
			return a, chat.Refuse("not-away")
		}
		return a.Return(now), nil
	})
}

// setAway changes the person's days off, with the alarm that ends them. While somebody is away nobody
// waits for them: their clocks stand still at all their tables.
func setAway(ctx context.Context, sv *Services, r *Request, change func(people.Away) (people.Away, error)) (chat.Answer, error) {
	changed, err := sv.People.Decide(ctx, r.Person.Head().User, func(p *people.Person) (docs []storage.Doc, err error) {
		before := messages.AwayAlarm(p.Away, p.ID).Key()
		if p.Away, err = change(p.Away); err != nil {
			return nil, err
		}
		return append(alarms.MoveDocs(before, messages.AwayAlarm(p.Away, p.ID).Key()), sv.Store.SeenDoc(r.Input)), nil
	})
	if err != nil {
		return chat.Answer{}, err
	}
	r.Person.Away = changed.Away
	return awayPage(sv, r, !changed.Away.Now(sv.People.TimeOf(r.Person))), nil
}

// awayPage tells whether the person is away or has just come back, and how many days are left.
func awayPage(sv *Services, r *Request, back bool) chat.Answer {
	now, a := sv.People.TimeOf(r.Person), r.Person.Away
	page := screens.Away{Now: a.Now(now), Back: back, Mark: a.Mark(now), Left: a.Left(now.Year(), sv.AwayDays)}
	if page.Now {
		page.Until = sv.Messages.Readers.DeadlineFor(a.Until, false, r.Person, r.Words)
	}
	page.Days = slices.DeleteFunc(screens.AwayDays(), func(days int) bool { return !mayGo(sv, a, now, days) })
	return chat.Answer{Screen: page.Screen(r.Words)}
}

// back gives the person their seat back from the computer, or ends their days off: "back TABLE REVISION".
// For somebody who is present it takes a move back if that needs no consent, because German uses one word
// for both.
func back(ctx context.Context, sv *Services, r *Request, id chat.TableID, revision string) (chat.Answer, error) {
	if id == "" {
		absent := firstTableWhere(sv, r, isAbsent)
		if absent == nil {
			return endDaysOff(ctx, sv, r)
		}
		id = absent.ID
	}
	return changeFirstMatching(ctx, sv, r, id, nil, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		return r.alert("back.done"), c.Clocks().ComeBack(s, revision)
	})
}

// endDaysOff is back for somebody whose seats the computer doesn't play.
func endDaysOff(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	if r.Person.Away.Now(sv.People.TimeOf(r.Person)) {
		return endAway(ctx, sv, r)
	}
	alone := firstTableWhere(sv, r, func(t *match.Table, s engine.Seat) bool { return t.Requests().CanUndoAlone(s) })
	if alone == nil {
		return endAway(ctx, sv, r)
	}
	return undo(ctx, sv, r, alone.ID, "")
}

// isAbsent reports whether the computer plays for the seat.
func isAbsent(t *match.Table, s engine.Seat) bool {
	return t.Stage == match.Playing && t.Chairs[s].Absent
}
