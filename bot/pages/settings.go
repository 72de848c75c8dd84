package pages

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/speech"
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

// Away tells whether somebody is away, and how many days they have left for it.
type Away struct {
	Until chat.Span // if they are
	Mark  string    // tells for which days off the buttons were made
	Now   bool      // they are
	Left  int       // days of the year
	Days  []int     // for which they may go
}

// AwayDays are the numbers of days that have a button.
func AwayDays() []int { return []int{1, 2, 3, 7, 14} }

// Screen is the page.
func (p Away) Screen(w *words.Tongue) *chat.Screen {
	s := &chat.Screen{Lang: w.Tag(), Text: []chat.Line{styled(w.Say("away.title"), chat.Title)}}
	var back, days []chat.Button
	if p.Now {
		s.Text = append(s.Text, speech.SayWhen(w, chat.Strong, p.Until, "away.until"))
		back = []chat.Button{{Label: w.Say("button.back"), Line: "away off " + p.Mark, Look: chat.Primary}}
	}
	s.Text = append(s.Text, plain(w.Say("away.about")), plain(w.Count("away.left", p.Left)))
	for _, n := range p.Days {
		days = append(days, chat.Button{Label: w.Count("pace.typed", n), Line: fmt.Sprintf("away %d %s", n, p.Mark)})
	}
	s.Buttons = rowsOf(back, days)
	return s
}

// Calling is how somebody is called.
type Calling struct {
	Turns        []string  // when one can be called to one's turn
	Turn         string    // when they are
	Quiet        Hours     // in which nobody calls
	Zone         string    // their time zone
	Now          time.Time // in it
	AllReminders []string  // that one can choose
	Reminders    string
	Platforms    []string // that they are on
	Platform     string   // where they are called; "" for where they are
}

// Hours are a part of every day, from the one time to the other, in minutes since
// midnight. If they are the same it is none.
type Hours struct{ From, To int }

// String is the hours as people read them.
func (h Hours) String() string {
	return fmt.Sprintf("%d:%02d–%d:%02d", h.From/60, h.From%60, h.To/60, h.To%60)
}

// typed is the hours as they are set.
func (h Hours) typed() string {
	return fmt.Sprintf("%02d:%02d-%02d:%02d", h.From/60, h.From%60, h.To/60, h.To%60)
}

// someHours have a button; others are typed.
var someHours = []Hours{{22 * 60, 7 * 60}, {23 * 60, 8 * 60}, {20 * 60, 8 * 60}}

// clockForm is how the time of a day is written.
const clockForm = "15:04"

// turnLine tells when the person is called to their turn.
func (p Calling) turnLine(w *words.Tongue) chat.Line {
	return plain(w.Say("settings.calls", "Value", w.Say("calling.turn."+p.Turn)))
}

// quietLine tells in which hours nobody calls.
func (p Calling) quietLine(w *words.Tongue) chat.Line {
	hours := w.Say("settings.quiet.none")
	if p.Quiet != (Hours{}) {
		hours = p.Quiet.String()
	}
	return plain(w.Say("settings.quiet", "Value", hours, "Zone", speech.ZoneName(p.Zone, w)))
}

// Screen is the page, by which it is changed, too.
func (p Calling) Screen(w *words.Tongue) *chat.Screen {
	s := &chat.Screen{Lang: w.Tag(), Text: []chat.Line{
		styled(w.Say("calling.title"), chat.Title),
		p.turnLine(w), p.quietLine(w),
		plain(w.Say("settings.zone", "Value", speech.ZoneName(p.Zone, w), "Time", p.Now.Format(clockForm))),
		plain(w.Say("settings.reminders", "Value", w.Say("reminders."+p.Reminders))),
	}}
	platforms := p.platformButtons(w)
	if platforms != nil {
		s.Text = append(s.Text, plain(w.Say("calling.where")))
	}
	s.Text = append(s.Text, styled(w.Say("calling.about"), chat.Dim), styled(w.Say("calling.typed"), chat.Dim))
	quiet := []chat.Button{option(w.Say("calling.always"), "settings quiet off", p.Quiet == Hours{})}
	for _, h := range someHours {
		quiet = append(quiet, option(h.String(), "settings quiet "+h.typed(), p.Quiet == h))
	}
	s.Buttons = rowsOf(choices(w, p.Turns, p.Turn, "calling.turn.", "settings calls "), quiet,
		choices(w, p.AllReminders, p.Reminders, "reminders.", "settings reminders "), platforms, []chat.Button{
			{Label: w.Say("button.zone"), Line: "settings zone"},
			{Label: w.Say("button.settings"), Line: "settings"},
		})
	return s
}

// choices are buttons that choose one of the names, called by the texts that begin so.
func choices(w *words.Tongue, names []string, chosen, text, line string) (row []chat.Button) {
	for _, name := range names {
		row = append(row, option(w.Say(text+name), line+name, name == chosen))
	}
	return row
}

// platformButtons choose where the person is called, if they are on several.
func (p Calling) platformButtons(w *words.Tongue) []chat.Button {
	if len(p.Platforms) < 2 {
		return nil
	}
	auto := option(w.Say("calling.auto"), "settings platform auto", p.Platform == "")
	return append([]chat.Button{auto}, choices(w, p.Platforms, p.Platform, "platform.", "settings platform ")...)
}

// Zones offers time zones.
type Zones struct {
	Chosen string
	Now    map[string]time.Time // the time that it is there, for each of speech.Zones
}

// Screen is the page.
func (p Zones) Screen(w *words.Tongue) *chat.Screen {
	s := &chat.Screen{Lang: w.Tag(), Text: []chat.Line{styled(w.Say("zone.title"), chat.Title), plain(w.Say("zone.typed"))}}
	var all []chat.Button
	for _, zone := range speech.Zones {
		label := speech.ZoneName(zone, w) + " " + p.Now[zone].Format(clockForm)
		all = append(all, option(label, "settings zone "+zone, zone == p.Chosen))
	}
	const perRow = 3
	for row := range slices.Chunk(all, perRow) {
		s.Buttons = append(s.Buttons, row)
	}
	return s
}

// Blocked are those from whom somebody wants no challenges.
type Blocked []BlockedUser

// BlockedUser is one of them.
type BlockedUser struct {
	User chat.UserID
	Name string // as they are called there
}

// Screen lists them, with a button each that ends it.
func (all Blocked) Screen(w *words.Tongue) *chat.Screen {
	s := &chat.Screen{Lang: w.Tag(), Text: []chat.Line{styled(w.Say("block.title"), chat.Title), plain(w.Say("block.intro"))}}
	if len(all) == 0 {
		s.Text = append(s.Text, plain(w.Say("block.none")))
	}
	for _, x := range all {
		s.Buttons = append(s.Buttons, []chat.Button{{Label: w.Say("block.end", "Name", speech.Isolate(x.Name)), Line: "block off " + string(x.User)}})
	}
	return s
}
