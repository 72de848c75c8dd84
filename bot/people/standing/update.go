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

// update is one change of the standings and leaderboards of one game.
type update struct {
	st       *Standings
	tx       *documents.Transaction
	now      time.Time
	ledger   Ledger
	entrants []Entrant      // as they were when they were added
	before   map[Place]bool // the entrants' places when they were added
}

// newUpdate returns an update of the game's standings that adds its documents to the transaction.
func (l *LockedStandings) newUpdate(tx *documents.Transaction, game string) *update {
	return &update{st: l.st, tx: tx, now: l.st.now(), ledger: NewLedger(game), before: make(map[Place]bool)}
}

// addEntrant loads the standings of the entrant, who will change, and records the entrant's places before the change.
func (u *update) addEntrant(ctx context.Context, e Entrant) {
	u.ledger.Load(ctx, u.tx, e.All)
	u.entrants = append(u.entrants, e)
	for _, p := range e.Places(u.ledger, u.now) {
		u.before[p] = true
	}
}

// addGroupOf adds the entrant who has the account, unless the entrant is added already, and returns the entrant.
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

// relist replaces the places that the entrants had when they were added by the places of the entrants after the
// update. Places that stay are not read: a person has places in every chat where they have played, and a match
// changes few of them.
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

// score counts the match for all its players and appends it to the log.
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

// appendToLog adds the match to the log, numbered after the last one.
func (u *update) appendToLog(ctx context.Context, m *Match) error {
	game := u.ledger.game
	begin, end := documents.Behind(game + "|")
	last := 0 // the number of the last match
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
