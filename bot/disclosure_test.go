package bot_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/storage/memory"
)

// TestExport: a person gets all that is stored of them, through all accounts; of
// others nothing but names, of a deal that is played their own cards alone, and
// nothing that proves who they are.
func TestExport(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withOthers("telegram"))
	w.live()
	w.mustSay("zerlina", "block @gina")
	a := w.mustSay("zerlina", "export")
	if a.File == nil || !json.Valid(a.File.Data) {
		t.Fatalf("no file: %+v", a)
	}
	data := string(a.File.Data)
	for _, want := range []string{"fake:zerlina", "telegram:zerlina", "gina", "bert", "spieleversum", "chosen", "hand", "standings", "rivals", "tarockbot-export/1"} {
		if !strings.Contains(data, want) {
			t.Errorf("the file lacks %q:\n%s", want, data)
		}
	}
	for _, who := range []chat.UserID{"fake:bert", "fake:carl", "fake:gina", "fake:emil"} {
		for _, id := range []string{string(who), w.personOf(who)} {
			if strings.Contains(data, id) {
				t.Errorf("the file has %s of %s:\n%s", id, who, data)
			}
		}
	}
	for _, secret := range []string{"token", "\"deck\"", "\"code\": \"" + strings.Repeat("0", 8)} {
		if strings.Contains(data, secret) {
			t.Errorf("the file has %s", secret)
		}
	}
	var x struct {
		Tables []struct {
			Rules string
			Hand  []string
		}
	}
	if err := json.Unmarshal(a.File.Data, &x); err != nil {
		t.Fatal(err)
	}
	own := 0
	for _, table := range x.Tables {
		own += len(table.Hand)
	}
	if own == 0 || !slices.ContainsFunc(lines(*a.Screen), func(l string) bool { return l == "settings" }) {
		t.Errorf("%d own cards in %+v", own, x)
	}
	w.mustSay("bert", "help")
	for who, want := range map[string]bool{"zerlina": false, "bert": true} { // who has left their match
		var x struct {
			Matches []struct {
				Left    bool
				Players []string
			}
		}
		if err := json.Unmarshal(w.mustSay(who, "export").File.Data, &x); err != nil {
			t.Fatal(err)
		}
		for _, m := range x.Matches {
			if slices.Contains(m.Players, "bert") && m.Left != want {
				t.Errorf("%s's file says that they left: %v, want %v: %+v", who, m.Left, want, m)
			}
		}
		if len(x.Matches) == 0 {
			t.Errorf("%s's file has no match", who)
		}
	}
	w.unchanged("export", func() { w.mustSay("zerlina", "export") })
}

// TestExportOfAGame: of a game that is played one's own clock and card set ahead are
// exported, and nothing of the others'.
func TestExportOfAGame(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("anna", "bert", "spieleversum 2")
	leads, waits := w.atTricks(id)
	ahead := w.deal(id).View(seat(waits)).Hand.Cards.Lowest().String()
	w.mustSay(waits, "queue "+ahead)
	for who, want := range map[string]string{leads: "", waits: ahead} {
		var x struct {
			Tables []struct{ Ahead, TimeLeft string }
		}
		if err := json.Unmarshal(w.mustSay(who, "export").File.Data, &x); err != nil {
			t.Fatal(err)
		}
		if len(x.Tables) != 1 || x.Tables[0].Ahead != want || (x.Tables[0].TimeLeft != "") != (who == leads) {
			t.Errorf("%s gets %+v, want the card %q set ahead, and the time of %s alone", who, x.Tables, want, leads)
		}
	}
}
