package command

import (
	"context"

	"tarockbot/bot/chat"
	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/bot/speech"
	"tarockbot/bot/standing"
	"tarockbot/render/words"
	"tarockbot/storage"
)

// setting is one thing that people choose behind "settings". What is typed for it is
// the text "typed.setting.NAME".
type setting struct {
	name string
	set  func(context.Context, *Services, *Request) (chat.Answer, error)
}

// settingsList are all settings.
func settingsList() []setting {
	return []setting{
		{"lang", setLang},
		{"confirm", setConfirm},
		{"text", func(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
			return setTextOnly(ctx, sv, r, true)
		}},
		{"pictures", func(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
			return setTextOnly(ctx, sv, r, false)
		}},
		{"deck", setDeck},
		{"ranking", setRanking},
		{"calls", setTurnCalls},
		{"zone", setZone},
		{"quiet", setQuiet},
		{"reminders", setReminders},
		{"platform", setPlatform},
	}
}

// settings shows or changes what a person has chosen.
func settings(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	if r.arg(0) == "" {
		return settingsPage(ctx, sv, r)
	}
	chosen, ok := sv.typed.settings.Word(r.arg(0))
	if !ok {
		return chat.Answer{}, chat.Refuse("no-setting", "Setting", speech.CleanName(r.arg(0)))
	}
	return chosen.set(ctx, sv, r)
}

// setLang chooses the language; "auto" is the network's.
func setLang(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	lang, ok := sv.Lexicon.Languages.Word(r.arg(1))
	if !ok {
		return chat.Answer{}, chat.Refuse("no-language", "Lang", speech.CleanName(speech.PlainWord(r.arg(1))))
	}
	return set(ctx, sv, r, func(p *people.Person) { p.Lang = lang })
}

// setConfirm chooses whether cards are chosen first and played then.
func setConfirm(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	on, ok := sv.Lexicon.Switches.Word(r.arg(1))
	if !ok {
		return chat.Answer{}, chat.Refuse("on-or-off")
	}
	return set(ctx, sv, r, func(p *people.Person) { p.Confirm = on })
}

// setTextOnly chooses between words and pictures.
func setTextOnly(ctx context.Context, sv *Services, r *Request, only bool) (chat.Answer, error) {
	return set(ctx, sv, r, func(p *people.Person) { p.TextOnly = only })
}

// setDeck chooses how many colours the deck has.
func setDeck(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	deck, ok := sv.typed.decks.Word(r.arg(1))
	if !ok {
		return chat.Answer{}, chat.Refuse("no-deck")
	}
	return set(ctx, sv, r, func(p *people.Person) { p.TwoColours = deck == deckTwo })
}

// What decks are called, by how many colours they have.
const (
	deckFour = "four"
	deckTwo  = "two"
)

// set changes a setting and shows what came of it.
func set(ctx context.Context, sv *Services, r *Request, change func(*people.Person)) (chat.Answer, error) {
	if err := setPerson(ctx, sv, r, r.Person.Head().User, change); err != nil {
		return chat.Answer{}, err
	}
	sv.Posts.RefreshAll(r.Person)
	return settingsPage(ctx, sv, r)
}

// setPerson changes an identity of the person who makes the request, with what
// belongs to it.
func setPerson(ctx context.Context, sv *Services, r *Request, user chat.UserID, change func(*people.Person), more ...storage.Doc) error {
	seen, err := sv.Store.SeenDoc(r.Input)
	if err != nil {
		return err
	}
	if _, err := sv.People.Change(ctx, user, change, append(more, seen)...); err != nil {
		return err
	}
	mine, _, err := sv.People.Lookup(ctx, r.User)
	if err != nil {
		return err
	}
	r.Person, err = sv.People.WithLinked(ctx, mine)
	r.Words = sv.Posts.Readers.Tongue(r.Person, r.Platform())
	return err
}

// settingsPage shows what the person has chosen.
func settingsPage(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	p := r.Person
	page := pages.Settings{
		Languages: LanguageNames(sv), Lang: p.Lang, Confirm: p.Confirm, TextOnly: p.TextOnly, TwoColours: p.TwoColours,
		Rankings: spelled(standing.Wishes(), standing.Wish.Word), Ranking: p.Ranking.Word(), Calling: callingPage(sv, p), ID: p.Head().Person.ShortID(),
	}
	var err error
	if page.Linked, err = linkedNames(ctx, sv, r); err != nil {
		return chat.Answer{}, err
	}
	return chat.Answer{Screen: page.Screen(r.Words)}, nil
}

// LanguageNames are all that there are.
func LanguageNames(sv *Services) (all pages.Languages) {
	for _, lang := range words.Languages() {
		all = append(all, pages.Language{Tag: lang, Name: sv.Words.In(lang).Say("language." + lang)})
	}
	return all
}

// spelled are the words for all of them.
func spelled[T any](all []T, word func(T) string) (list []string) {
	for _, x := range all {
		list = append(list, word(x))
	}
	return list
}

// setRanking changes what the person wants of leaderboards, and their places with
// it.
func setRanking(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	wish, ok := sv.typed.wishes.Word(r.arg(1))
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
