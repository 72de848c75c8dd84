package screens

import (
	"time"

	"tarockbot/bot/chat"
	"tarockbot/render/words"
)

// DigestEntry is a game as a digest lists it.
type DigestEntry struct {
	Line   chat.Line
	Button chat.Button
}

// Digest tells of all games that wait for somebody.
type Digest struct {
	User   chat.UserID
	Number int       // of the digest: each calls once
	At     time.Time // when it was to be posted
	Quiet  bool      // nobody may be called now
	Games  []DigestEntry
}

// Screen lists the games with a button to each; without games it says that none waits
// any more.
func (p Digest) Screen(w *words.Tongue) *chat.Screen {
	if len(p.Games) == 0 {
		return &chat.Screen{Lang: w.Tag(), Ended: true, Text: []chat.Line{dim(w.Say("digest.none"))}}
	}
	heading := w.Count("digest.title", len(p.Games))
	s := page(w, []chat.Line{title(heading)}, row(nextButton(w)))
	s.Age, s.Call = p.At, &chat.Call{Thread: "digest", Number: p.Number, User: p.User, Text: plain(heading), Quiet: p.Quiet}
	for _, g := range p.Games {
		s.Text, s.Buttons = append(s.Text, g.Line), append(s.Buttons, row(g.Button))
	}
	return s
}
