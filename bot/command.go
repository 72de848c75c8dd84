package bot

import (
	"cmp"
	"context"
	"strings"

	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/words"
	"tarockbot/storage"
)

// command is one thing people can ask for.
type command struct {
	name string
	run  func(*Bot, context.Context, *request) (Answer, error)
	hide bool   // not listed
	mute bool   // said by buttons alone
	page string // of the answers; see Answer.Page
}

// commands are all commands. Their descriptions are the texts "command.NAME",
// and what people type for them, besides the name, is "typed.command.NAME". Those
// that are asked for rarely, or by buttons, come last: a network may have room for
// few at hand.
func commands() []command {
	return []command{
		{name: "challenge", run: (*Bot).challenge, page: "challenge"},
		{name: "accept", run: (*Bot).accept},
		{name: "practice", run: (*Bot).practice, page: "challenge"},
		{name: "hand", run: (*Bot).showHand, page: "hand"},
		{name: "table", run: (*Bot).repostTable},
		{name: "games", run: (*Bot).listGames, page: "games"},
		{name: "undo", run: (*Bot).undo},
		{name: "resign", run: (*Bot).resign, page: "resign"},
		{name: "leave", run: (*Bot).leave, page: "leave"},
		{name: "rematch", run: (*Bot).rematch},
		{name: "extend", run: (*Bot).extend},
		{name: "away", run: (*Bot).goAway, page: "away"},
		{name: "leaderboard", run: (*Bot).leaderboard, page: "leaderboard"},
		{name: "profile", run: (*Bot).profile, page: "profile"},
		{name: "history", run: (*Bot).history, page: "history"},
		{name: "replay", run: (*Bot).replay, page: "replay"},
		{name: "rules", run: (*Bot).rulesTopic, page: "rules"},
		{name: "link", run: (*Bot).link, page: "link"},
		{name: "block", run: (*Bot).block, page: "block"},
		{name: "config", run: (*Bot).config, page: "config"},
		{name: "settings", run: (*Bot).settings, page: "settings"},
		{name: "export", run: (*Bot).exportMe, page: "export"},
		{name: "forget", run: (*Bot).forgetMe, page: "forget"},
		{name: "help", run: (*Bot).help, page: "help"},
		{name: "decline", run: (*Bot).decline},
		{name: "unlink", run: (*Bot).unlink, page: "link"},
		{name: "pause", run: (*Bot).pause},
		{name: "resume", run: (*Bot).resume},
		{name: "claim", run: (*Bot).claimTime},
		{name: "back", run: (*Bot).back, page: "away"},
		{name: "next", run: (*Bot).nextGame, page: "hand"},
		{name: "queue", run: (*Bot).queue, page: "queue"},
		{name: "consent", run: (*Bot).answerConsent},
		{name: "setup", run: (*Bot).setup, hide: true, mute: true, page: "challenge"},
		{name: "topics", run: (*Bot).suggestTopics, hide: true, mute: true, page: "rules"},
		{name: "do", run: (*Bot).do, hide: true, mute: true},
		{name: "pick", run: (*Bot).pick, hide: true, mute: true},
		{name: "confirm", run: (*Bot).confirm, hide: true, mute: true},
		{name: "fill", run: (*Bot).fill, hide: true, mute: true},
		{name: "offer", run: (*Bot).offer, hide: true, mute: true},
	}
}

// CommandNames are the commands that people type, for platforms that list or
// register them.
func CommandNames() []string {
	var names []string
	for _, c := range commands() {
		if !c.hide {
			names = append(names, c.name)
		}
	}
	return names
}

// help lists the commands.
func (b *Bot) help(_ context.Context, r *request) (Answer, error) {
	s := Screen{Lang: r.t.Tag()}
	s.Text = append(s.Text, Line{{Text: r.t.Say("help.title"), Style: Title}}, Line{{Text: gamesLine(r.t)}}, Line{{Text: r.t.Say("help.intro")}}, nil)
	for _, c := range commands() {
		if c.hide {
			continue
		}
		if r.t.Command(c.name) == "" {
			continue // only buttons say it there
		}
		line := Line{{Text: r.t.Command(c.name), Style: Code}}
		if typed := typedWordsFor(c, r.t)[0]; typed != c.name {
			line = append(line, Span{Text: " / "}, Span{Text: r.t.Command(typed), Style: Code})
		}
		s.Text = append(s.Text, append(line, Span{Text: " – " + r.t.Say("command."+c.name)}))
	}
	if r.t.Command(engine.PlayCard.String()) != "" { // moves can be typed
		s.Text = append(s.Text, nil, Line{{Text: r.t.Say("help.typed")}})
	}
	s.Buttons = [][]Button{{
		{Label: r.t.Say("button.challenge"), Line: "challenge", Look: Primary},
		{Label: r.t.Say("button.practice"), Line: "practice"},
		{Label: r.t.Say("button.course"), Line: "rules course"},
	}}
	return Answer{Screen: &s}, nil
}

// gamesLine tells which games there are.
func gamesLine(w *words.Tongue) string {
	var names []string
	for _, g := range games.All() {
		names = append(names, gameName(g, w))
	}
	return w.Say("help.games", "Games", strings.Join(names, ", "))
}

// settings shows or changes what a person has chosen.
func (b *Bot) settings(ctx context.Context, r *request) (Answer, error) {
	switch value := plainWord(r.arg(1)); plainWord(r.arg(0)) {
	case "":
		return b.settingsPage(ctx, r)
	case "lang", "language", "sprache":
		lang, ok := b.tongues.languages[value]
		if !ok {
			return Answer{}, refuse("no-language", "Lang", CleanName(value))
		}
		return b.set(ctx, r, func(p *person) { p.Lang = lang })
	case "confirm", "bestaetigen":
		on, ok := b.tongues.switches[value]
		if !ok {
			return Answer{}, refuse("on-or-off")
		}
		return b.set(ctx, r, func(p *person) { p.Confirm = on })
	case "text", "woerter":
		return b.set(ctx, r, func(p *person) { p.TextOnly = true })
	case "pictures", "bilder":
		return b.set(ctx, r, func(p *person) { p.TextOnly = false })
	case "deck", "karten":
		two, ok := decks[value]
		if !ok {
			return Answer{}, refuse("no-deck")
		}
		return b.set(ctx, r, func(p *person) { p.TwoColours = two })
	case "ranking", "rangliste":
		wish, ok := b.tongues.wishes[value]
		if !ok {
			return Answer{}, refuse("no-ranking")
		}
		return b.setRanking(ctx, r, wish)
	case "calls", "benachrichtigungen":
		return b.callsPage(r)
	}
	if set, ok := callSettings[plainWord(r.arg(0))]; ok {
		return set(b, ctx, r)
	}
	return Answer{}, refuse("no-setting", "Setting", CleanName(r.arg(0)))
}

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
	seen, err := b.seenDoc(r.Input)
	if err != nil {
		return err
	}
	if was, err := b.seenBefore(ctx, r.Input); err != nil || was {
		return orDuplicate(err)
	}
	if _, err := b.changePerson(ctx, user, change, append(more, seen)...); err != nil {
		return err
	}
	mine, _, err := b.known(ctx, r.User)
	if err != nil {
		return err
	}
	r.person, err = b.whole(ctx, mine)
	r.t = b.tongue(r.person, r.platform())
	return err
}

// decks are what a deck may be called, and whether it has two colours only.
var decks = map[string]bool{"two": true, "2": true, "zwei": true, "four": false, "4": false, "vier": false}

func (b *Bot) settingsPage(ctx context.Context, r *request) (Answer, error) {
	confirm, show, deck := "off", "pictures", "four"
	if r.person.Confirm {
		confirm = "on"
	}
	if r.person.TextOnly {
		show = "text"
	}
	if r.person.TwoColours {
		deck = "two"
	}
	s := Screen{Lang: r.t.Tag(), Text: []Line{
		{{Text: r.t.Say("settings.title"), Style: Title}},
		{{Text: r.t.Say("settings.lang", "Value", b.languageName(r.person.Lang, r.t))}},
		{{Text: r.t.Say("settings.confirm", "Value", r.t.Say("settings."+confirm))}},
		{{Text: r.t.Say("settings.show", "Value", r.t.Say("settings."+show))}},
		{{Text: r.t.Say("settings.deck", "Value", r.t.Say("settings.deck."+deck))}},
		{{Text: r.t.Say("settings.ranking", "Value", r.t.Say("settings.ranking."+r.person.Ranking.word()))}},
		callsLine(r),
		{{Text: r.t.Say("settings.you", "ID", r.person.head().Person.shortID()), Style: Dim}},
	}}
	if names, err := b.linkedNames(ctx, r); err != nil {
		return Answer{}, err
	} else if names != "" {
		s.Text = append(s.Text, Line{{Text: r.t.Say("settings.linked", "Names", names)}})
	}
	var langs []Button
	for _, lang := range append(words.Languages(), "") {
		langs = append(langs, Button{Label: b.languageName(lang, r.t), Line: "settings lang " + cmp.Or(lang, "auto"),
			Look: lookIf(lang == r.person.Lang)})
	}
	s.Buttons = [][]Button{langs, {
		{Label: r.t.Say("settings.confirm.on"), Line: "settings confirm on", Look: lookIf(confirm == "on")},
		{Label: r.t.Say("settings.confirm.off"), Line: "settings confirm off", Look: lookIf(confirm == "off")},
	}, {
		{Label: r.t.Say("settings.pictures"), Line: "settings pictures", Look: lookIf(show == "pictures")},
		{Label: r.t.Say("settings.text"), Line: "settings text", Look: lookIf(show == "text")},
	}, {
		{Label: r.t.Say("settings.deck.four"), Line: "settings deck four", Look: lookIf(deck == "four")},
		{Label: r.t.Say("settings.deck.two"), Line: "settings deck two", Look: lookIf(deck == "two")},
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

// lookIf marks what is chosen.
func lookIf(chosen bool) Look {
	if chosen {
		return Primary
	}
	return Normal
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
