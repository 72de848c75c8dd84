package main

import (
	"bytes"
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/system"
)

var moveTimes = regexp.MustCompile(`(?m)^a move.*$|"time":\{[^}]*\}`)

func TestDuel(t *testing.T) {
	args := []string{"duel", "--a", "medium", "--b", "easy", "--rules", "illustrated/beck", "--option", "trischaken=on", "--deals", "20", "--seed", "4"}
	got := tarockbot(t, args...)
	got.wantSuccess(t, "illustrated/beck trischaken=on: medium against easy, 20 deals of seed 4\n")
	for _, want := range []string{"game points ", "card points ", "n 20\n", "plays ", " won, ", "a move, p50", "a move, p99", "a move, max"} {
		if !strings.Contains(got.out, want) {
			t.Errorf("%q is missing:\n%s", want, got.out)
		}
	}
	if again := tarockbot(t, args...); moveTimes.ReplaceAllString(again.out, "") != moveTimes.ReplaceAllString(got.out, "") {
		t.Errorf("two runs with one seed differ:\n%s\n%s", got.out, again.out)
	}
}

func TestDuelJSON(t *testing.T) {
	got := tarockbot(t, "duel", "--cards-only", "--a", "easy", "--b", "medium", "--deals", "10", "--json")
	got.wantSuccess(t, "{")
	var report struct {
		Rules   string
		Options map[string]string
		PlayerA string `json:"player_a"`
		Deals   int
		Score   struct{ N int }
		Points  struct{ Mean, SD, Half float64 }
		A       struct {
			Contracts map[string]struct{ Won, Lost int }
			Time      struct{ N int }
		}
	}
	if err := json.Unmarshal([]byte(got.out), &report); err != nil {
		t.Fatal(err)
	}
	solo := report.A.Contracts["solo"]
	if report.Rules != "kosakeln/bamberger" || report.Options["exchange"] != "tactical" || report.PlayerA != "easy" || report.Deals != 10 ||
		report.Score.N != 10 || report.Points.SD <= 0 || solo.Won+solo.Lost != 10 || report.A.Time.N == 0 {
		t.Errorf("the report has wrong fields: %s", got.out)
	}
}

func TestInterruptedCommands(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range [][]string{{"duel"}, {"analyse", "../../engine/kosakeln/testdata/records/kosakeln-bamberger-classic-contra.json"}} {
		var out, err bytes.Buffer
		code := run(ctx, process{args: args, env: system.Environment{"HOME=" + t.TempDir()}, out: &out, err: &err})
		outcome{code, out.String(), err.String()}.wantFailure(t, exit.Stopped, "interrupted")
	}
}
