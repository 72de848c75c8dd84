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

// scene is a rare deal that random play hardly reaches.
type scene struct {
	Name    string   `json:"name"`
	Terms   string   `json:"terms"`
	Confirm bool     `json:"confirm"` // players confirm cards to play
	Dealer  int      `json:"dealer"`
	Deck    string   `json:"deck"`  // in dealing order
	Made    []string `json:"made"`  // moves made before: "1 play XXI"
	Moves   []string `json:"moves"` // moves to make
	// Sees are texts that the board shows, by the index of the move before.
	Sees   map[int]string `json:"sees"`
	Choice int            `json:"choice"` // the length of the longest choice of cards; 0 to ignore it
	Score  []int          `json:"score"`  // of the deal, by seat; nil if the scene ends earlier
}

//go:embed testdata/scenes.json
var scenes []byte

// RunScenes is part of the suite for chat networks: users play given deals that are rare in random play.
// Each move is made through the controls on the screen, and the results are checked.
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
			g.await(g.Host, Control.offersDeal)
			r := &sceneRun{session: g, scene: s}
			r.arrange()
			r.act()
			r.check()
		})
	}
}

// offersDeal reports whether the control belongs to a running deal.
func (c Control) offersDeal() bool { return c.Move() || strings.HasPrefix(c.ID, "leave ") }

// sceneRun is a scene being played.
type sceneRun struct {
	*session
	scene
	shift   int // from the scene's seats to the players'
	longest int // choice so far
}

// storedTable is the part of a stored table that tests read.
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

// table returns the only stored table.
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

// arrange replaces the deck and the moves of the stored deal. The match has already drawn the dealer, so
// the scene's seats are shifted to it.
func (r *sceneRun) arrange() {
	r.t.Helper()
	if r.Confirm {
		r.say("settings confirm on")
	}
	r.Restart(func() {
		doc, now := r.table()
		if now.Deal == nil {
			r.t.Fatal("no deal is played")
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
	r.say("hand") // replace the screens of the previous deal
}

// replaceInDeal replaces lists, by their names, in the stored table's deal.
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

// say lets all players give the command.
func (r *sceneRun) say(command string) {
	r.t.Helper()
	for _, who := range r.people() {
		if _, err := who.Command(r.ctx, command); err != nil {
			r.t.Fatalf("%q: %v\n%s", command, err, r.Log)
		}
	}
}

// seat returns the player's index and the action of a move.
func (r *sceneRun) seat(move string) (int, string) {
	seat, action, _ := strings.Cut(move, " ")
	n, _ := strconv.Atoi(seat) // a digit
	return (n + r.shift) % len(r.people()), action
}

// act makes the scene's moves.
func (r *sceneRun) act() {
	r.t.Helper()
	for n := 0; n < len(r.Moves); {
		seat, _ := r.seat(r.Moves[n])
		var own []string // consecutive moves of the player
		for _, m := range r.Moves[n:] {
			who, action := r.seat(m)
			if who != seat {
				break
			}
			own = append(own, action)
		}
		made := r.makeMoves(r.people()[seat], own)
		for i := n; i < n+made; i++ {
			if told, ok := r.Sees[i]; ok {
				r.await(r.Host, func(Control) bool {
					return slices.ContainsFunc(r.Boards(), func(b string) bool { return strings.Contains(b, told) })
				})
			}
		}
		n += made
	}
}

// makeMoves makes the first of the moves, or several that are made together, and returns their number.
func (r *sceneRun) makeMoves(who Client, own []string) int {
	r.t.Helper()
	for {
		controls, err := who.Controls(r.ctx)
		if err != nil {
			r.t.Fatal(err)
		}
		r.recordChoice(controls)
		why := "it isn't offered"
		if steps, made := stepsFor(controls, own); steps != nil {
			if why = r.press(who, steps); why == "" {
				return made
			}
		}
		r.changed(who, fmt.Sprintf("%q: %s", own[0], why))
	}
}

// changed waits for a change for the player, but at most a second.
func (r *sceneRun) changed(who Client, why string) {
	r.t.Helper()
	const while = time.Second // a press may have been answered after the screen changed
	ctx, cancel := context.WithTimeout(r.ctx, while)
	defer cancel()
	_ = who.Changed(ctx) // a timeout is no error
	if r.ctx.Err() != nil {
		r.t.Fatalf("%s\nin public: %q\n%s", why, r.Boards(), r.Log)
	}
}

// press presses the steps, of which the last makes the moves. It returns the reason if nothing was stored,
// for example a button that was just pressed, else "".
func (r *sceneRun) press(who Client, steps []step) (why string) {
	r.t.Helper()
	before := r.progress()
	for _, s := range steps {
		word, err := who.Press(r.ctx, s.Control, s.chosen...)
		if err != nil && !errors.Is(err, ErrUnanswered) {
			r.t.Fatalf("%q: %v\n%s", s.ID, err, r.Log)
		}
		why = "it is answered " + strconv.Quote(word)
	}
	if r.progress() != before {
		return ""
	}
	return why
}

// progress returns a text that changes with every stored move.
func (r *sceneRun) progress() string {
	r.t.Helper()
	_, now := r.table()
	if now.Deal == nil {
		return fmt.Sprint(len(now.Done))
	}
	return fmt.Sprint(len(now.Done), now.Deal.Actions)
}

// recordChoice records the longest choice of cards.
func (r *sceneRun) recordChoice(controls []Control) {
	n := 0
	for _, c := range controls {
		if strings.HasPrefix(c.ID, "pick ") || strings.HasPrefix(c.ID, "confirm ") {
			n += len(c.Values) + len(c.Fixed)
		}
	}
	r.longest = max(r.longest, n)
}

// check compares the longest choice and the score with the scene's.
func (r *sceneRun) check() {
	r.t.Helper()
	if r.Choice > 0 && r.longest != r.Choice {
		r.t.Errorf("the longest choice was of %d, want %d", r.longest, r.Choice)
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
		r.t.Errorf("the deals %+v are over, want one with the score %v", now.Done, want)
	}
}
