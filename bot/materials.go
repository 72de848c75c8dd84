package bot

import (
	"context"
	"log/slog"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/command"
	"tarockbot/bot/documents"
	"tarockbot/bot/screens"
	"tarockbot/render"
)

// Materials is what networks need of a bot besides play. Without Config.Pictures nothing may be drawn.
type Materials struct {
	Log *slog.Logger // leaves out what needs no line
	Now func() time.Time

	running  context.Context
	language command.Language
	store    *documents.Store
	pictures *render.Studio
	privacy  screens.Privacy
}

// Vocabularies returns what people can say to the bot, in each of its languages; the first is for people who
// understand none of the others.
func (m Materials) Vocabularies() []chat.Vocabulary { return m.language.Vocabularies() }

// Notes is the small memory of the platform of that name.
func (m Materials) Notes(platform string) chat.Notes { return m.store.Notes(platform) }

// Icons draws all icons for readers of a language, BCP 47: PNG by name, at most 256 kB each. They
// are drawn where boards and hands are, between those, always with four colours, for
// all readers see the same icons.
func (m Materials) Icons(lang string) (map[string][]byte, error) {
	return m.pictures.Icons(m.running, m.language.Words.In(lang))
}

// AppIcon draws the icon of a program that shows this game's table, so many pixels wide.
func (m Materials) AppIcon(ctx context.Context, size int) ([]byte, error) {
	return m.pictures.AppIcon(ctx, m.language.Words.In(""), size)
}

// Faces draws all cards and their back on one sheet, for readers of a language, BCP 47:
// as PNG, each card of that width in pixels; see felt.FaceAt.
func (m Materials) Faces(ctx context.Context, lang string, twoColours bool, width int) ([]byte, error) {
	return m.pictures.Faces(ctx, m.language.Words.In(lang), twoColours, width)
}

// Glossary returns the words of a game with what they mean, in the language.
func (m Materials) Glossary(game, lang string) []chat.Term {
	return m.language.Topics.Glossary(game, m.language.Words.In(lang))
}

// PrivacyPage tells of the operator and of people's data, in the language.
func (m Materials) PrivacyPage(lang string) []chat.Line {
	return m.privacy.Text(m.language.Words.In(lang))
}
