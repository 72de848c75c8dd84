package screens

import (
	"fmt"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match/notify"
	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/support/seq"
	"tarockbot/render/words"
)

// Language is a language of the texts.
type Language struct {
	Tag  string // BCP 47
	Name string // in the language itself
}

// Languages lists the available languages.
type Languages []Language

// Name returns the language's own name; "" follows the platform.
func (all Languages) Name(tag string, w *words.Tongue) string {
	if i := slices.IndexFunc(all, func(x Language) bool { return x.Tag == tag }); i >= 0 {
		return all[i].Name
	}
	return w.Say("settings.lang.auto")
}

func (all Languages) menu(chosen string) (m chat.Menu) {
	for _, x := range all {
		m.Add(x.Tag, x.Name, x.Tag == chosen)
	}
	return m
}

// Settings shows a person's settings.
type Settings struct {
	Person    people.Person
	Languages Languages
	Linked    string // other identities' names; "" for none
	Felt      bool   // the platform lays tables out
}

// Screen shows a menu for each setting.
func (s Settings) Screen(w *words.Tongue) *chat.Screen {
	p := s.Person
	all := page(w, nonEmpty(
		title(w.Say("settings.title")),
		plain(w.Say("settings.calls", "Value", w.Say("calling.turn."+p.Calls.Word()))), quietLine(p, w),
		dim(w.Say("settings.you", "ID", p.Head().Person.ShortID())),
		when(s.Linked != "", plain(w.Say("settings.linked", "Names", s.Linked)))),
		row(button(w.Say("button.calls"), "settings calls")))
	all.Menus = s.menus(w)
	return all
}

func (s Settings) menus(w *words.Tongue) []chat.Menu {
	p := s.Person
	lang := s.Languages.menu(p.Lang)
	lang.Label, lang.Line = w.Say("settings.lang"), "settings lang"
	lang.Add(WordAuto, w.Say("settings.lang.auto"), p.Lang == "")
	ranking := chat.Menu{Label: w.Say("settings.ranking"), Line: "settings ranking"}
	return withOptions(lang,
		pairMenu(w.Say("settings.confirm"), "settings confirm", p.ConfirmsCards,
			menuOption(WordOff, w.Say("settings.confirm.off")), menuOption(WordOn, w.Say("settings.confirm.on"))),
		pairMenu(w.Say("settings.advice"), "settings advice", p.Advised,
			menuOption(WordOff, w.Say("settings.advice.off")), menuOption(WordOn, w.Say("settings.advice.on"))),
		pairMenu(w.Say("settings.show"), "settings", p.TextOnly,
			menuOption(WordPictures, w.Say("settings.pictures")), menuOption(WordText, w.Say("settings.text"))),
		when(s.Felt, pairMenu(w.Say("settings.page"), "settings", p.AsChat,
			menuOption(WordTable, w.Say("settings.table")), menuOption(WordChat, w.Say("settings.chat")))),
		pairMenu(w.Say("settings.deck"), "settings deck", p.TwoColours,
			menuOption(WordDeckFour, w.Say("settings.deck.four")), menuOption(WordDeckTwo, w.Say("settings.deck.two"))),
		wordsMenu(ranking, standing.RankingChoices(), p.Ranking, "settings.ranking.", w),
		pairMenu(w.Say("settings.cut"), "settings cut", p.NeverCut,
			menuOption(WordAsk, w.Say("settings.cut.ask")), menuOption(WordNever, w.Say("settings.cut.never"))))
}

// Notifications shows the settings for notifications.
type Notifications struct {
	Person people.Person
	Now    time.Time // in the person's zone
}

var offeredHours = []people.Hours{{From: 22 * 60, To: 7 * 60}, {From: 23 * 60, To: 8 * 60}, {From: 20 * 60, To: 8 * 60}}

func quietLine(p people.Person, w *words.Tongue) chat.Line {
	hours := either(p.QuietHours == people.Hours{}, w.Say("settings.quiet.none"), hoursText(p.QuietHours))
	return plain(w.Say("settings.quiet", "Value", hours, "Zone", speech.ZoneName(p.ZoneName(), w)))
}

// Screen shows the times and places of notifications.
func (c Notifications) Screen(w *words.Tongue) *chat.Screen {
	p, several := c.Person, len(c.Person.Platforms()) > 1
	all := page(w, nonEmpty(
		title(w.Say("calling.title")),
		quietLine(p, w),
		plain(w.Say("settings.zone", "Value", speech.ZoneName(p.ZoneName(), w), "Time", c.Now.Format(clockForm))),
		when(several, plain(w.Say("calling.where"))),
		dim(w.Say("calling.about")), dim(w.Say("calling.typed"))),
		row(button(w.Say("button.zone"), "settings zone"), button(w.Say("button.settings"), "settings")))
	hours := chat.Menu{Label: w.Say("calling.hours"), Line: "settings quiet"}
	hours.Add(WordOff, w.Say("calling.always"), p.QuietHours == people.Hours{})
	for _, h := range offeredHours {
		typed := fmt.Sprintf("%02d:%02d-%02d:%02d", h.From/60, h.From%60, h.To/60, h.To%60)
		hours.Add(typed, hoursText(h), p.QuietHours == h)
	}
	turn := chat.Menu{Label: w.Say("calling.turn"), Line: "settings calls"}
	reminders := chat.Menu{Label: w.Say("calling.reminders"), Line: "settings reminders"}
	all.Menus = []chat.Menu{wordsMenu(turn, notify.Preferences(), p.Calls, "calling.turn.", w), hours,
		wordsMenu(reminders, people.AllReminders(), p.Reminders, "reminders.", w)}
	if several {
		platforms := chat.Menu{Label: w.Say("calling.platform"), Line: "settings platform"}
		platforms.Add(WordAuto, w.Say("calling.auto"), p.CallPlatform == "")
		for _, x := range p.Platforms() {
			platforms.Add(x, w.Say("platform."+x), x == p.CallPlatform)
		}
		all.Menus = append(all.Menus, platforms)
	}
	return all
}

// Zones offers time zones.
type Zones struct {
	Chosen     string
	LocalTimes map[string]time.Time
}

// Screen shows each zone with its current time.
func (p Zones) Screen(w *words.Tongue) *chat.Screen {
	const perRow = 3
	all := seq.Map(speech.Zones, func(zone string) chat.Button {
		return option(speech.ZoneName(zone, w)+" "+p.LocalTimes[zone].Format(clockForm), lineOf("settings", "zone", zone), zone == p.Chosen)
	})
	return page(w, []chat.Line{title(w.Say("zone.title")), plain(w.Say("zone.typed"))}, slices.Collect(slices.Chunk(all, perRow))...)
}

// Blocked lists a person's blocked users.
type Blocked []people.Blocked

// Screen shows buttons to unblock them.
func (all Blocked) Screen(w *words.Tongue) *chat.Screen {
	text := nonEmpty(title(w.Say("block.title")), plain(w.Say("block.intro")), when(len(all) == 0, plain(w.Say("block.none"))))
	names := displayname.OfList(w, seq.Map(all, func(x people.Blocked) string { return x.Name }))
	var rows [][]chat.Button
	for i, x := range all {
		rows = append(rows, row(button(w.Say("block.end", "Name", names[i]), lineOf("block", WordOff, x.User))))
	}
	return page(w, text, rows...)
}

// Away shows an absence and the remaining days.
type Away struct {
	Until        chat.Span // if IsAway
	Mark         string    // of the absence
	IsAway       bool
	JustReturned bool
	DaysLeft     int   // days in this year
	DayChoices   []int // numbers of days
}

// AwayDays returns the offered numbers of days.
func AwayDays() []int { return []int{1, 2, 3, 7, 14} }

// Screen starts or ends an absence.
func (p Away) Screen(w *words.Tongue) *chat.Screen {
	return page(w, nonEmpty(
		title(w.Say("away.title")),
		when(p.IsAway, sayWhen(w, chat.Strong, p.Until, "away.until")), when(p.JustReturned, strong(w.Say("away.back"))),
		plain(w.Say("away.about")), plain(w.Count("away.left", p.DaysLeft))),
		row(when(p.IsAway, primary(w.Say("button.back"), lineOf("away", WordOff, p.Mark)))),
		seq.Map(p.DayChoices, func(n int) chat.Button { return button(w.Count("pace.typed", n), lineOf("away", n, p.Mark)) }))
}
