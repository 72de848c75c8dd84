package pages

import (
	"encoding/base64"

	"tarockbot/bot/chat"
	"tarockbot/render"
)

// Pictures is how the pictures of a page are made. Its zero value shows words alone.
type Pictures struct {
	Studio     *render.Studio
	TwoColours bool // the deck has two colours, not four
}

// pictureOf is what goes with a screen.
func pictureOf(p *render.Picture) *chat.Picture {
	return &chat.Picture{
		Key: base64.RawURLEncoding.EncodeToString(p.Key[:]), Alt: p.Alt, Width: p.Width, Height: p.Height,
		PNG: p.Ready(), Draw: p.PNG,
	}
}
