package bot_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// TestOldStandings: what everybody has reached before there was a log they have
// reached by the log as well, in each chat and with whom they are linked; nobody's
// name is in what is kept of their matches.
func TestOldStandings(t *testing.T) {
	t.Parallel()
	type reached struct{ Points, Matches, Won, Drawn, Deals int }
	want := make(map[string]reached)
	store := unversioned(t)
	names := make(map[string]bool)
	for doc, err := range store.Scan(t.Context(), "standing", "", "") {
		if err != nil {
			t.Fatal(err)
		}
		var old struct {
			reached
			Name string
		}
		if err := json.Unmarshal(doc.Data, &old); err != nil {
			t.Fatal(err)
		}
		names[old.Name] = true
		want[strings.Replace(doc.Key.ID, "%2A", "*", 1)] = old.reached
	}
	if len(want) < 10 || len(names) < 4 {
		t.Fatalf("the data have only %d standings of %v", len(want), names)
	}
	w := startUnversioned(t)
	got := make(map[string]reached)
	for id, data := range w.documents("standing") {
		var now struct{ Scopes map[string]reached }
		w.decode(data, &now)
		person, game, _ := strings.Cut(id, "|")
		for scope, x := range now.Scopes {
			got[game+"|"+scope+"|"+person] = x
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("standings are\n%v\nwant\n%v", got, want)
	}
	for _, kind := range []string{"history", "match", "standing", "rank"} {
		for id, data := range w.documents(kind) {
			for name := range names {
				if strings.Contains(string(data), `"`+name+`"`) {
					t.Errorf("%s %s has the name %s: %s", kind, id, name, data)
				}
			}
		}
	}
	w.audited()
	w.restart()
	w.audited()
}
