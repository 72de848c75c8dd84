package standing

import (
	"context"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
)

// Ledger holds one game's standings in memory.
type Ledger struct {
	game      string
	standings map[chat.PersonID]*Standing
	rivals    map[string]*Tally // by RivalID
}

// NewLedger returns an empty ledger of the game.
func NewLedger(game string) Ledger {
	return Ledger{game, make(map[chat.PersonID]*Standing), make(map[string]*Tally)}
}

// Of returns the account's standing, perhaps a new one.
func (l Ledger) Of(account chat.PersonID) *Standing { return entry(l.standings, account) }

// Load reads the accounts' standings, and returns the ledger.
func (l Ledger) Load(ctx context.Context, tx *documents.Transaction, accounts []chat.PersonID) Ledger {
	for _, account := range accounts {
		l.standings[account] = documents.Value[Standing](ctx, tx, KindStanding, StandingID(account, l.game))
	}
	return l
}

// RivalID returns the id of one account's tally against another.
func RivalID(game string, account, other chat.PersonID) string {
	return string(account) + "|" + string(other) + "|" + game
}

func splitRivalID(id string) (other chat.PersonID, game string) {
	_, rest, _ := strings.Cut(id, "|")
	account, game, _ := strings.Cut(rest, "|")
	return chat.PersonID(account), game
}

// count counts and rates the match. Nothing else changes standings.
func (l Ledger) count(m *Match) {
	for i := range m.Seats {
		l.Of(m.Seats[i].Person).add(m, &m.Seats[i])
	}
	for s, other := range m.pairs() {
		entry(l.rivals, RivalID(l.game, s.Person, other.Person)).add(m, s)
	}
	if m.Unrated == "" {
		l.rate(m)
	}
}

func entry[K comparable, V any](all map[K]*V, key K) *V {
	if all[key] == nil {
		all[key] = new(V)
	}
	return all[key]
}
