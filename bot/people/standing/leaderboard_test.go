package standing

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

func TestScoreDigits(t *testing.T) {
	t.Parallel()
	last := ""
	for _, score := range []int{1 << 40, bestScore, bestScore - 1, 4096, 64, 63, 1, 0, -1, -64, -bestScore, -1 << 40} {
		digits := scoreDigits(score)
		got, ok := parseScore(digits)
		if want := min(max(score, -bestScore), bestScore); !ok || got != want {
			t.Errorf("%d is written as %q, which is read as %d", score, digits, got)
		}
		if digits < last {
			t.Errorf("%d sorts as %q, before %q", score, digits, last)
		}
		last = digits
	}
	for _, invalid := range []string{"", "-----", "-----|", "-----ä"} {
		if _, ok := parseScore(invalid); ok {
			t.Errorf("%q is read as a score", invalid)
		}
	}
}

var rounds = flag.Int("rounds", 150, "how many changes of leaderboards to compare with counting")

func TestRanks(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	store := memory.New()
	boards := []Leaderboard{{ByRating, "kosakeln", Everywhere}, {ByRating, "kosakeln", "fake:a|b"}, {"w2026-47", "illustrated", "fake:a"}}
	listed := make(map[Leaderboard]map[chat.PersonID]int)
	for range *rounds {
		tx := documents.NewTransaction(store)
		for range 1 + random.IntN(4) {
			b := boards[random.IntN(len(boards))]
			who := chat.PersonID(fmt.Sprint("p", random.IntN(30)))
			if listed[b] == nil {
				listed[b] = make(map[chat.PersonID]int)
			}
			if score, is := listed[b][who]; is {
				setListed(t, tx, Place{b, score, who}, false)
				delete(listed[b], who)
			}
			if random.IntN(3) > 0 {
				listed[b][who] = random.IntN(20) - 10
				setListed(t, tx, Place{b, listed[b][who], who}, true)
			}
		}
		commit(t, store, tx)
		for _, b := range boards {
			checkBoard(t, store, b, listed[b])
		}
	}
	tx := documents.NewTransaction(store)
	for b, all := range listed {
		for who, score := range all {
			setListed(t, tx, Place{b, score, who}, false)
		}
	}
	commit(t, store, tx)
	for _, kind := range []string{KindPlace, KindBand} {
		for doc := range store.Scan(t.Context(), kind, "", "") {
			t.Errorf("%s %s is left: %s", kind, doc.Key.ID, doc.Data)
		}
	}
}

func setListed(t testing.TB, tx *documents.Transaction, p Place, on bool) {
	t.Helper()
	for range 2 { // repeating it changes nothing
		p.setTaken(t.Context(), tx, on)
	}
}

func commit(t testing.TB, store storage.Store, tx *documents.Transaction) {
	t.Helper()
	docs, err := tx.Docs()
	if err == nil {
		err = store.Commit(t.Context(), docs...)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func checkBoard(t *testing.T, store storage.Store, b Leaderboard, listed map[chat.PersonID]int) {
	t.Helper()
	var want []Place
	for who, score := range listed {
		want = append(want, Place{b, score, who})
	}
	slices.SortFunc(want, func(x, y Place) int {
		return cmp.Or(cmp.Compare(y.Score, x.Score), cmp.Compare(x.Person, y.Person))
	})
	for i := range len(want) + 1 {
		cursor := ""
		if i > 0 {
			cursor = want[i-1].Cursor()
		}
		after, err := b.PlacesAfter(t.Context(), store, cursor, 3)
		if err != nil || !slices.Equal(after, want[i:min(i+3, len(want))]) {
			t.Fatalf("after %d places come %v (%v), want some of %v", i, after, err, want)
		}
		if i == 0 {
			continue
		}
		before, err := b.PlacesBefore(t.Context(), store, cursor, 3)
		slices.Reverse(before)
		if err != nil || !slices.Equal(before, want[max(0, i-4):i-1]) {
			t.Fatalf("before place %d come %v (%v), want some of %v", i, before, err, want)
		}
	}
	for _, p := range want {
		want := slices.IndexFunc(want, func(x Place) bool { return x.Score == p.Score }) + 1
		tx := documents.NewTransaction(store)
		if got := b.Rank(t.Context(), tx, p.Score); tx.Err() != nil || got != want {
			t.Fatalf("the score %d has rank %d (%v), want %d", p.Score, got, tx.Err(), want)
		}
	}
}

type unlinkedPeople struct{}

func (unlinkedPeople) Accounts(account chat.PersonID) []chat.PersonID {
	return []chat.PersonID{account}
}

func (unlinkedPeople) IsListed(context.Context, chat.PersonID) (bool, error) { return true, nil }

func TestUpdatePlacesIsBounded(t *testing.T) {
	t.Parallel()
	for _, unrated := range []UnratedReason{"", UnratedFriendly} {
		few, many := relistReads(t, ratedScopes+1, unrated), relistReads(t, 3*ratedScopes, unrated)
		if few != many {
			t.Errorf("a match (%q) reads %d documents after %d chats, and %d after %d", unrated, few, ratedScopes+1, many, 3*ratedScopes)
		}
	}
}

func relistReads(t *testing.T, chats int, unrated UnratedReason) int {
	t.Helper()
	now := time.Unix(1_790_000_000, 0)
	store := &storagetest.Counted{Store: memory.New()}
	documentStore := documents.New(store, documents.Options{})
	all := New(documentStore, func() time.Time { return now }, unlinkedPeople{})
	for i := range chats + 1 {
		store.Reads = 0
		m := &Match{Ended: now, Scope: chat.ChatID(fmt.Sprint("fake:", min(i, chats-1))), Deals: 1, Unrated: unrated,
			Seats: []Seat{{Person: "anna", Total: 1, Won: true}, {Person: "bert", Total: -1}}}
		if i < chats { // only the last is measured
			m.Unrated = UnratedFriendly
		}
		boards := all.Lock()
		u := boards.newUpdate(documents.NewTransaction(store), "kosakeln")
		if err := u.score(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		commit(t, store, u.tx)
		boards.Unlock()
		now = now.Add(time.Second)
	}
	return store.Reads
}
