package bot

import (
	"context"
	"strings"
)

// command is one thing people can ask for.
type command struct {
	name  string
	alias string // typed by German speakers
	run   func(*Bot, context.Context, *request) (Answer, error)
	hide  bool   // made by buttons, not listed
	page  string // of the answers; see Answer.Page
}

// commands are all commands. Their descriptions are the texts "command.NAME".
func commands() []command {
	return []command{
		{name: "challenge", alias: "herausfordern", run: (*Bot).challenge, page: "challenge"},
		{name: "accept", alias: "annehmen", run: (*Bot).accept},
		{name: "decline", alias: "ablehnen", run: (*Bot).decline},
		{name: "practice", alias: "ueben", run: (*Bot).practice, page: "challenge"},
		{name: "hand", alias: "blatt", run: (*Bot).showHand, page: "hand"},
		{name: "table", alias: "tisch", run: (*Bot).repostTable},
		{name: "games", alias: "partien", run: (*Bot).listGames, page: "games"},
		{name: "undo", alias: "zurueck", run: (*Bot).undo},
		{name: "resign", alias: "aufgeben", run: (*Bot).resign, page: "resign"},
		{name: "leave", alias: "verlassen", run: (*Bot).leave, page: "leave"},
		{name: "rematch", alias: "revanche", run: (*Bot).rematch},
		{name: "leaderboard", alias: "rangliste", run: (*Bot).leaderboard, page: "leaderboard"},
		{name: "history", alias: "verlauf", run: (*Bot).history, page: "history"},
		{name: "replay", alias: "nachspielen", run: (*Bot).replay, page: "replay"},
		{name: "rules", alias: "regeln", run: (*Bot).rulesTopic, page: "rules"},
		{name: "link", alias: "verbinden", run: (*Bot).link, page: "link"},
		{name: "unlink", alias: "trennen", run: (*Bot).unlink, page: "link"},
		{name: "block", alias: "blockieren", run: (*Bot).block, page: "block"},
		{name: "settings", alias: "einstellungen", run: (*Bot).settings, page: "settings"},
		{name: "help", alias: "hilfe", run: (*Bot).help, page: "help"},
		{name: "setup", run: (*Bot).setup, hide: true, page: "challenge"},
		{name: "do", run: (*Bot).do, hide: true},
		{name: "pick", run: (*Bot).pick, hide: true},
		{name: "confirm", run: (*Bot).confirm, hide: true},
		{name: "consent", alias: "erlauben", run: (*Bot).answerConsent, hide: true},
	}
}

func findCommand(word string) (command, bool) {
	for _, c := range commands() {
		if word != "" && (c.name == word || c.alias == word) {
			return c, true
		}
	}
	return command{}, false
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
	s.Text = append(s.Text, Line{{Text: r.t.Say("help.title"), Style: Title}}, Line{{Text: r.t.Say("help.intro")}}, nil)
	for _, c := range commands() {
		if c.hide {
			continue
		}
		line := Line{{Text: c.name, Style: Code}}
		if r.t.Tag() == "de" {
			line = append(line, Span{Text: " / "}, Span{Text: c.alias, Style: Code})
		}
		s.Text = append(s.Text, append(line, Span{Text: " – " + r.t.Say("command."+c.name)}))
	}
	s.Text = append(s.Text, nil, Line{{Text: r.t.Say("help.typed")}})
	s.Buttons = [][]Button{{
		{Label: r.t.Say("button.challenge"), Line: "challenge", Look: Primary},
		{Label: r.t.Say("button.practice"), Line: "practice"},
		{Label: r.t.Say("button.course"), Line: "rules course"},
	}}
	return Answer{Screen: &s}, nil
}

// settings shows or changes what a person has chosen.
func (b *Bot) settings(ctx context.Context, r *request) (Answer, error) {
	switch value := strings.ToLower(r.arg(1)); strings.ToLower(r.arg(0)) {
	case "":
		return b.settingsPage(ctx, r)
	case "lang", "language", "sprache":
		lang, ok := languageNames[value]
		if !ok {
			return Answer{}, refuse("no-language", "Lang", CleanName(value))
		}
		return b.set(ctx, r, func(p *person) { p.Lang = lang })
	case "confirm", "bestaetigen":
		on, ok := switches[value]
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

// setPerson changes an identity of the person who makes the request.
func (b *Bot) setPerson(ctx context.Context, r *request, user UserID, change func(*person)) error {
	seen, err := b.seenDoc(r.Input)
	if err != nil {
		return err
	}
	if was, err := b.seenBefore(ctx, r.Input); err != nil || was {
		return orDuplicate(err)
	}
	if _, err := b.changePerson(ctx, user, change, seen); err != nil {
		return err
	}
	mine, _, err := b.known(ctx, r.User)
	if err != nil {
		return err
	}
	r.person, err = b.whole(ctx, mine)
	r.t = b.tongue(r.person)
	return err
}

var languageNames = map[string]string{
	"de": "de", "deutsch": "de", "german": "de", "en": "en", "englisch": "en", "english": "en",
	"auto": "", "automatisch": "", "automatic": "",
}

// decks are what a deck may be called, and whether it has two colours only.
var decks = map[string]bool{"two": true, "2": true, "zwei": true, "four": false, "4": false, "vier": false}

var switches = map[string]bool{"on": true, "an": true, "ein": true, "yes": true, "ja": true, "off": false, "aus": false, "no": false, "nein": false}

func (b *Bot) settingsPage(ctx context.Context, r *request) (Answer, error) {
	chosen := r.person.Lang
	if chosen == "" {
		chosen = "auto"
	}
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
		{{Text: r.t.Say("settings.lang", "Value", r.t.Say("settings.lang."+chosen))}},
		{{Text: r.t.Say("settings.confirm", "Value", r.t.Say("settings."+confirm))}},
		{{Text: r.t.Say("settings.show", "Value", r.t.Say("settings."+show))}},
		{{Text: r.t.Say("settings.deck", "Value", r.t.Say("settings.deck."+deck))}},
		{{Text: r.t.Say("settings.you", "ID", r.person.head().Person.shortID()), Style: Dim}},
	}}
	if names, err := b.linkedNames(ctx, r); err != nil {
		return Answer{}, err
	} else if names != "" {
		s.Text = append(s.Text, Line{{Text: r.t.Say("settings.linked", "Names", names)}})
	}
	var langs []Button
	for _, lang := range []string{"de", "en", "auto"} {
		langs = append(langs, Button{Label: r.t.Say("settings.lang." + lang), Line: "settings lang " + lang, Look: lookIf(lang == chosen)})
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
	}}
	return Answer{Screen: &s}, nil
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
	for _, brief := range b.tables.of(p) {
		l := b.tables.lock(brief.ID)
		if err := b.loadTable(b.running, l); err == nil {
			b.refreshFor(l, p)
		}
		l.mu.Unlock()
	}
}
