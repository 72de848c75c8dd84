package bot_test

import (
	"bufio"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/enginetest"
	"tarockbot/engine/games"
	"tarockbot/storage/bolt"
)

var kills = flag.Int("kills", 6, "number of kills in TestKilled")

// The environment of the child: its data file, and the input whose effect is unknown.
const (
	killFile      = "TAROCKBOT_KILL_FILE"
	killUncertain = "TAROCKBOT_KILL_UNCERTAIN"
)

// TestKilledChild is the process that TestKilled kills. It prints "try ID WHO LINE" before each input, then "ack" or
// "refused".
func TestKilledChild(t *testing.T) {
	t.Parallel()
	path := os.Getenv(killFile)
	if path == "" {
		t.Skip("run by TestKilled")
	}
	w := startWorld(t, openBolt(t, path), withLimits(bot.Limits{TablesPerChat: len(killGroups)}))
	if uncertain := os.Getenv(killUncertain); uncertain != "" {
		id, rest, _ := strings.Cut(uncertain, " ")
		who, line, _ := strings.Cut(rest, " ")
		sendReported(w, who, id, line)
	}
	for _, g := range killGroups {
		for _, who := range g.people {
			w.mustSay(who, "help")
		}
	}
	for n := 0; ; n++ {
		playAndReport(w, fmt.Sprintf("%d-%d-", os.Getpid(), n), killGroups[n%len(killGroups)])
	}
}

type killGroup struct {
	people []string
	terms  []string
}

var killGroups = []killGroup{
	{[]string{"anna", "bert"}, []string{"spieleversum 2", "bamberger contra 2", "kosakeln beck"}},
	{[]string{"dora", "emil"}, []string{"strohmandeln extended 2", "strohmandeln forty 2", "strohmandeln classic 2"}},
	{[]string{"fred", "gina", "hans"}, []string{"mayr-sedlaczek", "loew", "beck trischaken=on"}},
	{[]string{"ines", "jana"}, []string{"loew strong", "beck level=strong"}},
}

func sendReported(w *world, who, id, line string) {
	fmt.Printf("try %s %s %s\n", id, who, line)
	in := w.in(who, line)
	in.ID = id
	if a := w.input(in); a.Refused {
		fmt.Println("refused", a.Alert)
		return
	}
	fmt.Println("ack")
}

func playAndReport(w *world, id string, g killGroup) {
	host, guests := g.people[0], g.people[1:]
	page := *w.mustSay(host, "games").Screen
	if hand := offeredLine(page, "hand "); hand != "" {
		table := strings.Fields(hand)[1]
		if who, m := w.anyMove(table, g.people...); m != "" {
			sendReported(w, who, id+"move", m)
		} else {
			awaitComputer(w, table)
		}
		return
	}
	for _, l := range page.Text {
		if len(l) == 0 || l[0].Style != chat.Code {
			continue
		}
		for _, guest := range guests {
			if sits := contains(inEnglish("games.seated")); !sits(*w.mustSay(guest, "games").Screen) {
				sendReported(w, guest, id+"accept", "accept "+l[0].Text)
				return
			}
		}
	}
	sendReported(w, host, id+"challenge", "challenge @"+strings.Join(guests, " @")+" "+g.terms[rand.IntN(len(g.terms))])
}

func awaitComputer(w *world, table string) {
	w.t.Helper()
	err := w.net.Wait(w.ctx, func() bool {
		var known struct{ Thinks bool }
		w.read("brief", table, &known)
		return !known.Thinks
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

type killTest struct {
	t         *testing.T
	path      string
	acked     map[string][]string // by table: acknowledged moves
	uncertain string              // the input whose effect is unknown
	tries     int
}

// TestKilled checks fault 31: an acknowledged input takes effect exactly once, any other at most once.
func TestKilled(t *testing.T) {
	t.Parallel()
	k := &killTest{t: t, path: filepath.Join(t.TempDir(), "data"), acked: make(map[string][]string)}
	for range *kills {
		k.round()
		k.checkMoves()
	}
	all := slices.Concat(slices.Collect(maps.Values(k.acked))...)
	for _, g := range killGroups {
		made := 0
		for _, l := range all {
			if who, _, _ := strings.Cut(l, " "); slices.Contains(g.people, who) {
				made++
			}
		}
		if made < max(1, *kills/4) {
			t.Errorf("%v made only %d moves in %d rounds", g.people, made, *kills)
		}
	}
}

func (k *killTest) round() {
	k.t.Helper()
	child := exec.CommandContext(k.t.Context(), os.Args[0], "-test.run=^TestKilledChild$")
	child.Env = append(os.Environ(), killFile+"="+k.path, killUncertain+"="+k.uncertain)
	out, err := child.StdoutPipe()
	if err != nil {
		k.t.Fatal(err)
	}
	must(k.t, child.Start())
	linesUntilKill := 1 + rand.IntN(100)
	output := bufio.NewScanner(out)
	for n := 0; output.Scan(); n++ {
		k.readLine(output.Text())
		if n == linesUntilKill {
			time.AfterFunc(time.Duration(rand.IntN(3000))*time.Microsecond, func() { _ = child.Process.Kill() })
		}
	}
	if err := child.Wait(); !strings.Contains(fmt.Sprint(err), "killed") {
		k.t.Fatalf("the child wasn't killed: %v", err)
	}
}

func (k *killTest) readLine(line string) {
	verb, rest, _ := strings.Cut(line, " ")
	switch verb {
	case "try":
		k.uncertain = rest
		k.tries++
	case "ack":
		fields := strings.Fields(k.uncertain)
		if isMove(fields) {
			k.acked[fields[3]] = append(k.acked[fields[3]], strings.Join(fields[1:], " "))
		}
		k.uncertain = ""
	case "refused": // as repeated: it took effect before the kill
		k.uncertain = ""
	}
}

func isMove(fields []string) bool {
	return len(fields) > 3 && (fields[2] == "do" || fields[2] == "confirm")
}

func (k *killTest) checkMoves() {
	k.t.Helper()
	store, err := bolt.Open(k.path)
	if err != nil {
		k.t.Fatal(err)
	}
	defer store.Close()
	w := &world{t: k.t, ctx: k.t.Context(), store: store}
	w.now.Store(1_800_000_000)
	if fields := strings.Fields(k.uncertain); isMove(fields) && k.acked[fields[3]] == nil {
		k.acked[fields[3]] = []string{}
	}
	for table, acked := range k.acked {
		var moves []engine.Move
		var now storedTable
		w.read("table", table, &now)
		for deal := range len(now.Done) {
			var r engine.Record
			w.read("deal", fmt.Sprintf("%s-%d", table, deal+1), &r)
			moves = append(moves, enginetest.AskedMoves(w.t, games.Replay, r)...)
		}
		if now.Deal != nil {
			moves = append(moves, enginetest.AskedMoves(w.t, games.Replay, *now.Deal)...)
		}
		moves = slices.DeleteFunc(moves, func(m engine.Move) bool { return now.Chairs[m.Seat].Robot })
		if extra := len(moves) - len(acked); extra == 1 && strings.Contains(k.uncertain, table) {
			fields := strings.Fields(k.uncertain)
			acked = append(acked, strings.Join(fields[1:], " "))
			k.acked[table] = acked
		}
		if len(moves) != len(acked) {
			k.t.Fatalf("table %s has %d moves, %d were acknowledged (unknown effect: %q)\n%v\n%q", table, len(moves), len(acked), k.uncertain, moves, acked)
		}
		for i, m := range moves {
			if !describesMove(acked[i], m) {
				k.t.Fatalf("table %s: move %d is %q, but %q was acknowledged", table, i, m, acked[i])
			}
		}
	}
	w.checkRecords()
	w.audit()
}

func describesMove(line string, m engine.Move) bool {
	fields := strings.Fields(line)
	if fields[1] == "do" {
		return strings.Join(fields[4:], " ") == m.Action.String()
	}
	cards, err := card.ParseSet(fields[4:])
	return err == nil && cards == m.Action.Cards
}
