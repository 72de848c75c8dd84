package main

import (
	"encoding/json"
	"strings"
	"testing"

	"tarockbot/cmd/tarockbot/internal/exit"
)

// ply is a ply as it is printed.
type ply struct {
	Ply, Seat int
	Card      string
	Exact     bool
	Thirds    map[string]int
	Lost      *int
}

// printed is what analyse --json prints.
type printed []struct {
	File, Rules, Error string
	Deal               int
	Plies              []ply
}

func (p *printed) read(t *testing.T, text string) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), p); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
}

// TestAnalyseJSON: each card of a whole deal has its values, and one that stops early those
// of the cards played.
func TestAnalyseJSON(t *testing.T) {
	short := records(t)[0]
	short.Actions, short.Result = short.Actions[:len(short.Actions)-30], nil
	got := tarockbot(t, "analyse", "--json", written(t, []any{records(t)[0], short}))
	got.wantSuccess(t, "[")
	var all printed
	all.read(t, got.out)
	if len(all) != 2 || all[0].Deal != 1 || all[1].Deal != 2 || all[0].Rules != "kosakeln/spieleversum" || all[0].File != "" ||
		len(all[0].Plies) != 32 || len(all[1].Plies) != 2 {
		t.Fatalf("got %s", got.out)
	}
	for i, p := range all[0].Plies {
		best := 0
		for _, v := range p.Thirds {
			best = max(best, v)
		}
		if p.Ply != i+1 || !p.Exact || p.Lost == nil || *p.Lost != best-p.Thirds[p.Card] {
			t.Errorf("ply %d: %+v", i+1, p)
		}
	}
}

// TestAnalyseBad: a deal that can't be read, or was never played so, is told of, and the
// others are analysed.
func TestAnalyseBad(t *testing.T) {
	illegal := records(t)[0]
	illegal.Actions[0] = illegal.Actions[len(illegal.Actions)-1]
	broken := text(t, "hello")
	file := written(t, []any{illegal, records(t)[0]})
	got := tarockbot(t, "analyse", "--json", file, broken)
	if got.code != exit.Data {
		t.Errorf("exit %d, want %d", got.code, exit.Data)
	}
	var all printed
	all.read(t, got.out)
	if len(all) != 3 || all[0].File != file || all[2].File != broken || !strings.Contains(all[0].Error, "action 0") ||
		all[1].Error != "" || len(all[1].Plies) != 32 || all[2].Deal != 1 || all[2].Error == "" {
		t.Errorf("got %s", got.out)
	}
	tarockbot(t, "analyse", "/nowhere/at/all.json").wantFailure(t, exit.IO, "/nowhere/at/all.json")
}

// TestAnalyse: people read which cards lost something, or why there is nothing to read.
func TestAnalyse(t *testing.T) {
	got := tarockbot(t, "analyse", written(t, records(t)[:3]))
	got.wantSuccess(t, "deal 1 (kosakeln/spieleversum): 32 of 32 cards solved, seat 0 lost ")
	if !strings.Contains(got.out, ", best was ") || strings.Count(got.out, "\ndeal ") != 2 {
		t.Errorf("got %s", got.out)
	}
	all := recordsOf(t, "../../engine/illustrated/testdata/records/illustrated-beck-trischaken.json")
	tarockbot(t, "analyse", written(t, all[2])).wantSuccess(t, "deal 1 (illustrated/beck): no cards were played for card points\n")
}

func TestThirds(t *testing.T) {
	for n, want := range map[int]string{0: "0", 2: "2/3", 3: "1", 40: "13 1/3"} {
		if got := formatThirds(n); got != want {
			t.Errorf("%d thirds are %q, want %q", n, got, want)
		}
	}
}
