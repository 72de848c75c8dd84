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
func (b *Bot) goAway(ctx context.Context, r *request) (Answer, error) {
	word, now := speech.PlainWord(r.arg(0)), b.people.TimeOf(r.person)
	_, err := strconv.Atoi(r.arg(1))
	if marked := err == nil; word == "" || marked && r.arg(1) != r.person.Away.Mark(now) {
		return b.awayPage(r), nil
	}
	if on, is := b.lexicon.Switches.Word(word); is && !on {
		return b.endAway(ctx, r)
	}
	days, err := strconv.Atoi(word)
	left := r.person.Away.End(now).Left(now.Year(), b.cfg.Clocks.AwayDays)
	switch {
	case err != nil || days < 1:
		return Answer{}, chat.Refuse("away-days", "Left", left)
	case !b.mayGo(r.person.Away, now, days):
		return Answer{}, chat.Refuse("away-left", "Left", left)
	}
	return b.setAway(ctx, r, func(a people.Away) people.Away { return a.Begin(now, days) })
}

// mayGo says whether so many days of the year are left.
func (b *Bot) mayGo(a people.Away, now time.Time, days int) bool {
	given := b.cfg.Clocks.AwayDays
	return days <= given && a.Begin(now, days).Used <= given
}

func (b *Bot) endAway(ctx context.Context, r *request) (Answer, error) {
	now := b.people.TimeOf(r.person)
	if !r.person.Away.Now(now) {
		return Answer{}, chat.Refuse("not-away")
	}
	return b.setAway(ctx, r, func(a people.Away) people.Away { return a.End(now) })
}

// setAway changes the person's days off, with their alarm, and then all their
// tables. If the bot is killed in between, the alarms of the tables or of the
// person mend it.
func (b *Bot) setAway(ctx context.Context, r *request, change func(people.Away) people.Away) (Answer, error) {
	seen, err := b.store.SeenDoc(r.Input)
	if err != nil {
		return Answer{}, err
	}
	head, before := r.person.Head(), r.person.Away
	after := change(before)
	docs := append(tables.MoveDocs(posts.AwayAlarm(before, head.Person).Key(), posts.AwayAlarm(after, head.Person).Key()), seen)
	if _, err := b.people.Change(ctx, head.User, func(p *people.Person) { p.Away = after }, docs...); err != nil {
		return Answer{}, err
	}
	r.person.Away = after
	if err := b.tables.AmendAll(ctx, r.person); err != nil {
		return Answer{}, err
	}
	return b.awayPage(r), nil
}

// awayPage tells whether the person is away, and how many days they have left.
func (b *Bot) awayPage(r *request) Answer {
	now, a := b.people.TimeOf(r.person), r.person.Away
	page := pages.Away{Now: a.Now(now), Mark: a.Mark(now), Left: a.End(now).Left(now.Year(), b.cfg.Clocks.AwayDays)}
	if page.Now {
		page.Until = b.posts.Readers.Moment(a.Until, false, r.person, r.t)
	}
	page.Days = slices.DeleteFunc(pages.AwayDays(), func(days int) bool { return !b.mayGo(a, now, days) })
	return Answer{Screen: page.Screen(r.t)}
}
