package pages

import (
	"cmp"

	"tarockbot/bot/chat"
	"tarockbot/render/words"
)

// Language is one that texts are in.
type Language struct {
	Tag  string // BCP 47
	Name string // as those who speak it call it, so that they find it
}

// Languages are all of them.
type Languages []Language

// Name is what a language is called; "" follows the platform.
func (all Languages) Name(tag string, w *words.Tongue) string {
	for _, x := range all {
		if x.Tag == tag {
			return x.Name
		}
	}
	return w.Say("settings.lang.auto")
}

// Settings is what somebody has chosen.
type Settings struct {
	Languages  Languages // that there are
	Lang       string    // one of them; "" follows the platform
	Confirm    bool      // cards are chosen first and played then
	TextOnly   bool
	TwoColours bool     // of the deck, not four
	Rankings   []string // what one can want of leaderboards
	Ranking    string
	Calling    Calling
	ID         string // tells people of one name apart
	Linked     string // the names of the other identities; "" if there are none
}

// Screen is the page.
func (p Settings) Screen(w *words.Tongue) *chat.Screen {
	confirm, show, deck := "off", "pictures", "four"
	if p.Confirm {
		confirm = "on"
	}
	if p.TextOnly {
		show = "text"
	}
	if p.TwoColours {
		deck = "two"
	}
	s := &chat.Screen{Lang: w.Tag(), Text: []chat.Line{
		styled(w.Say("settings.title"), chat.Title),
		plain(w.Say("settings.lang", "Value", p.Languages.Name(p.Lang, w))),
		plain(w.Say("settings.confirm", "Value", w.Say("settings."+confirm))),
		plain(w.Say("settings.show", "Value", w.Say("settings."+show))),
		plain(w.Say("settings.deck", "Value", w.Say("settings.deck."+deck))),
		plain(w.Say("settings.ranking", "Value", w.Say("settings.ranking."+p.Ranking))),
		p.Calling.turnLine(w), p.Calling.quietLine(w),
		styled(w.Say("settings.you", "ID", p.ID), chat.Dim),
	}}
	if p.Linked != "" {
		s.Text = append(s.Text, plain(w.Say("settings.linked", "Names", p.Linked)))
	}
	s.Buttons = [][]chat.Button{p.languageButtons(w), {
		{Label: w.Say("settings.confirm.on"), Line: "settings confirm on", Look: lookIf(p.Confirm)},
		{Label: w.Say("settings.confirm.off"), Line: "settings confirm off", Look: lookIf(!p.Confirm)},
	}, {
		{Label: w.Say("settings.pictures"), Line: "settings pictures", Look: lookIf(!p.TextOnly)},
		{Label: w.Say("settings.text"), Line: "settings text", Look: lookIf(p.TextOnly)},
	}, {
		{Label: w.Say("settings.deck.four"), Line: "settings deck four", Look: lookIf(!p.TwoColours)},
		{Label: w.Say("settings.deck.two"), Line: "settings deck two", Look: lookIf(p.TwoColours)},
	}, p.rankingButtons(w), {{Label: w.Say("button.calls"), Line: "settings calls"}}}
	return s
}

// languageButtons choose the language.
func (p Settings) languageButtons(w *words.Tongue) (row []chat.Button) {
	button := func(tag string) chat.Button {
		return chat.Button{Label: p.Languages.Name(tag, w), Line: "settings lang " + cmp.Or(tag, "auto"), Look: lookIf(tag == p.Lang)}
	}
	for _, x := range p.Languages {
		row = append(row, button(x.Tag))
	}
	return append(row, button(""))
}

// rankingButtons are what one can want of leaderboards.
func (p Settings) rankingButtons(w *words.Tongue) (row []chat.Button) {
	for _, wish := range p.Rankings {
		row = append(row, chat.Button{Label: w.Say("settings.ranking." + wish), Line: "settings ranking " + wish, Look: lookIf(wish == p.Ranking)})
	}
	return row
}
