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
	if set, err := t.Game.RuleSet(t.Setup.Rules); err == nil {
		for _, opt := range set.Options {
			parts = append(parts, fmt.Sprintf("%s=%s", opt.ID, t.Setup.Options[opt.ID]))
		}
	}
	const none = -1 // a series is named, too, because a server's usual length may be another
	return t.line(parts, none, func(word string) string { return word })
}

// Spoken returns the terms as people type them, without what is usual.
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
	if set, err := t.Game.RuleSet(t.Setup.Rules); err == nil {
		for _, opt := range set.Options {
			if value := t.Setup.Options[opt.ID]; value != opt.Values[0] {
				parts = append(parts, say(speech.OptionWord(opt.ID, value)))
			}
		}
	}
	t.InLastChat = false // the reader is there
	return t.line(parts, t.Game.LengthsOf(t.Setup.Rules)[0], say)
}

// line returns the parts with everything else that isn't usual, in the words that say returns.
func (t Terms) line(parts []string, usualLength int, say func(word string) string) string {
	for _, c := range choices {
		if c.about == wordTimeout && t.Paced { // pace and timeout belong together
			parts = append(parts, say(PaceWord(t.Setup.Pace)))
		}
		if *c.Of(&t.Setup) {
			parts = append(parts, say(c.about+c.other))
		}
	}
	if t.Setup.Stake > 0 {
		parts = append(parts, say(StakeWord(t.Setup.Stake)))
	}
	if t.Setup.Length != usualLength {
		parts = append(parts, fmt.Sprint(t.Setup.Length))
	}
	if t.InLastChat {
		parts = append(parts, say(WordThere))
	}
	for _, f := range t.Friends {
		parts = append(parts, mentioned(f.Mention))
	}
	switch t.Robots {
	case 0:
	case t.Game.Seats - 1 - len(t.Friends):
		parts = append(parts, say(WordComputer))
	default:
		parts = append(parts, say(computerWord(t.Robots)))
	}
	if t.Robots > 0 && t.ComputerLevel() != match.UsualLevel {
		parts = append(parts, say(LevelWord(t.Level)))
	}
	return strings.Join(parts, " ")
}

// mentioned returns the mention of a friend: "#384T" or "@anna".
func mentioned(name string) string {
	if tag := TagIn(name); tag != "" {
		return chat.PersonID(tag).ShortID()
	}
	return "@" + name
}
