package screens

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/bot/match/terms"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

// Upper limits.
const (
	MaxTables   = 10 // concurrent matches in a chat
	MaxChannels = 25 // open to challenges
)

// Config sets up a server or group.
type Config struct {
	Home      chat.ChatID
	Here      chat.ChatID // the chat that asked for the page
	Languages Languages
	Lang      string // of boards; "" until set
	Rules     string // default rule set; "" for the program's
	Options   engine.Options
	Length    int // 0 for the rule set's
	Pace      match.Pace
	Channels  []chat.ChatID // open to challenges; empty for all
	// Chats maps Here and Channels to display texts.
	Chats         map[chat.ChatID]chat.Span
	Tables        int // matches in a chat; 0 for DefaultTables
	DefaultTables int
	Closed        bool  // only administrators may challenge
	Threaded      bool  // the platform supports threads
	Threads       *bool // nil for the operator's choice
}

// ConfigMenu changes one setting.
type ConfigMenu struct {
	Setting string
	Option  string // "" for other settings
	chat.Menu
}

// HasChannels reports whether the space has several chats.
func (p Config) HasChannels() bool { return p.Here != p.Home || len(p.Channels) > 0 }

// Screen lists all settings with a menu for each.
func (p Config) Screen(w *words.Tongue) *chat.Screen {
	platform := p.Home.Platform()
	s := page(w, []chat.Line{title(w.Say("config.title", "Space", SpaceName(platform, w))), plain(w.Say("config.lead"))})
	for _, m := range p.Menus(w) {
		m.Label = w.Say("config."+m.Setting, "Where", w.Say("platform.chat."+platform), "Option", m.Option)
		m.Line = lineOf("config", p.Home, p.Here, m.Setting)
		s.Menus = append(s.Menus, m.Menu)
		s.Text = append(s.Text, append(chat.Line{{Text: m.Label + ": "}}, p.chosen(m.Menu, w)...))
	}
	return s
}

// Menus returns the menus with options, in the page's order.
func (p Config) Menus(w *words.Tongue) []ConfigMenu {
	first := []ConfigMenu{{Setting: SettingLang, Menu: p.Languages.menu(p.Lang)}, {Setting: SettingRules, Menu: p.rulesMenu(w)}}
	all := slices.Concat(first, p.gameMenus(w), []ConfigMenu{
		{Setting: SettingPace, Menu: p.paceMenu(w)}, {Setting: SettingChannels, Menu: p.channelsMenu()},
		{Setting: SettingTables, Menu: p.tablesMenu(w)},
		{Setting: SettingChallengers, Menu: p.whoMenu(w)},
		{Setting: SettingThreads, Menu: when(p.Threaded, p.threadsMenu(w))},
	})
	return slices.DeleteFunc(all, func(m ConfigMenu) bool { return len(m.Options) == 0 })
}

func (p Config) chosen(m chat.Menu, w *words.Tongue) (all []chat.Span) {
	for _, o := range m.Options {
		if o.Chosen {
			if len(all) > 0 {
				all = append(all, chat.Span{Text: ", "})
			}
			all = append(all, either(m.OffersChats, p.Chats[chat.ChatID(o.Value)], chat.Span{Text: o.Label, Style: chat.Strong}))
		}
	}
	if len(all) == 0 {
		return strong(w.Say("config.unset"))
	}
	return all
}

func (p Config) rulesMenu(w *words.Tongue) (m chat.Menu) {
	m.Add(WordDefault, w.Say("config.rules.usual"), p.Rules == "")
	for _, g := range games.All() {
		for _, set := range g.Rules {
			m.Add(set.ID, w.Say("rules."+set.ID), set.ID == p.Rules)
		}
	}
	return m
}

// gameMenus returns nil for an invalid setup.
func (p Config) gameMenus(w *words.Tongue) (all []ConfigMenu) {
	g, rulesErr := games.ByRules(p.Rules)
	set, _ := g.RuleSet(p.Rules)
	full, optionsErr := set.Complete(p.Options)
	if rulesErr != nil || optionsErr != nil {
		return nil
	}
	for _, opt := range set.Options {
		m := ConfigMenu{Setting: SettingOption, Option: w.Say("option." + string(opt.ID))}
		for _, v := range opt.Values {
			m.Add(fmt.Sprintf("%s=%s", opt.ID, v), w.Say(speech.OptionText(opt.ID, v)), full[opt.ID] == v)
		}
		all = append(all, m)
	}
	if lengths := g.LengthsOf(p.Rules); len(lengths) > 1 {
		m := ConfigMenu{Setting: SettingLength}
		for _, n := range slices.Sorted(slices.Values(lengths)) {
			m.Add(strconv.Itoa(n), speech.LengthText(g, n, w), n == p.Length || p.Length == 0 && n == lengths[0])
		}
		all = append(all, m)
	}
	return all
}

func (p Config) paceMenu(w *words.Tongue) (m chat.Menu) {
	for _, x := range withChosen(shownPaces, p.Pace) {
		m.Add(strings.TrimPrefix(terms.PaceWord(x), terms.WordPace), terms.PaceText(x, w), x == p.Pace)
	}
	return m
}

func (p Config) channelsMenu() chat.Menu {
	m := chat.Menu{OffersChats: true, Max: MaxChannels}
	for _, id := range p.Channels {
		m.Add(string(id), p.Chats[id].Text, true)
	}
	if p.Here != p.Home && !slices.Contains(p.Channels, p.Here) {
		m.Add(string(p.Here), p.Chats[p.Here].Text, false)
	}
	return m
}

func (p Config) tablesMenu(w *words.Tongue) (m chat.Menu) {
	m.Add("0", w.Say("config.tables.usual", "Number", p.DefaultTables), p.Tables == 0)
	for n := 1; n <= MaxTables; n++ {
		m.Add(strconv.Itoa(n), strconv.Itoa(n), p.Tables == n)
	}
	return m
}

func (p Config) whoMenu(w *words.Tongue) (m chat.Menu) {
	m.Add(ChallengersAll, w.Say("config.who.all"), !p.Closed)
	m.Add(ChallengersAdmins, w.Say("config.who.admins"), p.Closed)
	return m
}

func (p Config) threadsMenu(w *words.Tongue) (m chat.Menu) {
	m.Add(WordDefault, w.Say("config.threads.usual"), p.Threads == nil)
	m.Add(WordOn, w.Say("settings.on"), p.Threads != nil && *p.Threads)
	m.Add(WordOff, w.Say("settings.off"), p.Threads != nil && !*p.Threads)
	return m
}
