package standing

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/engine/games"
	"tarockbot/storage"
)

// AuditReport is what an audit has looked at, and what it has found.
type AuditReport struct {
	Matches, Standings, Places int
	// Wrong is how many things are not what the log makes of them. Faults tells the first, by ids.
	Wrong  int
	Faults []string
}

// auditFaults is how many faults a report tells.
const auditFaults = 50

// Audit compares all standings with what the log of matches makes of them, but of those who
// are forgotten, or about to be.
func (st *Standings) Audit(ctx context.Context, forgotten []chat.PersonID) (AuditReport, error) {
	a := &audit{all: st, now: st.now(), ledgers: make(map[string]Ledger), rated: make(map[string]*PlayStats), bands: make(map[string]band), removed: make(map[chat.PersonID]bool)}
	for _, x := range forgotten {
		a.removed[x] = true
	}
	for _, check := range []func(context.Context) error{a.replayLog, a.leaveErased, a.checkLedgers, a.checkRatings, a.checkPlaces, a.checkBands} {
		if err := check(ctx); err != nil {
			return a.report, fmt.Errorf("bot: audit: %w", err)
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
		a.ledgers[g.ID] = NewLedger(g.ID)
		tables, n := make(map[chat.TableID]bool), 0
		for doc, err := range documents.Read[Match](a.all.store.Scan(ctx, KindMatch, g.ID+"|", g.ID+"|"+RankEnd)) {
			if err != nil {
				return err
			}
			m := &doc.Value
			if n++; doc.Key.ID != matchID(g.ID, n) {
				a.wrong(KindMatch, doc.Key.ID, fmt.Sprint("it should be number ", n))
			}
			if tables[m.Table] {
				a.wrong(KindMatch, doc.Key.ID, "the table has counted before")
			}
			tables[m.Table] = true
			if err := a.recount(ctx, a.ledgers[g.ID], doc.Doc, m); err != nil {
				return err
			}
			for _, s := range m.Seats {
				if s.After != nil {
					entry(a.rated, StandingID(s.Account, g.ID)).addRating(m.Ended, *s.After)
				}
			}
			a.report.Matches++
		}
	}
	return nil
}

// leaveErased leaves out those whose standings are erased, all in one commit. The log still tells
// what they have played.
func (a *audit) leaveErased(ctx context.Context) error {
	for x := range a.removed {
		erased := true
		for _, err := range a.all.store.Own(ctx, KindStanding, x) {
			if err != nil {
				return err
			}
			erased = false
		}
		for _, l := range a.ledgers {
			if erased {
				delete(l.Standings, x)
			}
		}
	}
	return nil
}

// recount counts a match of the log and compares how it was rated.
func (a *audit) recount(ctx context.Context, l Ledger, doc storage.Doc, m *Match) (err error) {
	now := *m // where it counts by now
	if now.Scope, err = a.all.ScopeOf(ctx, m.Scope); err != nil {
		return err
	}
	now.Also = slices.Clone(m.Also)
	for i, x := range m.Also {
		if now.Also[i], err = a.all.ScopeOf(ctx, x); err != nil {
			return err
		}
	}
	for i := range m.Seats {
		m.Seats[i].Before, m.Seats[i].After = nil, nil
	}
	if m.Unrated == "" && l.tooMuch(m) != "" {
		a.wrong(KindMatch, doc.Key.ID, "it is rated, and one too many that day")
	}
	l.count(&now) // the seats are those of m
	return a.compare(doc, m)
}

// compare compares a document with what its value should be.
func (a *audit) compare(doc storage.Doc, want any) error {
	data, err := json.Marshal(want)
	if err != nil {
		return err
	}
	if !bytes.Equal(data, doc.Data) {
		a.wrong(doc.Key.Kind, doc.Key.ID, fmt.Sprintf("it is %s and should be %s", doc.Data, data))
	}
	return nil
}

// checkLedgers compares what everybody has reached, also against each other, but who is removed.
func (a *audit) checkLedgers(ctx context.Context) error {
	standings, rivals := make(map[string]*Standing), make(map[string]*Tally)
	for game, l := range a.ledgers {
		for account, s := range l.Standings {
			standings[StandingID(account, game)] = s
		}
		maps.Copy(rivals, l.rivals)
	}
	a.report.Standings = len(standings)
	maps.DeleteFunc(rivals, func(id string, _ *Tally) bool { return a.ofRemoved(id) })
	if err := checkAll(ctx, a, KindStanding, standings, func(string) bool { return false }); err != nil {
		return err
	}
	return checkAll(ctx, a, KindRival, rivals, a.ofRemoved)
}

// checkRatings compares the ratings that are to be drawn.
func (a *audit) checkRatings(ctx context.Context) error {
	for e, err := range documents.Read[PlayStats](a.all.store.Scan(ctx, KindStyle, "", "")) {
		if err != nil {
			return err
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
		if !a.ofRemoved(id) {
			a.wrong(KindStyle, id, "it is missing")
		}
	}
	return nil
}

// ofRemoved says whether the document of that id is of somebody who is removed.
func (a *audit) ofRemoved(id string) bool {
	whose, _, _ := strings.Cut(id, "|")
	return a.removed[chat.PersonID(whose)]
}

// checkAll compares all documents of the kind with those wanted, by id, but those passed over.
func checkAll[V any](ctx context.Context, a *audit, kind string, want map[string]V, pass func(id string) bool) error {
	for doc, err := range a.all.store.Scan(ctx, kind, "", "") {
		if err != nil {
			return err
		}
		x, ok := want[doc.Key.ID]
		switch {
		case pass(doc.Key.ID):
			continue
		case !ok:
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

// checkPlaces compares who is on which board with the standings, and counts them.
func (a *audit) checkPlaces(ctx context.Context) error {
	want, err := a.places(ctx)
	if err != nil {
		return err
	}
	for doc, err := range a.all.store.Scan(ctx, KindRank, "", "") {
		if err != nil {
			return err
		}
		if a.isOver(doc.Key.ID) {
			continue
		}
		a.report.Places++
		p, ok := want[doc.Key.ID]
		if !ok {
			a.wrong(KindRank, doc.Key.ID, "nobody has that score there")
			continue
		}
		delete(want, doc.Key.ID)
		for id, digit := range p.bands() {
			counts := a.bands[id]
			counts.add(digit, 1)
			a.bands[id] = counts
		}
	}
	if len(want) > 0 {
		a.wrong(KindRank, "", fmt.Sprintf("%d places are missing", len(want)))
	}
	return nil
}

// places are those that there should be, by id.
func (a *audit) places(ctx context.Context) (map[string]Place, error) {
	all := make(map[string]Place)
	for _, l := range a.ledgers {
		for account := range l.Standings {
			e, err := a.all.EntrantOf(ctx, account)
			if err != nil {
				return nil, err
			}
			for _, p := range e.Places(l, a.now) {
				all[p.id()] = p
			}
		}
	}
	return all, nil
}

// isOver says that the id is of a board of a week or month that is over.
func (a *audit) isOver(id string) bool {
	return strings.HasPrefix(id, "w") && id < WeekOf(a.now) || strings.HasPrefix(id, "m") && id < MonthOf(a.now)
}

// checkBands compares the counts of all boards with their places.
func (a *audit) checkBands(ctx context.Context) error {
	return checkAll(ctx, a, KindBand, a.bands, a.isOver)
}
