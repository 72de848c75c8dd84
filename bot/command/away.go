package command

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
func goAway(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	word, now := speech.PlainWord(r.arg(0)), sv.People.TimeOf(r.Person)
	_, err := strconv.Atoi(r.arg(1))
	if marked := err == nil; word == "" || marked && r.arg(1) != r.Person.Away.Mark(now) {
		return awayPage(sv, r), nil
	}
	if on, is := sv.Lexicon.Switches.Word(word); is && !on {
		return endAway(ctx, sv, r)
	}
	days, err := strconv.Atoi(word)
	left := r.Person.Away.End(now).Left(now.Year(), sv.AwayDays)
	switch {
	case err != nil || days < 1:
		return chat.Answer{}, chat.Refuse("away-days", "Left", left)
	case !mayGo(sv, r.Person.Away, now, days):
		return chat.Answer{}, chat.Refuse("away-left", "Left", left)
	}
	return setAway(ctx, sv, r, func(a people.Away) people.Away { return a.Begin(now, days) })
}

// mayGo says whether so many days of the year are left.
func mayGo(sv *Services, a people.Away, now time.Time, days int) bool {
	given := sv.AwayDays
	return days <= given && a.Begin(now, days).Used <= given
}

func endAway(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	now := sv.People.TimeOf(r.Person)
	if !r.Person.Away.Now(now) {
		return chat.Answer{}, chat.Refuse("not-away")
	}
	return setAway(ctx, sv, r, func(a people.Away) people.Away { return a.End(now) })
}

// setAway changes the person's days off, with their alarm, and then all their
// tables. If the bot is killed in between, the alarms of the tables or of the
// person mend it.
func setAway(ctx context.Context, sv *Services, r *Request, change func(people.Away) people.Away) (chat.Answer, error) {
	seen, err := sv.Store.SeenDoc(r.Input)
	if err != nil {
		return chat.Answer{}, err
	}
	head, before := r.Person.Head(), r.Person.Away
	after := change(before)
	docs := append(tables.MoveDocs(posts.AwayAlarm(before, head.Person).Key(), posts.AwayAlarm(after, head.Person).Key()), seen)
	if _, err := sv.People.Change(ctx, head.User, func(p *people.Person) { p.Away = after }, docs...); err != nil {
		return chat.Answer{}, err
	}
	r.Person.Away = after
	if err := sv.Tables.AmendAll(ctx, r.Person); err != nil {
		return chat.Answer{}, err
	}
	return awayPage(sv, r), nil
}

// awayPage tells whether the person is away, and how many days they have left.
func awayPage(sv *Services, r *Request) chat.Answer {
	now, a := sv.People.TimeOf(r.Person), r.Person.Away
	page := pages.Away{Now: a.Now(now), Mark: a.Mark(now), Left: a.End(now).Left(now.Year(), sv.AwayDays)}
	if page.Now {
		page.Until = sv.Posts.Readers.Moment(a.Until, false, r.Person, r.Words)
	}
	page.Days = slices.DeleteFunc(pages.AwayDays(), func(days int) bool { return !mayGo(sv, a, now, days) })
	return chat.Answer{Screen: page.Screen(r.Words)}
}
