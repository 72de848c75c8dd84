package telegram

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/go-telegram/bot/models"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/lines"
)

// keyboard is an inline keyboard. The library's buttons always carry an empty copy_text, which Telegram may mistake for
// their action.
type keyboard struct {
	Rows [][]button `json:"inline_keyboard"`
}

type button struct {
	Text  string                              `json:"text"`
	Data  string                              `json:"callback_data,omitempty"`
	URL   string                              `json:"url,omitempty"`
	Share *models.SwitchInlineQueryChosenChat `json:"switch_inline_query_chosen_chat,omitempty"`
	Style string                              `json:"style,omitempty"`
	// Heading disables the button.
	Heading *struct{} `json:"disabled,omitempty"`
}

// Telegram's limits and a phone's width.
const (
	maxText    = 4096 // UTF-16 units
	maxCaption = 1024
	maxAlert   = 200

	maxButtons = 100
	maxPerRow  = 5
	maxWidth   = 34 // characters
	padding    = 2
	maxLabel   = 60
)

const (
	markChosen = "✓ "
	markFixed  = "🔒 "
	ellipsis   = "…"
	emptyText  = "·"      // Telegram refuses an empty text
	wordJoiner = "\u2060" // invisible; it ends a name or address
)

var styles = map[chat.Look]string{chat.Primary: "primary", chat.Danger: "danger"}

type layouts struct {
	self   *identity
	lines  *lines.Store
	photos *photos
	log    *slog.Logger
}

func (l *layouts) screenMessage(ctx context.Context, to target, s chat.Screen) outgoing {
	lines, caption := s.Text, s.CaptionOrText()
	if s.Choice != nil && s.Choice.Label != "" {
		ask := []chat.Line{nil, {{Text: s.Choice.Label, Style: chat.Strong}}}
		lines, caption = slices.Concat(lines, ask), slices.Concat(caption, ask)
	}
	m := outgoing{protect: s.Protect, silent: true}
	if k := l.keyboardOf(ctx, to, s); len(k.Rows) > 0 {
		m.keys = k
	}
	m.text, m.entities = formatted(lines, maxText)
	if m.photo = l.photos.usable(to.chat, s.Picture); m.photo.picture != nil {
		m.caption, m.captionEntities = formatted(caption, maxCaption)
	}
	return m
}

func plainMessage(text string) (m outgoing) {
	m.text, m.entities = formatted([]chat.Line{{{Text: text}}}, maxText)
	return m
}

func (l *layouts) keyboardOf(ctx context.Context, to target, s chat.Screen) *keyboard {
	k := new(keyboard)
	if s.Choice != nil {
		l.addChoice(ctx, k, *s.Choice)
	}
	for _, m := range s.Menus {
		l.addMenu(ctx, k, m)
	}
	for _, row := range s.Buttons {
		var buttons []button
		for _, b := range row {
			buttons = append(buttons, l.button(ctx, b.Label, b.Line, b.Look))
		}
		k.add(buttons)
	}
	if b := l.lastButton(to, s); b != (button{}) && k.size() < maxButtons {
		k.Rows = append(k.Rows, []button{b})
	}
	return k
}

func (l *layouts) addChoice(ctx context.Context, k *keyboard, c chat.Choice) {
	var toggles []button
	chosen := c.CountChosen()
	for _, o := range c.Options {
		toggles = append(toggles, l.option(ctx, o, c.Toggle+" "+o.Value))
	}
	k.add(toggles)
	look := chat.Normal
	if chosen >= c.Min && chosen <= c.Max {
		look = chat.Primary
	}
	k.add([]button{l.button(ctx, confirmLabel(c, chosen), c.Line, look)})
}

func (l *layouts) addMenu(ctx context.Context, k *keyboard, m chat.Menu) {
	if len(m.Options) == 0 {
		return
	}
	k.add([]button{{Text: cut(m.Label, maxLabel), Heading: new(struct{})}})
	for _, part := range chat.GroupOptions(m.Options) {
		var options []button
		for _, o := range part {
			options = append(options, l.option(ctx, o, m.LineFor(o)))
		}
		k.add(options)
	}
}

func (l *layouts) option(ctx context.Context, o chat.Option, line string) button {
	switch {
	case o.Fixed:
		o.Label = markFixed + o.Label
	case o.Chosen:
		o.Label = markChosen + o.Label
	}
	return l.button(ctx, o.Label, line, chat.Normal)
}

// confirmLabel returns, for example, "Lay away 2/3".
func confirmLabel(c chat.Choice, chosen int) string {
	switch {
	case c.Min == 0 && chosen == 0:
		return c.Confirm
	case c.Min == 0, c.Min == c.Max:
		return fmt.Sprintf("%s %d/%d", c.Confirm, chosen, c.Max)
	}
	return fmt.Sprintf("%s %d/%d–%d", c.Confirm, chosen, c.Min, c.Max)
}

func (l *layouts) button(ctx context.Context, label, line string, look chat.Look) button {
	label = cmp.Or(cut(strings.Join(strings.Fields(label), " "), maxLabel), emptyText)
	if !fitsButton(line) {
		var err error
		if line, err = l.lines.Shorten(ctx, line); err != nil { // a press then reports an old button
			l.log.Warn("telegram: long line not stored", "err", err)
		}
	}
	return button{Text: label, Data: line, Style: styles[look]}
}

func (k *keyboard) add(buttons []button) {
	room, width := maxButtons-k.size(), maxWidth // begins a row
	for _, b := range buttons[:min(len(buttons), room)] {
		w, last := length16(b.Text)+padding, len(k.Rows)-1
		if width+w > maxWidth || len(k.Rows[last]) == maxPerRow {
			k.Rows, last, width = append(k.Rows, nil), last+1, 0
		}
		k.Rows[last], width = append(k.Rows[last], b), width+w
	}
}

func (k *keyboard) size() int { return len(slices.Concat(k.Rows...)) }

// lastButton shares a challenge in private, or links the called player to the private chat.
func (l *layouts) lastButton(to target, s chat.Screen) button {
	words := catalogue.In(s.Lang)
	switch {
	case to.private():
		if s.ShareCode != "" && l.self.inline.Load() {
			share := &models.SwitchInlineQueryChosenChat{Query: s.ShareCode, AllowUserChats: true, AllowGroupChats: true}
			return button{Text: words.Say("share"), Share: share}
		}
	case s.Call != nil && len(s.Buttons) > 0 && len(s.Buttons[0]) > 0:
		if link := l.self.link(s.Buttons[0][0].Line); link != "" {
			return button{Text: words.Say("open-private"), URL: link}
		}
	}
	return button{}
}
