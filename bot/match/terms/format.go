package terms

import (
	"fmt"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/render/words"
)

// Line returns the terms as words that Parse understands.
func (t Terms) Line() string {
	parts := []string{t.Setup.Rules}
	set, _ := t.Game.RuleSet(t.Setup.Rules) // an unknown rule set has no options
	for _, opt := range set.Options {
		parts = append(parts, fmt.Sprintf("%s=%s", opt.ID, t.Setup.Options[opt.ID]))
	}
	plain := writer{word: func(word string) string { return word }, pace: PaceWord, stake: stakeWord}
	return t.join(parts, true, plain) // a server's usual length may differ from the game's
}

// Spoken returns the terms as typed, without defaults.
func (t Terms) Spoken(w *words.Tongue) string {
	say := writer{
		word:  spoken(w),
		pace:  func(p match.Pace) string { return spokenPace(p, w) },
		stake: func(cents int) string { return StakeText(cents, w) },
	}
	parts := []string{say.word(t.Game.ID)}
	if t.Setup.Rules != t.Game.Rules[0].ID {
		parts = append(parts, say.word(speech.RuleWord(t.Game, t.Setup.Rules)))
	}
	set, _ := t.Game.RuleSet(t.Setup.Rules)
	for _, opt := range set.Options {
		if value := t.Setup.Options[opt.ID]; value != opt.Values[0] {
			parts = append(parts, say.word(speech.OptionWord(opt.ID, value)))
		}
	}
	t.InLastChat = false // the reader is in that chat
	return t.join(parts, t.Setup.Length != t.Game.LengthsOf(t.Setup.Rules)[0], say)
}

func spoken(w *words.Tongue) func(word string) string {
	return func(word string) string { return speech.UsualPhrase(word, w) }
}

type writer struct {
	word  func(string) string
	pace  func(match.Pace) string
	stake func(cents int) string
}

// join appends all words that aren't defaults.
func (t Terms) join(parts []string, withLength bool, say writer) string {
	add := func(when bool, word string) {
		if when {
			parts = append(parts, say.word(word))
		}
	}
	for _, c := range matchChoices {
		add(*c.Field(&t.Setup), c.Words()[1])
	}
	if t.PaceSaid {
		parts = append(parts, say.pace(t.Setup.Pace))
	}
	for _, c := range paceChoices {
		add(*c.Field(&t.Setup), c.Words()[1])
	}
	if t.Setup.Stake > 0 {
		parts = append(parts, say.stake(t.Setup.Stake))
	}
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
	add(t.Robots > 0 && t.ComputerLevel() != match.DefaultLevel, LevelWord(t.Level))
	return strings.Join(parts, " ")
}
