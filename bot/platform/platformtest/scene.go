package platformtest

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tarockbot/storage"
)

type scene struct {
	Name    string   `json:"name"`
	Terms   string   `json:"terms"`
	Confirm bool     `json:"confirm"` // players confirm cards
	Dealer  int      `json:"dealer"`
	Deck    string   `json:"deck"` // in dealing order
	Made    []string `json:"made"` // before the scene: "1 play XXI"
	Moves   []string `json:"moves"`
	// Sees maps moves' indexes to texts on the board.
	Sees   map[int]string `json:"sees"`
	Choice int            `json:"choice"` // longest choice of cards; 0: unchecked
	Score  []int          `json:"score"`  // by seat; nil if unfinished
}

//go:embed testdata/scenes.json
var scenes []byte

// RunScenes plays prepared deals with events that random play hardly reaches.
func RunScenes(t *testing.T, open func(*testing.T) World) {
	var all []scene
	if err := json.Unmarshal(scenes, &all); err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			g := newSession(t, open, 0)
			g.begin(s.Terms)
			g.awaitControl(g.Host, Control.offersDeal)
			r := &sceneRun{session: g, scene: s}
			r.arrange()
			r.makeAllMoves()
			r.check()
		})
	}
}

func (c Control) offersDeal() bool { return c.IsMove() || strings.HasPrefix(c.ID, "leave ") }

type sceneRun struct {
	*session
	scene
	shift   int // from scene seats to players
	longest int
}

type storedTable struct {
	Done []struct {
		Result struct {
			Score []int `json:"score"`
		} `json:"result"`
	} `json:"done"`
	Deal *struct {
		Dealer  int      `json:"dealer"`
		Actions []string `json:"actions"`
	} `json:"deal"`
}

func (r *sceneRun) table() (storage.Doc, storedTable) {
	r.t.Helper()
	var found storage.Doc
	for doc, err := range r.Store.Scan(r.ctx, "table", "", "") {
		if err != nil {
			r.t.Fatal(err)
		}
		found = doc
	}
	var k storedTable
	if err := json.Unmarshal(found.Data, &k); err != nil {
		r.t.Fatal(err)
	}
	return found, k
}

// arrange replaces the stored deck and moves. It shifts the seats, because the dealer is already drawn.
func (r *sceneRun) arrange() {
	r.t.Helper()
	if r.Confirm {
		r.commandAll("settings confirm on")
	}
	r.Restart(func() {
		doc, now := r.table()
		if now.Deal == nil {
			r.t.Fatal("no deal is running")
		}
		r.shift = now.Deal.Dealer - r.Dealer + len(r.people())
		made := make([]string, len(r.Made))
		for i, m := range r.Made {
			seat, action := r.seat(m)
			made[i] = fmt.Sprint(seat, " ", action)
		}
		doc.Data = r.replaceInDeal(doc.Data, map[string][]string{"deck": strings.Fields(r.Deck), "actions": made})
		if err := r.Store.Commit(r.ctx, doc); err != nil {
			r.t.Fatal(err)
		}
	})
	r.commandAll("hand") // replaces old screens
}

func (r *sceneRun) replaceInDeal(table []byte, lists map[string][]string) []byte {
	r.t.Helper()
	var fields, deal map[string]json.RawMessage
	if err := json.Unmarshal(table, &fields); err != nil {
		r.t.Fatal(err)
	}
	if err := json.Unmarshal(fields["deal"], &deal); err != nil {
		r.t.Fatal(err)
	}
	for name, list := range lists {
		deal[name] = r.encoded(list)
	}
	fields["deal"] = r.encoded(deal)
	return r.encoded(fields)
}

func (r *sceneRun) encoded(v any) []byte {
	r.t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		r.t.Fatal(err)
	}
	return data
}

func (r *sceneRun) commandAll(command string) {
	r.t.Helper()
	for _, who := range r.people() {
		if _, err := who.Command(r.ctx, command); err != nil {
			r.t.Fatalf("%q: %v\n%s", command, err, r.Log)
		}
	}
}

func (r *sceneRun) seat(move string) (int, string) {
	seat, action, _ := strings.Cut(move, " ")
	n, _ := strconv.Atoi(seat)
	return (n + r.shift) % len(r.people()), action
}

func (r *sceneRun) makeAllMoves() {
	r.t.Helper()
	for n := 0; n < len(r.Moves); {
		seat, _ := r.seat(r.Moves[n])
		var own []string
		for _, m := range r.Moves[n:] {
			who, action := r.seat(m)
			if who != seat {
				break
			}
			own = append(own, action)
		}
		made := r.makeMoves(r.people()[seat], own)
		for i := n; i < n+made; i++ {
			if text, ok := r.Sees[i]; ok {
				r.awaitControl(r.Host, func(Control) bool {
					return slices.ContainsFunc(r.Boards(), func(b string) bool { return strings.Contains(b, text) })
				})
			}
		}
		n += made
	}
}

// makeMoves returns the number of moves made: one press may make several.
func (r *sceneRun) makeMoves(who Client, own []string) int {
	r.t.Helper()
	for {
		controls, err := who.Controls(r.ctx)
		if err != nil {
			r.t.Fatal(err)
		}
		r.recordChoice(controls)
		why := "the move isn't offered"
		if steps, made := stepsFor(controls, own); steps != nil {
			if why = r.press(who, steps); why == "" {
				return made
			}
		}
		r.awaitChange(who, fmt.Sprintf("%q: %s", own[0], why))
	}
}

func (r *sceneRun) awaitChange(who Client, why string) {
	r.t.Helper()
	const maxWait = time.Second // the screen may have changed before the answer
	ctx, cancel := context.WithTimeout(r.ctx, maxWait)
	defer cancel()
	_ = who.Changed(ctx)
	if r.ctx.Err() != nil {
		r.t.Fatalf("%s\nin public: %q\n%s", why, r.Boards(), r.Log)
	}
}

// press returns the reason if nothing was stored.
func (r *sceneRun) press(who Client, steps []step) (why string) {
	r.t.Helper()
	before := r.progress()
	for _, s := range steps {
		answer, err := who.Press(r.ctx, s.Control, s.chosen...)
		if err != nil && !errors.Is(err, ErrUnanswered) {
			r.t.Fatalf("%q: %v\n%s", s.ID, err, r.Log)
		}
		why = "the press is answered " + strconv.Quote(answer)
	}
	if r.progress() != before {
		return ""
	}
	return why
}

func (r *sceneRun) progress() string {
	r.t.Helper()
	_, now := r.table()
	if now.Deal == nil {
		return fmt.Sprint(len(now.Done))
	}
	return fmt.Sprint(len(now.Done), now.Deal.Actions)
}

func (r *sceneRun) recordChoice(controls []Control) {
	n := 0
	for _, c := range controls {
		if strings.HasPrefix(c.ID, "pick ") || strings.HasPrefix(c.ID, "confirm ") {
			n += len(c.Values) + len(c.Fixed)
		}
	}
	r.longest = max(r.longest, n)
}

func (r *sceneRun) check() {
	r.t.Helper()
	if r.Choice > 0 && r.longest != r.Choice {
		r.t.Errorf("the longest choice has %d cards, want %d", r.longest, r.Choice)
	}
	_, now := r.table()
	if r.Score == nil {
		return
	}
	want := make([]int, len(r.Score))
	for seat, n := range r.Score {
		want[(seat+r.shift)%len(want)] = n
	}
	if len(now.Done) != 1 || !slices.Equal(now.Done[0].Result.Score, want) {
		r.t.Errorf("finished deals %+v, want one with the score %v", now.Done, want)
	}
}
