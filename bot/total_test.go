package bot_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/render/describe"
	"tarockbot/storage/memory"
)

type total struct{ points, matches, won, drawn int }

func (x total) plus(y total) total {
	return total{x.points + y.points, x.matches + y.matches, x.won + y.won, x.drawn + y.drawn}
}

func (x total) line() string {
	line := english().Count("leaderboard.line", x.matches, "Points", describe.Signed(x.points), "Won", x.won)
	if x.drawn > 0 {
		line += english().Say("leaderboard.drawn", "Number", x.drawn)
	}
	return line
}

// league has people who play and link, and a model of their totals.
type league struct {
	*world
	random  *rand.Rand
	all     []string
	group   map[string]int // equal numbers are one person
	groups  int
	running map[string][2]string
	totals  map[chat.ChatID]map[string]total // by scope, empty for everywhere
	counts  map[string]int
}

func newLeague(t *testing.T, seed uint64) *league {
	l := &league{
		world:  startWorld(t, memory.New(), withOthers("telegram", "local"), func(w *world) { w.random = rand.NewChaCha8([32]byte{byte(seed)}) }),
		random: rand.New(rand.NewPCG(seed, seed)), group: make(map[string]int),
		running: make(map[string][2]string), counts: make(map[string]int),
		totals: map[chat.ChatID]map[string]total{"": {}, channel: {}},
	}
	for _, u := range []string{"fake:fa", "fake:fb", "fake:fc", "telegram:ta", "telegram:tb", "telegram:tc", "local:la", "local:lb"} {
		l.all = append(l.all, u)
		l.separate(u)
		l.mustSay(u, "help")
	}
	return l
}

func (l *league) separate(u string) {
	l.groups++
	l.group[u] = l.groups
}

func (l *league) anyUser() string { return l.all[l.random.IntN(len(l.all))] }

func (l *league) members(u string) []string {
	return slices.DeleteFunc(slices.Clone(l.all), func(x string) bool { return l.group[x] != l.group[u] })
}

func (l *league) step() {
	l.t.Helper()
	l.now.Add(int64(1 + l.random.IntN(600)))
	switch x, y := l.anyUser(), l.anyUser(); l.random.IntN(12) {
	case 0, 1, 2, 10, 11:
		l.tryLink(x, y)
	case 3:
		l.tryUnlink(x)
	case 4:
		l.restart()
	case 5, 6, 7:
		l.begin(x, y)
	default:
		l.finishOne()
	}
}

func (l *league) tryLink(x, y string) {
	l.t.Helper()
	if a := l.says(y, l.linkCode(x)); a.Refused {
		l.counts["no link"]++
		return
	}
	l.counts["link"]++
	for _, u := range l.members(y) {
		l.group[u] = l.group[x]
	}
}

func (l *league) tryUnlink(u string) {
	l.t.Helper()
	if len(l.members(u)) == 1 {
		l.expectRefusal(u, "unlink yes", "not-linked")
		return
	}
	l.counts["unlink"]++
	l.mustSay(u, "unlink yes")
	l.separate(u)
}

func (l *league) begin(x, y string) {
	l.t.Helper()
	in := l.in(x, "challenge spieleversum 2")
	if l.random.IntN(2) == 0 {
		in.Chat = channel
	}
	if a := l.input(in); a.Refused {
		l.t.Fatalf("%s may not challenge: %s", x, a.Alert)
	}
	id := openChallenge(l.world, x)
	if l.group[x] == l.group[y] {
		l.expectRefusal(y, "accept "+id, "own-challenge")
		l.mustSay(y, "decline "+id)
		return
	}
	l.mustSay(y, "accept "+id)
	l.running[id] = [2]string{x, y}
	if in.Chat != "" { // the chat allows few matches
		l.finish(id, channel)
	}
}

func (l *league) finishOne() {
	l.t.Helper()
	for _, id := range slices.Sorted(maps.Keys(l.running)) {
		l.finish(id, "")
		return
	}
}

func (l *league) finish(id string, chat chat.ChatID) {
	l.t.Helper()
	l.counts["match"]++
	seats := l.running[id]
	delete(l.running, id)
	var sum [2]int
	for deal := 1; deal <= 2; deal++ {
		who := l.members(seats[l.random.IntN(2)])
		u := who[l.random.IntN(len(who))]
		l.mustSay(u, offeredLine(*l.mustSay(u, "resign "+id).Screen, "resign "))
		var record struct {
			Result struct{ Score []int } `json:"result"`
		}
		if !l.read("deal", fmt.Sprintf("%s-%d", id, deal), &record) {
			l.t.Fatalf("deal %d of %s has no record", deal, id)
		}
		for s := range sum {
			sum[s] += record.Result.Score[s]
		}
	}
	for s, u := range seats {
		one := total{points: sum[s], matches: 1}
		switch {
		case sum[s] > sum[1-s]:
			one.won = 1
		case sum[s] == sum[1-s]:
			one.drawn = 1
		}
		l.totals[""][u] = l.totals[""][u].plus(one)
		if chat != "" {
			l.totals[chat][u] = l.totals[chat][u].plus(one)
		}
	}
}

func (l *league) check() {
	l.t.Helper()
	l.audit()
	for chat, totals := range l.totals {
		for _, u := range l.all {
			var want total
			for _, x := range l.members(u) {
				want = want.plus(totals[x])
			}
			in := l.in(u, "leaderboard kosakeln points")
			in.Chat = chat
			got := ownLines(*l.input(in).Screen)
			if want.matches == 0 && got != "" || want.matches > 0 && !strings.HasSuffix(got, want.line()) {
				l.t.Fatalf("%s reads %q in %q, want %+v", u, got, chat, want)
			}
		}
	}
}

func ownLines(s chat.Screen) string {
	found := ""
	for _, l := range s.Text[1:] {
		if l[0].Style == chat.Strong {
			found += l.String()
		}
	}
	return found
}

func TestLeaderboardTotals(t *testing.T) {
	t.Parallel()
	counts := make(map[string]int)
	for seed := range shortOrLong[uint64](3, 6) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			l := newLeague(t, seed)
			for range 20 {
				for range 3 {
					l.step()
				}
				l.check()
			}
			for what, n := range l.counts {
				counts[what] += n
			}
		})
	}
	for _, what := range []string{"match", "unlink", "link", "no link"} {
		if counts[what] < 2 {
			t.Errorf("%q happened %d times", what, counts[what])
		}
	}
}
