package standing

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
)

type update struct {
	st       *Standings
	tx       *documents.Transaction
	now      time.Time
	ledger   Ledger
	entrants []Entrant
	before   map[Place]bool
}

func (l *LockedStandings) newUpdate(tx *documents.Transaction, game string) *update {
	return &update{st: l.st, tx: tx, now: l.st.now(), ledger: NewLedger(game), before: make(map[Place]bool)}
}

// addEntrant must be called before the entrant changes.
func (u *update) addEntrant(ctx context.Context, e Entrant) {
	u.ledger.Load(ctx, u.tx, e.All)
	u.entrants = append(u.entrants, e)
	for _, p := range e.Places(u.ledger, u.now) {
		u.before[p] = true
	}
}

func (u *update) addGroupOf(ctx context.Context, account chat.PersonID) (Entrant, error) {
	for _, e := range u.entrants {
		if slices.Contains(e.All, account) {
			return e, nil
		}
	}
	e, err := u.st.EntrantOf(ctx, account)
	if err == nil {
		u.addEntrant(ctx, e)
	}
	return e, err
}

// relist updates the entrants' places. It skips unchanged ones: a person may have places in many chats.
func (u *update) relist(ctx context.Context, after []Entrant) {
	now := make(map[Place]bool)
	for _, e := range after {
		for _, p := range e.Places(u.ledger, u.now) {
			now[p] = true
		}
	}
	changed := maps.Clone(now)
	maps.Copy(changed, u.before)
	for p := range changed {
		if now[p] != u.before[p] {
			p.setTaken(ctx, u.tx, now[p])
		}
	}
}

func (u *update) score(ctx context.Context, m *Match) error {
	for i := range m.Seats {
		s := &m.Seats[i]
		e, err := u.addGroupOf(ctx, s.Person)
		if err != nil {
			return err
		}
		s.Account = e.Rated(u.ledger)
	}
	for s, other := range m.pairs() {
		id := RivalID(u.ledger.game, s.Person, other.Person)
		u.ledger.rivals[id] = documents.Value[Tally](ctx, u.tx, KindRival, id)
	}
	if m.Unrated == "" {
		m.Unrated = u.ledger.whyUnrated(m, len(u.entrants))
	}
	if m.Unrated != "" {
		for i := range m.Seats {
			m.Seats[i].Account = ""
		}
	}
	u.ledger.count(m)
	u.relist(ctx, u.entrants)
	return u.appendToLog(ctx, m)
}

func (u *update) appendToLog(ctx context.Context, m *Match) error {
	game := u.ledger.game
	begin, end := documents.WithPrefix(game + "|")
	last := 0
	for doc, err := range u.st.store.Scan(ctx, KindMatch, end, begin) {
		if err == nil {
			last, err = strconv.Atoi(strings.TrimPrefix(doc.Key.ID, begin))
		}
		if err != nil {
			return fmt.Errorf("bot: log of matches: %w", err)
		}
		break
	}
	*documents.Value[Match](ctx, u.tx, KindMatch, matchID(game, last+1)) = *m
	return nil
}
