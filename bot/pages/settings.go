package pages

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/people"
	"tarockbot/bot/speech"
	"tarockbot/bot/standing"
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
	Person    people.Person
	Languages Languages // that there are
	Linked    string    // the names of the person's other identities; "" if there are none
	Felt      bool      // the platform lays tables out
}

// Screen is the page.
func (s Settings) Screen(w *words.Tongue) *chat.Screen {
	p := s.Person
	confirm := either(p.Confirm, w.Say("settings.on"), w.Say("settings.off"))
	show := either(p.TextOnly, w.Say("settings.text"), w.Say("settings.pictures"))
	deck := either(p.TwoColours, w.Say("settings.deck.two"), w.Say("settings.deck.four"))
	lang := func(tag string) chat.Button {
		return toggle(s.Languages.Name(tag, w), "settings lang "+cmp.Or(tag, "auto"), tag == p.Lang)
	}
	return page(w, nonEmpty(
		title(w.Say("settings.title")),
		plain(w.Say("settings.lang", "Value", s.Languages.Name(p.Lang, w))),
		plain(w.Say("settings.confirm", "Value", confirm)),
		plain(w.Say("settings.show", "Value", show)),
		plain(w.Say("settings.deck", "Value", deck)),
		plain(w.Say("settings.ranking", "Value", w.Say("settings.ranking."+p.Ranking.Word()))),
		turnLine(p, w), quietLine(p, w),
		dim(w.Say("settings.you", "ID", p.Head().Person.ShortID())),
		when(s.Linked != "", plain(w.Say("settings.linked", "Names", s.Linked)))),
		append(each(s.Languages, func(x Language) chat.Button { return lang(x.Tag) }), lang("")),
		row(
			toggle(w.Say("settings.confirm.on"), "settings confirm on", p.Confirm),
			toggle(w.Say("settings.confirm.off"), "settings confirm off", !p.Confirm)),
		row(
			toggle(w.Say("settings.pictures"), "settings pictures", !p.TextOnly),
			toggle(w.Say("settings.text"), "settings text", p.TextOnly)),
		row(
			when(s.Felt, toggle(w.Say("settings.table"), "settings table", !p.AsChat)),
			when(s.Felt, toggle(w.Say("settings.chat"), "settings chat", p.AsChat))),
		row(
			toggle(w.Say("settings.deck.four"), "settings deck four", !p.TwoColours),
			toggle(w.Say("settings.deck.two"), "settings deck two", p.TwoColours)),
		each(standing.Wishes(), func(wish standing.Wish) chat.Button {
			return toggle(w.Say("settings.ranking."+wish.Word()), "settings ranking "+wish.Word(), wish == p.Ranking)
		}),
		row(button(w.Say("button.calls"), "settings calls")))
}

// Calling is how somebody is called.
type Calling struct {
	Person people.Person
	Now    time.Time // in their zone
}

// someHours have a button; others are typed.
var someHours = []people.Hours{{From: 22 * 60, To: 7 * 60}, {From: 23 * 60, To: 8 * 60}, {From: 20 * 60, To: 8 * 60}}

// hoursText is the hours as people read them.
func hoursText(h people.Hours) string {
	return fmt.Sprintf("%d:%02d–%d:%02d", h.From/60, h.From%60, h.To/60, h.To%60)
}

// typedHours is the hours as they are set.
func typedHours(h people.Hours) string {
	return fmt.Sprintf("%02d:%02d-%02d:%02d", h.From/60, h.From%60, h.To/60, h.To%60)
}

// clockForm is how the time of a day is written.
const clockForm = "15:04"

// turnLine tells when the person is called to their turn.
func turnLine(p people.Person, w *words.Tongue) chat.Line {
	return plain(w.Say("settings.calls", "Value", w.Say("calling.turn."+p.Calls.Word())))
}

// quietLine tells in which hours nobody calls.
func quietLine(p people.Person, w *words.Tongue) chat.Line {
	hours := either(p.Quiet == people.Hours{}, w.Say("settings.quiet.none"), hoursText(p.Quiet))
	return plain(w.Say("settings.quiet", "Value", hours, "Zone", speech.ZoneName(p.ZoneName(), w)))
}

// Screen is the page, by which it is changed, too.
func (c Calling) Screen(w *words.Tongue) *chat.Screen {
	p, several := c.Person, len(c.Person.Platforms()) > 1
	platforms := append([]chat.Button{option(w.Say("calling.auto"), "settings platform auto", p.Platform == "")},
		choices(w, p.Platforms(), p.Platform, "platform.", "settings platform ")...)
	hours := append([]chat.Button{option(w.Say("calling.always"), "settings quiet off", p.Quiet == people.Hours{})},
		each(someHours, func(h people.Hours) chat.Button {
			return option(hoursText(h), "settings quiet "+typedHours(h), p.Quiet == h)
		})...)
	return page(w, nonEmpty(
		title(w.Say("calling.title")),
		turnLine(p, w), quietLine(p, w),
		plain(w.Say("settings.zone", "Value", speech.ZoneName(p.ZoneName(), w), "Time", c.Now.Format(clockForm))),
		plain(w.Say("settings.reminders", "Value", w.Say("reminders."+p.Reminders.Word()))),
		when(several, plain(w.Say("calling.where"))),
		dim(w.Say("calling.about")), dim(w.Say("calling.typed"))),
		choices(w, each(people.AllTurnCalls(), people.TurnCalls.Word), p.Calls.Word(), "calling.turn.", "settings calls "), hours,
		choices(w, each(people.AllReminders(), people.Reminders.Word), p.Reminders.Word(), "reminders.", "settings reminders "), when(several, platforms),
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
type Blocked []people.Blocked

// Screen lists them, with a button each that ends it.
func (all Blocked) Screen(w *words.Tongue) *chat.Screen {
	text := nonEmpty(title(w.Say("block.title")), plain(w.Say("block.intro")), when(len(all) == 0, plain(w.Say("block.none"))))
	return page(w, text, each(all, func(x people.Blocked) []chat.Button {
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
