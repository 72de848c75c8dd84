package command

import (
	"context"
	"slices"
	"strconv"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/alarms"
	"tarockbot/bot/tables/players"
	"tarockbot/engine"
	"tarockbot/storage"
)

// goAway starts or ends days off: "away 5", "away off". An outdated button, "away 5 MARK", only shows the page.
func goAway(ctx context.Context, r *Request, said, mark string) (chat.Answer, error) {
	word, now := speech.PlainWord(said), r.sv.People.TimeOf(r.Person)
	if word == "" || isNumber(mark) && mark != r.Person.Away.ButtonMark(now) {
		return awayPage(r, r.Person.Away, false), nil
	}
	if r.isOff(word) {
		return endAway(ctx, r)
	}
	days, err := strconv.Atoi(word)
	if err != nil || days < 1 {
		return chat.Answer{}, chat.Refuse("away-days", "Left", r.Person.Away.Return(now).DaysLeft(now.Year(), r.sv.AwayDays))
	}
	return setAway(ctx, r, func(a people.Away) (people.Away, error) {
		if !canGoAway(r.sv, a, now, days) {
			return a, chat.Refuse("away-left", "Left", a.Return(now).DaysLeft(now.Year(), r.sv.AwayDays))
		}
		return a.Begin(now, days), nil
	})
}

func canGoAway(sv *Services, a people.Away, now time.Time, days int) bool {
	return days <= sv.AwayDays && a.Begin(now, days).Used <= sv.AwayDays
}

func endAway(ctx context.Context, r *Request) (chat.Answer, error) {
	now := r.sv.People.TimeOf(r.Person)
	return setAway(ctx, r, func(a people.Away) (people.Away, error) {
		if !a.IsAt(now) {
			return a, chat.Refuse("not-away")
		}
		return a.Return(now), nil
	})
}

// setAway changes the absence and moves its alarm. At all tables of an absent person the clocks are stopped.
func setAway(ctx context.Context, r *Request, change func(people.Away) (people.Away, error)) (chat.Answer, error) {
	changed, err := r.sv.People.ChangeWithDocs(ctx, r.Person.Head().User, func(p *people.Account) (docs []storage.Doc, err error) {
		before := players.AwayAlarm(p.Away, p.ID).Key()
		if p.Away, err = change(p.Away); err != nil {
			return nil, err
		}
		return append(alarms.ReplaceDocs(before, players.AwayAlarm(p.Away, p.ID).Key()), r.sv.Store.SeenDoc(r.Input)), nil
	})
	return awayPage(r, changed.Away, !changed.Away.IsAt(r.sv.People.TimeOf(r.Person))), err
}

func awayPage(r *Request, a people.Away, isBack bool) chat.Answer {
	now := r.sv.People.TimeOf(r.Person)
	page := screens.Away{IsAway: a.IsAt(now), JustReturned: isBack, Mark: a.ButtonMark(now), DaysLeft: a.DaysLeft(now.Year(), r.sv.AwayDays)}
	if page.IsAway {
		page.Until = screens.LocalTime(a.Until, false, r.sv.People.ZoneOf(r.Person), r.Person.ZoneName(), r.Words)
	}
	page.DayChoices = slices.DeleteFunc(screens.AwayDays(), func(days int) bool { return !canGoAway(r.sv, a, now, days) })
	return chat.Answer{Screen: page.Screen(r.Words)}
}

// back ends the computer's play for the person, or days off: "back TABLE REVISION". It may also undo a move: German
// uses one word for both.
func back(ctx context.Context, r *Request, id chat.TableID, revision string) (chat.Answer, error) {
	if id == "" {
		absent := firstTableWhere(r, func(t *match.Table, s engine.Seat) bool { return t.Stage == match.Playing && t.Chairs[s].Absent })
		if absent == nil {
			return undoOrEndAway(ctx, r)
		}
		id = absent.ID
	}
	return updateNearestSeat(ctx, r, id, nil, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		return r.alert("back.done"), c.Clocks().ComeBack(s, revision)
	})
}

func undoOrEndAway(ctx context.Context, r *Request) (chat.Answer, error) {
	if !r.Person.Away.IsAt(r.sv.People.TimeOf(r.Person)) {
		if t := firstTableWhere(r, func(t *match.Table, s engine.Seat) bool { return t.Requests().CanUndoAlone(s) }); t != nil {
			return undo(ctx, r, t.ID, "")
		}
	}
	return endAway(ctx, r)
}
