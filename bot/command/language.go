package command

import (
	"fmt"
	"sync"

	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/bot/speech"
	"tarockbot/bot/standing"
	"tarockbot/bot/terms"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

// Language is all texts, and what is understood of what people type. It never changes.
type Language struct {
	Words    *words.Catalogue
	topics   pages.Topics
	Lexicon  *speech.Lexicon
	typed    typedChoices
	commands map[string]command // by name
}

// typedChoices are what people type where a page offers to choose.
type typedChoices struct {
	filters, boards, decks, ends speech.Meanings[string]
	settings                     speech.Meanings[setting]
	wishes                       speech.Meanings[standing.Wish]
	reminders                    speech.Meanings[people.Reminders]
	calls                        speech.Meanings[people.TurnCalls]
}

func newTypedChoices(c *words.Catalogue) typedChoices {
	return typedChoices{
		filters:   speech.NewWords(c, "typed.filter.", filters...),
		boards:    speech.NewWords(c, "typed.board.", leaderboardWords()...),
		decks:     speech.NewWords(c, "typed.deck.", deckFour, deckTwo),
		ends:      speech.NewWords(c, "typed.", pages.WordEnd),
		settings:  speech.NewMeanings(c, "typed.setting.", settingsList(), func(s setting) string { return s.name }),
		wishes:    speech.NewMeanings(c, "typed.ranking.", standing.Wishes(), standing.Wish.Word),
		reminders: speech.NewMeanings(c, "typed.reminders.", allReminders(), people.Reminders.Word),
		calls:     speech.NewMeanings(c, "typed.calls.", people.AllTurnCalls(), people.TurnCalls.Word),
	}
}

// ReadLanguage reads it once, for all bots of the process.
var ReadLanguage = sync.OnceValues(func() (l Language, err error) {
	if l.Words, err = words.Load(); err != nil {
		return l, fmt.Errorf("bot: %w", err)
	}
	l.Lexicon = speech.NewLexicon(l.Words, spokenCommands(), terms.Words())
	for _, lang := range words.Languages() {
		terms.LearnPaces(l.Lexicon.Phrases, l.Words.In(lang))
	}
	l.typed, l.commands = newTypedChoices(l.Words), make(map[string]command)
	for _, c := range commands() {
		l.commands[c.name] = c
	}
	l.topics, err = pages.NewTopics(games.All(), l.Words)
	return l, err
})
