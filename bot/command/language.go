package command

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match/notify"
	"tarockbot/bot/match/terms"
	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/screens"
	"tarockbot/bot/screens/guides"
	"tarockbot/bot/support/seq"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

// Language holds all texts and typed words. It never changes.
type Language struct {
	Words    *words.Catalogue
	Topics   guides.Topics
	Courses  guides.Courses
	Lexicon  *speech.Lexicon
	typed    typedChoices
	commands map[string]command
}

// Vocabularies returns the commands in each language, the fallback first.
func (l Language) Vocabularies() []chat.Vocabulary {
	return seq.Map(words.Languages(), func(lang string) chat.Vocabulary {
		return speech.NewVocabulary(l.Words.In(lang), spokenCommands())
	})
}

// LanguageNames returns all languages with their own names.
func (l Language) LanguageNames() screens.Languages {
	return seq.Map(words.Languages(), func(lang string) screens.Language {
		return screens.Language{Tag: lang, Name: l.Words.In(lang).Say("language." + lang)}
	})
}

// MetricNames returns the names of commands and moves in metrics.
func (l Language) MetricNames() (names []string) {
	names = slices.Collect(maps.Keys(l.commands))
	for _, verbs := range []speech.Meanings[engine.Verb]{l.Lexicon.Verbs, l.Lexicon.Labels} {
		for _, verb := range verbs {
			names = append(names, verb.String())
		}
	}
	return names
}

type typedChoices struct {
	filters, boards, decks, ends speech.Meanings[string]
	learning, cutting            speech.Meanings[string]
	settings                     speech.Meanings[setting]
	topics                       speech.Meanings[screens.HelpTopic]
	rankingChoices               speech.Meanings[standing.RankingChoice]
	reminders                    speech.Meanings[people.Reminders]
	calls                        speech.Meanings[notify.Preference]
}

func newTypedChoices(c *words.Catalogue) typedChoices {
	boards := append(screens.LeaderboardKinds(), screens.WordHere, screens.WordEverywhere, screens.WordMe)
	return typedChoices{
		filters:        speech.NewWordMeanings(c, "typed.filter.", filters...),
		boards:         speech.NewWordMeanings(c, "typed.board.", boards...),
		decks:          speech.NewWordMeanings(c, "typed.deck.", screens.WordDeckFour, screens.WordDeckTwo),
		cutting:        speech.NewWordMeanings(c, "typed.cutting.", screens.WordAsk, screens.WordNever),
		learning:       speech.NewWordMeanings(c, "typed.learn.", screens.WordAll, screens.WordWhole),
		ends:           speech.NewWordMeanings(c, "typed.", screens.WordEnd),
		settings:       speech.NewMeanings(c, "typed.setting.", settingsList(), func(s setting) string { return s.name }),
		topics:         speech.NewMeanings(c, "typed.help.", screens.HelpTopics(), screens.HelpTopic.Word),
		rankingChoices: speech.NewMeanings(c, "typed.ranking.", standing.RankingChoices(), standing.RankingChoice.Word),
		reminders:      speech.NewMeanings(c, "typed.reminders.", people.AllReminders(), people.Reminders.Word),
		calls:          speech.NewMeanings(c, "typed.calls.", notify.Preferences(), notify.Preference.Word),
	}
}

// ReadLanguage reads the language once a process.
var ReadLanguage = sync.OnceValues(func() (l Language, err error) {
	if l.Words, err = words.Load(); err != nil {
		return l, fmt.Errorf("bot: %w", err)
	}
	l.Lexicon = speech.NewLexicon(l.Words, spokenCommands(), terms.NewPhrases(l.Words))
	l.typed, l.commands = newTypedChoices(l.Words), make(map[string]command)
	for _, c := range commands() {
		l.commands[c.name] = c
	}
	if l.Topics, err = guides.NewTopics(games.All(), l.Words); err != nil {
		return l, err
	}
	l.Courses, err = guides.NewCourses(games.All())
	return l, err
})
