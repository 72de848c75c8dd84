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

func TestRankDigits(t *testing.T) {
	t.Parallel()
	last := ""
	for _, score := range []int{1 << 40, bestScore, bestScore - 1, 4096, 64, 63, 1, 0, -1, -64, -bestScore, -1 << 40} {
		digits := scoreDigits(score)
		got, ok := parseScore(digits)
		if want := min(max(score, -bestScore), bestScore); !ok || got != want {
			t.Errorf("%d as digits is %q, which tell %d", score, digits, got)
		}
		if digits < last {
			t.Errorf("%d sorts as %q, before %q", score, digits, last)
		}
		last = digits
	}
	for _, no := range []string{"", "-----", "-----|", "-----ä"} {
		if _, ok := parseScore(no); ok {
			t.Errorf("%q tells a score", no)
		}
	}
}

var rounds = flag.Int("rounds", 150, "how many changes of leaderboards to compare with counting")

func TestRanks(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	store := memory.New()
	boards := []Leaderboard{{ByRating, "kosakeln", Everywhere}, {ByRating, "kosakeln", "fake:a|b"}, {"w2026-47", "illustrated", "fake:a"}}
	on := make(map[Leaderboard]map[chat.PersonID]int)
	for range *rounds {
		tx := documents.NewTransaction(store)
		for range 1 + random.IntN(4) {
			b := boards[random.IntN(len(boards))]
			who := chat.PersonID(fmt.Sprint("p", random.IntN(30)))
			if on[b] == nil {
				on[b] = make(map[chat.PersonID]int)
			}
			if score, is := on[b][who]; is {
				list(t, tx, Place{b, score, who}, false)
				delete(on[b], who)
			}
			if random.IntN(3) > 0 {
				on[b][who] = random.IntN(20) - 10
				list(t, tx, Place{b, on[b][who], who}, true)
			}
		}
		write(t, store, tx)
		for _, b := range boards {
			checkBoard(t, store, b, on[b])
		}
	}
	tx := documents.NewTransaction(store)
	for b, all := range on {
		for who, score := range all {
			list(t, tx, Place{b, score, who}, false)
		}
	}
	write(t, store, tx)
	for _, kind := range []string{KindPlace, KindBand} {
		for doc := range store.Scan(t.Context(), kind, "", "") {
			t.Errorf("%s %s is left: %s", kind, doc.Key.ID, doc.Data)
		}
	}
}

func list(t testing.TB, tx *documents.Transaction, p Place, on bool) {
	t.Helper()
	for range 2 { // repeating it changes nothing
		p.setTaken(t.Context(), tx, on)
	}
}

func write(t testing.TB, store storage.Store, tx *documents.Transaction) {
	t.Helper()
	docs, err := tx.Docs()
	if err == nil {
		err = store.Commit(t.Context(), docs...)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func checkBoard(t *testing.T, store storage.Store, b Leaderboard, on map[chat.PersonID]int) {
	t.Helper()
	var want []Place
	for who, score := range on {
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
		after, err := b.After(t.Context(), store, cursor, 3)
		if err != nil || !slices.Equal(after, want[i:min(i+3, len(want))]) {
			t.Fatalf("after %d come %v (%v), want of %v", i, after, err, want)
		}
		if i == 0 {
			continue
		}
		before, err := b.Before(t.Context(), store, cursor, 3)
		slices.Reverse(before)
		if err != nil || !slices.Equal(before, want[max(0, i-4):i-1]) {
			t.Fatalf("before %d come %v (%v), want of %v", i, before, err, want)
		}
	}
	for _, p := range want {
		want := slices.IndexFunc(want, func(x Place) bool { return x.Score == p.Score }) + 1
		tx := documents.NewTransaction(store)
		if got := b.Rank(t.Context(), tx, p.Score); tx.Err() != nil || got != want {
			t.Fatalf("%d has rank %d (%v), want %d", p.Score, got, tx.Err(), want)
		}
	}
}

type strangers struct{}

func (strangers) Accounts(account chat.PersonID) []chat.PersonID { return []chat.PersonID{account} }

func (strangers) Listed(context.Context, chat.PersonID) (bool, error) { return true, nil }

func TestRelistIsBounded(t *testing.T) {
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
	kept := documents.New(store, documents.Options{})
	all := New(kept, func() time.Time { return now }, strangers{})
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
		write(t, store, u.tx)
		boards.Unlock()
		now = now.Add(time.Second)
	}
	return store.Reads
}
