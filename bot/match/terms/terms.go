// Package terms parses and prints a challenge's proposal. Start at Parse. Terms are valid after Parse, Complete and
// SetPace, or after Complete and PlayAlone.
package terms

import (
	"cmp"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/engine/robot"
	"tarockbot/render/words"
)

// Terms are a challenge's proposal.
type Terms struct {
	Game       engine.Game
	Setup      match.Setup
	Friends    []Friend
	Robots     int         // chairs for the computer; allTheRest until Complete
	Level      robot.Level // the computer's; "" for the default
	PaceSaid   bool
	InLastChat bool // post the challenge in the person's last chat
}

// Friend is an invited player.
type Friend struct {
	Mention string // without @
	User    chat.UserID
	Name    string
}

// allTheRest gives the computer every chair without a friend.
const allTheRest = -1

// Choice is a setting with two words, such as "points=shown", the default, and "points=hidden". The texts
// "option.points" and "option.points.hidden" name it.
type Choice struct {
	Name         string
	usual, other string
	Field        func(*match.Setup) *bool // returns the field that is true for the other value
	Applies      func(Terms) bool
}

// Choices returns the settings that all games share.
func Choices() []Choice { return choices }

// choices are in the order of screens. A challenge's line has the pace's word between the two groups.
var choices = slices.Concat(matchChoices, paceChoices)

var matchChoices = []Choice{
	{ // card points in tricks, until the deal ends
		Name: "points", usual: "shown", other: "hidden",
		Field:   func(s *match.Setup) *bool { return &s.HidePoints },
		Applies: func(Terms) bool { return true },
	},
	{
		Name: "leaving", usual: "computer", other: "ends",
		Field:   func(s *match.Setup) *bool { return &s.LeavingEnds },
		Applies: func(t Terms) bool { return !t.Game.IsForTwo() },
	},
	{
		Name: "rated", usual: "on", other: "off",
		Field:   func(s *match.Setup) *bool { return &s.Friendly },
		Applies: func(t Terms) bool { return t.Robots == 0 },
	},
}

var paceChoices = []Choice{
	{
		Name: "timeout", usual: "computer", other: "settle",
		Field:   func(s *match.Setup) *bool { return &s.SettleTimeouts },
		Applies: func(t Terms) bool { return t.Setup.Pace != match.NoPace },
	},
	{ // how often a player may cut
		Name: "cut", usual: "match", other: "deal",
		Field:   func(s *match.Setup) *bool { return &s.CutEach },
		Applies: func(t Terms) bool { return t.Setup.Pace == match.LivePace && !t.IsAlone() },
	},
}

// Words returns both words, the default first.
func (c Choice) Words() []string { return []string{c.Name + "=" + c.usual, c.Name + "=" + c.other} }

// ChooseRules sets the rule set. It keeps the length if the rule set allows it.
func (t *Terms) ChooseRules(g engine.Game, rules string) {
	t.Game, t.Setup.Rules = g, rules
	if lengths := g.LengthsOf(rules); !slices.Contains(lengths, t.Setup.Length) {
		t.Setup.Length = lengths[0]
	}
}

// ResetRules sets the rule set with its default options. Friends and computers without a seat are dropped; a
// person who plays alone still does.
func (t *Terms) ResetRules(g engine.Game, set engine.RuleSet) {
	alone := t.IsAlone()
	t.ChooseRules(g, set.ID)
	t.Setup.Options, _ = set.Complete(nil)
	t.dropExtraPlayers()
	if alone {
		t.Robots = g.Seats - 1
	}
}

// KeepOptions sets the options that the rule set has.
func (t *Terms) KeepOptions(options engine.Options) {
	set, _ := t.Game.RuleSet(t.Setup.Rules)
	for option, value := range options {
		if HasOption(set, option, value) {
			t.Setup.Options[option] = value
		}
	}
}

func (t *Terms) dropExtraPlayers() {
	others := t.Game.Seats - 1
	t.Friends = t.Friends[:min(len(t.Friends), others)]
	t.Robots = min(t.Robots, others-len(t.Friends))
}

// Complete adds defaults. It refuses unknown lengths and options, and too many players.
func (t *Terms) Complete(said SaidWords, w *words.Tongue) error {
	complete, err := t.Setup.Check(t.Game)
	switch {
	case err == nil:
		t.Setup.Setup = complete
		err = t.assignComputers()
		t.clearUseless()
		return err
	case !slices.Contains(t.Game.LengthsOf(t.Setup.Rules), t.Setup.Length):
		return RefuseLength(t.Game, t.Setup.Rules)
	}
	return t.noOption(said, w)
}

// PlayAlone gives the computer all other chairs.
func (t *Terms) PlayAlone() {
	t.Friends, t.Robots = nil, t.Game.Seats-1
	t.clearUseless()
	t.clearPace()
}

// clearUseless clears settings that have no effect at any pace.
func (t *Terms) clearUseless() {
	for _, c := range matchChoices {
		if !c.Applies(*t) {
			*c.Field(&t.Setup) = false
		}
	}
	if t.Robots > 0 {
		t.Setup.Stake = 0 // nothing counts
	}
	if t.IsAlone() {
		t.Setup.CutEach = false // nobody cuts
	}
}

func (t *Terms) assignComputers() error {
	others := t.Game.Seats - 1
	room := others - len(t.Friends)
	if t.Robots == allTheRest {
		t.Robots = max(room, 1)
	}
	switch {
	case t.Robots <= room:
		return nil
	case len(t.Friends) > 0 && len(t.Friends) <= others:
		return chat.Refuse("no-chair-computer", "Others", others)
	default:
		return chat.Refuse("no-chair", "Others", others)
	}
}

// SetPace sets the default pace unless one was typed. It refuses CutEach at a slow pace, because everybody would wait.
func (t *Terms) SetPace(usual match.Pace) error {
	switch {
	case t.IsAlone():
		t.clearPace()
	case !t.PaceSaid:
		t.Setup.Pace = usual
	}
	if t.Setup.CutEach && t.Setup.Pace != match.LivePace {
		return chat.Refuse("cut-pace")
	}
	return nil
}

func (t *Terms) clearPace() {
	if !t.PaceSaid {
		t.Setup.Pace, t.Setup.SettleTimeouts = match.NoPace, false
	}
}

// IsAlone reports whether one person plays with computers.
func (t *Terms) IsAlone() bool { return t.Robots == t.Game.Seats-1 }

// ComputerLevel returns the computers' level.
func (t *Terms) ComputerLevel() robot.Level { return cmp.Or(t.Level, match.DefaultLevel) }

// HasOption reports whether the rule set has the option's value.
func HasOption(set engine.RuleSet, option, value engine.Name) bool {
	return slices.ContainsFunc(set.Options, func(o engine.Option) bool { return o.ID == option && slices.Contains(o.Values, value) })
}
