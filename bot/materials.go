package bot

import (
	"context"
	"fmt"

	"tarockbot/bot/chat"
	"tarockbot/bot/command"
	"tarockbot/bot/documents"
	"tarockbot/bot/screens"
	"tarockbot/render"
)

// Materials is what networks need of a bot besides play. Without Config.Pictures nothing may be drawn.
type Materials struct {
	running  context.Context
	language command.Language
	store    *documents.Store
	pictures *render.Studio
	privacy  screens.Privacy
}

// Notes is the small memory of the platform of that name.
func (m Materials) Notes(platform string) chat.Notes { return m.store.Notes(platform) }

// Icons draws all icons for readers of a language, BCP 47: PNG by name, at most 256 kB each. They
// are drawn where boards and hands are, between those, always with four colours, for
// all readers see the same icons.
func (m Materials) Icons(lang string) (map[string][]byte, error) {
	icons, err := m.pictures.Icons(m.running, m.language.Words.In(lang))
	if err != nil {
		return nil, fmt.Errorf("bot: icons: %w", err)
	}
	return icons, nil
}

// AppIcon draws the icon of a program that shows this game's table, so many pixels wide.
func (m Materials) AppIcon(ctx context.Context, size int) ([]byte, error) {
	icon, err := m.pictures.AppIcon(ctx, m.language.Words.In(""), size)
	if err != nil {
		return nil, fmt.Errorf("bot: icon: %w", err)
	}
	return icon, nil
}

// Faces draws all cards and their back on one sheet, for readers of a language, BCP 47:
// as PNG, each card of that width in pixels; see felt.FaceAt.
func (m Materials) Faces(ctx context.Context, lang string, twoColours bool, width int) ([]byte, error) {
	faces, err := m.pictures.Faces(ctx, m.language.Words.In(lang), twoColours, width)
	if err != nil {
		return nil, fmt.Errorf("bot: faces: %w", err)
	}
	return faces, nil
}

// Glossary returns the words of a game with what they mean, in the language.
func (m Materials) Glossary(game, lang string) []chat.Term {
	return m.language.Topics.Glossary(game, m.language.Words.In(lang))
}

// PrivacyPage tells of the operator and of people's data, in the language.
func (m Materials) PrivacyPage(lang string) []chat.Line {
	return m.privacy.Text(m.language.Words.In(lang))
}
