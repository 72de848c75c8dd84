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
	"tarockbot/storage"
)

// setting's typed name is the text "typed.setting.NAME".
type setting struct {
	name string
	set  settingHandler
}

type settingHandler func(ctx context.Context, r *Request, value string) (chat.Answer, error)

func settingsList() []setting {
	return []setting{
		{"lang", oneWordSetting("no-language", func(l Language) speech.Meanings[string] { return l.Lexicon.Languages },
			func(p *people.Account, lang string) { p.Lang = lang }, settingsPage)},
		{"confirm", switchSetting(func(p *people.Account, on bool) { p.ConfirmsCards = on }, settingsPage)},
		{"advice", setAdvice},
		{screens.WordText, fixedSetting(func(p *people.Account) { p.TextOnly = true })},
		{screens.WordPictures, fixedSetting(func(p *people.Account) { p.TextOnly = false })},
		{screens.WordTable, fixedSetting(func(p *people.Account) { p.AsChat = false })},
		{screens.WordChat, fixedSetting(func(p *people.Account) { p.AsChat = true })},
		{"deck", oneWordSetting("no-deck", func(l Language) speech.Meanings[string] { return l.typed.decks },
			func(p *people.Account, deck string) { p.TwoColours = deck == screens.WordDeckTwo }, settingsPage)},
		{"ranking", setRanking},
		{"cut", oneWordSetting("no-cut-wish", func(l Language) speech.Meanings[string] { return l.typed.cutting },
			func(p *people.Account, wish string) { p.NeverCut = wish == screens.WordNever }, settingsPage)},
		{"calls", setTurnCalls},
		{"zone", setZone},
		{"quiet", setQuiet},
		{"reminders", oneWordSetting("no-reminders", func(l Language) speech.Meanings[people.Reminders] { return l.typed.reminders },
			func(p *people.Account, which people.Reminders) { p.Reminders = which }, callingPage)},
		{"platform", setPlatform},
	}
}

func oneWordSetting[T any](
	refusalID string, words func(Language) speech.Meanings[T], change func(*people.Account, T), page handler,
) settingHandler {
	return func(ctx context.Context, r *Request, value string) (chat.Answer, error) {
		chosen, ok := words(r.sv.Language).LookupWord(firstWord(value))
		if !ok {
			return chat.Answer{}, chat.Refuse(refusalID, "Typed", displayname.Clean(speech.PlainWord(firstWord(value))))
		}
		return changeSetting(ctx, r, func(p *people.Account) { change(p, chosen) }, page)
	}
}

func switchSetting(change func(*people.Account, bool), page handler) settingHandler {
	switches := func(l Language) speech.Meanings[bool] { return l.Lexicon.Switches }
	return oneWordSetting("on-or-off", switches, change, page)
}

func settings(ctx context.Context, r *Request, name, value string) (chat.Answer, error) {
	if name == "" {
		return settingsPage(ctx, r)
	}
	chosen, ok := r.sv.Language.typed.settings.LookupWord(name)
	if !ok {
		return chat.Answer{}, chat.Refuse("no-setting", "Setting", displayname.Clean(name))
	}
	return chosen.set(ctx, r, value)
}

func fixedSetting(change func(*people.Account)) settingHandler {
	return func(ctx context.Context, r *Request, _ string) (chat.Answer, error) {
		return changeSetting(ctx, r, change, settingsPage)
	}
}

func changeSetting(
	ctx context.Context, r *Request, change func(*people.Account), page handler, more ...storage.Doc,
) (chat.Answer, error) {
	r, err := changeAccount(ctx, r, r.Person.Head().User, change, more...)
	if err != nil {
		return chat.Answer{}, err
	}
	return page(ctx, r)
}

func settingsPage(ctx context.Context, r *Request) (chat.Answer, error) {
	linked, err := linkedNames(ctx, r)
	page := screens.Settings{
		Person: r.Person, Languages: r.sv.Language.LanguageNames(), Linked: linked,
		Felt: r.sv.Outbox.Traits(chat.Place{User: r.User}).LaysOutCards,
	}
	return chat.Answer{Screen: page.Screen(r.Words)}, err
}

func setAdvice(ctx context.Context, r *Request, value string) (chat.Answer, error) {
	page := settingsPage
	if _, where, _ := strings.Cut(value, " "); firstWord(where) == screens.WordHere {
		page = func(_ context.Context, r *Request) (chat.Answer, error) {
			if r.Person.Advised {
				return r.alert("advice.is-on"), nil
			}
			return r.alert("advice.is-off"), nil
		}
	}
	return switchSetting(func(p *people.Account, on bool) { p.Advised = on }, page)(ctx, r, value)
}

func setRanking(ctx context.Context, r *Request, value string) (chat.Answer, error) {
	choice, ok := r.sv.Language.typed.rankingChoices.LookupWord(firstWord(value))
	if !ok {
		return chat.Answer{}, chat.Refuse("no-ranking")
	}
	boards := r.sv.People.Standings.Lock()
	defer boards.Unlock()
	me, _, err := r.sv.People.LookupLinked(ctx, r.User) // they may have linked before the lock
	if err != nil {
		return chat.Answer{}, err
	}
	was, err := r.sv.People.Standings.EntrantOf(ctx, me.Head().Person)
	if err != nil {
		return chat.Answer{}, err
	}
	docs, err := boards.UpdatePlaces(ctx, []standing.Entrant{was}, []standing.Entrant{{All: was.All, Listed: choice == standing.RankingShown}})
	if err != nil {
		return chat.Answer{}, err
	}
	return changeSetting(ctx, r.asPerson(me), func(p *people.Account) { p.Ranking = choice }, settingsPage, docs...)
}

func setTurnCalls(ctx context.Context, r *Request, typed string) (chat.Answer, error) {
	if typed == "" {
		return callingPage(ctx, r)
	}
	chosen, ok := r.sv.Language.typed.calls.LookupPhrase(typed)
	if !ok {
		return chat.Answer{}, chat.Refuse("no-calls")
	}
	return changeSetting(ctx, r, func(p *people.Account) { p.Calls = chosen }, callingPage)
}

func setZone(ctx context.Context, r *Request, typed string) (chat.Answer, error) {
	if typed == "" {
		page := screens.Zones{Chosen: r.Person.ZoneName(), LocalTimes: make(map[string]time.Time)}
		for _, zone := range speech.Zones {
			there := r.Person
			there.Zone = zone
			page.LocalTimes[zone] = r.sv.People.TimeOf(there)
		}
		return chat.Answer{Screen: page.Screen(r.Words)}, nil
	}
	zone, ok := speech.FindZone(typed, r.sv.Language.Words)
	if !ok {
		return chat.Answer{}, chat.Refuse("no-zone", "Zone", displayname.Clean(typed))
	}
	return changeSetting(ctx, r, func(p *people.Account) { p.Zone = zone }, callingPage)
}

func setQuiet(ctx context.Context, r *Request, typed string) (chat.Answer, error) {
	from, to, ok := r.sv.Language.Lexicon.Hours(typed)
	if !ok && !r.isOff(typed) {
		return chat.Answer{}, chat.Refuse("no-hours")
	}
	return changeSetting(ctx, r, func(p *people.Account) { p.QuietHours = people.Hours{From: from, To: to} }, callingPage)
}

func setPlatform(ctx context.Context, r *Request, value string) (chat.Answer, error) {
	name := speech.PlainWord(firstWord(value))
	if name == screens.WordAuto {
		name = ""
	} else if !slices.Contains(r.Person.Platforms(), name) {
		return chat.Answer{}, chat.Refuse("no-platform", "Platform", displayname.Clean(name))
	}
	updateTablesOf(ctx, r.sv, r.Person, "calls not acknowledged: the person may be called again", func(t *match.Table) bool {
		s := r.seat(t)
		if s == engine.Nobody {
			return false
		}
		t.Chairs[s].AcknowledgedCall = t.Chairs[s].Call // the player is present and knows the calls
		return true
	})
	return changeSetting(ctx, r, func(p *people.Account) { p.CallPlatform = name }, callingPage)
}

func callingPage(_ context.Context, r *Request) (chat.Answer, error) {
	return chat.Answer{Screen: screens.Notifications{Person: r.Person, Now: r.sv.People.TimeOf(r.Person)}.Screen(r.Words)}, nil
}
