package platformtest

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"tarockbot/bot/command"
	"tarockbot/render/words"
)

// english returns the bot's English texts.
func english() *words.Tongue {
	language, err := command.ReadLanguage()
	if err != nil {
		panic(err) // the bot would not start either
	}
	return language.Words.In("en")
}

// said returns the bot's English text with that id.
func said(id string, gaps ...any) string { return english().Say(id, gaps...) }

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
	const gap = 77 // whatever a text has there
	var all []string
	for _, id := range []string{
		"panel.hand", "todo.phase.auction", "todo.phase.undertake", "todo.phase.go-on", "todo.phase.answer", "todo.phase.after",
		"todo.phase.before", "todo.before.twice", "todo.double", "todo.nothing", "todo.away.some", "todo.lead", "todo.follow",
		"todo.follow.tarock", "todo.tarock", "todo.any", "todo.only",
	} {
		all = append(all, english().Say(id, "Max", gap, "Number", gap, "Suit", gap, "Card", gap))
	}
	for _, id := range []string{"todo.talon", "todo.away", "todo.away.all", "todo.away.tarocks"} {
		all = append(all, english().Count(id, 1, "All", gap), english().Count(id, gap, "All", gap))
	}
	pattern := regexp.QuoteMeta(strings.Join(all, "\n"))
	return regexp.MustCompile(strings.NewReplacer("\n", "|", strconv.Itoa(gap), ".+").Replace(pattern))
})
