package speech

import (
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

// NewVocabulary is the vocabulary in the language, with these commands.
func NewVocabulary(t *words.Tongue, commands []Command) (v chat.Vocabulary) {
	v.Lang = t.Tag()
	for _, c := range commands {
		v.Typed = append(append(v.Typed, c.Name), c.Typed(t)...)
		if !c.Hidden {
			v.Commands = append(v.Commands, chat.CommandWord{Name: c.Name, Alias: c.Typed(t)[0], About: t.Say("command." + c.Name)})
		}
	}
	for _, verb := range spokenVerbs {
		v.Typed = append(v.Typed, Typed(t, "typed.verb."+verb.String())...)
	}
	for _, g := range games.All() {
		v.Games = append(v.Games, chat.GameWord{Word: g.ID, Label: t.Say("game." + g.ID)})
		for _, set := range g.Rules {
			r := chat.RulesWord{Word: set.ID, Label: t.Say("rules." + set.ID), Seats: g.Seats}
			if !slices.Contains(g.Lengths, 0) {
				r.Lengths = g.Lengths
			}
			for _, opt := range set.Options {
				o := chat.OptionWord{Name: string(opt.ID)}
				for _, value := range opt.Values {
					o.Values = append(o.Values, chat.ValueWord{Word: string(value), Label: t.Say(OptionText(opt.ID, value))})
				}
				r.Options = append(r.Options, o)
			}
			v.Rules = append(v.Rules, r)
		}
	}
	for n := 1; n < engine.MaxSeats; n++ {
		v.Computers = append(v.Computers, n)
	}
	return v
}
