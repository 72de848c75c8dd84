package command

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/bot/messages"
	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables/alarms"
	"tarockbot/engine"
	"tarockbot/render/words"
	"tarockbot/storage"
)

// setting is one thing that people choose behind "settings". What is typed for it is
// the text "typed.setting.NAME".
type setting struct {
	name string
	set  settingHandler
}

// settingHandler chooses what is said behind the setting's name, and answers.
type settingHandler func(ctx context.Context, sv *Services, r *Request, value string) (chat.Answer, error)

// settingsList are all settings.
func settingsList() []setting {
	return []setting{
		{"lang", taste("no-language", func(sv *Services) speech.Meanings[string] { return sv.Lexicon.Languages }, // "auto" is the network's
			func(p *people.Person, lang string) { p.Lang = lang }, settingsPage)},
		{"confirm", taste("on-or-off", func(sv *Services) speech.Meanings[bool] { return sv.Lexicon.Switches },
			func(p *people.Person, on bool) { p.Confirm = on }, settingsPage)},
		{"advice", setAdvice},
		{"text", always(func(p *people.Person) { p.TextOnly = true })},
		{"pictures", always(func(p *people.Person) { p.TextOnly = false })},
		{"table", always(func(p *people.Person) { p.AsChat = false })},
		{"chat", always(func(p *people.Person) { p.AsChat = true })},
		{"deck", taste("no-deck", func(sv *Services) speech.Meanings[string] { return sv.typed.decks },
			func(p *people.Person, deck string) { p.TwoColours = deck == deckTwo }, settingsPage)},
		{"ranking", setRanking},
		{"cut", taste("no-cut-wish", func(sv *Services) speech.Meanings[string] { return sv.typed.cutting },
			func(p *people.Person, wish string) { p.NeverCut = wish == screens.WordNever }, settingsPage)},
		{"calls", setTurnCalls},
		{"zone", setZone},
		{"quiet", setQuiet},
		{"reminders", taste("no-reminders", func(sv *Services) speech.Meanings[people.Reminders] { return sv.typed.reminders },
			func(p *people.Person, which people.Reminders) { p.Reminders = which }, callingPage)},
		{"platform", setPlatform},
	}
}

// taste is a setting whose value is one typed word, why another word is refused, and on
// which page the setting is.
func taste[T any](no string, words func(*Services) speech.Meanings[T], change func(*people.Person, T), page handler) settingHandler {
	return func(ctx context.Context, sv *Services, r *Request, value string) (chat.Answer, error) {
		chosen, ok := words(sv).Word(firstWord(value))
		if !ok {
			return chat.Answer{}, chat.Refuse(no, "Typed", speech.CleanName(speech.PlainWord(firstWord(value))))
		}
		return changeSetting(ctx, sv, r, func(p *people.Person) { change(p, chosen) }, page)
	}
}

// settings shows or changes what a person has chosen.
func settings(ctx context.Context, sv *Services, r *Request, name, value string) (chat.Answer, error) {
	if name == "" {
		return settingsPage(ctx, sv, r)
	}
	chosen, ok := sv.typed.settings.Word(name)
	if !ok {
		return chat.Answer{}, chat.Refuse("no-setting", "Setting", speech.CleanName(name))
	}
	return chosen.set(ctx, sv, r, value)
}

// always is a setting without a value.
func always(change func(*people.Person)) settingHandler {
	return func(ctx context.Context, sv *Services, r *Request, _ string) (chat.Answer, error) {
		return changeSetting(ctx, sv, r, change, settingsPage)
	}
}

// What decks are called, by how many colours they have.
const (
	deckFour = "four"
	deckTwo  = "two"
)

// changeSetting changes a setting and shows what came of it on the page.
func changeSetting(ctx context.Context, sv *Services, r *Request, change func(*people.Person), page handler) (chat.Answer, error) {
	if err := setPerson(ctx, sv, r, r.Person.Head().User, change); err != nil {
		return chat.Answer{}, err
	}
	return page(ctx, sv, r)
}

// setPerson changes an identity of the person who makes the request, with what belongs to it.
func setPerson(ctx context.Context, sv *Services, r *Request, user chat.UserID, change func(*people.Person), more ...storage.Doc) error {
	if _, err := sv.People.Change(ctx, user, change, append(more, sv.Store.SeenDoc(r.Input))...); err != nil {
		return err
	}
	p, _, err := sv.People.LookupLinked(ctx, r.User)
	if err == nil {
		r.Person, r.Words = p, sv.Messages.Readers.Tongue(p, r.Platform())
	}
	return err
}

// settingsPage shows what the person has chosen.
func settingsPage(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	linked, err := linkedNames(ctx, sv, r)
	page := screens.Settings{Person: r.Person, Languages: LanguageNames(sv), Linked: linked, Felt: sv.Outbox.Traits(chat.Place{User: r.User}).Felt}
	return chat.Answer{Screen: page.Screen(r.Words)}, err
}

// setAdvice turns advice on or off. Where that is said at a table, which shows it, the answer is a word.
func setAdvice(ctx context.Context, sv *Services, r *Request, value string) (chat.Answer, error) {
	answer, err := taste("on-or-off", func(sv *Services) speech.Meanings[bool] { return sv.Lexicon.Switches },
		func(p *people.Person, on bool) { p.Advised = on }, settingsPage)(ctx, sv, r, value)
	switch _, where, _ := strings.Cut(value, " "); {
	case err != nil || firstWord(where) != screens.WordHere:
		return answer, err
	case r.Person.Advised:
		return r.alert("advice.is-on"), nil
	}
	return r.alert("advice.is-off"), nil
}

// LanguageNames are all that there are.
func LanguageNames(sv *Services) (all screens.Languages) {
	for _, lang := range words.Languages() {
		all = append(all, screens.Language{Tag: lang, Name: sv.Words.In(lang).Say("language." + lang)})
	}
	return all
}

// setRanking changes what the person wants of leaderboards, and their places with it.
func setRanking(ctx context.Context, sv *Services, r *Request, value string) (chat.Answer, error) {
	wish, ok := sv.typed.wishes.Word(firstWord(value))
	if !ok {
		return chat.Answer{}, chat.Refuse("no-ranking")
	}
	sv.Standings.Lock()
	defer sv.Standings.Unlock()
	was, err := sv.Standings.EntrantOf(ctx, r.Person.Head().Person)
	if err != nil {
		return chat.Answer{}, err
	}
	docs, err := sv.Standings.Relist(ctx, []standing.Entrant{was}, []standing.Entrant{{All: was.All, Listed: wish == standing.Shown}})
	if err != nil {
		return chat.Answer{}, err
	}
	if err := setPerson(ctx, sv, r, r.Person.Head().User, func(p *people.Person) { p.Ranking = wish }, docs...); err != nil {
		return chat.Answer{}, err
	}
	return settingsPage(ctx, sv, r)
}

// setTurnCalls chooses when the person is called to their turn; without a word it shows how they are called.
func setTurnCalls(ctx context.Context, sv *Services, r *Request, typed string) (chat.Answer, error) {
	if typed == "" {
		return callingPage(ctx, sv, r)
	}
	chosen, ok := sv.typed.calls.Phrase(typed)
	if !ok {
		return chat.Answer{}, chat.Refuse("no-calls")
	}
	return changeSetting(ctx, sv, r, func(p *people.Person) { p.Calls = chosen }, callingPage)
}

// setZone chooses a time zone; without a word it shows some, each with the time that it is there.
func setZone(ctx context.Context, sv *Services, r *Request, typed string) (chat.Answer, error) {
	if typed == "" {
		page := screens.Zones{Chosen: r.Person.ZoneName(), Now: make(map[string]time.Time)}
		for _, zone := range speech.Zones {
			page.Now[zone] = sv.People.TimeOf(people.Person{Calling: people.Calling{Zone: zone}})
		}
		return chat.Answer{Screen: page.Screen(r.Words)}, nil
	}
	zone, ok := speech.ZoneCalled(typed, sv.Words)
	if !ok {
		return chat.Answer{}, chat.Refuse("no-zone", "Zone", speech.CleanName(typed))
	}
	return changeSetting(ctx, sv, r, func(p *people.Person) { p.Zone = zone }, callingPage)
}

// setQuiet chooses the hours in which nobody calls.
func setQuiet(ctx context.Context, sv *Services, r *Request, typed string) (chat.Answer, error) {
	on, isSwitch := sv.Lexicon.Switches.Word(typed)
	from, to, ok := sv.Lexicon.Hours(typed)
	if !ok && (!isSwitch || on) {
		return chat.Answer{}, chat.Refuse("no-hours")
	}
	return changeSetting(ctx, sv, r, func(p *people.Person) { p.Quiet = people.Hours{From: from, To: to} }, callingPage)
}

// setPlatform chooses where the person is called.
func setPlatform(ctx context.Context, sv *Services, r *Request, value string) (chat.Answer, error) {
	name := speech.PlainWord(firstWord(value))
	if name != "auto" && !slices.Contains(r.Person.Platforms(), name) {
		return chat.Answer{}, chat.Refuse("no-platform", "Platform", speech.CleanName(name))
	}
	if name == "auto" {
		name = ""
	}
	alterAll(ctx, sv, r.Person, "who is there is called again", func(t *match.Table) bool {
		s := r.seat(t)
		if s == engine.Nobody {
			return false
		}
		t.Chairs[s].AcknowledgedCall = t.Chairs[s].Call // what they have been called for they know, for they are there
		return true
	})
	return changeSetting(ctx, sv, r, func(p *people.Person) { p.Platform = name }, callingPage)
}

// alterAll changes all tables of the person. Where that fails the log says what that means.
func alterAll(ctx context.Context, sv *Services, p people.Person, failed string, change func(*match.Table) bool) {
	for _, x := range sv.Tables.Index.ActiveOf(p) {
		if err := sv.Tables.ShowChange(ctx, x.ID, change); err != nil && sv.Running.Err() == nil {
			sv.Log.Warn(failed, "table", string(x.ID), "err", err)
		}
	}
}

// callingPage shows how the person is called.
func callingPage(_ context.Context, sv *Services, r *Request) (chat.Answer, error) {
	return chat.Answer{Screen: screens.Calling{Person: r.Person, Now: sv.People.TimeOf(r.Person)}.Screen(r.Words)}, nil
}

// Somebody who is away for some days isn't waited for: their clocks stand still. There are so many days a
// year for it. Who is away is known of the person alone; the alarm "away" of the person ends it.

// goAway tells how long the person is away, or lets them be: "away 5", "away off". A button says "away 5
// MARK"; pressed later, when it isn't as it was, it only shows how it is now.
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

// mayGo says whether so many days of the year are left.
func mayGo(sv *Services, a people.Away, now time.Time, days int) bool {
	return days <= sv.AwayDays && a.Begin(now, days).Used <= sv.AwayDays
}

// endAway ends the days off of somebody who is away.
func endAway(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	now := sv.People.TimeOf(r.Person)
	return setAway(ctx, sv, r, func(a people.Away) (people.Away, error) {
		if !a.Now(now) {
			return a, chat.Refuse("not-away")
		}
		return a.Return(now), nil
	})
}

// setAway changes the person's days off, with their alarm. Their tables follow.
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

// awayPage tells whether the person is away, or back just now, and how many days they have left.
func awayPage(sv *Services, r *Request, back bool) chat.Answer {
	now, a := sv.People.TimeOf(r.Person), r.Person.Away
	page := screens.Away{Now: a.Now(now), Back: back, Mark: a.Mark(now), Left: a.Left(now.Year(), sv.AwayDays)}
	if page.Now {
		page.Until = sv.Messages.Readers.DeadlineFor(a.Until, false, r.Person, r.Words)
	}
	page.Days = slices.DeleteFunc(screens.AwayDays(), func(days int) bool { return !mayGo(sv, a, now, days) })
	return chat.Answer{Screen: page.Screen(r.Words)}
}
