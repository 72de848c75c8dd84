package standing

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/engine/games"
	"tarockbot/storage"
)

// AuditReport is what an audit has looked at, and what it has found.
type AuditReport struct {
	Matches, Standings, Places int
	// Wrong is how many things are not what the log of matches makes of them,
	// Faults tells the first of them in a line each: by ids, never by names.
	Wrong  int
	Faults []string
}

// auditFaults is how many faults a report tells.
const auditFaults = 50

// Audit compares all standings with what the log of matches makes of them; those who
// are forgotten, or about to be, are left out of it.
func (st *Standings) Audit(ctx context.Context, forgotten []chat.PersonID) (AuditReport, error) {
	a := &audit{all: st, now: st.now(), ledgers: make(map[string]Ledger), rated: make(map[string]*PlayStats), listed: make(map[chat.PersonID]bool), bands: make(map[string]band),
		removed: make(map[chat.PersonID]bool)}
	for _, x := range forgotten {
		a.removed[x] = true
	}
	for _, check := range []func(context.Context) error{a.replayLog, a.leaveErased, a.checkStandings, a.checkRatings, a.checkRivals, a.checkPlaces, a.checkBands} {
		if err := check(ctx); err != nil {
			return a.report, err
		}
	}
	return a.report, nil
}

// audit is an audit that is going on.
type audit struct {
	all     *Standings
	now     time.Time
	ledgers map[string]Ledger      // by game, as the log makes them
	rated   map[string]*PlayStats  // the ratings that the log leads to, by the ids of styles
	listed  map[chat.PersonID]bool // whether a head wants to be seen
	bands   map[string]band        // by id, as the places make them
	removed map[chat.PersonID]bool // who is forgotten, or about to be
	report  AuditReport
}

func (a *audit) wrong(kind, id, what string) {
	a.report.Wrong++
	if len(a.report.Faults) < auditFaults {
		a.report.Faults = append(a.report.Faults, fmt.Sprintf("%s %s: %s", kind, id, what))
	}
}

// replayLog counts all matches again, in their order.
func (a *audit) replayLog(ctx context.Context) error {
	for _, g := range games.All() {
		a.ledgers[g.ID] = NewLedger()
		tables, n := make(map[chat.TableID]bool), 0
		for doc, err := range keep.Read[Match](a.all.store.Scan(ctx, KindMatch, g.ID+"|", g.ID+"|"+RankEnd)) {
			if err != nil {
				return fmt.Errorf("bot: audit: %w", err)
			}
			m := &doc.Value
			if n++; doc.Key.ID != matchID(g.ID, n) {
				a.wrong(KindMatch, doc.Key.ID, "it should be number "+fmt.Sprint(n))
			}
			if tables[m.Table] {
				a.wrong(KindMatch, doc.Key.ID, "the table has counted before")
			}
			tables[m.Table] = true
			if err := a.recount(ctx, a.ledgers[g.ID], doc.Doc, m); err != nil {
				return err
			}
			m.addRatings(a.rated, g.ID)
			a.report.Matches++
		}
	}
	return nil
}

// leaveErased leaves out those who are forgotten. The log still tells what they
// have played; what that led to is erased, all standings in one commit.
func (a *audit) leaveErased(ctx context.Context) error {
	for x := range a.removed {
		n := 0
		for _, err := range a.all.store.Scan(ctx, KindStanding, StandingID(x, ""), StandingID(x, RankEnd)) {
			if err != nil {
				return fmt.Errorf("bot: audit: %w", err)
			}
			n++
		}
		for _, l := range a.ledgers {
			if n == 0 {
				delete(l.Standings, x)
			}
		}
	}
	return nil
}

// recount counts a match of the log and compares how it was rated.
func (a *audit) recount(ctx context.Context, l Ledger, doc storage.Doc, m *Match) (err error) {
	scope, also := m.Scope, m.Also
	if m.Scope, err = a.all.ScopeOf(ctx, m.Scope); err != nil {
		return err
	}
	m.Also = slices.Clone(also)
	for i := range m.Also {
		if m.Also[i], err = a.all.ScopeOf(ctx, m.Also[i]); err != nil {
			return err
		}
	}
	for i := range m.Seats {
		m.Seats[i].Before, m.Seats[i].After = nil, nil
	}
	if m.Unrated == "" && l.tooMuch(m) != "" {
		a.wrong(KindMatch, doc.Key.ID, "it is rated, and one too many that day")
	}
	l.count(m)
	m.Scope, m.Also = scope, also
	return a.compare(doc, m)
}

// compare compares a document with what its value should be.
func (a *audit) compare(doc storage.Doc, want any) error {
	data, err := json.Marshal(want)
	if err != nil {
		return fmt.Errorf("bot: audit: %w", err)
	}
	if !bytes.Equal(data, doc.Data) {
		a.wrong(doc.Key.Kind, doc.Key.ID, fmt.Sprintf("it is %s and should be %s", doc.Data, data))
	}
	return nil
}

// checkStandings compares what everybody has reached.
func (a *audit) checkStandings(ctx context.Context) error {
	want := make(map[string]any)
	for game, l := range a.ledgers {
		for account, s := range l.Standings {
			want[StandingID(account, game)] = s
		}
	}
	a.report.Standings = len(want)
	return a.checkAll(ctx, KindStanding, want)
}

// checkRatings compares the ratings that are to be drawn.
func (a *audit) checkRatings(ctx context.Context) error {
	for e, err := range keep.Read[PlayStats](a.all.store.Scan(ctx, KindStyle, "", "")) {
		if err != nil {
			return fmt.Errorf("bot: audit: %w", err)
		}
		doc, x := e.Doc, e.Value
		x.Curve, x.Best = nil, 0
		if rated := a.rated[doc.Key.ID]; rated != nil {
			x.Curve, x.Best = rated.Curve, rated.Best
		}
		delete(a.rated, doc.Key.ID)
		if err := a.compare(doc, x); err != nil {
			return err
		}
	}
	for id := range a.rated {
		if whose, _, _ := strings.Cut(id, "|"); !a.removed[chat.PersonID(whose)] {
			a.wrong(KindStyle, id, "it is missing")
		}
	}
	return nil
}

// checkRivals compares what everybody has reached against each other.
func (a *audit) checkRivals(ctx context.Context) error {
	want := make(map[string]any)
	for game, l := range a.ledgers {
		for pair, x := range l.rivals {
			if !a.removed[pair.Person] {
				want[RivalID(game, pair)] = x
			}
		}
	}
	return a.checkAll(ctx, KindRival, want)
}

// checkAll compares all documents of the kind with those wanted, by id.
func (a *audit) checkAll(ctx context.Context, kind string, want map[string]any) error {
	for doc, err := range a.all.store.Scan(ctx, kind, "", "") {
		if err != nil {
			return fmt.Errorf("bot: audit: %w", err)
		}
		x, ok := want[doc.Key.ID]
		whose, _, _ := strings.Cut(doc.Key.ID, "|")
		switch {
		case ok:
		case kind == KindRival && a.removed[chat.PersonID(whose)]: // it is about to be erased
			continue
		default:
			a.wrong(kind, doc.Key.ID, "nothing in the log leads to it")
			continue
		}
		delete(want, doc.Key.ID)
		if err := a.compare(doc, x); err != nil {
			return err
		}
	}
	for id := range want {
		a.wrong(kind, id, "it is missing")
	}
	return nil
}

// checkPlaces compares who is on which board with what their standings say, and
// counts them.
func (a *audit) checkPlaces(ctx context.Context) error {
	missing, err := a.expected(ctx)
	if err != nil {
		return err
	}
	for doc, err := range a.all.store.Scan(ctx, KindRank, "", "") {
		if err != nil {
			return fmt.Errorf("bot: audit: %w", err)
		}
		if a.over(doc.Key.ID) {
			continue
		}
		a.report.Places++
		p, ok := placeOf(doc.Key.ID)
		if !ok || !slices.ContainsFunc(a.places(a.entrant(p.person), p.game), func(x Place) bool { return x.id() == doc.Key.ID }) {
			a.wrong(KindRank, doc.Key.ID, "nobody has that score there")
			continue
		}
		missing--
		digits := rankDigits(p.score)
		for i := range digits {
			id := p.boardID + digits[:i]
			counts := a.bands[id]
			counts.add(digits[i:i+1], 1)
			a.bands[id] = counts
		}
	}
	if missing != 0 {
		a.wrong(KindRank, "", fmt.Sprintf("%d places are missing", missing))
	}
	return nil
}

// expected is how many places there should be.
func (a *audit) expected(ctx context.Context) (n int, err error) {
	for game, l := range a.ledgers {
		for account := range l.Standings {
			head := a.all.people.Accounts(account)[0]
			if _, known := a.listed[head]; !known {
				e, err := a.all.EntrantOf(ctx, head)
				if err != nil {
					return 0, err
				}
				a.listed[head] = e.Listed
			}
			if e := a.entrant(head); account == a.firstWith(e, game) {
				n += len(a.places(e, game))
			}
		}
	}
	return n, nil
}

// entrant is all of the one whose head that is.
func (a *audit) entrant(head chat.PersonID) Entrant {
	return Entrant{a.all.people.Accounts(head), a.listed[head]}
}

// firstWith is the entrant's first account with a standing in the game.
func (a *audit) firstWith(e Entrant, game string) chat.PersonID {
	for _, account := range e.All {
		if a.ledgers[game].Standings[account] != nil {
			return account
		}
	}
	return ""
}

// places are those of the entrant in the game.
func (a *audit) places(e Entrant, game string) []Place {
	l, ok := a.ledgers[game]
	if !ok || a.firstWith(e, game) == "" {
		return nil
	}
	own := NewLedger() // so that looking makes no standings
	for _, account := range e.All {
		if s := l.Standings[account]; s != nil {
			own.Standings[account] = s
		}
	}
	return e.Places(game, own, a.now)
}

// over says that the id is of a board of a week or month that is over.
func (a *audit) over(id string) bool {
	by, _, _ := strings.Cut(id, "|")
	switch by[:min(1, len(by))] {
	case "w":
		return by < WeekOf(a.now)
	case "m":
		return by < MonthOf(a.now)
	}
	return false
}

// storedPlace is a place as its id tells it.
type storedPlace struct {
	boardID, game string
	score         int
	person        chat.PersonID
}

func placeOf(id string) (p storedPlace, ok bool) {
	const parts = 4
	all := strings.Split(id, "|")
	if len(all) != parts || len(all[parts-1]) < rankLen {
		return p, false
	}
	last := all[parts-1]
	p.boardID, p.game, p.person = strings.TrimSuffix(id, last), all[1], chat.PersonID(last[rankLen:])
	p.score, ok = rankScore(last[:rankLen])
	return p, ok
}

// checkBands compares the counts of all boards with their places.
func (a *audit) checkBands(ctx context.Context) error {
	for doc, err := range a.all.store.Scan(ctx, KindBand, "", "") {
		if err != nil {
			return fmt.Errorf("bot: audit: %w", err)
		}
		if a.over(doc.Key.ID) {
			continue
		}
		if err := a.compare(doc, a.bands[doc.Key.ID]); err != nil {
			return err
		}
		delete(a.bands, doc.Key.ID)
	}
	for id := range a.bands {
		a.wrong(KindBand, id, "it is missing")
	}
	return nil
}
