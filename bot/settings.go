package bot

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
	set  func(*Bot, context.Context, *request) (Answer, error)
}

// settingsList are all settings.
func settingsList() []setting {
	return []setting{
		{"lang", (*Bot).setLang},
		{"confirm", (*Bot).setConfirm},
		{"text", func(b *Bot, ctx context.Context, r *request) (Answer, error) { return b.setTextOnly(ctx, r, true) }},
		{"pictures", func(b *Bot, ctx context.Context, r *request) (Answer, error) { return b.setTextOnly(ctx, r, false) }},
		{"deck", (*Bot).setDeck},
		{"ranking", (*Bot).setRanking},
		{"calls", (*Bot).setTurnCalls},
		{"zone", (*Bot).setZone},
		{"quiet", (*Bot).setQuiet},
		{"reminders", (*Bot).setReminders},
		{"platform", (*Bot).setPlatform},
	}
}

// settings shows or changes what a person has chosen.
func (b *Bot) settings(ctx context.Context, r *request) (Answer, error) {
	if r.arg(0) == "" {
		return b.settingsPage(ctx, r)
	}
	chosen, ok := b.typed.settings.Word(r.arg(0))
	if !ok {
		return Answer{}, chat.Refuse("no-setting", "Setting", speech.CleanName(r.arg(0)))
	}
	return chosen.set(b, ctx, r)
}

// setLang chooses the language; "auto" is the network's.
func (b *Bot) setLang(ctx context.Context, r *request) (Answer, error) {
	lang, ok := b.lexicon.Languages.Word(r.arg(1))
	if !ok {
		return Answer{}, chat.Refuse("no-language", "Lang", speech.CleanName(speech.PlainWord(r.arg(1))))
	}
	return b.set(ctx, r, func(p *people.Person) { p.Lang = lang })
}

// setConfirm chooses whether cards are chosen first and played then.
func (b *Bot) setConfirm(ctx context.Context, r *request) (Answer, error) {
	on, ok := b.lexicon.Switches.Word(r.arg(1))
	if !ok {
		return Answer{}, chat.Refuse("on-or-off")
	}
	return b.set(ctx, r, func(p *people.Person) { p.Confirm = on })
}

// setTextOnly chooses between words and pictures.
func (b *Bot) setTextOnly(ctx context.Context, r *request, only bool) (Answer, error) {
	return b.set(ctx, r, func(p *people.Person) { p.TextOnly = only })
}

// setDeck chooses how many colours the deck has.
func (b *Bot) setDeck(ctx context.Context, r *request) (Answer, error) {
	deck, ok := b.typed.decks.Word(r.arg(1))
	if !ok {
		return Answer{}, chat.Refuse("no-deck")
	}
	return b.set(ctx, r, func(p *people.Person) { p.TwoColours = deck == deckTwo })
}

// What decks are called, by how many colours they have.
const (
	deckFour = "four"
	deckTwo  = "two"
)

// set changes a setting and shows what came of it.
func (b *Bot) set(ctx context.Context, r *request, change func(*people.Person)) (Answer, error) {
	if err := b.setPerson(ctx, r, r.person.Head().User, change); err != nil {
		return Answer{}, err
	}
	b.posts.RefreshAll(r.person)
	return b.settingsPage(ctx, r)
}

// setPerson changes an identity of the person who makes the request, with what
// belongs to it.
func (b *Bot) setPerson(ctx context.Context, r *request, user UserID, change func(*people.Person), more ...storage.Doc) error {
	seen, err := b.store.SeenDoc(r.Input)
	if err != nil {
		return err
	}
	if _, err := b.people.Change(ctx, user, change, append(more, seen)...); err != nil {
		return err
	}
	mine, _, err := b.people.Lookup(ctx, r.User)
	if err != nil {
		return err
	}
	r.person, err = b.people.WithLinked(ctx, mine)
	r.t = b.posts.Readers.Tongue(r.person, r.Platform())
	return err
}

// settingsPage shows what the person has chosen.
func (b *Bot) settingsPage(ctx context.Context, r *request) (Answer, error) {
	p := r.person
	page := pages.Settings{
		Languages: b.languages(), Lang: p.Lang, Confirm: p.Confirm, TextOnly: p.TextOnly, TwoColours: p.TwoColours,
		Rankings: spelled(standing.Wishes(), standing.Wish.Word), Ranking: p.Ranking.Word(), Calling: b.callingPage(p), ID: p.Head().Person.ShortID(),
	}
	var err error
	if page.Linked, err = b.linkedNames(ctx, r); err != nil {
		return Answer{}, err
	}
	return Answer{Screen: page.Screen(r.t)}, nil
}

// languages are all that there are.
func (b *Bot) languages() (all pages.Languages) {
	for _, lang := range words.Languages() {
		all = append(all, pages.Language{Tag: lang, Name: b.words.In(lang).Say("language." + lang)})
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
func (b *Bot) setRanking(ctx context.Context, r *request) (Answer, error) {
	wish, ok := b.typed.wishes.Word(r.arg(1))
	if !ok {
		return Answer{}, chat.Refuse("no-ranking")
	}
	b.standings.Lock()
	defer b.standings.Unlock()
	was, err := b.standings.EntrantOf(ctx, r.person.Head().Person)
	if err != nil {
		return Answer{}, err
	}
	docs, err := b.standings.Relist(ctx, []standing.Entrant{was}, []standing.Entrant{{All: was.All, Listed: wish == standing.Shown}})
	if err != nil {
		return Answer{}, err
	}
	if err := b.setPerson(ctx, r, r.person.Head().User, func(p *people.Person) { p.Ranking = wish }, docs...); err != nil {
		return Answer{}, err
	}
	return b.settingsPage(ctx, r)
}
