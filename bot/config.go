package bot

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/speech"
	"tarockbot/bot/tables"
	"tarockbot/bot/terms"
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
	if c.id, c.here = r.Home(), r.Chat; len(args) > 1 && strings.Contains(args[0], ":") {
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
		return Answer{}, chat.Refuse("config-where")
	}
	if err := b.mayConfigure(ctx, r, c.id); err != nil {
		return Answer{}, err
	}
	s, err := b.spaceAt(ctx, c.id)
	if err != nil {
		return Answer{}, err
	}
	switch {
	case c.setting == settingChannels && !c.hasChannels(s):
		return Answer{}, chat.Refuse("config-channels")
	case len(c.values) == 0 && (c.setting != settingChannels || !c.pressed):
		return Answer{Screen: b.configPage(r, c, s)}, nil
	}
	change, err := b.configChange(r, c, s)
	if err != nil {
		return Answer{}, err
	}
	s, err = b.changeSpace(ctx, c.id, r.Input, change)
	if err != nil {
		return Answer{}, err
	}
	if c.setting == settingLang {
		b.showBoards(c.id)
	}
	return Answer{Alert: r.t.Say("config.saved"), Screen: b.configPage(r, c, s)}, nil
}

// showBoards shows all boards in the space afresh, of tables that go on.
func (b *Bot) showBoards(space ChatID) {
	for _, x := range b.register.Find([]tables.Key{space}, func(x tables.Summary) bool { return x.IsIn(space) }) {
		l := b.tables.lock(x.ID)
		if err := b.loadTable(b.running, l); err == nil && l.state.IsActive() {
			for _, m := range l.state.Messages {
				if space.Has(m.Place) || space == l.state.SpaceOf(m) {
					b.messages.Force(keyOf(l.id, m.Place))
				}
			}
			b.refreshLocked(l)
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

// spaceChange changes the settings of a space, or refuses to as they are by then.
type spaceChange func(*space) error

// always is a change that nothing speaks against.
func always(set func(*space)) spaceChange {
	return func(s *space) error {
		set(s)
		return nil
	}
}

// configChange is the change of the space that is asked for.
func (b *Bot) configChange(r *request, c configRequest, s space) (spaceChange, error) {
	var change spaceChange
	switch value := strings.ToLower(strings.Join(c.values, " ")); c.setting {
	case settingChannels:
		return channelsChange(c)
	case settingPace:
		return b.paceChange(c.values)
	case settingOption:
		return b.optionChange(c.values, r.t), nil
	case settingLength:
		return lengthChange(value), nil
	case settingLang:
		change = langChange(value)
	case settingRules:
		change = rulesChange(value)
	case settingTables:
		change = tablesChange(value)
	case settingWho:
		change = whoChange(value)
	case settingThreads:
		change = b.threadsChange(value)
	}
	if change == nil || c.setting == settingThreads && !b.outbox.Traits(r.Place()).Threads {
		return nil, b.unclear(r, c, s)
	}
	return change, nil
}

// unclear refuses a setting that there isn't, or a value, with those that there are. The
// rules are too many for an answer.
func (b *Bot) unclear(r *request, c configRequest, s space) error {
	typed := strings.Join(c.values, " ")
	for _, m := range b.configMenus(r, c, s) {
		if m.setting != c.setting || c.setting == settingRules {
			continue
		}
		var values []string
		for _, o := range m.Options {
			values = append(values, o.Value)
		}
		return chat.Refuse("no-value", "Term", speech.CleanName(typed), "Values", strings.Join(values, " · "))
	}
	return chat.Refuse("config-unclear", "Typed", speech.CleanName(c.setting+" "+typed))
}

func langChange(value string) spaceChange {
	if !slices.Contains(words.Languages(), value) {
		return nil
	}
	return always(func(s *space) { s.Lang = value })
}

// rulesChange sets the rule set, of which nothing else is said yet.
func rulesChange(value string) spaceChange {
	_, set := speech.RulesCalled(value)
	if set == "" && value != usual {
		return nil
	}
	return always(func(s *space) {
		if s.Rules != set {
			s.Rules, s.Options, s.Length = set, nil, 0
		}
	})
}

// optionChange sets an option of the rule set that is the space's then, as a challenge
// says it.
func (b *Bot) optionChange(values []string, w *words.Tongue) spaceChange {
	word, n := b.lexicon.Phrases.Longest(values)
	return func(s *space) error {
		g, has := s.game()
		if !has {
			return chat.Refuse("config-rules")
		}
		set, err := g.RuleSet(s.Rules)
		if err != nil {
			return err
		}
		option, chosen := speech.OptionCalled(g, word)
		if n != len(values) || !terms.HasOption(set, option, chosen) {
			return terms.NoSuchOption(set, strings.Join(values, " "), w)
		}
		all := maps.Clone(s.Options)
		if all == nil {
			all = make(engine.Options)
		}
		all[option], s.Options = chosen, all
		return nil
	}
}

// lengthChange sets how many deals a match by the space's rule set has.
func lengthChange(value string) spaceChange {
	n, err := strconv.Atoi(value)
	return func(s *space) error {
		switch g, has := s.game(); {
		case !has:
			return chat.Refuse("config-rules")
		case value == usual:
			n = 0
		case err != nil || !slices.Contains(g.Lengths, n):
			return terms.NoSuchLength(g)
		}
		s.Length = n
		return nil
	}
}

func (b *Bot) paceChange(values []string) (spaceChange, error) {
	p, err := terms.PaceTyped(b.lexicon.Phrases, values)
	if err != nil {
		return nil, err
	}
	return always(func(s *space) { s.Pace = &p }), nil
}

func tablesChange(value string) spaceChange {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 || n > mostTables {
		return nil
	}
	return always(func(s *space) { s.Tables = n })
}

func whoChange(value string) spaceChange {
	if value != whoAll && value != whoAdmins {
		return nil
	}
	return always(func(s *space) { s.Closed = value == whoAdmins })
}

func (b *Bot) threadsChange(value string) spaceChange {
	on, switched := b.lexicon.Switches[value]
	switch {
	case switched:
		return always(func(s *space) { s.Threads = &on })
	case value == usual:
		return always(func(s *space) { s.Threads = nil })
	}
	return nil
}

// channelsChange sets where challenges may be made: everywhere if nothing is said.
func channelsChange(c configRequest) (spaceChange, error) {
	var channels []ChatID
	if len(c.values) == 1 && c.values[0] == usual {
		c.values = nil
	}
	for _, v := range c.values {
		id := ChatID(v)
		if (Place{Chat: id}).Platform() != (Place{Chat: c.id}).Platform() || len(channels) == mostChannels {
			return nil, chat.Refuse("config-unclear", "Typed", speech.CleanName(v))
		}
		if !slices.Contains(channels, id) {
			channels = append(channels, id)
		}
	}
	return always(func(s *space) { s.Channels = channels }), nil
}

// hasChannels says that the space has several chats, of which some may be chosen.
func (c configRequest) hasChannels(s space) bool { return c.here != c.id || len(s.Channels) > 0 }

// configPage shows all settings of a space, each with what it may be.
func (b *Bot) configPage(r *request, c configRequest, s space) *Screen {
	page := &Screen{Lang: r.t.Tag(), Text: []Line{
		{{Text: r.t.Say("config.title"), Style: Title}},
		{{Text: r.t.Say("config.lead")}},
	}}
	for _, m := range b.configMenus(r, c, s) {
		m.Label, m.Line = r.t.Say("config."+m.setting), fmt.Sprintf("config %s %s %s", c.id, c.here, m.setting)
		page.Menus = append(page.Menus, m.Menu)
		page.Text = append(page.Text, append(Line{{Text: m.Label + ": "}}, b.chosen(r, c, m.Menu)...))
	}
	return page
}

// configMenus are the settings that the space has, in the order of the page.
func (b *Bot) configMenus(r *request, c configRequest, s space) []settingMenu {
	all := []settingMenu{{settingLang, b.langMenu(s)}, {settingRules, rulesMenu(s, r.t)}}
	all = append(all, gameMenus(s, r.t)...)
	all = append(all, settingMenu{settingPace, paceMenu(s, r.t)})
	if c.hasChannels(s) {
		all = append(all, settingMenu{settingChannels, b.channelsMenu(r, c, s)})
	}
	all = append(all, settingMenu{settingTables, b.tablesMenu(s, r.t)}, settingMenu{settingWho, whoMenu(s, r.t)})
	if b.outbox.Traits(r.Place()).Threads {
		all = append(all, settingMenu{settingThreads, threadsMenu(s, r.t)})
	}
	return all
}

// chosen is what is chosen of a menu, if anything is.
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
		return []Span{{Text: r.t.Say("config.unset"), Style: Strong}}
	}
	return all
}

func (b *Bot) langMenu(s space) (m Menu) {
	for _, x := range b.languages() {
		m.Add(x.Tag, x.Name, x.Tag == s.Lang)
	}
	return m
}

func rulesMenu(s space, w *words.Tongue) (m Menu) {
	m.Add(usual, w.Say("config.rules.usual"), s.Rules == "")
	for _, g := range games.All() {
		for _, set := range g.Rules {
			m.Add(set.ID, w.Say("rules."+set.ID), set.ID == s.Rules)
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
			m.Add(fmt.Sprintf("%s=%s", opt.ID, v), w.Say(speech.OptionText(opt.ID, v)), full[opt.ID] == v)
		}
		all = append(all, m)
	}
	if len(g.Lengths) > 1 {
		m := settingMenu{setting: settingLength}
		for _, n := range slices.Sorted(slices.Values(g.Lengths)) {
			m.Add(strconv.Itoa(n), w.Count("setup.deals", n), n == s.Length || s.Length == 0 && n == g.Lengths[0])
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
		m.Add(strings.TrimPrefix(terms.PaceWord(p), terms.WordPace), terms.PaceText(p, w), p == s.pace())
	}
	return m
}

// channelsMenu offers the chats that are chosen, and that where the page was asked
// for.
func (b *Bot) channelsMenu(r *request, c configRequest, s space) Menu {
	m := Menu{Chats: true, Max: mostChannels}
	for _, chat := range s.Channels {
		m.Add(string(chat), b.chatName(r, c.id, chat).Text, true)
	}
	if c.here != c.id && !slices.Contains(s.Channels, c.here) {
		m.Add(string(c.here), b.chatName(r, c.id, c.here).Text, false)
	}
	return m
}

func (b *Bot) tablesMenu(s space, w *words.Tongue) (m Menu) {
	m.Add("0", w.Say("config.tables.usual", "Number", b.cfg.Limits.TablesPerChat), s.Tables == 0)
	for n := 1; n <= mostTables; n++ {
		m.Add(strconv.Itoa(n), strconv.Itoa(n), s.Tables == n)
	}
	return m
}

func whoMenu(s space, w *words.Tongue) (m Menu) {
	m.Add(whoAll, w.Say("config.who.all"), !s.Closed)
	m.Add(whoAdmins, w.Say("config.who.admins"), s.Closed)
	return m
}

func threadsMenu(s space, w *words.Tongue) (m Menu) {
	m.Add(usual, w.Say("config.threads.usual"), s.Threads == nil)
	m.Add("on", w.Say("settings.on"), s.Threads != nil && *s.Threads)
	m.Add("off", w.Say("settings.off"), s.Threads != nil && !*s.Threads)
	return m
}
