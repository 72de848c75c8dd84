package terms

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/support/seq"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// notUnderstood refuses the term. If the term begins with a topic, such as "pace=", the refusal lists the topic's
// words.
func (t *Terms) notUnderstood(term speech.Term, w *words.Tongue) error {
	noTerm := chat.RefusePublicly("no-term", "Term", displayname.Clean(term.Typed))
	name, _, named := strings.Cut(strings.ToLower(term.Word), "=")
	if !named {
		return noTerm
	}
	switch Topic(name) {
	case topicStake:
		return chat.RefusePublicly("no-stake", "Typed", displayname.Clean(term.Typed), "Most", MaxStake)
	case topicPace:
		return noSuchPace(term.Typed)
	}
	if values := t.valuesOf(name); len(values) > 0 {
		return noValue(term.Typed, values, w)
	}
	return noTerm
}

func (t *Terms) valuesOf(name string) (values []string) {
	if Topic(name) == topicLevel {
		return levelWords()
	}
	if i := slices.IndexFunc(choices, func(c Choice) bool { return c.Name == name }); i >= 0 {
		return choices[i].Words()
	}
	for _, set := range t.Game.Rules {
		for _, opt := range set.Options {
			if string(opt.ID) != name {
				continue
			}
			for _, v := range opt.Values {
				if word := speech.OptionWord(opt.ID, v); !slices.Contains(values, word) {
					values = append(values, word)
				}
			}
		}
	}
	return values
}

func noValue(typed string, values []string, w *words.Tongue) error {
	spoken := seq.Map(values, func(value string) string { return speech.UsualPhrase(value, w) })
	return chat.RefusePublicly("no-value", "Term", displayname.Clean(typed), "Values", strings.Join(spoken, " · "))
}

func noSuchPace(typed string) error {
	return chat.RefusePublicly("no-pace", "Typed", displayname.Clean(typed), "Most", maxDays)
}

// RefuseLength refuses a number of deals and lists the allowed ones.
func RefuseLength(g engine.Game, rules string) error {
	lengths := slices.Sorted(slices.Values(g.LengthsOf(rules)))
	text := func(lengths []int) string { return strings.Join(seq.Map(lengths, strconv.Itoa), " ") }
	if lengths[0] != 0 {
		return chat.RefusePublicly("no-length", "Lengths", text(lengths))
	}
	if len(lengths) == 1 {
		return chat.RefusePublicly("only-series", "Goal", engine.SeriesGoal)
	}
	return chat.RefusePublicly("no-length-series", "Goal", engine.SeriesGoal, "Lengths", text(lengths[1:]))
}

func (t *Terms) noOption(said SaidWords, w *words.Tongue) error {
	set, err := t.Game.RuleSet(t.Setup.Rules)
	if err != nil {
		return err
	}
	typed := ""
	for _, option := range slices.Sorted(maps.Keys(t.Setup.Options)) {
		if value := t.Setup.Options[option]; !HasOption(set, option, value) {
			typed = cmp.Or(said[optionTopic(option)], w.Say(speech.OptionText(option, value)))
			break
		}
	}
	if len(set.Options) == 0 {
		return noOptions(set, typed, w)
	}
	values := optionValues(set, 1, func(option, value engine.Name) string { return w.Say(speech.OptionText(option, value)) })
	return chat.RefusePublicly("no-option",
		"Term", displayname.Clean(typed), "Rules", w.Say("rules."+set.ID), "Options", strings.Join(values, ", "))
}

// RefuseOption refuses an option and lists all values of the rule set.
func RefuseOption(set engine.RuleSet, typed string, w *words.Tongue) error {
	if len(set.Options) == 0 {
		return noOptions(set, typed, w)
	}
	return noValue(typed, optionValues(set, 0, speech.OptionWord), w)
}

func noOptions(set engine.RuleSet, typed string, w *words.Tongue) error {
	return chat.RefusePublicly("no-options", "Term", displayname.Clean(typed), "Rules", w.Say("rules."+set.ID))
}

func optionValues(set engine.RuleSet, from int, text func(option, value engine.Name) string) (all []string) {
	for _, o := range set.Options {
		for _, v := range o.Values[from:] {
			all = append(all, text(o.ID, v))
		}
	}
	return all
}
