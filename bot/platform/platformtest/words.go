package platformtest

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"tarockbot/bot/command"
	"tarockbot/render/words"
)

func english() *words.Tongue {
	language, err := command.ReadLanguage()
	if err != nil {
		panic(err)
	}
	return language.Words.In("en")
}

func sayEnglish(id string, gaps ...any) string { return english().Say(id, gaps...) }

// MatchOver returns the text on all boards after a match.
func MatchOver() string {
	over, _, _ := strings.Cut(sayEnglish("outcome.none"), ".")
	return over
}

// ShowsHand reports whether the English text shows a player's own cards or next action.
func ShowsHand(text string) bool { return handPattern().MatchString(text) }

var handPattern = sync.OnceValue(func() *regexp.Regexp {
	const gap = 77 // a placeholder, which matches any text below
	var all []string
	for _, id := range []string{
		"panel.hand", "todo.phase.auction", "todo.phase.undertake", "todo.phase.go-on", "todo.phase.answer", "todo.phase.after",
		"todo.phase.before", "todo.before.twice", "todo.double", "todo.nothing", "todo.swap.none", "todo.swap", "todo.lead",
		"todo.follow", "todo.follow.tarock", "todo.tarock", "todo.any", "todo.only",
	} {
		all = append(all, english().Say(id, "Max", gap, "Chosen", gap, "Number", gap, "Suit", gap, "Card", gap))
	}
	for _, id := range []string{"todo.talon", "todo.away", "todo.away.all", "todo.away.tarocks"} {
		all = append(all, english().Count(id, 1, "All", gap), english().Count(id, gap, "All", gap))
	}
	pattern := regexp.QuoteMeta(strings.Join(all, "\n"))
	return regexp.MustCompile(strings.NewReplacer("\n", "|", strconv.Itoa(gap), ".+").Replace(pattern))
})
