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

// fieldMaker returns fields in which networks let people give an argument, labelled in the language.
type fieldMaker func(*words.Tongue) []chat.Field

// newField returns the maker of the field f with the choices, which are labelled "field.choice.WORD". The field's label
// is the text "field.name.NAME", and its description "field.about.NAME", or that of f.About in place of the name.
func newField(f chat.Field, choices ...string) fieldMaker {
	return func(w *words.Tongue) []chat.Field {
		f := f
		f.Alias, f.About = w.Say("field.name."+f.Name), w.Say("field.about."+cmp.Or(f.About, f.Name))
		f.Choices = append(slices.Clip(f.Choices), labelled(w, "field.choice.", choices...)...)
		return []chat.Field{f}
	}
}

// textField returns the maker of a field for a text, or one of the choices.
func textField(name string, choices ...string) fieldMaker {
	return newField(chat.Field{Name: name}, choices...)
}

// optionField returns the maker of a field for a word that is said with the field's name: "pace=live".
func optionField(name string, choices ...string) fieldMaker {
	return newField(chat.Field{Name: name, Lead: name + "="}, choices...)
}

// codeField returns the maker of a field for a code: the page offers codes on buttons that say the command.
func codeField(name, page string) fieldMaker {
	return newField(chat.Field{Name: "code", Opens: name + " ", Pages: []string{page}})
}

// labelled returns the words with their labels, the texts whose ids are the prefix and the word.
func labelled[T ~string](w *words.Tongue, prefix string, all ...T) []chat.ValueWord {
	return seq.Map(all, func(word T) chat.ValueWord {
		return chat.ValueWord{Word: string(word), Label: w.Say(prefix + string(word))}
	})
}

var (
	wordsField  = textField("words")
	tableField  = newField(chat.Field{Name: "table", Opens: "hand ", Pages: []string{"games"}})
	personField = newField(chat.Field{Name: "person", Kind: chat.PersonField})
	namesField  = newField(chat.Field{Name: "name", Kind: chat.NamesField})
)

// gameField returns a field for a game.
func gameField(w *words.Tongue) []chat.Field {
	all := textField("game")(w)
	for _, g := range games.All() {
		all[0].Choices = append(all[0].Choices, labelled(w, "game.", g.ID)...)
	}
	return all
}

// levelField returns a field for a level of computer players.
func levelField(w *words.Tongue) []chat.Field {
	all := optionField("level")(w)
	all[0].Choices = labelled(w, "computer.level.", robot.Levels()...)
	return all
}

// seats returns the numbers of seats that others may take.
func seats() (all []chat.ValueWord) {
	for n := 1; n < engine.MaxSeats; n++ {
		all = append(all, chat.ValueWord{Word: strconv.Itoa(n), Label: strconv.Itoa(n)})
	}
	return all
}

// friendFields returns a field for each person that one may challenge: as many as there are other seats.
func friendFields(w *words.Tongue) []chat.Field {
	return slices.Concat(seq.Map(seats(), func(n chat.ValueWord) []chat.Field {
		return newField(chat.Field{Name: strings.TrimSuffix("friend"+n.Word, "1"), Kind: chat.PersonField})(w)
	})...)
}

// termFields returns fields for the rule set, for each option of any, and for the number of deals. The field of an
// option is described by its values.
func termFields(w *words.Tongue) []chat.Field {
	all, deals := textField("rules")(w), newField(chat.Field{Name: "deals", Kind: chat.NumberField})(w)
	deals[0].ByRules = make(map[string][]chat.ValueWord)
	for _, g := range games.All() {
		for _, set := range g.Rules {
			all[0].Choices = append(all[0].Choices, labelled(w, "rules.", set.ID)...)
			deals[0].ByRules[set.ID] = seq.Map(slices.Sorted(slices.Values(g.LengthsOf(set.ID))), func(n int) chat.ValueWord {
				return chat.ValueWord{Word: strconv.Itoa(n), Label: speech.LengthText(g, n, w)}
			})
			for _, opt := range set.Options {
				values := labelled(w, speech.OptionText(opt.ID, ""), opt.Values...)
				i := slices.IndexFunc(all, func(f chat.Field) bool { return f.Name == string(opt.ID) })
				if i < 0 {
					labels := seq.Map(values, func(v chat.ValueWord) string { return v.Label })
					i, all = len(all), append(all, optionField(string(opt.ID))(w)...)
					all[i].About, all[i].ByRules = strings.Join(labels, ", "), make(map[string][]chat.ValueWord)
				}
				all[i].ByRules[set.ID] = values
			}
		}
	}
	for _, f := range append(deals, all[1:]...) {
		f.ByRules[""] = f.ByRules[all[0].Choices[0].Word]
	}
	return slices.Concat(all, optionField("points", "shown", "hidden")(w), optionField("leaving", "computer", "ends")(w), deals)
}
