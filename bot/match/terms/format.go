package terms

import (
	"fmt"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/render/words"
)

// Line returns the terms as words that Read reads.
func (t Terms) Line() string {
	parts := []string{t.Setup.Rules}
	set, _ := t.Game.RuleSet(t.Setup.Rules) // an unknown rule set has no options
	for _, opt := range set.Options {
		parts = append(parts, fmt.Sprintf("%s=%s", opt.ID, t.Setup.Options[opt.ID]))
	}
	return t.line(parts, true, func(word string) string { return word }) // a server's usual length may differ from the game's
}

// Spoken returns the terms as people type them, without everything that is usual.
func (t Terms) Spoken(w *words.Tongue) string {
	say := func(word string) string {
		if p, ok := parsePaceWord(word); ok {
			return spokenPace(p, w)
		}
		if cents, ok := parseStakeWord(word); ok {
			return StakeText(cents, w)
		}
		return speech.Spoken(word, w)
	}
	parts := []string{say(t.Game.ID)}
	if t.Setup.Rules != t.Game.Rules[0].ID {
		parts = append(parts, say(speech.RuleWord(t.Game, t.Setup.Rules)))
	}
	set, _ := t.Game.RuleSet(t.Setup.Rules) // an unknown rule set has no options
	for _, opt := range set.Options {
		if value := t.Setup.Options[opt.ID]; value != opt.Values[0] {
			parts = append(parts, say(speech.OptionWord(opt.ID, value)))
		}
	}
	t.InLastChat = false // the reader is there
	return t.line(parts, t.Setup.Length != t.Game.LengthsOf(t.Setup.Rules)[0], say)
}

// line returns the parts, then everything else that isn't usual, in the words that say returns. The length is
// written if withLength is set.
func (t Terms) line(parts []string, withLength bool, say func(word string) string) string {
	add := func(when bool, word string) {
		if when {
			parts = append(parts, say(word))
		}
	}
	for _, c := range matchChoices {
		add(*c.Of(&t.Setup), c.Words()[1])
	}
	add(t.Paced, PaceWord(t.Setup.Pace))
	for _, c := range paceChoices {
		add(*c.Of(&t.Setup), c.Words()[1])
	}
	add(t.Setup.Stake > 0, StakeWord(t.Setup.Stake))
	if withLength {
		parts = append(parts, fmt.Sprint(t.Setup.Length))
	}
	add(t.InLastChat, WordThere)
	for _, f := range t.Friends {
		mention := "@" + f.Mention
		if tag := TagIn(f.Mention); tag != "" {
			mention = chat.PersonID(tag).ShortID() // "#384T"
		}
		parts = append(parts, mention)
	}
	switch t.Robots {
	case 0:
	case t.Game.Seats - 1 - len(t.Friends):
		add(true, WordComputer)
	default:
		add(true, computerWord(t.Robots))
	}
	add(t.Robots > 0 && t.ComputerLevel() != match.UsualLevel, LevelWord(t.Level))
	return strings.Join(parts, " ")
}
