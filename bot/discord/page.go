package discord

import (
	"slices"

	"tarockbot/bot/chat"
)

// page is the private message with the outcome's screen; its word stands above.
func (r *reply) page(o outcome) message {
	s := *o.screen
	if o.alert != "" {
		word := []chat.Line{{{Text: o.alert, Style: chat.Strong}}, nil}
		s.Text, s.Brief = slices.Concat(word, s.Text), slices.Concat(word, s.Beside())
	}
	opener := ""
	if s.Protect {
		opener = o.line
	}
	m := r.layouts.message(r.ctx, s, opener)
	m.Flags |= flagEphemeral
	return m
}

// openly is the message for the place of one that is private already.
func openly(m message) message {
	m.Flags &^= flagEphemeral
	return m
}

// word is a private message of one sentence.
func word(text string) message {
	return message{Content: cut(escape(text), maxContent), Flags: flagEphemeral, Mentions: nobody()}
}
