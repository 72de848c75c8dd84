package discord

import (
	"context"

	"tarockbot/bot/chat"
)

// Limits of a window, in characters.
const (
	maxTitle = 45 // and of what its field is called
	maxHint  = 100
	maxTyped = 4000
)

// styleLine is the style of a field that takes one line.
const styleLine = 1

// window asks for a line of text: Discord calls it a modal.
type modal struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []component `json:"components"`
}

// window is what asks. Its id is the line that goes before what is typed, as a button's is.
func (l *layouts) modal(ctx context.Context, a chat.Ask) modal {
	b := &builder{layouts: l, ctx: ctx, used: make(map[string]bool)}
	field := component{Type: kindInput, CustomID: "text", Style: styleLine, Placeholder: short(a.Hint, maxHint), MaxLength: min(max(a.Max, 1), maxTyped)}
	return modal{b.id(a.Line, 0), label(a.Title, maxTitle), []component{{Type: kindLabel, Label: label(a.Label, maxTitle), Field: &field}}}
}

// typedIn is what was typed in a window that was sent off.
func typedIn(components []component) string {
	for _, c := range components {
		if c.Field != nil {
			return c.Field.Value
		}
	}
	return ""
}

// tellToType tells somebody whom no window can ask what to do instead.
func (r *reply) tellToType(a chat.Ask) string {
	words := catalogue.In(r.i.Locale)
	if typed := r.commands.format(a.Line); typed != "" {
		return words.Say("ask.late") + " " + words.Say("ask.typed") + " " + typed + " …"
	}
	return words.Say("ask.late")
}
