package command

import (
	"context"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/screens"
	"tarockbot/engine"
	"tarockbot/render/words"
	"tarockbot/storage"
)

// setting is one thing that people choose by "settings". They type the text "typed.setting.NAME" for it.
type setting struct {
	name string
	set  settingHandler
}

// settingHandler sets the value that was typed after the setting's name, and answers.
type settingHandler func(ctx context.Context, sv *Services, r *Request, value string) (chat.Answer, error)

// settingsList returns all settings.
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

// taste returns a handler for a setting whose value is one word. It refuses another word with no, and
// answers with the page.
func taste[T any](no string, words func(*Services) speech.Meanings[T], change func(*people.Person, T), page handler) settingHandler {
	return func(ctx context.Context, sv *Services, r *Request, value string) (chat.Answer, error) {
		chosen, ok := words(sv).Word(firstWord(value))
		if !ok {
			return chat.Answer{}, chat.Refuse(no, "Typed", displayname.Clean(speech.PlainWord(firstWord(value))))
		}
		return changeSetting(ctx, sv, r, func(p *people.Person) { change(p, chosen) }, page)
	}
}

// settings shows or changes the person's settings.
func settings(ctx context.Context, sv *Services, r *Request, name, value string) (chat.Answer, error) {
	if name == "" {
		return settingsPage(ctx, sv, r)
	}
	chosen, ok := sv.typed.settings.Word(name)
	if !ok {
		return chat.Answer{}, chat.Refuse("no-setting", "Setting", displayname.Clean(name))
	}
	return chosen.set(ctx, sv, r, value)
}

// always returns a handler for a setting without a value.
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

// changeSetting changes a setting and shows it on the page.
func changeSetting(ctx context.Context, sv *Services, r *Request, change func(*people.Person), page handler) (chat.Answer, error) {
	if err := setPerson(ctx, sv, r, r.Person.Head().User, change); err != nil {
		return chat.Answer{}, err
	}
	return page(ctx, sv, r)
}

// setPerson changes an identity of the person who makes the request, with what has to be stored with it.
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

// settingsPage shows the person's settings.
func settingsPage(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	linked, err := linkedNames(ctx, sv, r)
	page := screens.Settings{Person: r.Person, Languages: LanguageNames(sv), Linked: linked, Felt: sv.Outbox.Traits(chat.Place{User: r.User}).Felt}
	return chat.Answer{Screen: page.Screen(r.Words)}, err
}

// setAdvice turns advice on or off. At a table, which shows it, the answer is a short text.
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

// LanguageNames returns all languages with their own names.
func LanguageNames(sv *Services) (all screens.Languages) {
	for _, lang := range words.Languages() {
		all = append(all, screens.Language{Tag: lang, Name: sv.Words.In(lang).Say("language." + lang)})
	}
	return all
}

// setRanking changes whether leaderboards list the person, and their places on them.
func setRanking(ctx context.Context, sv *Services, r *Request, value string) (chat.Answer, error) {
	wish, ok := sv.typed.wishes.Word(firstWord(value))
	if !ok {
		return chat.Answer{}, chat.Refuse("no-ranking")
	}
	boards := sv.Standings.Lock()
	defer boards.Unlock()
	was, err := sv.Standings.EntrantOf(ctx, r.Person.Head().Person)
	if err != nil {
		return chat.Answer{}, err
	}
	docs, err := boards.Relist(ctx, []standing.Entrant{was}, []standing.Entrant{{All: was.All, Listed: wish == standing.Shown}})
	if err != nil {
		return chat.Answer{}, err
	}
	if err := setPerson(ctx, sv, r, r.Person.Head().User, func(p *people.Person) { p.Ranking = wish }, docs...); err != nil {
		return chat.Answer{}, err
	}
	return settingsPage(ctx, sv, r)
}

// setTurnCalls sets when the person is called to their turn; without a word it shows how they are called.
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

// setZone sets the time zone; without a word it shows some, each with its present time.
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
		return chat.Answer{}, chat.Refuse("no-zone", "Zone", displayname.Clean(typed))
	}
	return changeSetting(ctx, sv, r, func(p *people.Person) { p.Zone = zone }, callingPage)
}

// setQuiet sets the hours in which nobody calls the person.
func setQuiet(ctx context.Context, sv *Services, r *Request, typed string) (chat.Answer, error) {
	on, isSwitch := sv.Lexicon.Switches.Word(typed)
	from, to, ok := sv.Lexicon.Hours(typed)
	if !ok && (!isSwitch || on) {
		return chat.Answer{}, chat.Refuse("no-hours")
	}
	return changeSetting(ctx, sv, r, func(p *people.Person) { p.Quiet = people.Hours{From: from, To: to} }, callingPage)
}

// setPlatform sets where the person is called.
func setPlatform(ctx context.Context, sv *Services, r *Request, value string) (chat.Answer, error) {
	name := speech.PlainWord(firstWord(value))
	if name != "auto" && !slices.Contains(r.Person.Platforms(), name) {
		return chat.Answer{}, chat.Refuse("no-platform", "Platform", displayname.Clean(name))
	}
	if name == "auto" {
		name = ""
	}
	alterAll(ctx, sv, r.Person, "calls not acknowledged: the person may be called again", func(t *match.Table) bool {
		s := r.seat(t)
		if s == engine.Nobody {
			return false
		}
		t.Chairs[s].AcknowledgedCall = t.Chairs[s].Call // they are present, and know what they have been called for
		return true
	})
	return changeSetting(ctx, sv, r, func(p *people.Person) { p.Platform = name }, callingPage)
}

// alterAll changes all tables of the person. If one can't be changed it logs failed.
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
