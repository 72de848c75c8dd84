package discordtest

import (
	"cmp"
	"context"
	"fmt"
	"unicode/utf8"

	"tarockbot/bot/platform/double"
)

// Window asks a person for a line of text. Discord calls it a modal.
type Window struct {
	ID    string
	Title string
	Label string
	Hint  string // shown in the empty field
	Max   int    // in characters

	field string
	from  *pendingInteraction
}

// Discord documents these limits.
const (
	maxTitle = 45
	maxHint  = 100
	maxTyped = 4000
)

const (
	kindInput = 4
	kindLabel = 18
	styleLine = 1
)

type windowForm struct {
	CustomID   string        `json:"custom_id"`
	Title      string        `json:"title"`
	Components []windowLabel `json:"components"`
}

type windowLabel struct {
	Type  int    `json:"type"`
	Label string `json:"label"`
	Field struct {
		Type        int    `json:"type"`
		CustomID    string `json:"custom_id"`
		Style       int    `json:"style"`
		Placeholder string `json:"placeholder"`
		MaxLength   int    `json:"max_length"`
	} `json:"component"`
}

func readWindow(data []byte) (*Window, error) {
	var given windowForm
	if err := double.DecodeStrict(data, &given); err != nil {
		return nil, fmt.Errorf("window: %w", err)
	}
	if len(given.Components) != 1 {
		return nil, fmt.Errorf("a window of %d components", len(given.Components))
	}
	label := given.Components[0]
	field := label.Field
	err := cmp.Or(
		checkLength("custom_id", given.CustomID, 1, maxID), checkLength("title", given.Title, 1, maxTitle),
		checkLength("label", label.Label, 1, maxTitle), checkLength("custom_id", field.CustomID, 1, maxID),
		checkLength("placeholder", field.Placeholder, 0, maxHint),
	)
	if err != nil {
		return nil, fmt.Errorf("window: %w", err)
	}
	isLine := label.Type == kindLabel && field.Type == kindInput && field.Style == styleLine
	if !isLine || field.MaxLength < 1 || field.MaxLength > maxTyped {
		return nil, fmt.Errorf("window: a field %+v", label)
	}
	return &Window{
		ID: given.CustomID, Title: given.Title, Label: label.Label, Hint: field.Placeholder, Max: field.MaxLength,
		field: field.CustomID,
	}, nil
}

func checkLength(name, text string, least, most int) error {
	if !hasLength(text, least, most) {
		return fmt.Errorf("%s %q", name, text)
	}
	return nil
}

// Window returns the person's open window; false if there is none.
func (p *Person) Window() (Window, bool) {
	if w := double.Locked(p.s, func() *Window { return p.window }); w != nil {
		return *w, true
	}
	return Window{}, false
}

// Submit sends the text and closes the window.
func (p *Person) Submit(ctx context.Context, w Window, text string) (string, error) {
	if n := utf8.RuneCountInString(text); n == 0 || n > w.Max {
		return "", fmt.Errorf("discordtest: %d characters in a window that takes 1 to %d", n, w.Max)
	}
	p.s.Do(func() { p.window = nil })
	field := map[string]any{"type": kindInput, "id": 2, "custom_id": w.field, "value": text}
	label := map[string]any{"type": kindLabel, "id": 1, "component": field}
	i := p.newInteraction(typeSubmit, w.from.channel, w.from.pressed)
	return p.interact(ctx, i, map[string]any{"custom_id": w.ID, "components": []any{label}})
}
