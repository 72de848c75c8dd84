package standing

import (
	"bytes"
	"cmp"
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

// AuditReport is the result of an audit.
type AuditReport struct {
	Matches, Standings, Places int
	WrongCount                 int
	Faults                     []string // the first maxFaults
}

const maxFaults = 50

// Audit recomputes all standings from the log, and compares them with the stored ones.
func (st *Standings) Audit(ctx context.Context, forgotten []chat.PersonID) (AuditReport, error) {
	a := newAudit(st, forgotten)
	for _, check := range []func(context.Context){
		a.replayLog, a.dropErased, a.checkLedgers, a.checkRatings, a.checkPlaces, a.checkBands,
	} {
		if check(ctx); a.err != nil {
			return a.report, fmt.Errorf("bot: audit: %w", a.err)
		}
	}
	return a.report, nil
}

// audit compares recomputed standings with stored ones. err is the first error.
type audit struct {
	st        *Standings
	now       time.Time
	ledgers   map[string]Ledger
	rated     map[string]*PlayStats
	bands     map[string]*band
	forgotten map[chat.PersonID]bool
	report    AuditReport
	err       error
}

func newAudit(st *Standings, forgotten []chat.PersonID) *audit {
	a := &audit{
		st: st, now: st.now(), ledgers: make(map[string]Ledger), rated: make(map[string]*PlayStats),
		bands: make(map[string]*band), forgotten: make(map[chat.PersonID]bool),
	}
	for _, x := range forgotten {
		a.forgotten[x] = true
	}
	return a
}

func (a *audit) addFault(kind, id, what string) {
	a.report.WrongCount++
	if len(a.report.Faults) < maxFaults {
		a.report.Faults = append(a.report.Faults, fmt.Sprintf("%s %s: %s", kind, id, what))
	}
}

func (a *audit) replayLog(ctx context.Context) {
	for _, g := range games.All() {
		a.ledgers[g.ID] = NewLedger(g.ID)
		tables, n := make(map[chat.TableID]bool), 0
		from, to := documents.WithPrefix(g.ID + "|")
		for doc := range documents.UntilError(documents.DecodeAll[Match](a.st.store.Scan(ctx, KindMatch, from, to)), &a.err) {
			m := &doc.Value
			if n++; doc.Key.ID != matchID(g.ID, n) {
				a.addFault(KindMatch, doc.Key.ID, fmt.Sprint("it should be number ", n))
			}
			if tables[m.Table] {
				a.addFault(KindMatch, doc.Key.ID, "the table has counted before")
			}
			tables[m.Table] = true
			m.Seats = a.recount(ctx, a.ledgers[g.ID], doc.Doc, m)
			a.compare(doc.Doc, m)
			for _, s := range m.Seats {
				if s.After != nil {
					entry(a.rated, StandingID(s.Account, g.ID)).addRating(m.Ended, *s.After)
				}
			}
			a.report.Matches++
		}
	}
}

// dropErased drops erased people, because the log still has their matches.
func (a *audit) dropErased(ctx context.Context) {
	for x := range a.forgotten {
		erased := true
		for range documents.UntilError(a.st.store.ScanPerson(ctx, KindStanding, x), &a.err) {
			erased = false
		}
		if !erased {
			continue
		}
		for _, l := range a.ledgers {
			delete(l.standings, x)
		}
	}
}

func (a *audit) recount(ctx context.Context, l Ledger, doc storage.Doc, m *Match) []Seat {
	now := *m // with the scopes' current names
	now.Scope, now.OtherScopes, now.Seats = a.scopeOf(ctx, m.Scope), slices.Clone(m.OtherScopes), slices.Clone(m.Seats)
	for i, x := range m.OtherScopes {
		now.OtherScopes[i] = a.scopeOf(ctx, x)
	}
	for i := range now.Seats {
		now.Seats[i].Before, now.Seats[i].After = nil, nil
	}
	if now.Unrated == "" && l.overLimit(&now) != "" {
		a.addFault(KindMatch, doc.Key.ID, "it is rated, but exceeds the day's limit")
	}
	l.count(&now)
	return now.Seats
}

func (a *audit) scopeOf(ctx context.Context, at chat.ChatID) chat.ChatID {
	scope, err := a.st.ScopeOf(ctx, at)
	a.err = cmp.Or(a.err, err)
	return scope
}

func (a *audit) compare(doc storage.Doc, want any) {
	data, err := json.Marshal(want)
	a.err = cmp.Or(a.err, err)
	if !bytes.Equal(data, doc.Data) {
		a.addFault(doc.Key.Kind, doc.Key.ID, fmt.Sprintf("it is %s and should be %s", doc.Data, data))
	}
}

func (a *audit) checkLedgers(ctx context.Context) {
	standings, rivals := make(map[string]*Standing), make(map[string]*Tally)
	for game, l := range a.ledgers {
		for account, s := range l.standings {
			standings[StandingID(account, game)] = s
		}
		maps.Copy(rivals, l.rivals)
	}
	a.report.Standings = len(standings)
	maps.DeleteFunc(rivals, func(id string, _ *Tally) bool { return a.isForgotten(id) })
	checkAll(ctx, a, KindStanding, standings, func(string) bool { return false })
	checkAll(ctx, a, KindRival, rivals, a.isForgotten)
}

func (a *audit) checkRatings(ctx context.Context) {
	for e := range documents.UntilError(documents.DecodeAll[PlayStats](a.st.store.Scan(ctx, KindStats, "", "")), &a.err) {
		doc, x := e.Doc, e.Value
		rated := cmp.Or(a.rated[doc.Key.ID], new(PlayStats))
		x.Curve, x.Best = rated.Curve, rated.Best
		delete(a.rated, doc.Key.ID)
		a.compare(doc, x)
	}
	for _, id := range slices.Sorted(maps.Keys(a.rated)) {
		if !a.isForgotten(id) {
			a.addFault(KindStats, id, "it is missing")
		}
	}
}

func (a *audit) isForgotten(id string) bool {
	account, _, _ := strings.Cut(id, "|")
	return a.forgotten[chat.PersonID(account)]
}

func checkAll[V any](ctx context.Context, a *audit, kind string, want map[string]V, skip func(id string) bool) {
	for doc := range documents.UntilError(a.st.store.Scan(ctx, kind, "", ""), &a.err) {
		x, ok := want[doc.Key.ID]
		switch {
		case skip(doc.Key.ID):
		case ok:
			delete(want, doc.Key.ID)
			a.compare(doc, x)
		default:
			a.addFault(kind, doc.Key.ID, "no match in the log accounts for it")
		}
	}
	for _, id := range slices.Sorted(maps.Keys(want)) {
		a.addFault(kind, id, "it is missing")
	}
}

func (a *audit) checkPlaces(ctx context.Context) {
	want := a.places(ctx)
	for doc := range documents.UntilError(a.st.store.Scan(ctx, KindPlace, "", ""), &a.err) {
		if a.isOver(doc.Key.ID) {
			continue
		}
		a.report.Places++
		p, ok := want[doc.Key.ID]
		if !ok {
			a.addFault(KindPlace, doc.Key.ID, "nobody has that score there")
			continue
		}
		delete(want, doc.Key.ID)
		for id, digit := range p.bands() {
			entry(a.bands, id).add(digit, 1)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(want)) {
		a.addFault(KindPlace, id, "it is missing")
	}
}

func (a *audit) places(ctx context.Context) map[string]Place {
	all := make(map[string]Place)
	for _, l := range a.ledgers {
		for account := range l.standings {
			e, err := a.st.EntrantOf(ctx, account)
			a.err = cmp.Or(a.err, err)
			for _, p := range e.Places(l, a.now) {
				all[p.id()] = p
			}
		}
	}
	return all
}

func (a *audit) isOver(id string) bool {
	return strings.HasPrefix(id, "w") && id < string(WeekOf(a.now)) || strings.HasPrefix(id, "m") && id < string(MonthOf(a.now))
}

func (a *audit) checkBands(ctx context.Context) { checkAll(ctx, a, KindBand, a.bands, a.isOver) }
