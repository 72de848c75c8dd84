package command

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/support/seq"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/engine/robot"
	"tarockbot/render/words"
)

// fieldMaker returns an argument's fields in network forms.
type fieldMaker func(*words.Tongue) []chat.Field

func label(w *words.Tongue, f chat.Field) chat.Field {
	f.Alias, f.About = w.Say("field.name."+f.Name), w.Say("field.about."+cmp.Or(f.About, f.Name))
	return f
}

// newField labels choices with "field.choice.WORD".
func newField(f chat.Field, choices ...string) fieldMaker {
	return func(w *words.Tongue) []chat.Field {
		f := label(w, f)
		f.Choices = append(slices.Clip(f.Choices), labelled(w, "field.choice.", choices...)...)
		return []chat.Field{f}
	}
}

func textField(name string, choices ...string) fieldMaker {
	return newField(chat.Field{Name: name}, choices...)
}

func optionField(name string, choices ...string) fieldMaker {
	return newField(chat.Field{Name: name, Prefix: name + "="}, choices...)
}

func codeField(name, page string) fieldMaker {
	return newField(chat.Field{Name: "code", PagePrefix: name + " ", Pages: []string{page}})
}

func labelled[T ~string](w *words.Tongue, prefix string, all ...T) []chat.ValueWord {
	return seq.Map(all, func(word T) chat.ValueWord {
		return chat.ValueWord{Word: string(word), Label: w.Say(prefix + string(word))}
	})
}

var (
	wordsField  = textField("words")
	tableField  = newField(chat.Field{Name: "table", PagePrefix: "hand ", Pages: []string{"games"}})
	personField = newField(chat.Field{Name: "person", Kind: chat.PersonField})
	namesField  = newField(chat.Field{Name: "name", Kind: chat.NamesField})
)

func gameField(w *words.Tongue) []chat.Field {
	ids := seq.Map(games.All(), func(g engine.Game) string { return g.ID })
	return []chat.Field{label(w, chat.Field{Name: "game", Choices: labelled(w, "game.", ids...)})}
}

func levelField(w *words.Tongue) []chat.Field {
	levels := labelled(w, "computer.level.", robot.Levels()...)
	return []chat.Field{label(w, chat.Field{Name: "level", Prefix: "level=", Choices: levels})}
}

func seats() (all []chat.ValueWord) {
	for n := 1; n < engine.MaxSeats; n++ {
		all = append(all, chat.ValueWord{Word: strconv.Itoa(n), Label: strconv.Itoa(n)})
	}
	return all
}

func friendFields(w *words.Tongue) []chat.Field {
	return seq.Map(seats(), func(n chat.ValueWord) chat.Field {
		return label(w, chat.Field{Name: strings.TrimSuffix("friend"+n.Word, "1"), Kind: chat.PersonField})
	})
}

func termFields(w *words.Tongue) []chat.Field {
	rules := label(w, chat.Field{Name: "rules"})
	deals := label(w, chat.Field{Name: "deals", Kind: chat.NumberField, ByRules: make(map[string][]chat.ValueWord)})
	var sets []engine.RuleSet
	for _, g := range games.All() {
		for _, set := range g.Rules {
			sets = append(sets, set)
			rules.Choices = append(rules.Choices, labelled(w, "rules.", set.ID)...)
			deals.ByRules[set.ID] = seq.Map(slices.Sorted(slices.Values(g.LengthsOf(set.ID))), func(n int) chat.ValueWord {
				return chat.ValueWord{Word: strconv.Itoa(n), Label: speech.LengthText(g, n, w)}
			})
		}
	}
	options := optionFields(w, sets)
	for _, f := range append(options, deals) {
		f.ByRules[""] = f.ByRules[sets[0].ID]
	}
	points, leaving := optionField("points", "shown", "hidden")(w), optionField("leaving", "computer", "ends")(w)
	return slices.Concat([]chat.Field{rules}, options, points, leaving, []chat.Field{deals})
}

// optionFields returns a field for each option, with values by rule set. The first values describe it.
func optionFields(w *words.Tongue, sets []engine.RuleSet) (all []chat.Field) {
	for _, set := range sets {
		for _, opt := range set.Options {
			values := labelled(w, speech.OptionText(opt.ID, ""), opt.Values...)
			i := slices.IndexFunc(all, func(f chat.Field) bool { return f.Name == string(opt.ID) })
			if i < 0 {
				i = len(all)
				f := label(w, chat.Field{Name: string(opt.ID), Prefix: string(opt.ID) + "="})
				labels := seq.Map(values, func(v chat.ValueWord) string { return v.Label })
				f.About, f.ByRules = strings.Join(labels, ", "), make(map[string][]chat.ValueWord)
				all = append(all, f)
			}
			all[i].ByRules[set.ID] = values
		}
	}
	return all
}
