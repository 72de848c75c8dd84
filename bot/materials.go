package bot

import (
	"context"
	"log/slog"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/command"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/render"
)

// Resources gives networks the bot's texts, pictures and notes. Languages are BCP 47 tags. Pictures need
// Config.Pictures.
type Resources struct {
	Log *slog.Logger // omits expected errors
	Now func() time.Time

	running  context.Context
	language command.Language
	store    *documents.Store
	pictures *render.Studio
	privacy  screens.Privacy
	tables   *tables.Tables
}

// Vocabularies returns the commands in each language, the default first.
func (m Resources) Vocabularies() []chat.Vocabulary { return m.language.Vocabularies() }

// Notes returns the platform's notes.
func (m Resources) Notes(platform string) chat.Notes { return m.store.Notes(platform) }

// Icons returns PNG icons by name, at most 256 kB each. All readers share them, so they ignore the setting of two colours.
func (m Resources) Icons(lang string) (map[string][]byte, error) {
	return m.pictures.Icons(m.running, m.language.Words.In(lang))
}

// AppIcon returns the app's square icon as a PNG; size is in pixels.
func (m Resources) AppIcon(ctx context.Context, size int) ([]byte, error) {
	return m.pictures.AppIcon(ctx, m.language.Words.In(""), size)
}

// Faces returns a PNG of all cards and their back. A card is width pixels wide. See felt.FaceAt.
func (m Resources) Faces(ctx context.Context, lang string, twoColours bool, width int) ([]byte, error) {
	return m.pictures.Faces(ctx, m.language.Words.In(lang), twoColours, width)
}

// Glossary returns the game's terms and their meanings.
func (m Resources) Glossary(game, lang string) []chat.Term {
	return m.language.Topics.Glossary(game, m.language.Words.In(lang))
}

// Invitation describes an open challenge to visitors without a name. It returns nil for other codes and on errors.
func (m Resources) Invitation(ctx context.Context, code, lang string) []chat.Line {
	t, err := m.tables.Table(ctx, chat.TableID(code))
	if err != nil || t.Stage != match.Open || m.tables.Lifetimes.IsExpired(t) || !t.Chairs.IsOpen() {
		return nil
	}
	return screens.ShareableChallenge(t, m.language.Words.In(lang)).Text
}

// PrivacyPage returns the text about the operator and the use of data.
func (m Resources) PrivacyPage(lang string) []chat.Line {
	return m.privacy.Text(m.language.Words.In(lang))
}
