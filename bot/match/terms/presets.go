package terms

import (
	"cmp"
	"maps"
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/games"
)

// Preset is a popular way to play, described by "preset.ID" and "preset.ID.about".
type Preset struct {
	ID      string
	Rules   string
	Options engine.Options // without defaults
	Length  int            // in deals; 0 for the default
}

const firstEvening = "kosakeln-short"

// presets lists each game's default first.
var presets = []Preset{
	{ID: "kosakeln", Rules: "kosakeln/bamberger"},
	{ID: firstEvening, Rules: "kosakeln/bamberger", Options: engine.Options{"exchange": "easy"}, Length: 2},
	{ID: "kosakeln-spieleversum", Rules: "kosakeln/spieleversum"},
	{ID: "kosakeln-beck", Rules: "kosakeln/beck"},
	{ID: "illustrated-loew", Rules: "illustrated/loew"},
	{ID: "illustrated-beck", Rules: "illustrated/beck"},
	{ID: "illustrated-mayr", Rules: "illustrated/mayr-sedlaczek"},
	{ID: "strohmandeln", Rules: "strohmandeln/classic"},
	{ID: "strohmandeln-extended", Rules: "strohmandeln/extended"},
	{ID: "strohmandeln-forty", Rules: "strohmandeln/forty"},
}

// Presets returns all presets in the menu's order.
func Presets() []Preset { return slices.Clone(presets) }

// FirstPresets returns each game's default.
func FirstPresets() []Preset {
	return slices.CompactFunc(Presets(), func(a, b Preset) bool { return a.Game().ID == b.Game().ID })
}

// BeginnersPreset returns the preset for beginners.
func BeginnersPreset() Preset {
	return presets[slices.IndexFunc(presets, func(p Preset) bool { return p.ID == firstEvening })]
}

// Game returns the preset's game.
func (p Preset) Game() engine.Game {
	g, _ := p.rules()
	return g
}

// ApplyPreset sets the preset's rules, options and length. Friends and pace stay.
func (t *Terms) ApplyPreset(p Preset) {
	g, set := p.rules()
	t.ResetRules(g, set)
	maps.Copy(t.Setup.Options, p.Options)
	t.Setup.Length = cmp.Or(p.Length, g.LengthsOf(p.Rules)[0])
}

// Preset returns the matching preset's id, or "".
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

// rules ignores errors, because a test excludes them.
func (p Preset) rules() (engine.Game, engine.RuleSet) {
	g, _ := games.ByRules(p.Rules)
	set, _ := g.RuleSet(p.Rules)
	return g, set
}
