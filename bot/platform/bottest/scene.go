package bottest

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tarockbot/storage"
	"tarockbot/storage/storagetest"
)

// scene is a deal that is rare among those that people play by chance.
type scene struct {
	Name    string   `json:"name"`
	Terms   string   `json:"terms"`
	Confirm bool     `json:"confirm"` // cards to play are chosen and confirmed
	Dealer  int      `json:"dealer"`
	Deck    string   `json:"deck"`  // in dealing order
	Made    []string `json:"made"`  // moves that are made already: "1 play XXI"
	Moves   []string `json:"moves"` // what people do then
	// Sees is what the board tells after the move of that index.
	Sees   map[int]string `json:"sees"`
	Choice int            `json:"choice"` // the longest choice of cards is that long; 0 if it doesn't matter
	Score  []int          `json:"score"`  // of the deal, by seat; nil if it isn't over
}

//go:embed testdata/scenes.json
var scenes []byte

// RunScenes is what every chat network must pass besides: people do in deals
// that are given what they hardly come to by chance, each move by what their
// screens offer, and see what comes of it.
func RunScenes(t *testing.T, open func(*testing.T) World) {
	var all []scene
	if err := json.Unmarshal(scenes, &all); err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			g := &evening{World: open(t), t: t, ctx: storagetest.Context(t), chance: rand.New(rand.NewPCG(*seed, 0))}
			g.sit(setup{s.Terms, guestsFor(t, s.Terms)})
			g.await(g.Host, Control.offersDeal)
			r := &rehearsal{evening: g, scene: s}
			r.arrange()
			r.act()
			r.check()
		})
	}
}

// offersDeal says that a deal is played where the control is.
func (c Control) offersDeal() bool { return c.Move() || strings.HasPrefix(c.ID, "leave ") }

// rehearsal is a scene that people play.
type rehearsal struct {
	*evening
	scene
	shift  int // from the scene's seats to the people's
	choice int // the longest there was
}

// kept is what the test reads of a stored table.
type kept struct {
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

// table is the only table there is.
func (r *rehearsal) table() (storage.Doc, kept) {
	r.t.Helper()
	var found storage.Doc
	for doc, err := range r.Store.Scan(r.ctx, "table", "", "") {
		if err != nil {
			r.t.Fatal(err)
		}
		found = doc
	}
	var k kept
	if err := json.Unmarshal(found.Data, &k); err != nil {
		r.t.Fatal(err)
	}
	return found, k
}

// arrange gives the deal its cards and moves. The seats are those of the match,
// which has drawn who deals; the cards are dealt from there.
func (r *rehearsal) arrange() {
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
		text := replaced(string(doc.Data), "deck", strings.Fields(r.Deck))
		doc.Data = []byte(replaced(text, "actions", made))
		if err := r.Store.Commit(r.ctx, doc); err != nil {
			r.t.Fatal(err)
		}
	})
	r.say("hand") // what is shown is of the deal before
}

// replaced is the stored table with another list of that name in its deal.
func replaced(table, name string, list []string) string {
	start := `"` + name + `":[`
	before, rest, _ := strings.Cut(table, start)
	_, after, _ := strings.Cut(rest, "]")
	quoted := make([]string, len(list))
	for i, v := range list {
		quoted[i] = strconv.Quote(v)
	}
	return before + start + strings.Join(quoted, ",") + "]" + after
}

// say lets everybody give the command.
func (r *rehearsal) say(command string) {
	r.t.Helper()
	for _, who := range r.people() {
		if _, err := who.Command(r.ctx, command); err != nil {
			r.t.Fatalf("%q: %v\n%s", command, err, r.Log)
		}
	}
}

// seat parts a move into who of the people makes it, and what it is.
func (r *rehearsal) seat(move string) (int, string) {
	seat, action, _ := strings.Cut(move, " ")
	n, _ := strconv.Atoi(seat) // a digit
	return (n + r.shift) % len(r.people()), action
}

// act makes the moves.
func (r *rehearsal) act() {
	r.t.Helper()
	for n := 0; n < len(r.Moves); {
		seat, _ := r.seat(r.Moves[n])
		var own []string // moves in a row
		for _, m := range r.Moves[n:] {
			who, action := r.seat(m)
			if who != seat {
				break
			}
			own = append(own, action)
		}
		made := r.make(r.people()[seat], own)
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

// make makes the first of the moves, or as many as are made at once, and returns
// how many those are.
func (r *rehearsal) make(who Client, own []string) int {
	r.t.Helper()
	for {
		controls, err := who.Controls(r.ctx)
		if err != nil {
			r.t.Fatal(err)
		}
		r.measure(controls)
		why := "it isn't offered"
		if steps, made := way(controls, own); made > 0 {
			if why = r.press(who, steps); why == "" {
				return made
			}
		}
		r.changed(who, fmt.Sprintf("%q: %s", own[0], why))
	}
}

// changed waits until the person sees something else, or a while.
func (r *rehearsal) changed(who Client, why string) {
	r.t.Helper()
	const while = time.Second // a press may have been answered after the screen changed
	ctx, cancel := context.WithTimeout(r.ctx, while)
	defer cancel()
	_ = who.Changed(ctx) // or not
	if r.ctx.Err() != nil {
		r.t.Fatalf("%s\nin public: %q\n%s", why, r.Boards(), r.Log)
	}
}

// press carries out the steps, the last of which makes the moves, and returns
// why it doesn't, as with a button that has just been pressed: "" if it does.
func (r *rehearsal) press(who Client, steps []step) (why string) {
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

// progress changes with every move that is stored.
func (r *rehearsal) progress() string {
	r.t.Helper()
	_, now := r.table()
	if now.Deal == nil {
		return fmt.Sprint(len(now.Done))
	}
	return fmt.Sprint(len(now.Done), now.Deal.Actions)
}

// measure notes how many cards there are to choose from.
func (r *rehearsal) measure(controls []Control) {
	n := 0
	for _, c := range controls {
		if strings.HasPrefix(c.ID, "pick ") || strings.HasPrefix(c.ID, "confirm ") {
			n += len(c.Values) + len(c.Fixed)
		}
	}
	r.choice = max(r.choice, n)
}

// check: all is as it should be in the end.
func (r *rehearsal) check() {
	r.t.Helper()
	if r.Choice > 0 && r.choice != r.Choice {
		r.t.Errorf("the longest choice was of %d, want %d", r.choice, r.Choice)
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

// step is something to press, with what is chosen.
type step struct {
	Control
	chosen []string
}

// way is how the first of the moves can be made, or with it those that are made
// at once, and how many that are; 0 if it isn't offered.
func way(controls []Control, own []string) ([]step, int) {
	for _, c := range controls {
		if doing(c.ID) == own[0] {
			return []step{{c, nil}}, 1
		}
		for _, v := range c.Values {
			if doing(v) == own[0] {
				return []step{{c, []string{v}}}, 1
			}
		}
	}
	verb, rest, _ := strings.Cut(own[0], " ")
	chosen, made := strings.Fields(rest), 1
	if said := slices.Index(own, "done"); said >= 0 && !slices.Contains([]string{"exchange", "discard", "play"}, verb) {
		chosen, made = nil, said+1
		for _, word := range own[:said] {
			chosen = append(chosen, strings.ReplaceAll(word, " ", "."))
		}
	}
	steps := choosing(controls, chosen)
	if steps == nil {
		return nil, 0
	}
	return steps, made
}

// choosing is how the values are chosen and confirmed; nil if they aren't
// offered. Where there are too many for one choice the parts come first.
func choosing(controls []Control, values []string) []step {
	var parts []step
	for _, c := range controls {
		all := append(slices.Clone(c.Values), c.Fixed...)
		some := slices.DeleteFunc(slices.Clone(values), func(v string) bool { return !slices.Contains(all, v) })
		switch {
		case strings.HasPrefix(c.ID, "confirm ") && len(some) == len(values) && len(values) >= c.Min:
			return []step{{c, values}}
		case strings.HasPrefix(c.ID, "pick ") && len(some) > 0:
			parts = append(parts, step{c, some})
		}
	}
	last := slices.IndexFunc(controls, func(c Control) bool { return strings.HasPrefix(c.ID, "confirm ") })
	if last < 0 || len(parts) == 0 {
		return nil
	}
	return append(parts, step{controls[last], nil})
}

// doing is the move that a line makes by itself; "" if it makes none.
func doing(line string) string {
	line, _, _ = strings.Cut(line, " ~") // what follows is the platform's own mark
	words := strings.Fields(line)
	if len(words) < 4 || words[0] != "do" {
		return ""
	}
	return strings.Join(words[3:], " ")
}
