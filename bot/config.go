package bot

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

// askAdminsTime is how long a network may take to tell who administers a chat.
const askAdminsTime = 5 * time.Second

// configRequest is what somebody wants of a space's settings: a setting, and its
// values. Buttons say "config SPACE HERE SETTING VALUE…", for the page may stand
// in a private chat; HERE is where it was asked for.
type configRequest struct {
	id, here ChatID
	setting  string
	values   []string
	pressed  bool // a button says it: no values mean none, while who types them wants to see them
}

func (r *request) configRequest() (c configRequest) {
	args := r.args
	if c.id, c.here = r.space(), r.Chat; len(args) > 1 && strings.Contains(args[0], ":") {
		c.id, c.here, args, c.pressed = ChatID(args[0]), ChatID(args[1]), args[2:], true
	}
	if len(args) > 0 {
		c.setting, c.values = args[0], args[1:]
	}
	return c
}

// config shows and changes the settings of a server or group, all on one page. Who
// may is looked up every time.
func (b *Bot) config(ctx context.Context, r *request) (Answer, error) {
	c := r.configRequest()
	if c.id == "" {
		return Answer{}, refuse("config-where")
	}
	if err := b.mayConfigure(ctx, r, c.id); err != nil {
		return Answer{}, err
	}
	s, _, err := b.spaceAt(ctx, c.id)
	if err != nil {
		return Answer{}, err
	}
	switch {
	case c.setting == settingChannels && !c.hasChannels(s):
		return Answer{}, refuse("config-channels")
	case len(c.values) == 0 && (c.setting != settingChannels || !c.pressed):
		return Answer{Screen: b.configPage(r, c, s)}, nil
	}
	change, err := b.configChange(c)
	if err != nil {
		return Answer{}, err
	}
	s, err = b.changeSpace(ctx, c.id, r.Input, change)
	if err != nil {
		return Answer{}, err
	}
	if c.setting == settingLang {
		b.showBoards(c.here)
	}
	return Answer{Alert: r.t.Say("config.saved"), Screen: b.configPage(r, c, s)}, nil
}

// showBoards shows the boards in the chat afresh, of tables that go on.
func (b *Bot) showBoards(chat ChatID) {
	for _, id := range b.register.shownAt(Input{Chat: chat}) {
		l := b.tables.lock(id)
		if err := b.loadTable(b.running, l); err == nil && l.state.live() {
			for _, m := range l.state.Messages {
				if chat.has(m.Place) {
					l.showOf(m.Place).force = true
				}
			}
			b.refresh(l)
		}
		l.mu.Unlock()
	}
}

// The settings of a space.
const (
	settingLang     = "lang"
	settingRules    = "rules"
	settingOption   = "option" // "exchange=easy"
	settingLength   = "length"
	settingPace     = "pace"
	settingChannels = "channels"
	settingTables   = "tables"
	settingWho      = "who"
	settingThreads  = "threads"
)

// usual is the value of a setting that is as everywhere.
const usual = "usual"

// Who may challenge.
const (
	whoAll    = "all"
	whoAdmins = "admins"
)

const (
	mostTables   = 10 // that administrators may allow in a chat
	mostChannels = 25
)

// configChange is the change of the space that is asked for.
func (b *Bot) configChange(c configRequest) (func(*space), error) {
	if c.setting == settingChannels {
		return channelsChange(c)
	}
	value := strings.ToLower(c.values[0])
	var change func(*space)
	switch c.setting {
	case settingLang:
		if slices.Contains(words.Languages(), value) {
			change = func(s *space) { s.Lang = value }
		}
	case settingRules:
		change = rulesChange(value)
	case settingOption:
		change = optionChange(value)
	case settingLength:
		if n, err := strconv.Atoi(value); err == nil && n >= 0 {
			change = func(s *space) { s.Length = n }
		}
	case settingPace:
		p, err := b.tongues.phrases.pace(c.values)
		if err != nil {
			return nil, err
		}
		change = func(s *space) { s.Pace = &p }
	case settingTables:
		if n, err := strconv.Atoi(value); err == nil && n >= 0 && n <= mostTables {
			change = func(s *space) { s.Tables = n }
		}
	case settingWho:
		if value == whoAll || value == whoAdmins {
			change = func(s *space) { s.Closed = value == whoAdmins }
		}
	case settingThreads:
		change = b.threadsChange(value)
	}
	if change == nil {
		return nil, refuse("config-unclear", "Typed", CleanName(c.setting+" "+value))
	}
	return change, nil
}

// rulesChange sets the rule set, of which nothing else is said yet.
func rulesChange(value string) func(*space) {
	_, set := rulesCalled(value)
	if set == "" && value != usual {
		return nil
	}
	return func(s *space) {
		if s.Rules != set {
			s.Rules, s.Options, s.Length = set, nil, 0
		}
	}
}

// optionChange sets an option of the rule set that is the space's then; one that it
// doesn't have is no change.
func optionChange(value string) func(*space) {
	option, chosen, ok := strings.Cut(value, "=")
	if !ok {
		return nil
	}
	return func(s *space) {
		g, has := s.game()
		if !has {
			return
		}
		set, err := g.RuleSet(s.Rules)
		if err != nil {
			return
		}
		if _, err := set.Complete(engine.Options{engine.Name(option): engine.Name(chosen)}); err != nil {
			return
		}
		all := engine.Options{engine.Name(option): engine.Name(chosen)}
		for o, v := range s.Options {
			if o != engine.Name(option) {
				all[o] = v
			}
		}
		s.Options = all
	}
}

func (b *Bot) threadsChange(value string) func(*space) {
	on, switched := b.tongues.switches[value]
	switch {
	case switched:
		return func(s *space) { s.Threads = &on }
	case value == usual:
		return func(s *space) { s.Threads = nil }
	}
	return nil
}

// channelsChange sets where challenges may be made: everywhere if nothing is said.
func channelsChange(c configRequest) (func(*space), error) {
	var channels []ChatID
	if len(c.values) == 1 && c.values[0] == usual {
		c.values = nil
	}
	for _, v := range c.values {
		chat := ChatID(v)
		if (Place{Chat: chat}).platform() != (Place{Chat: c.id}).platform() || len(channels) == mostChannels {
			return nil, refuse("config-unclear", "Typed", CleanName(v))
		}
		if !slices.Contains(channels, chat) {
			channels = append(channels, chat)
		}
	}
	return func(s *space) { s.Channels = channels }, nil
}

// hasChannels says that the space has several chats, of which some may be chosen.
func (c configRequest) hasChannels(s space) bool { return c.here != c.id || len(s.Channels) > 0 }

// configPage shows all settings of a space, each with what it may be.
func (b *Bot) configPage(r *request, c configRequest, s space) *Screen {
	page := &Screen{Lang: r.t.Tag(), Text: []Line{
		{{Text: r.t.Say("config.title"), Style: Title}},
		{{Text: r.t.Say("config.lead")}},
	}}
	add := func(setting string, m Menu) {
		m.Label, m.Line = r.t.Say("config."+setting), fmt.Sprintf("config %s %s %s", c.id, c.here, setting)
		page.Menus = append(page.Menus, m)
		page.Text = append(page.Text, append(Line{{Text: m.Label + ": "}}, b.chosen(r, c, m)...))
	}
	add(settingLang, b.langMenu(s))
	add(settingRules, rulesMenu(s, r.t))
	for _, m := range gameMenus(s, r.t) {
		add(m.setting, m.Menu)
	}
	add(settingPace, paceMenu(s, r.t))
	if c.hasChannels(s) {
		add(settingChannels, b.channelsMenu(r, c, s))
	}
	add(settingTables, b.tablesMenu(s, r.t))
	add(settingWho, whoMenu(s, r.t))
	if _, ok := b.platforms[r.platform()].(Threaded); ok {
		add(settingThreads, threadsMenu(s, r.t))
	}
	return page
}

// chosen is what is chosen of a menu, if anything is; no chats are all.
func (b *Bot) chosen(r *request, c configRequest, m Menu) (all []Span) {
	for _, o := range m.Options {
		switch {
		case !o.Chosen:
			continue
		case len(all) > 0:
			all = append(all, Span{Text: ", "})
		}
		if m.Chats {
			all = append(all, b.chatName(r, c.id, ChatID(o.Value)))
		} else {
			all = append(all, Span{Text: o.Label, Style: Strong})
		}
	}
	if len(all) == 0 {
		none := "config.unset"
		if m.Chats {
			none = "config.everywhere"
		}
		return []Span{{Text: r.t.Say(none), Style: Strong}}
	}
	return all
}

// one adds an option, of which one is chosen.
func (m *Menu) one(value, label string, chosen bool) {
	m.Options = append(m.Options, Option{Value: value, Label: label, Chosen: chosen})
}

func (b *Bot) langMenu(s space) (m Menu) {
	for _, lang := range words.Languages() {
		m.one(lang, b.languageName(lang, b.words.In(lang)), lang == s.Lang)
	}
	return m
}

func rulesMenu(s space, w *words.Tongue) (m Menu) {
	m.one(usual, w.Say("config.rules.usual"), s.Rules == "")
	for _, g := range games.All() {
		for _, set := range g.Rules {
			m.one(set.ID, w.Say("rules."+set.ID), set.ID == s.Rules)
		}
	}
	return m
}

// settingMenu is a menu with the setting that it is of.
type settingMenu struct {
	setting string
	Menu
}

// gameMenus are about the space's rule set: its options and its lengths.
func gameMenus(s space, w *words.Tongue) (all []settingMenu) {
	g, ok := s.game()
	if !ok {
		return nil
	}
	set, err := g.RuleSet(s.Rules)
	if err != nil {
		return nil
	}
	full, err := set.Complete(s.Options)
	if err != nil {
		return nil
	}
	for _, opt := range set.Options {
		m := settingMenu{setting: settingOption}
		for _, v := range opt.Values {
			m.one(fmt.Sprintf("%s=%s", opt.ID, v), w.Say(optionText(opt.ID, v)), full[opt.ID] == v)
		}
		all = append(all, m)
	}
	if len(g.Lengths) > 1 {
		m := settingMenu{setting: settingLength}
		for _, n := range slices.Sorted(slices.Values(g.Lengths)) {
			m.one(strconv.Itoa(n), w.Count("setup.deals", n), n == s.Length || s.Length == 0 && n == g.Lengths[0])
		}
		all = append(all, m)
	}
	return all
}

func paceMenu(s space, w *words.Tongue) (m Menu) {
	all := shownPaces
	if !slices.Contains(all, s.pace()) {
		all = append(slices.Clip(all), s.pace())
	}
	for _, p := range all {
		m.one(strings.TrimPrefix(p.word(), wordPace), p.describe(w), p == s.pace())
	}
	return m
}

// channelsMenu offers the chats that are chosen, and that where the page was asked
// for.
func (b *Bot) channelsMenu(r *request, c configRequest, s space) Menu {
	m := Menu{Chats: true, Max: mostChannels}
	for _, chat := range s.Channels {
		m.one(string(chat), b.chatName(r, c.id, chat).Text, true)
	}
	if c.here != c.id && !slices.Contains(s.Channels, c.here) {
		m.one(string(c.here), b.chatName(r, c.id, c.here).Text, false)
	}
	return m
}

func (b *Bot) tablesMenu(s space, w *words.Tongue) (m Menu) {
	m.one("0", w.Say("config.tables.usual", "Number", b.cfg.Limits.TablesPerChat), s.Tables == 0)
	for n := 1; n <= mostTables; n++ {
		m.one(strconv.Itoa(n), strconv.Itoa(n), s.Tables == n)
	}
	return m
}

func whoMenu(s space, w *words.Tongue) (m Menu) {
	m.one(whoAll, w.Say("config.who.all"), !s.Closed)
	m.one(whoAdmins, w.Say("config.who.admins"), s.Closed)
	return m
}

func threadsMenu(s space, w *words.Tongue) (m Menu) {
	m.one(usual, w.Say("config.threads.usual"), s.Threads == nil)
	m.one("on", w.Say("settings.on"), s.Threads != nil && *s.Threads)
	m.one("off", w.Say("settings.off"), s.Threads != nil && !*s.Threads)
	return m
}
