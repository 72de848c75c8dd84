package discord

import (
	"context"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/texts"
)

// Limits of a modal, in characters.
const (
	maxTitle = 45 // also of its field's label
	maxHint  = 100
	maxTyped = 4000
)

// styleLine is the style of a field that takes one line.
const styleLine = 1

// modal is Discord's window that asks for a line of text.
type modal struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []component `json:"components"`
}

// modal returns the window that asks. Its id is the line before the typed text, as in a button.
func (l *layouts) modal(ctx context.Context, a chat.Ask) modal {
	b := &builder{layouts: l, ctx: ctx, used: make(map[string]bool)}
	field := component{Type: kindInput, CustomID: "text", Style: styleLine, Placeholder: texts.Truncate(a.Hint, maxHint), MaxLength: min(max(a.Max, 1), maxTyped)}
	return modal{b.id(a.Line, 0), label(a.Title, maxTitle), []component{{Type: kindLabel, Label: label(a.Label, maxTitle), Field: &field}}}
}

// typedIn returns the text typed in a submitted window.
func typedIn(components []component) string {
	for _, c := range components {
		if c.Field != nil {
			return c.Field.Value
		}
	}
	return ""
}

// askToType returns how to answer by a command where no window can open.
func (r *reply) askToType(a chat.Ask) string {
	words := catalogue.In(r.i.Locale)
	if typed := r.shared.commands.format(a.Line); typed != "" {
		return words.Say("ask.late") + " " + words.Say("ask.typed") + " " + typed + " …"
	}
	return words.Say("ask.late")
}
