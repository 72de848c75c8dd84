package platformtest

import (
	"regexp"
	"strings"

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
func ShowsHand(text string) bool { return handHeading.MatchString(text) }

var handHeading = regexp.MustCompile(`Your hand|What will you take|Put (up to )?\d+ cards? |you can announce|your turn to bid|Will you undertake|(to|could) announce|Lead to trick|Follow |You have no|You can't follow|can be played`)
