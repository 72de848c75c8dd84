package telegram

import (
	"context"
	"fmt"
	"strings"

	"tarockbot/bot/chat"

	"github.com/go-telegram/bot/models"
)

// keyboard is an inline keyboard. The library's own button always carries an
// empty copy_text, which may count as what the button does.
type keyboard struct {
	Rows [][]button `json:"inline_keyboard"`
}

// button does one of three things: hand in a line, open an address, or let the
// person send something into another chat.
type button struct {
	Text  string                              `json:"text"`
	Data  string                              `json:"callback_data,omitempty"`
	URL   string                              `json:"url,omitempty"`
	Share *models.SwitchInlineQueryChosenChat `json:"switch_inline_query_chosen_chat,omitempty"`
	Style string                              `json:"style,omitempty"`
}

// What fits. A row that is too wide is cut by the phone, so the width is
// guessed from the letters.
const (
	maxButtons = 100
	maxPerRow  = 5
	maxWidth   = 34 // letters in a row
	padding    = 2  // letters' worth of space around a label
	maxLabel   = 60
)

// styles are Telegram's names for the looks.
var styles = map[chat.Look]string{chat.Primary: "primary", chat.Danger: "danger"}

// The marks of what is chosen.
const (
	markChosen = "✓ "
	markFixed  = "🔒 "
)

// keyboardOf makes the screen's choice and buttons a keyboard; nil if there is
// nothing to press.
func (ps *posts) keyboardOf(ctx context.Context, to target, s chat.Screen) *keyboard {
	k := new(keyboard)
	if s.Choice != nil {
		ps.addChoice(ctx, k, *s.Choice)
	}
	for _, m := range s.Menus {
		ps.addMenu(ctx, k, m)
	}
	for _, row := range s.Buttons {
		var buttons []button
		for _, b := range row {
			buttons = append(buttons, ps.button(ctx, b.Label, b.Line, b.Look))
		}
		k.add(buttons)
	}
	switch {
	case to.private():
		ps.addShare(k, s)
	case s.Call != nil:
		ps.addDoor(k, s)
	}
	if len(k.Rows) == 0 {
		return nil
	}
	return k
}

// addChoice offers the options as toggles, and below them what confirms.
func (ps *posts) addChoice(ctx context.Context, k *keyboard, c chat.Choice) {
	var toggles []button
	chosen := 0
	for _, o := range c.Options {
		label := o.Label
		switch {
		case o.Fixed:
			label = markFixed + label
		case o.Chosen:
			label = markChosen + label
		}
		if o.Chosen || o.Fixed {
			chosen++
		}
		toggles = append(toggles, ps.button(ctx, label, c.Toggle+" "+o.Value, chat.Normal))
	}
	k.add(toggles)
	look := chat.Normal
	if chosen >= c.Min && chosen <= c.Max {
		look = chat.Primary
	}
	k.add([]button{ps.button(ctx, confirmLabel(c, chosen), c.Line, look)})
}

// addMenu offers what may be set, below a button that says what it is and changes
// nothing.
func (ps *posts) addMenu(ctx context.Context, k *keyboard, m chat.Menu) {
	if len(m.Options) == 0 {
		return
	}
	heading := m
	if m.Max > 1 { // with no value nothing would be chosen
		heading.Line = m.After(chat.Option{})
	}
	k.add([]button{ps.button(ctx, "— "+m.Label+" —", heading.Line, chat.Normal)})
	var options []button
	for _, o := range m.Options {
		label := o.Label
		if o.Chosen {
			label = markChosen + label
		}
		options = append(options, ps.button(ctx, label, m.After(o), chat.Normal))
	}
	k.add(options)
}

// confirmLabel counts what is chosen: "Lay away 2/3".
func confirmLabel(c chat.Choice, chosen int) string {
	if c.Min == c.Max {
		return fmt.Sprintf("%s %d/%d", c.Confirm, chosen, c.Max)
	}
	return fmt.Sprintf("%s %d/%d–%d", c.Confirm, chosen, c.Min, c.Max)
}

func (ps *posts) button(ctx context.Context, label, line string, look chat.Look) button {
	label = cut(strings.Join(strings.Fields(label), " "), maxLabel)
	if label == "" {
		label = "·"
	}
	if !fits(line) {
		var err error
		if line, err = ps.lines.Shorten(ctx, line); err != nil { // whoever presses it is told that it is too old
			ps.log.Warn("telegram: a long line was not kept", "err", err)
		}
	}
	return button{Text: label, Data: line, Style: styles[look]}
}

// add appends buttons that belong together, in as many rows as they need.
func (k *keyboard) add(buttons []button) {
	var row []button
	width := 0
	flush := func() {
		if len(row) > 0 {
			k.Rows = append(k.Rows, row)
		}
		row, width = nil, 0
	}
	room := maxButtons - k.size()
	for _, b := range buttons[:min(len(buttons), room)] {
		w := length16(b.Text) + padding
		if len(row) == maxPerRow || width+w > maxWidth {
			flush()
		}
		row, width = append(row, b), width+w
	}
	flush()
}

func (k *keyboard) size() int {
	n := 0
	for _, row := range k.Rows {
		n += len(row)
	}
	return n
}

// addDoor lets somebody who can't be written to in private open that chat, and
// see there what they are waited for with.
func (ps *posts) addDoor(k *keyboard, s chat.Screen) {
	if len(s.Buttons) == 0 || len(s.Buttons[0]) == 0 || k.size() >= maxButtons {
		return
	}
	if link := ps.self.startLink(ps.lexicon.payload(s.Buttons[0][0].Line)); link != "" {
		k.Rows = append(k.Rows, []button{{Text: catalogue.In(s.Lang).Say("open-private"), URL: link}})
	}
}

// addShare lets somebody send a challenge into any chat. Telegram refuses such a
// button if the operator hasn't switched the inline mode on.
func (ps *posts) addShare(k *keyboard, s chat.Screen) {
	if s.Share == "" || !ps.self.inline.Load() || k.size() >= maxButtons {
		return
	}
	k.Rows = append(k.Rows, []button{{Text: catalogue.In(s.Lang).Say("share"), Share: &models.SwitchInlineQueryChosenChat{
		Query: s.Share, AllowUserChats: true, AllowGroupChats: true,
	}}})
}
