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

// TestTranscripts plays testdata/*.txt with the lines of happens.
func TestTranscripts(t *testing.T) {
	t.Parallel()
	golden.Transcripts(t, "testdata", func(*testing.T) func(string) ([]string, error) { return newSeat().line })
}

type seat struct {
	State
	around Situation
	number int
	shown  string
}

func newSeat() *seat {
	began := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	return &seat{around: Situation{Began: began, Now: began.Add(time.Hour)}, shown: "nobody is called"}
}

var happens = map[string]func(s *seat, arg string) error{
	"turn": func(s *seat, _ string) error { return s.change(false, func(c *Causes) { c.Turn = true }) },
	"asked": func(s *seat, rev string) error {
		return s.numbered(rev, func(c *Causes, n int) { c.Consent = int64(n) })
	},
	"answered": func(s *seat, _ string) error { return s.change(false, func(c *Causes) { c.Consent = 0 }) },
	"invited":  func(s *seat, _ string) error { return s.change(false, func(c *Causes) { c.Invited = true }) },
	"late":     func(s *seat, _ string) error { return s.change(false, func(c *Causes) { c.Late = 2 }) },
	"rematch":  func(s *seat, _ string) error { return s.change(false, func(c *Causes) { c.Again = true }) },
	"reminded": func(s *seat, n string) error { return s.numbered(n, s.remind) },
	"moves":    func(s *seat, _ string) error { return s.change(true, func(c *Causes) { *c = Causes{} }) },
	"begins": func(s *seat, _ string) error { // a live match
		s.around.Live = true
		return s.apply(Change{Urgent: true}, func(c *Causes) { c.Turn = true })
	},
	"leads":  func(s *seat, _ string) error { return s.change(true, func(c *Causes) { c.Turn = true }) },
	"undone": func(s *seat, _ string) error { return s.change(false, func(c *Causes) { c.Turn = false }) },
	"ends": func(s *seat, _ string) error {
		s.around.Finished = true
		return s.change(false, func(c *Causes) { *c = Causes{MatchEnded: true} })
	},
	"continues": func(s *seat, _ string) error {
		s.around.MovedLast = true
		return s.change(false, func(c *Causes) { c.Turn = true })
	},
	"seen": func(s *seat, _ string) error { s.around.Seen = s.around.Now; return nil },
	"wishes": func(s *seat, word string) error {
		i := slices.IndexFunc(Preferences(), func(w Preference) bool { return w.Word() == word })
		s.around.Preference = Preferences()[i]
		return nil
	},
	"knows":   func(s *seat, _ string) error { s.around.Known = s.Call; return nil },
	"digest":  func(s *seat, _ string) error { s.around.Digested = s.Call; return nil },
	"quiet":   func(s *seat, _ string) error { s.around.QuietHours = true; return nil },
	"morning": func(s *seat, _ string) error { s.around.QuietHours = false; return nil },
	"live":    func(s *seat, _ string) error { s.around.Live = true; return nil },
	"message": func(s *seat, _ string) error { s.around.Elsewhere = true; return nil },
	"page":    func(s *seat, _ string) error { s.around.InSight = true; return nil },
	"restart": func(s *seat, _ string) error { s.around.Began, s.around.Seen = s.around.Now, time.Time{}; return nil },
	"passes": func(s *seat, arg string) error {
		d, err := time.ParseDuration(arg)
		s.around.Now = s.around.Now.Add(d)
		return err
	},
}

func (s *seat) remind(c *Causes, n int) { c.Reminded, s.around.Hurried = n, n >= 2 }

func (s *seat) numbered(arg string, set func(*Causes, int)) error {
	n, err := strconv.Atoi(arg)
	if err != nil {
		return err
	}
	return s.change(false, func(c *Causes) { set(c, n) })
}

// change marks an acting player as present.
func (s *seat) change(acts bool, set func(*Causes)) error { return s.apply(Change{Acts: acts}, set) }

func (s *seat) apply(x Change, set func(*Causes)) error {
	x.Was = s.around.Causes
	set(&s.around.Causes)
	if x.Acts {
		s.around.Seen, s.around.Hurried, s.around.MovedLast = s.around.Now, false, false
	}
	x.Now, x.At, x.Call = s.around.Causes, s.around.Now, s.number+1
	if s.Raise(x) {
		s.number = s.Call
	}
	return nil
}

func (s *seat) line(line string) ([]string, error) {
	word, arg, _ := strings.Cut(line, " ")
	do, ok := happens[word]
	if !ok {
		return nil, fmt.Errorf("unknown event %q", word)
	}
	if err := do(s, arg); err != nil {
		return nil, err
	}
	now := s.tell()
	if now == s.shown {
		return nil, nil
	}
	s.shown = now
	return []string{now}, nil
}

func (s *seat) tell() string {
	fate, until := s.Decide(s.around)
	if fate == None {
		return "nobody is called"
	}
	text := fmt.Sprintf("call %d ", s.Call)
	if fate == Held {
		return text + "is held back until " + until.Format("15:04:05")
	}
	return text + map[Fate]string{
		Digested: "is told by a digest", Known: "is known", Dropped: "is held back for good",
		Silent: "waits for the end of the quiet hours", Made: "is made",
	}[fate]
}
