package platformtest

import (
	"regexp"
	"strings"
	"sync"

	"tarockbot/bot/command"
)

// said returns the bot's English text with that id.
func said(id string, gaps ...any) string {
	language, err := command.ReadLanguage()
	if err != nil {
		panic(err) // the bot would not start either
	}
	return language.Words.In("en").Say(id, gaps...)
}

// MatchOver returns the text that boards show after every match, whatever its result.
func MatchOver() string {
	over, _, _ := strings.Cut(said("outcome.none"), ".")
	return over
}

// ShowsHand reports whether the English text shows a player's own cards: their heading or the player's
// next action.
func ShowsHand(text string) bool { return ofHands().MatchString(text) }

// ofHands matches what only the owner of a hand reads.
var ofHands = sync.OnceValue(func() *regexp.Regexp {
	ids := []string{
		"panel.hand", "todo.phase.auction", "todo.phase.undertake", "todo.phase.go-on", "todo.phase.answer", "todo.phase.after",
		"todo.talon", "todo.phase.before", "todo.before.twice", "todo.double", "todo.nothing", "todo.away", "todo.away.some",
		"todo.away.all", "todo.away.tarocks", "todo.lead", "todo.follow", "todo.follow.tarock", "todo.tarock", "todo.any", "todo.only",
	}
	const gap = "\x00"
	for i, id := range ids {
		text := said(id, "N", gap, "Max", gap, "All", gap, "Number", gap, "Suit", gap, "Card", gap)
		ids[i] = strings.ReplaceAll(regexp.QuoteMeta(text), gap, ".+")
	}
	return regexp.MustCompile(strings.Join(ids, "|"))
})
