package terms

import (
	"maps"
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/games"
)

// Preset is a way to play that one press chooses. The texts "preset.ID" and
// "preset.ID.about" say what it is.
type Preset struct {
	ID      string
	Rules   string
	Options engine.Options // that aren't as usual
	Length  int            // 0 is the usual
}

// short is a match for a first evening.
const short = 2

// presets are three or more for each game, the usual one first.
var presets = []Preset{
	{ID: "kosakeln", Rules: "kosakeln/bamberger"},
	{ID: "kosakeln-short", Rules: "kosakeln/bamberger", Options: engine.Options{"exchange": "easy"}, Length: short},
	{ID: "kosakeln-spieleversum", Rules: "kosakeln/spieleversum"},
	{ID: "kosakeln-beck", Rules: "kosakeln/beck"},
	{ID: "illustrated-loew", Rules: "illustrated/loew"},
	{ID: "illustrated-beck", Rules: "illustrated/beck"},
	{ID: "illustrated-mayr", Rules: "illustrated/mayr-sedlaczek"},
	{ID: "strohmandeln", Rules: "strohmandeln/classic"},
	{ID: "strohmandeln-extended", Rules: "strohmandeln/extended"},
	{ID: "strohmandeln-forty", Rules: "strohmandeln/forty"},
}

// Presets are what most people play.
func Presets() []Preset { return slices.Clone(presets) }

// FirstEvening is for who has never played, of the first game: short, and with the exchange
// that needs no thought.
func FirstEvening() Preset { return presets[1] }

// Game is the preset's game.
func (p Preset) Game() engine.Game {
	g, _ := p.rules()
	return g
}

// ApplyPreset plays the preset. What it doesn't say, such as friends and the time for a move, stays.
func (t *Terms) ApplyPreset(p Preset) {
	g, set := p.rules()
	t.PlayAll(g, set)
	maps.Copy(t.Setup.Options, p.Options)
	t.Setup.Length = p.length(g)
}

// Preset is the id of the preset that the terms are, but for what none says; "" if they are
// none.
func (t *Terms) Preset() string {
	for _, p := range presets {
		other := *t
		other.ApplyPreset(p)
		if t.Setup.Rules == p.Rules && maps.Equal(t.Setup.Options, other.Setup.Options) && t.Setup.Length == other.Setup.Length {
			return p.ID
		}
	}
	return ""
}

// rules are the game and the rule set of the preset, which there are.
func (p Preset) rules() (engine.Game, engine.RuleSet) {
	g, _ := games.ByRules(p.Rules)
	set, _ := g.RuleSet(p.Rules)
	return g, set
}

func (p Preset) length(g engine.Game) int {
	if p.Length > 0 {
		return p.Length
	}
	return g.LengthsOf(p.Rules)[0]
}
