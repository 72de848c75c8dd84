package bot

import (
	"cmp"
	"context"

	"tarockbot/bot/chat"
	"tarockbot/bot/pages"
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
	return b.set(ctx, r, func(p *person) { p.Lang = lang })
}

// setConfirm chooses whether cards are chosen first and played then.
func (b *Bot) setConfirm(ctx context.Context, r *request) (Answer, error) {
	on, ok := b.lexicon.Switches.Word(r.arg(1))
	if !ok {
		return Answer{}, chat.Refuse("on-or-off")
	}
	return b.set(ctx, r, func(p *person) { p.Confirm = on })
}

// setTextOnly chooses between words and pictures.
func (b *Bot) setTextOnly(ctx context.Context, r *request, only bool) (Answer, error) {
	return b.set(ctx, r, func(p *person) { p.TextOnly = only })
}

// setDeck chooses how many colours the deck has.
func (b *Bot) setDeck(ctx context.Context, r *request) (Answer, error) {
	deck, ok := b.typed.decks.Word(r.arg(1))
	if !ok {
		return Answer{}, chat.Refuse("no-deck")
	}
	return b.set(ctx, r, func(p *person) { p.TwoColours = deck == deckTwo })
}

// What decks are called, by how many colours they have.
const (
	deckFour = "four"
	deckTwo  = "two"
)

// set changes a setting and shows what came of it.
func (b *Bot) set(ctx context.Context, r *request, change func(*person)) (Answer, error) {
	if err := b.setPerson(ctx, r, r.person.head().User, change); err != nil {
		return Answer{}, err
	}
	b.refreshAll(r.person)
	return b.settingsPage(ctx, r)
}

// setPerson changes an identity of the person who makes the request, with what
// belongs to it.
func (b *Bot) setPerson(ctx context.Context, r *request, user UserID, change func(*person), more ...storage.Doc) error {
	seen, err := b.store.SeenDoc(r.Input)
	if err != nil {
		return err
	}
	if _, err := b.people.changePerson(ctx, user, change, append(more, seen)...); err != nil {
		return err
	}
	mine, _, err := b.people.known(ctx, r.User)
	if err != nil {
		return err
	}
	r.person, err = b.people.whole(ctx, mine)
	r.t = b.tongue(r.person, r.Platform())
	return err
}

// settingsPage shows what the person has chosen.
func (b *Bot) settingsPage(ctx context.Context, r *request) (Answer, error) {
	confirm, show, deck := "off", "pictures", deckFour
	if r.person.Confirm {
		confirm = "on"
	}
	if r.person.TextOnly {
		show = "text"
	}
	if r.person.TwoColours {
		deck = deckTwo
	}
	s := Screen{Lang: r.t.Tag(), Text: []Line{
		{{Text: r.t.Say("settings.title"), Style: Title}},
		{{Text: r.t.Say("settings.lang", "Value", b.languageName(r.person.Lang, r.t))}},
		{{Text: r.t.Say("settings.confirm", "Value", r.t.Say("settings."+confirm))}},
		{{Text: r.t.Say("settings.show", "Value", r.t.Say("settings."+show))}},
		{{Text: r.t.Say("settings.deck", "Value", r.t.Say("settings.deck."+deck))}},
		{{Text: r.t.Say("settings.ranking", "Value", r.t.Say("settings.ranking."+r.person.Ranking.Word()))}},
		turnCallsLine(r), quietLine(r),
		{{Text: r.t.Say("settings.you", "ID", r.person.head().Person.ShortID()), Style: Dim}},
	}}
	if names, err := b.linkedNames(ctx, r); err != nil {
		return Answer{}, err
	} else if names != "" {
		s.Text = append(s.Text, Line{{Text: r.t.Say("settings.linked", "Names", names)}})
	}
	var langs []Button
	for _, lang := range append(words.Languages(), "") {
		langs = append(langs, Button{Label: b.languageName(lang, r.t), Line: "settings lang " + cmp.Or(lang, "auto"),
			Look: pages.LookIf(lang == r.person.Lang)})
	}
	s.Buttons = [][]Button{langs, {
		{Label: r.t.Say("settings.confirm.on"), Line: "settings confirm on", Look: pages.LookIf(confirm == "on")},
		{Label: r.t.Say("settings.confirm.off"), Line: "settings confirm off", Look: pages.LookIf(confirm == "off")},
	}, {
		{Label: r.t.Say("settings.pictures"), Line: "settings pictures", Look: pages.LookIf(show == "pictures")},
		{Label: r.t.Say("settings.text"), Line: "settings text", Look: pages.LookIf(show == "text")},
	}, {
		{Label: r.t.Say("settings.deck.four"), Line: "settings deck four", Look: pages.LookIf(deck == "four")},
		{Label: r.t.Say("settings.deck.two"), Line: "settings deck two", Look: pages.LookIf(deck == "two")},
	}, rankingButtons(r), {{Label: r.t.Say("button.calls"), Line: "settings calls"}}}
	return Answer{Screen: &s}, nil
}

// languageName is what those who speak the language call it, so that they find
// it; "" follows the platform.
func (b *Bot) languageName(lang string, t *words.Tongue) string {
	if lang == "" {
		return t.Say("settings.lang.auto")
	}
	return b.words.In(lang).Say("language." + lang)
}

// refreshAll shows all panels of a person afresh, also of tables that nobody has
// touched for long.
func (b *Bot) refreshAll(p person) {
	for _, brief := range b.register.of(p) {
		l := b.tables.lock(brief.ID)
		if err := b.loadTable(b.running, l); err == nil {
			b.refreshFor(l, p)
		}
		l.mu.Unlock()
	}
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
	was, err := b.standings.EntrantOf(ctx, r.person.head().Person)
	if err != nil {
		return Answer{}, err
	}
	docs, err := b.standings.Relist(ctx, []standing.Entrant{was}, []standing.Entrant{{All: was.All, Listed: wish == standing.Shown}})
	if err != nil {
		return Answer{}, err
	}
	if err := b.setPerson(ctx, r, r.person.head().User, func(p *person) { p.Ranking = wish }, docs...); err != nil {
		return Answer{}, err
	}
	return b.settingsPage(ctx, r)
}

// rankingButtons are what one can want of leaderboards.
func rankingButtons(r *request) (row []Button) {
	for _, wish := range standing.Wishes() {
		row = append(row, Button{Label: r.t.Say("settings.ranking." + wish.Word()), Line: "settings ranking " + wish.Word(), Look: pages.LookIf(wish == r.person.Ranking)})
	}
	return row
}
