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
	entrants []Entrant
	ledger   Ledger
	before   map[Place]bool // the entrants' places when they were added
}

func (l *Locked) newUpdate(tx *documents.Transaction, game string) *update {
	return &update{st: l.st, tx: tx, now: l.st.now(), ledger: NewLedger(game), before: make(map[Place]bool)}
}

// addEntrant adds a person whose standing will change, with all their accounts.
func (u *update) addEntrant(ctx context.Context, e Entrant) {
	u.ledger.Load(ctx, u.tx, e.All)
	u.entrants = append(u.entrants, e)
	for _, p := range e.Places(u.ledger, u.now) {
		u.before[p] = true
	}
}

// addOwner adds the account's person unless they are added already.
func (u *update) addOwner(ctx context.Context, account chat.PersonID) (Entrant, error) {
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

// relist updates the leaderboards from the entrants' old places to their new ones. Places that stay are not
// read: a person has places in every chat where they have played, and a match changes few of them.
func (u *update) relist(ctx context.Context) {
	now := make(map[Place]bool)
	for _, e := range u.entrants {
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
	heads := make(map[chat.PersonID]bool)
	for i := range m.Seats {
		s := &m.Seats[i]
		e, err := u.addOwner(ctx, s.Person)
		if err != nil {
			return err
		}
		s.Account, heads[e.All[0]] = e.Rated(u.ledger), true
	}
	for s, other := range m.pairs() {
		id := RivalID(u.ledger.game, s.Person, other.Person)
		u.ledger.rivals[id] = documents.Value[Tally](ctx, u.tx, KindRival, id)
	}
	if m.Unrated == "" {
		m.Unrated = u.ledger.whyUnrated(m, len(heads))
	}
	for i := range m.Seats {
		if m.Unrated != "" {
			m.Seats[i].Account = ""
		}
	}
	u.ledger.count(m)
	u.relist(ctx)
	return u.appendToLog(ctx, m)
}

// appendToLog adds the match to the log, numbered after the last one.
func (u *update) appendToLog(ctx context.Context, m *Match) error {
	last, game := 0, u.ledger.game // last is the number of the last match
	for doc, err := range u.st.store.Scan(ctx, KindMatch, game+"|"+idsEnd, game+"|") {
		if err == nil {
			last, err = strconv.Atoi(strings.TrimPrefix(doc.Key.ID, game+"|"))
		}
		if err != nil {
			return fmt.Errorf("bot: log of matches: %w", err)
		}
		break
	}
	*documents.Value[Match](ctx, u.tx, KindMatch, matchID(game, last+1)) = *m
	return nil
}
