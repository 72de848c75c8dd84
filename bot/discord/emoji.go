package discord

import (
	"context"
	"strings"
)

// emojiPrefix begins the names of the application emojis that show icons; the
// card XXI is tarock_XXI.
const emojiPrefix = "tarock_"

// EmojiName is what the application emoji that shows an icon is called.
func EmojiName(icon string) string { return emojiPrefix + icon }

// emoji is a picture in a button or an option.
type emoji struct {
	ID   string `json:"id,omitempty"`
	Name string `json:"name,omitempty"`
}

// loadEmojis learns which icons there are pictures of.
func (p *Platform) loadEmojis(ctx context.Context) error {
	var found struct {
		Items []emoji `json:"items"`
	}
	q := call{name: "list emojis", method: "GET", path: "/applications/" + p.appID() + "/emojis", limit: "emojis"}
	if err := p.rest.do(ctx, q, &found); err != nil {
		return err
	}
	emojis := make(map[string]string)
	for _, e := range found.Items {
		if icon, ok := strings.CutPrefix(e.Name, emojiPrefix); ok && isSnowflake(e.ID) {
			emojis[icon] = e.ID
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.emojis = emojis
	return nil
}

// icon is the emoji for the icon, nil if there is none.
func (p *Platform) icon(name string) *emoji {
	p.mu.Lock()
	defer p.mu.Unlock()
	if id, ok := p.emojis[name]; ok {
		return &emoji{ID: id, Name: EmojiName(name)}
	}
	return nil
}
