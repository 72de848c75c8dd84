package screens

import (
	"time"

	"tarockbot/bot/chat"
	"tarockbot/render/words"
)

// DigestEntry is a game in a digest.
type DigestEntry struct {
	Line   chat.Line
	Button chat.Button
}

// Digest lists all games that wait for a person.
type Digest struct {
	User   chat.UserID
	Number int // of the call, so that the digest notifies once
	At     time.Time
	Silent bool
	Games  []DigestEntry
}

// Screen lists the games with their buttons.
func (p Digest) Screen(w *words.Tongue) *chat.Screen {
	if len(p.Games) == 0 {
		return &chat.Screen{Lang: w.Tag(), Dismissable: true, Text: []chat.Line{dim(w.Say("digest.none"))}}
	}
	heading := w.Count("digest.title", len(p.Games))
	s := page(w, []chat.Line{title(heading)}, row(nextButton(w)))
	s.Created, s.Call = p.At, &chat.Call{Subject: "digest", Number: p.Number, User: p.User, Text: plain(heading), Suppressed: p.Silent}
	for _, g := range p.Games {
		s.Text, s.Buttons = append(s.Text, g.Line), append(s.Buttons, row(g.Button))
	}
	return s
}
