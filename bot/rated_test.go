package bot

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/upkeep/doctor"
	"tarockbot/storage/memory"
)

// TestUnratedWithStrangers: somebody of whom nothing is known doesn't hide what the
// others wish.
func TestUnratedWithStrangers(t *testing.T) {
	t.Parallel()
	b := botOver(t, memory.New())
	in := chat.Input{ID: "help", User: "fake:bert", Name: "bert", Lang: "en", Line: "help"}
	if _, err := b.Handle(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Services().People.Change(t.Context(), in.User, func(p *people.Account) { p.Ranking = standing.WishOff }); err != nil {
		t.Fatal(err)
	}
	why, err := b.Services().Tables.Dealer.WhyUnrated(t.Context(), &match.Table{Chairs: []match.Chair{{User: "fake:stranger"}, {User: in.User}}})
	if err != nil || why != standing.UnratedOff {
		t.Errorf("got %q, %v, want %q", why, err, standing.UnratedOff)
	}
}

// ladder is people whose matches are rated, four a day, without tables.
type ladder struct {
	*testing.T
	bot *Bot
	now time.Time
	n   int // matches until now
}

func newLadder(t *testing.T) *ladder {
	l := &ladder{T: t, bot: botOver(t, memory.New()), now: time.Unix(1_790_000_000, 0)}
	l.bot.cfg.Now = func() time.Time { return l.now }
	if err := doctor.Migration.Run(t.Context(), l.bot.sv.Store, l.bot.cfg.Log); err != nil {
		t.Fatal(err)
	}
	return l
}

// wins lets the one win a match of Kosakeln against the other.
func (l *ladder) wins(winner, loser chat.PersonID) {
	l.Helper()
	l.n++
	l.now = l.now.Add(6 * time.Hour)
	m := &standing.Match{Table: chat.TableID(fmt.Sprint("t", l.n)), Ended: l.now.UTC(), Deals: 1, Seats: []standing.Seat{{Person: winner, Total: 1, Won: true}, {Person: loser, Total: -1}}}
	boards := l.bot.Services().People.Standings.Lock()
	defer boards.Unlock()
	docs, err := boards.RecordMatch(l.Context(), "kosakeln", m, nil)
	if err == nil {
		err = l.bot.Services().Store.Commit(l.Context(), docs...)
	}
	if err != nil {
		l.Fatal(err)
	}
}

// audited is how many faults an audit finds.
func (l *ladder) audited() int {
	l.Helper()
	report, err := doctor.Audit(l.Context(), l.bot.Services().Store, l.now)
	if err != nil {
		l.Fatal(err)
	}
	return report.Wrong
}

// career is what the person has reached.
func (l *ladder) career(id chat.PersonID) standing.Career {
	l.Helper()
	c, err := l.bot.Services().People.Standings.CareerOf(l.Context(), id, "kosakeln")
	if err != nil {
		l.Fatal(err)
	}
	return c
}

// store changes the person's style as it is stored.
func (l *ladder) store(id chat.PersonID, change func(*standing.PlayStats)) {
	l.Helper()
	var x standing.PlayStats
	version, err := l.bot.Services().Store.Load(l.Context(), standing.KindStats, standing.StandingID(id, "kosakeln"), &x)
	if err != nil || version == 0 {
		l.Fatalf("version %d, %v", version, err)
	}
	change(&x)
	l.commit(standing.KindStats, standing.StandingID(id, "kosakeln"), version, x)
}

func (l *ladder) commit(kind, id string, version int64, v any) {
	l.Helper()
	doc, err := documents.Encode(kind, id, version, v)
	if err == nil {
		err = l.bot.Services().Store.Commit(l.Context(), doc)
	}
	if err != nil {
		l.Fatal(err)
	}
}

// TestBestRating: the best rating is kept when no rating that is drawn is as high
// any more, and an audit finds any other.
func TestBestRating(t *testing.T) {
	t.Parallel()
	l := newLadder(t)
	l.wins("anna", "bert")
	if best := l.career("anna").Stats.Best; best != 0 {
		t.Errorf("provisional, anna's best rating is %d", best)
	}
	for range 10 {
		l.wins("anna", "bert")
		l.wins("bert", "anna")
	}
	for range 5 {
		l.wins("anna", "bert")
	}
	top := l.career("anna").Rating.Shown()
	for range standing.CurveSize + 1 {
		l.wins("bert", "anna")
	}
	c := l.career("anna")
	drawn := slices.MaxFunc(c.Stats.Curve, func(x, y standing.RatedAt) int { return x.Points - y.Points }).Points
	if c.Rating.Provisional() || drawn >= top || c.Stats.Best != top {
		t.Fatalf("anna's best rating is %d, was %d, and the best that is drawn %d", c.Stats.Best, top, drawn)
	}
	if n := l.audited(); n > 0 {
		t.Fatalf("the audit finds %d faults", n)
	}
	for _, best := range []int{0, top - 1, top + 1} {
		l.store("anna", func(x *standing.PlayStats) { x.Best = best })
		if l.audited() == 0 {
			t.Errorf("the best rating is stored as %d, was %d, and the audit finds nothing", best, top)
		}
	}
}
