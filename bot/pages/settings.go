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
	confirm := either(p.Confirm, w.Say("settings.on"), w.Say("settings.off"))
	show := either(p.TextOnly, w.Say("settings.text"), w.Say("settings.pictures"))
	deck := either(p.TwoColours, w.Say("settings.deck.two"), w.Say("settings.deck.four"))
	lang := func(tag string) chat.Button {
		return toggle(p.Languages.Name(tag, w), "settings lang "+cmp.Or(tag, "auto"), tag == p.Lang)
	}
	return page(w, nonEmpty(
		title(w.Say("settings.title")),
		plain(w.Say("settings.lang", "Value", p.Languages.Name(p.Lang, w))),
		plain(w.Say("settings.confirm", "Value", confirm)),
		plain(w.Say("settings.show", "Value", show)),
		plain(w.Say("settings.deck", "Value", deck)),
		plain(w.Say("settings.ranking", "Value", w.Say("settings.ranking."+p.Ranking))),
		p.Calling.turnLine(w), p.Calling.quietLine(w),
		dim(w.Say("settings.you", "ID", p.ID)),
		when(p.Linked != "", plain(w.Say("settings.linked", "Names", p.Linked)))),
		append(each(p.Languages, func(x Language) chat.Button { return lang(x.Tag) }), lang("")),
		row(
			toggle(w.Say("settings.confirm.on"), "settings confirm on", p.Confirm),
			toggle(w.Say("settings.confirm.off"), "settings confirm off", !p.Confirm)),
		row(
			toggle(w.Say("settings.pictures"), "settings pictures", !p.TextOnly),
			toggle(w.Say("settings.text"), "settings text", p.TextOnly)),
		row(
			toggle(w.Say("settings.deck.four"), "settings deck four", !p.TwoColours),
			toggle(w.Say("settings.deck.two"), "settings deck two", p.TwoColours)),
		each(p.Rankings, func(wish string) chat.Button {
			return toggle(w.Say("settings.ranking."+wish), "settings ranking "+wish, wish == p.Ranking)
		}),
		row(button(w.Say("button.calls"), "settings calls")))
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
	hours := either(p.Quiet == Hours{}, w.Say("settings.quiet.none"), p.Quiet.String())
	return plain(w.Say("settings.quiet", "Value", hours, "Zone", speech.ZoneName(p.Zone, w)))
}

// Screen is the page, by which it is changed, too.
func (p Calling) Screen(w *words.Tongue) *chat.Screen {
	several := len(p.Platforms) > 1
	platforms := append([]chat.Button{option(w.Say("calling.auto"), "settings platform auto", p.Platform == "")},
		choices(w, p.Platforms, p.Platform, "platform.", "settings platform ")...)
	hours := append([]chat.Button{option(w.Say("calling.always"), "settings quiet off", p.Quiet == Hours{})},
		each(someHours, func(h Hours) chat.Button { return option(h.String(), "settings quiet "+h.typed(), p.Quiet == h) })...)
	return page(w, nonEmpty(
		title(w.Say("calling.title")),
		p.turnLine(w), p.quietLine(w),
		plain(w.Say("settings.zone", "Value", speech.ZoneName(p.Zone, w), "Time", p.Now.Format(clockForm))),
		plain(w.Say("settings.reminders", "Value", w.Say("reminders."+p.Reminders))),
		when(several, plain(w.Say("calling.where"))),
		dim(w.Say("calling.about")), dim(w.Say("calling.typed"))),
		choices(w, p.Turns, p.Turn, "calling.turn.", "settings calls "), hours,
		choices(w, p.AllReminders, p.Reminders, "reminders.", "settings reminders "), when(several, platforms),
		row(button(w.Say("button.zone"), "settings zone"), button(w.Say("button.settings"), "settings")))
}

// choices are buttons that choose one of the names, called by the texts that begin so.
func choices(w *words.Tongue, names []string, chosen, text, line string) []chat.Button {
	return each(names, func(name string) chat.Button { return option(w.Say(text+name), line+name, name == chosen) })
}

// Zones offers time zones.
type Zones struct {
	Chosen string
	Now    map[string]time.Time // the time that it is there, for each of speech.Zones
}

// Screen is the page.
func (p Zones) Screen(w *words.Tongue) *chat.Screen {
	const perRow = 3
	all := each(speech.Zones, func(zone string) chat.Button {
		return option(speech.ZoneName(zone, w)+" "+p.Now[zone].Format(clockForm), "settings zone "+zone, zone == p.Chosen)
	})
	return page(w, []chat.Line{title(w.Say("zone.title")), plain(w.Say("zone.typed"))}, slices.Collect(slices.Chunk(all, perRow))...)
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
	text := nonEmpty(title(w.Say("block.title")), plain(w.Say("block.intro")), when(len(all) == 0, plain(w.Say("block.none"))))
	return page(w, text, each(all, func(x BlockedUser) []chat.Button {
		return row(button(w.Say("block.end", "Name", speech.Isolate(x.Name)), "block off "+string(x.User)))
	})...)
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
	return page(w, nonEmpty(
		title(w.Say("away.title")),
		when(p.Now, speech.SayWhen(w, chat.Strong, p.Until, "away.until")),
		plain(w.Say("away.about")), plain(w.Count("away.left", p.Left))),
		row(when(p.Now, primary(w.Say("button.back"), "away off "+p.Mark))),
		each(p.Days, func(n int) chat.Button { return button(w.Count("pace.typed", n), fmt.Sprintf("away %d %s", n, p.Mark)) }))
}
