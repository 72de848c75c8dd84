package screens

import (
	"fmt"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/bot/match/terms"
	"tarockbot/bot/support/seq"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/engine/robot"
	"tarockbot/render/words"
)

// Setup prepares a challenge, or changes one. Its buttons' lines carry all earlier choices.
type Setup struct {
	terms.Terms
	Table  chat.TableID // of the challenge to change; "" for a new one
	Names  []string     // of the friends
	Nearby []Bystander  // recently in the chat
	More   bool         // shows less common choices
	// Network is the page's platform.
	Network string
	Stakes  bool // the operator allows money
}

// Bystander is a person to challenge.
type Bystander struct {
	ID   string // on their platform
	Name string
}

// Screen describes the challenge, with menus to change it.
func (p Setup) Screen(w *words.Tongue) *chat.Screen {
	less := button(w.Say("setup.less"), p.command("", p.Line()))
	more := button(w.Say("setup.more"), p.command(WordMore, p.Line()))
	head := title(w.Say(either(p.More, "setup.more.title", "setup.title")))
	s := page(w, append([]chat.Line{head}, p.summary(w)...), row(p.post(w), either(p.More, less, more)))
	s.Menus = withOptions(either(p.More, p.moreMenus, p.menus)(w)...)
	return s
}

// command returns the line that shows the page with other terms.
func (p Setup) command(args ...any) string {
	if p.Table != "" {
		return lineOf("change", append([]any{p.Table}, args...)...)
	}
	return lineOf("setup", args...)
}

// post returns the zero button for a challenge to change, because each choice changes it at once.
func (p Setup) post(w *words.Tongue) chat.Button {
	label := w.Say(either(p.IsAlone(), "setup.play", "setup.post"))
	return when(p.Table == "", primary(label, lineOf("challenge", p.Line())))
}

func (p Setup) summary(w *words.Tongue) []chat.Line {
	set := func(text, value string) chat.Line {
		return chat.Line{{Text: w.Say(text) + ": "}, {Text: value, Style: chat.Strong}}
	}
	return nonEmpty(
		when(p.Table == "", set("setup.who", p.opponents(w))),
		when(p.Table == "", plain(p.whereTo(w))),
		set("setup.what", describeMatch(p.Game, p.Terms.Setup, w)),
		when(!p.hasNoPace(), set("setup.pace", terms.PaceText(p.Terms.Setup.Pace, w))),
		when(p.Table == "" && typesMoves(w), dim(w.Say("setup.typed", "Line", w.Command(w.Say("typed.command.challenge")+" "+p.Spoken(w))))))
}

func (p Setup) hasNoPace() bool { return p.IsAlone() && !p.PaceSaid }

func (p Setup) opponents(w *words.Tongue) string {
	players := seq.Map(p.Names, func(name string) displayname.Player { return displayname.Player{Name: name} })
	computer := displayname.Player{Computer: true, Level: p.ComputerLevel()}
	all := displayname.OfTableWithLevels(w, append(players, slices.Repeat([]displayname.Player{computer}, p.Robots)...))
	if p.Game.Seats-1 > len(p.Friends)+p.Robots {
		all = append(all, w.Say("setup.to.anybody"))
	}
	return strings.Join(all, ", ")
}

func (p Setup) whereTo(w *words.Tongue) string {
	switch {
	case p.IsAlone():
		return w.Say("setup.computer")
	case p.Game.Seats-1 == len(p.Friends)+p.Robots:
		return w.Say("setup.friend")
	case p.InLastChat:
		return w.Say("setup.anybody", "Where", w.Say("platform.here."+p.Network))
	default:
		return w.Say("setup.code")
	}
}

func (p Setup) menus(w *words.Tongue) []chat.Menu {
	if p.Table != "" {
		return []chat.Menu{p.presetMenu(w, terms.FirstPresets()), p.paceMenu(w)}
	}
	return []chat.Menu{
		p.whoMenu(w), when(p.Robots > 0, p.levelMenu(w)), p.presetMenu(w, terms.Presets()), when(!p.hasNoPace(), p.paceMenu(w)),
	}
}

func (p Setup) menu(label string, options ...chat.Option) chat.Menu {
	return chat.Menu{Label: label, Line: p.command(when(p.More, WordMore)), Options: options}
}

// choose returns an option that changes the terms. A chosen option changes nothing.
func (p Setup) choose(label string, chosen bool, change func(*terms.Terms)) chat.Option {
	t := p.Terms
	if !chosen {
		change(&t)
	}
	return chat.Option{Label: label, Value: t.Line(), Chosen: chosen}
}

func (p Setup) whoMenu(w *words.Tongue) chat.Menu {
	others := p.Game.Seats - 1
	m := p.menu(w.Say("setup.who"), p.choose(w.Say("setup.to.anybody"), p.Robots == 0 && len(p.Friends) == 0, func(t *terms.Terms) {
		t.Robots, t.Friends = 0, nil
	}))
	m.Options = append(m.Options, p.friendOptions(w)...)
	for n := 1; n <= others; n++ {
		label := w.Say("setup.to.computer") + when(!p.Game.IsForTwo(), fmt.Sprintf(" ×%d", n))
		m.Options = append(m.Options, p.choose(label, p.Robots == n, func(t *terms.Terms) {
			t.Robots, t.Friends = n, p.Friends[:min(len(p.Friends), others-n)]
			t.PaceSaid = p.PaceSaid && (n < others || p.IsAlone()) // a pace for other people doesn't count alone
		}))
	}
	return m
}

func (p Setup) levelMenu(w *words.Tongue) chat.Menu {
	return p.menu(w.Say("setup.level"), seq.Map(robot.Levels(), func(l robot.Level) chat.Option {
		return p.choose(levelName(l, w), l == p.ComputerLevel(), func(t *terms.Terms) { t.Level = l })
	})...)
}

func (p Setup) friendOptions(w *words.Tongue) []chat.Option {
	all := slices.Clone(p.Nearby)
	for i, f := range p.Friends {
		if i < len(p.Names) && !slices.ContainsFunc(all, func(b Bystander) bool { return b.ID == f.Mention }) {
			all = append(all, Bystander{f.Mention, p.Names[i]})
		}
	}
	names := displayname.OfList(w, seq.Map(all, func(b Bystander) string { return b.Name }))
	options := make([]chat.Option, len(all))
	for i, b := range all {
		chosen := slices.ContainsFunc(p.Friends, func(f terms.Friend) bool { return f.Mention == b.ID })
		options[i] = p.choose(names[i], chosen, func(t *terms.Terms) {
			others := p.Game.Seats - 1
			t.Friends = append(slices.Clone(p.Friends[:min(len(p.Friends), others-1)]), terms.Friend{Mention: b.ID})
			t.Robots = min(p.Robots, others-len(t.Friends))
		})
	}
	return options
}

func (p Setup) presetMenu(w *words.Tongue, presets []terms.Preset) chat.Menu {
	m, taken := p.menu(w.Say("setup.what")), p.Preset()
	m.Options = seq.Map(presets, func(preset terms.Preset) chat.Option {
		o := p.choose(w.Say("preset."+preset.ID), preset.ID == taken, func(t *terms.Terms) { t.ApplyPreset(preset) })
		o.Hint, o.Group = w.Say("preset."+preset.ID+".about"), w.Say("game."+preset.Game().ID)
		return o
	})
	if !slices.ContainsFunc(presets, func(preset terms.Preset) bool { return preset.ID == taken }) {
		m.Options = append(m.Options, p.choose(w.Say("setup.own"), true, nil))
	}
	return m
}

var shownPaces = []match.Pace{match.LivePace, match.DayPace, 3 * match.DayPace, 7 * match.DayPace, match.NoPace}

func (p Setup) paceMenu(w *words.Tongue) chat.Menu {
	return p.menu(w.Say("setup.pace"), seq.Map(withChosen(shownPaces, p.Terms.Setup.Pace), func(pace match.Pace) chat.Option {
		return p.choose(terms.PaceText(pace, w), pace == p.Terms.Setup.Pace, func(t *terms.Terms) {
			t.Setup.Pace, t.PaceSaid = pace, true
			t.Setup.CutEach = t.Setup.CutEach && pace == match.LivePace
		})
	})...)
}

func (p Setup) moreMenus(w *words.Tongue) []chat.Menu {
	choices := seq.Map(terms.Choices(), func(c terms.Choice) chat.Menu { return when(c.Applies(p.Terms), p.choiceMenu(c, w)) })
	return slices.Concat([]chat.Menu{p.rulesMenu(w)}, p.optionMenus(w), []chat.Menu{p.lengthMenu(w)}, choices,
		[]chat.Menu{when(p.Stakes && p.Robots == 0, p.stakeMenu(w))})
}

// shownStakes, in cents, are on buttons. People can type others.
var shownStakes = []int{0, 1, 5, 10, 20, 50}

func (p Setup) stakeMenu(w *words.Tongue) chat.Menu {
	return p.menu(w.Say("option.stake"), seq.Map(withChosen(shownStakes, p.Terms.Setup.Stake), func(cents int) chat.Option {
		return p.choose(terms.StakeText(cents, w), cents == p.Terms.Setup.Stake, func(t *terms.Terms) { t.Setup.Stake = cents })
	})...)
}

func (p Setup) rulesMenu(w *words.Tongue) chat.Menu {
	m := p.menu(w.Say("setup.rules"))
	for _, g := range games.All() {
		for _, set := range g.Rules {
			choose := func(t *terms.Terms) { t.ResetRules(g, set) }
			m.Options = append(m.Options, p.choose(w.Say("rules."+set.ID), set.ID == p.Terms.Setup.Rules, choose))
		}
	}
	return m
}

func (p Setup) optionMenus(w *words.Tongue) []chat.Menu {
	set, _ := p.Game.RuleSet(p.Terms.Setup.Rules) // an unknown rule set has no options
	return seq.Map(set.Options, func(opt engine.Option) chat.Menu {
		return p.menu(w.Say("option."+string(opt.ID)), seq.Map(opt.Values, func(v engine.Name) chat.Option {
			return p.choose(w.Say(speech.OptionText(opt.ID, v)), p.Terms.Setup.Options[opt.ID] == v, func(t *terms.Terms) {
				t.Setup.Options, _ = set.Complete(p.Terms.Setup.Options)
				t.Setup.Options[opt.ID] = v
			})
		})...)
	})
}

func (p Setup) lengthMenu(w *words.Tongue) chat.Menu {
	lengths := slices.Sorted(slices.Values(p.Game.LengthsOf(p.Terms.Setup.Rules)))
	return p.menu(w.Say("setup.length"), seq.Map(lengths, func(n int) chat.Option {
		return p.choose(speech.LengthText(p.Game, n, w), n == p.Terms.Setup.Length, func(t *terms.Terms) { t.Setup.Length = n })
	})...)
}

func (p Setup) choiceMenu(c terms.Choice, w *words.Tongue) chat.Menu {
	m, current := p.menu(w.Say("option."+c.Name)), *c.Field(&p.Terms.Setup)
	for i, word := range c.Words() {
		m.Options = append(m.Options, p.choose(choiceText(word, w), current == (i > 0), func(t *terms.Terms) { *c.Field(&t.Setup) = i > 0 }))
	}
	return m
}

func choiceText(word string, w *words.Tongue) string {
	return w.Say("option." + strings.Replace(word, "=", ".", 1))
}

func describeSetup(game engine.Game, s match.Setup, w *words.Tongue) string {
	return joined(" · ", describeMatch(game, s, w), when(s.Pace != match.NoPace, terms.PaceText(s.Pace, w)))
}

func describeMatch(game engine.Game, s match.Setup, w *words.Tongue) string {
	parts := append([]string{w.Say("rules." + s.Rules)}, describeOptions(game, s, w)...)
	return joined(" · ", append(parts, describeLength(game, s.Setup, w))...)
}

func describeLength(game engine.Game, s engine.Setup, w *words.Tongue) string {
	if series := game.Next(s, nil); series.Goal > 0 {
		return w.Say("setup.series", "Goal", series.Goal, "Extra", series.Extra)
	}
	return w.Count("setup.deals", s.Length) + when(s.Length%game.Seats == 0, " ("+w.Count("setup.rounds", s.Length/game.Seats)+")")
}

func describeOptions(game engine.Game, s match.Setup, w *words.Tongue) (parts []string) {
	if set, err := game.RuleSet(s.Rules); err == nil {
		for _, opt := range set.Options {
			if value := s.Options[opt.ID]; value != "off" && value != "" { // older matches lack newer options
				parts = append(parts, w.Say(speech.OptionText(opt.ID, value)))
			}
		}
	}
	s.SettleTimeouts = s.SettleTimeouts && s.Pace != match.NoPace
	choices := seq.Map(terms.Choices(), func(c terms.Choice) string { return when(*c.Field(&s), choiceText(c.Words()[1], w)) })
	return append(append(parts, choices...), when(s.Stake > 0, terms.StakeText(s.Stake, w)))
}

// ChallengeElsewhere lists chats that allow challenges.
type ChallengeElsewhere []chat.Span

// Screen refers the challenger to these chats.
func (all ChallengeElsewhere) Screen(w *words.Tongue) *chat.Screen {
	text := []chat.Line{strong(w.Say("challenge.elsewhere"))}
	for _, where := range all {
		text = append(text, chat.Line{where})
	}
	return page(w, text)
}
