package bot

import (
	"errors"
	"log/slog"
	"time"
)

// A message that can't be brought up to date for long is in the log, in one line,
// and is looked after until it is.

// overdueAfter is how long that takes.
const overdueAfter = time.Minute

// unfinished says that some message doesn't show what it should yet.
func (l *live) unfinished() bool {
	for _, s := range l.shows {
		if !s.since.IsZero() {
			return true
		}
	}
	return false
}

// tellUnfinished tells the operator of a message that hasn't been up to date for
// long.
func (b *Bot) tellUnfinished(l *live, place Place) {
	if s := l.showOf(place); !s.since.IsZero() && time.Since(s.since) >= overdueAfter {
		b.logUnfinished(l, place)
	}
}

// logUnfinished is the one line in the log, until it is over.
func (b *Bot) logUnfinished(l *live, place Place) {
	s := l.showOf(place)
	if s.logged || b.running.Err() != nil {
		return
	}
	s.logged = true
	level := slog.LevelError
	if errors.As(s.why, new(RetryAfter)) {
		level = slog.LevelWarn // there is more to say than the network lets through
	}
	b.cfg.Log.Log(b.running, level, "message not up to date", "table", l.id, "platform", place.Platform(), "public", place.Chat != "",
		"since", time.Since(s.since).Round(time.Second), "err", s.why)
}

// finished notes that the message shows what it should.
func (b *Bot) finished(l *live, m message) {
	s := l.showOf(m.Place)
	if s.logged {
		b.cfg.Log.Info("message up to date again", "table", l.id, "platform", m.Place.Platform(),
			"after", time.Since(s.since).Round(time.Second))
	}
	s.since, s.why, s.logged = time.Time{}, nil, false
}

// lookAfter brings the table's messages up to date that couldn't be for a while, and
// tells the operator of them. The lock must be held.
func (b *Bot) lookAfter(l *live) {
	if l.state == nil {
		return
	}
	for _, m := range l.state.Messages {
		if b.serves(m.Place) && !m.Lost {
			b.tellUnfinished(l, m.Place)
		}
	}
	b.refresh(l)
}
