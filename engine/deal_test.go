package engine_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/games"
	"tarockbot/engine/illustrated"
	"tarockbot/engine/kosakeln"
	"tarockbot/engine/strohmandeln"
)

// newDeal deals the sorted pack: forehand is seat 1, and Kosakeln's talon is I to VI.
func newDeal(t testing.TB, rules string, o engine.Options) *engine.Deal {
	t.Helper()
	g, err := games.ByRules(rules)
	if err != nil {
		t.Fatal(err)
	}
	set, err := g.RuleSet(rules)
	if err != nil {
		t.Fatal(err)
	}
	d, err := engine.NewDeal(g, rules, o, engine.Cards{Deck: set.Cards().Cards(), Dealer: 0})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func act(t testing.TB, d *engine.Deal, moves ...string) []engine.Event {
	t.Helper()
	var events []engine.Event
	for _, text := range moves {
		var m engine.Move
		if err := m.UnmarshalText([]byte(text)); err != nil {
			t.Fatal(err)
		}
		got, err := d.Act(m.Seat, m.Action)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		events = append(events, got...)
	}
	return events
}

func TestCanUndoAlone(t *testing.T) {
	easy := engine.Options{"exchange": "easy"}
	tests := []struct {
		name    string
		options engine.Options
		moves   []string
		want    bool
	}{
		{"nothing done", easy, nil, false},
		{"nothing exchanged", easy, []string{"1 exchange"}, true},
		{"new cards seen", easy, []string{"1 exchange S7"}, false},
		{"tactical shows no new cards", engine.Options{"exchange": "tactical"},
			[]string{"1 exchange H4 H3 H2 H1 S7 S8 S9 S10"}, true},
		{"another's move", easy, []string{"0 exchange"}, false},
		{"the other moved since", easy, []string{"1 exchange", "0 exchange"}, false},
		{"bid made", easy, []string{"1 exchange", "0 exchange", "1 bid dreiblatt"}, false},
		{"discarded", easy, []string{"1 exchange", "0 exchange", "1 bid einblatt", "0 pass", "1 done", "1 talon 0", "1 discard S7"}, true},
		{"discarded face up", easy, []string{"0 exchange", "1 exchange C7 C8 C9 C10 S7 S8 S9 S10", "1 bid einblatt", "0 pass", "1 done",
			"1 talon 1", "1 discard H4"}, true},
		{"talon taken", easy, []string{"1 exchange", "0 exchange", "1 bid einblatt", "0 pass", "1 done", "1 talon 0"}, false},
		{"resigned", easy, []string{"1 resign"}, false},
	}
	for _, tt := range tests {
		d := newDeal(t, kosakeln.Bamberger, tt.options)
		act(t, d, tt.moves...)
		if got := d.CanUndoAlone(1); got != tt.want {
			t.Errorf("%s: CanUndoAlone %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestCanUndoByConsent(t *testing.T) {
	exchanged := []string{"1 exchange lay", "0 exchange lay"}
	bid := append(slices.Clone(exchanged), "1 bid dreiblatt", "0 pass")
	turned := append(slices.Clone(bid), "1 done")
	topsTurned := []string{"1 undertake", "0 pass"}
	three := []string{"1 bid dreiblatt", "2 good", "0 good", "1 done", "1 talon 0", "1 discard lay"}
	led := append(slices.Clone(three), "1 low")
	tests := []struct {
		name  string
		rules string
		moves []string
		want  string
	}{
		{"nothing done", kosakeln.Bamberger, nil, ""},
		{"own cards picked up", kosakeln.Bamberger, exchanged[:1], "1"},
		{"tarocks of seat 0 put away", kosakeln.Bamberger, exchanged, "0"},
		{"bids", kosakeln.Bamberger, bid, "01"},
		{"the talon turned up", kosakeln.Bamberger, turned, ""},
		{"a packet taken", kosakeln.Bamberger, append(slices.Clone(turned), "1 talon 0"), "1"},
		{"a card led", kosakeln.Bamberger, append(slices.Clone(turned), "1 talon 0", "1 discard lay", "1 low"), "1"},
		{"a trick taken", kosakeln.Bamberger, append(slices.Clone(turned), "1 talon 0", "1 discard lay", "1 low", "0 low"), "0"},
		{"given up", kosakeln.Bamberger, append(slices.Clone(exchanged), "1 resign"), ""},
		{"undertaken", strohmandeln.Classic, topsTurned[:1], "1"},
		{"the first tops turned up", strohmandeln.Classic, topsTurned, ""},
		{"the trick's first card", strohmandeln.Classic, append(slices.Clone(topsTurned), "1 low"), "1"},
		{"an own top turned up after a trick", strohmandeln.Classic, append(slices.Clone(topsTurned), "1 low", "0 low"), "0"},
		{"bids of three", illustrated.Loew, three[:3], "012"},
		{"the talon of three", illustrated.Loew, three[:4], ""},
		{"one of three has led", illustrated.Loew, led, "1"},
		{"two have played", illustrated.Loew, append(slices.Clone(led), "2 low"), "2"},
		{"a trick of three", illustrated.Loew, append(slices.Clone(led), "2 low", "0 low"), "0"},
	}
	for _, tt := range tests {
		d := newDeal(t, tt.rules, nil)
		for _, m := range tt.moves {
			for strings.HasSuffix(m, " low") && d.PublicView().Phase != engine.Playing {
				act(t, d, fmt.Sprint(slices.Collect(d.Waiting().All())[0])+" done")
			}
			act(t, d, withLowestCards(d, m))
		}
		got := ""
		for s := range engine.Seat(d.Game().Seats) {
			if d.CanUndoByConsent(s) {
				got += string(rune('0' + s))
			}
		}
		if got != tt.want {
			t.Errorf("%s: %q may undo, want %q", tt.name, got, tt.want)
		}
	}
}

// withLowestCards replaces "lay" and "low" by the lowest cards that the prompt allows.
func withLowestCards(d *engine.Deal, move string) string {
	seat := engine.Seat(move[0] - '0')
	pick := d.Prompt(seat).Pick
	if !strings.HasSuffix(move, " lay") && !strings.HasSuffix(move, " low") {
		return move
	}
	chosen := pick.Must
	for c := range pick.From.All() {
		if chosen.Len() < pick.Min {
			chosen |= c.Bit()
		}
	}
	return engine.Move{Seat: seat, Action: engine.Action{Verb: pick.Verb, Cards: chosen}}.String()
}

func TestCopiesShareNoMemory(t *testing.T) {
	deck := card.Full.Cards()
	d, err := engine.NewDeal(kosakeln.Game, kosakeln.Spieleversum, nil, engine.Cards{Deck: deck, Dealer: 0})
	if err != nil {
		t.Fatal(err)
	}
	act(t, d, "1 exchange", "0 exchange", "1 bid dreiblatt", "0 pass", "1 announce absolute", "1 done", "0 done",
		"1 talon 0", "1 discard S7 S8 S9", "1 done", "0 done", "1 play S10", "0 play SV", "0 resign")
	before := jsonOf(t, d.PublicView(), d.Record())
	deck[0], deck[1] = deck[1], deck[0]
	table, record := d.PublicView(), d.Record()
	table.HandSize[0], table.WonTricks[0], table.Thirds[0] = 99, 99, 99
	table.Calls[0].Seat, table.Claims[0].Doubled, table.Exchange[0].N = 0, 3, 99
	table.Tricks[0].Lead, table.Result.Score[0], table.Result.Items[0].Value = 1-table.Tricks[0].Lead, 99, 99
	table.Options["x"] = "y"
	record.Options["x"] = "y"
	record.Deck[0], record.Actions[0].Seat, record.Result.Score[0] = record.Deck[1], 0, 99
	if after := jsonOf(t, d.PublicView(), d.Record()); after != before {
		t.Errorf("the deal was changed through a copy:\n got %s\nwant %s", after, before)
	}
}

func TestPublicViewCopiesTalonAndTerms(t *testing.T) {
	d := newDeal(t, kosakeln.Spieleversum, nil)
	act(t, d, "1 exchange", "0 exchange", "1 bid dreiblatt", "0 pass", "1 done", "0 done")
	d.PublicView().Talon[0] = card.Skus
	if got := d.PublicView().Talon[0]; got != card.Pagat {
		t.Errorf("the talon's first card is %s, want %s", got, card.Pagat)
	}
	d = newDeal(t, kosakeln.Beck, nil)
	d.PublicView().Terms["take"] = "changed"
	if got := d.Rules().Terms.OwnName("take"); got == "changed" {
		t.Errorf("the view shares the game's terms: %q", got)
	}
}

func jsonOf(t *testing.T, values ...any) string {
	t.Helper()
	data, err := json.Marshal(values)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestRefusals(t *testing.T) {
	play := []string{"1 exchange", "0 exchange", "1 bid solo", "1 done", "0 done"}
	tests := []struct {
		name  string
		moves []string
		move  string
		want  engine.Refusal
	}{
		{"bid during the exchange", nil, "1 bid solo", engine.Refusal{Reason: engine.WrongPhase}},
		{"cards not held", nil, "1 exchange HK", engine.Refusal{Reason: engine.NotHeld}},
		{"tarock put away", nil, "1 exchange X", engine.Refusal{Reason: "plain-only"}},
		{"too many put away", nil, "1 exchange S7 S8 S9 S10 C7 C8 C9 C10 X", engine.Refusal{Reason: engine.TooMany, Needs: 8}},
		{"second exchange", []string{"1 exchange"}, "1 exchange", engine.Refusal{Reason: engine.NotYourTurn}},
		{"out of turn", play[:2], "0 pass", engine.Refusal{Reason: engine.NotYourTurn}},
		{"no such contract", play[:2], "1 bid pagat", engine.Refusal{Reason: engine.NotOffered}},
		{"no such bonus", play[:3], "1 announce game", engine.Refusal{Reason: engine.NotOffered}},
		{"no such bird", play[:3], "1 announce pagat", engine.Refusal{Reason: "bird-not-held"}},
		{"no such seat", nil, "2 exchange", engine.Refusal{Reason: engine.NotYourTurn}},
		{"must follow", append(slices.Clone(play), "1 play S7"), "0 play CK", engine.Refusal{Reason: engine.MustFollow, Led: 38}},
		{"deal over", append(slices.Clone(play), "1 resign"), "0 timeout", engine.Refusal{Reason: engine.DealOver}},
	}
	for _, tt := range tests {
		d := newDeal(t, kosakeln.Spieleversum, nil)
		act(t, d, tt.moves...)
		var m engine.Move
		if err := m.UnmarshalText([]byte(tt.move)); err != nil {
			t.Fatal(err)
		}
		_, err := d.Act(m.Seat, m.Action)
		var got *engine.Refusal
		if errors.As(err, &got) != (tt.want.Reason != "") || got != nil && *got != tt.want {
			t.Errorf("%s: got %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

func TestNoSuchSeat(t *testing.T) {
	d := newDeal(t, kosakeln.Spieleversum, nil)
	for _, seat := range []engine.Seat{engine.Nobody, -2, 2, 100} {
		if got := d.View(seat).Hand; got != (engine.Hand{Seat: engine.Nobody}) {
			t.Errorf("seat %d sees %+v", seat, got)
		}
		if p := d.Prompt(seat); !p.IsEmpty() {
			t.Errorf("seat %d is asked %+v", seat, p)
		}
		if _, err := d.Act(seat, engine.Say(engine.Resign, 0)); err == nil {
			t.Errorf("seat %d may resign", seat)
		}
	}
}

func TestNewDeal(t *testing.T) {
	pack := card.Full.Cards()
	twice := slices.Clone(pack)
	twice[0] = twice[1]
	tests := []struct {
		name  string
		cards engine.Cards
		ok    bool
	}{
		{"valid", engine.Cards{Deck: pack, Dealer: 1}, true},
		{"a card missing", engine.Cards{Deck: pack[1:]}, false},
		{"a card twice", engine.Cards{Deck: twice}, false},
		{"too many cards", engine.Cards{Deck: append(slices.Clone(pack), 0)}, false},
		{"unknown card", engine.Cards{Deck: append(slices.Clone(pack[1:]), 200)}, false},
		{"no such dealer", engine.Cards{Deck: pack, Dealer: 2}, false},
		{"nobody deals", engine.Cards{Deck: pack, Dealer: engine.Nobody}, false},
	}
	for _, tt := range tests {
		if _, err := engine.NewDeal(kosakeln.Game, kosakeln.Spieleversum, nil, tt.cards); (err == nil) != tt.ok {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

func TestRecordText(t *testing.T) {
	d := newDeal(t, kosakeln.Bamberger, engine.Options{"exchange": "easy"})
	act(t, d, "1 exchange", "0 exchange CV SV", "1 bid dreiblatt", "0 pass", "1 announce absolute", "1 resign")
	got := jsonOf(t, d.Record())
	for _, part := range []string{
		`"format":"tarock-record/1"`, `"rules":"kosakeln/bamberger"`, `"contra":"off"`, `"dealer":0`, `"deck":["I","II",`,
		`"0 exchange SV CV"`, `"1 announce absolute"`,
		`"declarer":1,"contract":"dreiblatt"`, `{"item":"absolute","by":1,"won":false,"value":2}`, `"score":[5,-5]`,
	} {
		if !strings.Contains(got, part) {
			t.Errorf("the record has no %s:\n%s", part, got)
		}
	}
	thrown := newDeal(t, kosakeln.Bamberger, engine.Options{"exchange": "easy"})
	act(t, thrown, "1 exchange", "0 exchange", "1 pass", "0 pass")
	want := `{"declarer":null,"contract":null,"thirds":[0,0],"tricks":[0,0],"items":[],"score":[0,0]}`
	if got := jsonOf(t, thrown.Result()); got != "["+want+"]" {
		t.Errorf("thrown in: got %s, want %s", got, want)
	}
}

func TestParseRecords(t *testing.T) {
	one := jsonOf(t, newDeal(t, kosakeln.Spieleversum, nil).Record())
	one = one[1 : len(one)-1]
	deckText := strings.Trim(jsonOf(t, card.Full.Cards()), "[]")
	tests := []struct {
		name, data string
		want       int // -1 for an error
	}{
		{"one record", one, 1},
		{"array of two", "[" + one + "," + one + "]", 2},
		{"empty array", "[]", 0},
		{"empty text", "", -1},
		{"another format", strings.Replace(one, "record/1", "record/2", 1), -1},
		{"another format in an array", "[" + one + ",{}]", -1},
		{"unknown card", strings.Replace(one, `"SKUS"`, `"JOKER"`, 1), -1},
		{"a deck in base64", strings.Replace(one, "["+deckText+"]", `"AAEC"`, 1), -1},
		{"unknown action", strings.Replace(one, `"actions":[]`, `"actions":["0 dance"]`, 1), -1},
		{"too many actions", strings.Replace(one, `"actions":[]`, `"actions":["0 pass"`+strings.Repeat(`,"0 pass"`, engine.MaxMoves)+`]`, 1), -1},
		{"text after the record", one + "x", -1},
		{"two records without an array", one + "," + one, -1},
		{"text after the array", "[" + one + "]]", -1},
		{"cut off", "[" + one + "," + one[:len(one)/2], -1},
		{"IIII written IV", strings.Replace(one, `"IIII"`, `"IV"`, 1), 1},
	}
	for _, tt := range tests {
		got, err := engine.ParseRecords([]byte(tt.data))
		if (err != nil) != (tt.want < 0) || err == nil && len(got) != tt.want {
			t.Errorf("%s: %d records, %v, want %d", tt.name, len(got), err, tt.want)
		}
	}
}

func TestParseRecordsErrors(t *testing.T) {
	head := `{"format":"tarock-record/1","rules":"x",`
	for data, want := range map[string]string{
		"7":                                   "a record must be an object, not a JSON number",
		`{"format":7}`:                        `field "format": unexpected JSON number`,
		head + `"dealer":"anna"}`:             `field "dealer": unexpected JSON string`,
		head + `"options":{"a":7}}`:           `field "options": unexpected JSON number`,
		head + `"edition":1.5}`:               `field "edition": unexpected JSON number 1.5`,
		head + `"edition":-1}`:                `field "edition": there is no edition -1`,
		head + `"result":{"contract":7}}`:     `field "result.contract": unexpected JSON number`,
		head + `"result":{"contract":"foo"}}`: `field "result": no word "foo"`,
		head + `"deck":"AAEC"}`:               `field "deck": want a list of strings, got a JSON string`,
		head + `"deck":["II",7]}`:             "card 1: want a string, got a JSON number",
		head + `"actions":["0 pass",{}]}`:     "action 1: want a string, got a JSON object",
	} {
		if _, err := engine.ParseRecord([]byte(data)); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", data, err, want)
		}
	}
}

func TestByteOrderMark(t *testing.T) {
	for _, data := range []string{`{"format":"x"}`, `[{"format":"x"}]`} {
		texts, err := engine.SplitRecords([]byte("\ufeff" + data))
		if err != nil || len(texts) != 1 || string(texts[0]) != `{"format":"x"}` {
			t.Errorf("%s: got %s, %v", data, texts, err)
		}
	}
}

func TestSplitRecordsErrors(t *testing.T) {
	for data, want := range map[string]string{
		`[{},{"b":},{},{}]`: "after 1 records: invalid character '}' looking for beginning of value; 13 bytes left unread",
		`[{},{"b":1`:        "after 1 records: unexpected EOF; 6 bytes left unread",
		`{}{"b":1}`:         "after 1 records: expected comma after array element; 7 bytes left unread",
		`[{}]more`:          "neither one record nor an array of them; 4 bytes left unread",
		`hello`:             "after 0 records: invalid character 'h' looking for beginning of value",
	} {
		if _, err := engine.SplitRecords([]byte(data)); err == nil || err.Error() != "engine: "+want {
			t.Errorf("%s: got %v, want %s", data, err, want)
		}
	}
}

func TestResultMatches(t *testing.T) {
	base := engine.Result{Declarer: 0, Contract: engine.Solo, Thirds: []int{1, 2}, Tricks: []int{3, 4}, Score: []int{5, -5},
		Items: []engine.Item{{Item: engine.TheGame, Value: 5, Won: true}, {Item: engine.Pagat, Value: 3}, {Item: engine.Pagat, Value: 3}}}
	base.UntakenThirds = 7
	cutShort := base
	cutShort.End.Reason = engine.LostAtOnce
	changed := func(f func(*engine.Result)) engine.Result {
		r := base.Clone()
		f(&r)
		return r
	}
	tests := []struct {
		name     string
		recorded engine.Result
		want     bool
		wantCut  bool // with a base that was cut short
	}{
		{"equal", base, true, true},
		{"score", changed(func(r *engine.Result) { r.Score[0] = 6 }), false, false},
		{"items", changed(func(r *engine.Result) { r.Items[0].Won = false }), false, false},
		{"the order of items", changed(func(r *engine.Result) { slices.Reverse(r.Items) }), true, true},
		{"an extra item", changed(func(r *engine.Result) { r.Items = append(r.Items, r.Items[1]) }), false, false},
		{"a missing item", changed(func(r *engine.Result) { r.Items = r.Items[:2] }), false, false},
		{"an item replaced by another", changed(func(r *engine.Result) { r.Items[0] = r.Items[1] }), false, false},
		{"declarer", changed(func(r *engine.Result) { r.Declarer = 1 }), false, false},
		{"contract", changed(func(r *engine.Result) { r.Contract = engine.Einblatt }), false, false},
		{"thirds", changed(func(r *engine.Result) { r.Thirds[0] = 9 }), false, true},
		{"thirds of the rest", changed(func(r *engine.Result) { r.UntakenThirds = 9 }), false, true},
		{"tricks", changed(func(r *engine.Result) { r.Tricks[0] = 9 }), false, true},
	}
	for _, tt := range tests {
		if got := base.Matches(tt.recorded); got != tt.want {
			t.Errorf("%s: Matches %v, want %v", tt.name, got, tt.want)
		}
		if got := cutShort.Matches(tt.recorded); got != tt.wantCut {
			t.Errorf("%s, cut short: Matches %v, want %v", tt.name, got, tt.wantCut)
		}
	}
}

func FuzzParseRecords(f *testing.F) {
	d := newDeal(f, kosakeln.Spieleversum, nil)
	act(f, d, "1 exchange", "0 exchange", "1 bid solo", "1 done", "0 done", "1 play S7")
	data, err := json.Marshal(d.Record())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data, uint(0), byte('{'))
	f.Add([]byte("["+string(data)+"]"), uint(0), byte(' '))
	f.Add([]byte(`{"format":"tarock-record/1","deck":"AAEC"}`), uint(0), byte('{'))
	for _, rules := range strohmandeln.Game.Rules {
		undertaken := newDeal(f, rules.ID, nil)
		act(f, undertaken, "1 undertake", "0 pass", "1 play I")
		data, err := json.Marshal(undertaken.Record())
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, uint(0), byte('{'))
	}
	f.Fuzz(func(t *testing.T, data []byte, at uint, b byte) {
		if data = slices.Clone(data); len(data) > 0 {
			data[at%uint(len(data))] = b
		}
		records, err := engine.ParseRecords(data)
		if err != nil {
			return
		}
		written, err := json.Marshal(records)
		if err != nil {
			t.Fatalf("%v can't be written: %v", records, err)
		}
		again, err := engine.ParseRecords(written)
		if len(records) > 0 && (err != nil || !reflect.DeepEqual(again, records)) {
			t.Errorf("%s parses as %v, %v, want %v", written, again, err, records)
		}
		for _, r := range records {
			checkReplay(t, r)
		}
	})
}

func checkReplay(t *testing.T, r engine.Record) {
	t.Helper()
	for _, g := range []engine.Game{kosakeln.Game, illustrated.Game, strohmandeln.Game} {
		d, err := engine.Replay(g, r)
		if err == nil && !omitsPasses(d.Moves(), r.Actions) {
			t.Errorf("replayed %v, want %v", d.Moves(), r.Actions)
		}
		if err != nil && (d != nil || !(strings.HasPrefix(err.Error(), "engine: ") || strings.HasPrefix(err.Error(), g.ID+": "))) {
			t.Errorf("Replay returned %v, %q", d, err)
		}
	}
}

// omitsPasses reports whether the record omits nothing but passes.
func omitsPasses(made, recorded []engine.Move) bool {
	for _, m := range made {
		switch {
		case len(recorded) > 0 && m == recorded[0]:
			recorded = recorded[1:]
		case m.Action != engine.Say(engine.Pass, 0):
			return false
		}
	}
	return len(recorded) == 0
}
