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

// Materials lends networks texts, pictures and notes of the bot. Pictures need Config.Pictures.
type Materials struct {
	Log *slog.Logger // leaves out what needs no line
	Now func() time.Time

	running  context.Context
	language command.Language
	store    *documents.Store
	pictures *render.Studio
	privacy  screens.Privacy
}

// Vocabularies returns what people can say to the bot, in each of its languages. The first is the default.
func (m Materials) Vocabularies() []chat.Vocabulary { return m.language.Vocabularies() }

// Notes returns the notes that the platform of that name keeps in the store.
func (m Materials) Notes(platform string) chat.Notes { return m.store.Notes(platform) }

// Icons returns all icons for readers of a language, BCP 47: PNG by name, at most 256 kB each. They always have four
// colours, because all readers see the same icons.
func (m Materials) Icons(lang string) (map[string][]byte, error) {
	return m.pictures.Icons(m.running, m.language.Words.In(lang))
}

// AppIcon returns the icon of a program that shows tables, as PNG of that width in pixels.
func (m Materials) AppIcon(ctx context.Context, size int) ([]byte, error) {
	return m.pictures.AppIcon(ctx, m.language.Words.In(""), size)
}

// Faces returns all cards and their back on one sheet, for readers of a language, BCP 47: as PNG, each card of that width
// in pixels; see felt.FaceAt.
func (m Materials) Faces(ctx context.Context, lang string, twoColours bool, width int) ([]byte, error) {
	return m.pictures.Faces(ctx, m.language.Words.In(lang), twoColours, width)
}

// Glossary returns the game's terms and their meanings, in the language.
func (m Materials) Glossary(game, lang string) []chat.Term {
	return m.language.Topics.Glossary(game, m.language.Words.In(lang))
}

// PrivacyPage returns what people are told about the operator and their data, in the language.
func (m Materials) PrivacyPage(lang string) []chat.Line {
	return m.privacy.Text(m.language.Words.In(lang))
}
