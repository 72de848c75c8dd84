// Package terms parses and prints what a challenge proposes: game, options, players, pace and stake. It knows no table
// and no person. Start at Read. Terms are right after Read, then Complete, then SetPace; or after Complete and PlayAlone.
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

// Terms are what a challenge proposes.
type Terms struct {
	Game       engine.Game
	Setup      match.Setup
	Friends    []Friend
	Robots     int         // chairs for the computer; allTheRest until Complete
	Level      robot.Level // the computer's; "" for the usual
	Paced      bool        // the pace was typed
	InLastChat bool        // post the challenge in the chat where the person last asked for one
}

// Friend is an invited player.
type Friend struct {
	Mention string // as typed, without @
	User    chat.UserID
	Name    string
}

// allTheRest gives the computer every chair that no friend gets.
const allTheRest = -1

// Choice is a setting with two values. Its words are such as "points=shown", the usual, and "points=hidden". The texts
// "option.points", "option.points.shown" and "option.points.hidden" name it.
type Choice struct {
	Name         string // such as "points"
	usual, other string
	Of           func(*match.Setup) *bool // returns the field that is true for the other value
	Applies      func(Terms) bool         // reports whether the choice makes a difference
}

// Choices returns the settings with two values that all games share.
func Choices() []Choice { return choices }

// choices lists the choices in the order in which screens and lines name them. Lines name the pace before paceChoices.
var choices = slices.Concat(matchChoices, paceChoices)

// matchChoices lists the choices that don't depend on the pace.
var matchChoices = []Choice{
	{ // card points in tricks, until the deal ends
		Name: "points", usual: "shown", other: "hidden",
		Of:      func(s *match.Setup) *bool { return &s.HidePoints },
		Applies: func(Terms) bool { return true },
	},
	{ // when one of more than two players leaves
		Name: "leaving", usual: "computer", other: "ends",
		Of:      func(s *match.Setup) *bool { return &s.LeavingEnds },
		Applies: func(t Terms) bool { return !t.Game.ForTwo() },
	},
	{
		Name: "rated", usual: "on", other: "off",
		Of:      func(s *match.Setup) *bool { return &s.Friendly },
		Applies: func(t Terms) bool { return t.Robots == 0 },
	},
}

// paceChoices lists the choices that depend on the pace.
var paceChoices = []Choice{
	{ // who plays on when a player's time is up
		Name: "timeout", usual: "computer", other: "settle",
		Of:      func(s *match.Setup) *bool { return &s.Settle },
		Applies: func(t Terms) bool { return t.Setup.Pace != match.NoPace },
	},
	{ // how often a player may cut
		Name: "cut", usual: "match", other: "deal",
		Of:      func(s *match.Setup) *bool { return &s.CutEach },
		Applies: func(t Terms) bool { return t.Setup.Pace == match.LivePace && !t.Alone() },
	},
}

// Words returns both words of the choice, the usual one first.
func (c Choice) Words() []string { return []string{c.Name + "=" + c.usual, c.Name + "=" + c.other} }

// ChooseRules chooses the game's rule set, and its usual length if it doesn't have the chosen one.
func (t *Terms) ChooseRules(g engine.Game, rules string) {
	t.Game, t.Setup.Rules = g, rules
	if lengths := g.LengthsOf(rules); !slices.Contains(lengths, t.Setup.Length) {
		t.Setup.Length = lengths[0]
	}
}

// ChooseRulesAnew chooses the rule set with its usual options, and adapts the players to its chairs. A person alone
// with the computer stays alone.
func (t *Terms) ChooseRulesAnew(g engine.Game, set engine.RuleSet) {
	alone := t.Alone()
	t.ChooseRules(g, set.ID)
	t.Setup.Options, _ = set.Complete(nil)
	t.dropExtraPlayers()
	if alone {
		t.Robots = g.Seats - 1
	}
}

// KeepOptions chooses those of the options that the rule set has.
func (t *Terms) KeepOptions(options engine.Options) {
	set, _ := t.Game.RuleSet(t.Setup.Rules) // an unknown rule set has no options
	for option, value := range options {
		if HasOption(set, option, value) {
			t.Setup.Options[option] = value
		}
	}
}

// dropExtraPlayers drops the players that are too many for the game: computer players first, then friends.
func (t *Terms) dropExtraPlayers() {
	others := t.Game.Seats - 1
	t.Friends = t.Friends[:min(len(t.Friends), others)]
	t.Robots = min(t.Robots, others-len(t.Friends))
}

// Complete fills in what nobody typed, or refuses what was typed.
func (t *Terms) Complete(said Said, w *words.Tongue) error {
	complete, err := t.Setup.Check(t.Game)
	switch {
	case err == nil:
		t.Setup.Setup = complete
		err = t.assignComputers()
		t.clearUseless()
		return err
	case !slices.Contains(t.Game.LengthsOf(t.Setup.Rules), t.Setup.Length):
		return NoSuchLength(t.Game, t.Setup.Rules)
	}
	return t.noOption(said, w)
}

// PlayAlone gives the computer all other chairs, and sets no pace unless one was typed.
func (t *Terms) PlayAlone() {
	t.Friends, t.Robots = nil, t.Game.Seats-1
	t.clearUseless()
	t.clearPace()
}

// clearUseless clears the settings that make no difference, whatever the pace is.
func (t *Terms) clearUseless() {
	for _, c := range matchChoices {
		if !c.Applies(*t) {
			*c.Of(&t.Setup) = false
		}
	}
	if t.Robots > 0 {
		t.Setup.Stake = 0 // nothing counts
	}
	if t.Alone() {
		t.Setup.CutEach = false // nobody cuts
	}
}

// assignComputers turns allTheRest into a number of computer players, and refuses more players than there are chairs.
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

// SetPace sets the usual pace if none was typed; against computers alone there is none. It refuses cutting every deal
// at a slow pace, because everyone would wait for each cut.
func (t *Terms) SetPace(usual match.Pace) error {
	switch {
	case t.Alone():
		t.clearPace()
	case !t.Paced:
		t.Setup.Pace = usual
	}
	if t.Setup.CutEach && t.Setup.Pace != match.LivePace {
		return chat.Refuse("cut-pace")
	}
	return nil
}

// clearPace removes the pace unless one was typed.
func (t *Terms) clearPace() {
	if !t.Paced {
		t.Setup.Pace, t.Setup.Settle = match.NoPace, false
	}
}

// Alone reports whether the person plays with the computer alone.
func (t *Terms) Alone() bool { return t.Robots == t.Game.Seats-1 }

// ComputerLevel returns the level of the computer players.
func (t *Terms) ComputerLevel() robot.Level { return cmp.Or(t.Level, match.UsualLevel) }

// HasOption reports whether the rule set has that value of the option.
func HasOption(set engine.RuleSet, option, value engine.Name) bool {
	return slices.ContainsFunc(set.Options, func(o engine.Option) bool { return o.ID == option && slices.Contains(o.Values, value) })
}
