package notify

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tarockbot/engine/enginetest/golden"
)

// TestTranscripts plays testdata/*.txt, whose lines are events.
func TestTranscripts(t *testing.T) {
	t.Parallel()
	golden.Transcripts(t, "testdata", func(*testing.T) func(string) ([]string, error) { return newSeat().line })
}

type seat struct {
	State
	situation Situation
	lastCall  int
	lastShown string
}

func newSeat() *seat {
	began := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	return &seat{situation: Situation{BotStarted: began, Now: began.Add(time.Hour)}, lastShown: "nobody is called"}
}

var events = map[string]func(s *seat, arg string) error{
	"turn": func(s *seat, _ string) error { return s.change(false, func(c *Causes) { c.Turn = true }) },
	"asked": func(s *seat, rev string) error {
		return s.changeByNumber(rev, func(c *Causes, n int) { c.Consent = int64(n) })
	},
	"answered": func(s *seat, _ string) error { return s.change(false, func(c *Causes) { c.Consent = 0 }) },
	"invited":  func(s *seat, _ string) error { return s.change(false, func(c *Causes) { c.Invited = true }) },
	"late":     func(s *seat, _ string) error { return s.change(false, func(c *Causes) { c.Late = 2 }) },
	"rematch":  func(s *seat, _ string) error { return s.change(false, func(c *Causes) { c.RematchWanted = true }) },
	"reminded": func(s *seat, n string) error { return s.changeByNumber(n, s.remind) },
	"moves":    func(s *seat, _ string) error { return s.change(true, func(c *Causes) { *c = Causes{} }) },
	"begins": func(s *seat, _ string) error { // a live match
		s.situation.Live = true
		return s.apply(Change{Urgent: true}, func(c *Causes) { c.Turn = true })
	},
	"leads":  func(s *seat, _ string) error { return s.change(true, func(c *Causes) { c.Turn = true }) },
	"undone": func(s *seat, _ string) error { return s.change(false, func(c *Causes) { c.Turn = false }) },
	"ends": func(s *seat, _ string) error {
		s.situation.Finished = true
		return s.change(false, func(c *Causes) { *c = Causes{MatchEnded: true} })
	},
	"continues": func(s *seat, _ string) error {
		s.situation.MovedLast = true
		return s.change(false, func(c *Causes) { c.Turn = true })
	},
	"seen": func(s *seat, _ string) error { s.situation.LastSeen = s.situation.Now; return nil },
	"wishes": func(s *seat, word string) error {
		i := slices.IndexFunc(Preferences(), func(w Preference) bool { return w.Word() == word })
		s.situation.Preference = Preferences()[i]
		return nil
	},
	"knows":   func(s *seat, _ string) error { s.situation.KnownCall = s.Call; return nil },
	"digest":  func(s *seat, _ string) error { s.situation.DigestedCall = s.Call; return nil },
	"quiet":   func(s *seat, _ string) error { s.situation.QuietHours = true; return nil },
	"morning": func(s *seat, _ string) error { s.situation.QuietHours = false; return nil },
	"live":    func(s *seat, _ string) error { s.situation.Live = true; return nil },
	"message": func(s *seat, _ string) error { s.situation.CalledElsewhere = true; return nil },
	"page":    func(s *seat, _ string) error { s.situation.OnPage = true; return nil },
	"restart": func(s *seat, _ string) error {
		s.situation.BotStarted, s.situation.LastSeen = s.situation.Now, time.Time{}
		return nil
	},
	"passes": func(s *seat, arg string) error {
		d, err := time.ParseDuration(arg)
		s.situation.Now = s.situation.Now.Add(d)
		return err
	},
}

func (s *seat) remind(c *Causes, n int) { c.Reminded, s.situation.Hurried = n, n >= 2 }

func (s *seat) changeByNumber(arg string, set func(*Causes, int)) error {
	n, err := strconv.Atoi(arg)
	if err != nil {
		return err
	}
	return s.change(false, func(c *Causes) { set(c, n) })
}

// change marks an acting player as present.
func (s *seat) change(acts bool, set func(*Causes)) error { return s.apply(Change{OwnMove: acts}, set) }

func (s *seat) apply(x Change, set func(*Causes)) error {
	x.Before = s.situation.Causes
	set(&s.situation.Causes)
	if x.OwnMove {
		s.situation.LastSeen, s.situation.Hurried, s.situation.MovedLast = s.situation.Now, false, false
	}
	x.After, x.At, x.Call = s.situation.Causes, s.situation.Now, s.lastCall+1
	if s.Raise(x) {
		s.lastCall = s.Call
	}
	return nil
}

func (s *seat) line(line string) ([]string, error) {
	word, arg, _ := strings.Cut(line, " ")
	do, ok := events[word]
	if !ok {
		return nil, fmt.Errorf("unknown event %q", word)
	}
	if err := do(s, arg); err != nil {
		return nil, err
	}
	now := s.describe()
	if now == s.lastShown {
		return nil, nil
	}
	s.lastShown = now
	return []string{now}, nil
}

func (s *seat) describe() string {
	fate, until := s.Decide(s.situation)
	if fate == NoCall {
		return "nobody is called"
	}
	text := fmt.Sprintf("call %d ", s.Call)
	if fate == CallHeldBack {
		return text + "is held back until " + until.Format("15:04:05")
	}
	return text + map[Fate]string{
		CallDigested: "is told by a digest", CallKnown: "is known", CallDropped: "is held back for good",
		CallSilenced: "waits for the end of the quiet hours", CallMade: "is made",
	}[fate]
}
