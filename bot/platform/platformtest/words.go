package platformtest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tarockbot/bot/command"
	"tarockbot/engine/games"
	"tarockbot/engine/lesson"
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

// FirstLesson returns the first lesson of the first game, and the right answer to each of its steps; ""
// for a step without a question.
func FirstLesson(t testing.TB) (l *lesson.Lesson, right []string) {
	t.Helper()
	all, err := lesson.Read(games.All()[0], "en")
	if err != nil {
		t.Fatal(err)
	}
	l = &all[0]
	for i := range l.Steps {
		s := &l.Steps[i]
		deal, err := l.Deal(s)
		if err != nil {
			t.Fatal(err)
		}
		choices, line := s.Choices(deal), ""
		at := slices.IndexFunc(choices, func(c lesson.Choice) bool { return s.Replies[s.ReplyIndex(c)].Right })
		if at >= 0 {
			line = fmt.Sprintf("learn %s %s %d %s", l.Game.ID, l.Name, i+1, choices[at].ID)
		}
		right = append(right, line)
	}
	return l, right
}
