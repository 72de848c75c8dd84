package bot

import (
	"context"
	"slices"
	"strconv"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/bot/posts"
	"tarockbot/bot/speech"
	"tarockbot/bot/tables"
)

// Somebody who is away for some days isn't waited for: their clocks stand still.
// There are so many days a year for it. Who is away is known of the person alone;
// the alarm "away" of the person ends it.

// goAway tells how long the person is away, or lets them be: "away 5", "away off". A
// button says "away 5 MARK"; pressed later, when it isn't as it was, it only shows
// how it is now.
func goAway(ctx context.Context, sv *services, r *request) (Answer, error) {
	word, now := speech.PlainWord(r.arg(0)), sv.people.TimeOf(r.person)
	_, err := strconv.Atoi(r.arg(1))
	if marked := err == nil; word == "" || marked && r.arg(1) != r.person.Away.Mark(now) {
		return awayPage(sv, r), nil
	}
	if on, is := sv.lexicon.Switches.Word(word); is && !on {
		return endAway(ctx, sv, r)
	}
	days, err := strconv.Atoi(word)
	left := r.person.Away.End(now).Left(now.Year(), sv.awayDays)
	switch {
	case err != nil || days < 1:
		return Answer{}, chat.Refuse("away-days", "Left", left)
	case !mayGo(sv, r.person.Away, now, days):
		return Answer{}, chat.Refuse("away-left", "Left", left)
	}
	return setAway(ctx, sv, r, func(a people.Away) people.Away { return a.Begin(now, days) })
}

// mayGo says whether so many days of the year are left.
func mayGo(sv *services, a people.Away, now time.Time, days int) bool {
	given := sv.awayDays
	return days <= given && a.Begin(now, days).Used <= given
}

func endAway(ctx context.Context, sv *services, r *request) (Answer, error) {
	now := sv.people.TimeOf(r.person)
	if !r.person.Away.Now(now) {
		return Answer{}, chat.Refuse("not-away")
	}
	return setAway(ctx, sv, r, func(a people.Away) people.Away { return a.End(now) })
}

// setAway changes the person's days off, with their alarm, and then all their
// tables. If the bot is killed in between, the alarms of the tables or of the
// person mend it.
func setAway(ctx context.Context, sv *services, r *request, change func(people.Away) people.Away) (Answer, error) {
	seen, err := sv.store.SeenDoc(r.Input)
	if err != nil {
		return Answer{}, err
	}
	head, before := r.person.Head(), r.person.Away
	after := change(before)
	docs := append(tables.MoveDocs(posts.AwayAlarm(before, head.Person).Key(), posts.AwayAlarm(after, head.Person).Key()), seen)
	if _, err := sv.people.Change(ctx, head.User, func(p *people.Person) { p.Away = after }, docs...); err != nil {
		return Answer{}, err
	}
	r.person.Away = after
	if err := sv.tables.AmendAll(ctx, r.person); err != nil {
		return Answer{}, err
	}
	return awayPage(sv, r), nil
}

// awayPage tells whether the person is away, and how many days they have left.
func awayPage(sv *services, r *request) Answer {
	now, a := sv.people.TimeOf(r.person), r.person.Away
	page := pages.Away{Now: a.Now(now), Mark: a.Mark(now), Left: a.End(now).Left(now.Year(), sv.awayDays)}
	if page.Now {
		page.Until = sv.posts.Readers.Moment(a.Until, false, r.person, r.t)
	}
	page.Days = slices.DeleteFunc(pages.AwayDays(), func(days int) bool { return !mayGo(sv, a, now, days) })
	return Answer{Screen: page.Screen(r.t)}
}
