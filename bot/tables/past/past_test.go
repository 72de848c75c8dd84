package past

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/storage/memory"
)

// storeMatches stores a match for each letter. The letter is its table's ID and the time of its end.
func storeMatches(t *testing.T, played map[chat.PersonID]string) Archive {
	t.Helper()
	archive := Archive{Store: documents.New(memory.New(), documents.Options{})}
	for who, all := range played {
		for _, c := range all {
			storeMatch(t, archive, match.HistoryEntry{Table: chat.TableID(c), Ended: time.Unix(int64(c), 0), People: []chat.PersonID{who}, Rules: string(who)})
		}
	}
	return archive
}

func storeMatch(t *testing.T, archive Archive, p match.HistoryEntry) {
	t.Helper()
	doc, err := Doc(p)
	if err == nil {
		err = archive.Store.Commit(t.Context(), doc)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestMergedHistories(t *testing.T) {
	t.Parallel()
	archive := storeMatches(t, map[chat.PersonID]string{"p": "acfg", "q": "bcg", "r": "g", "pp": "xyz"})
	c := match.HistoryEntry{Table: "c", Ended: time.Unix('c', 0)}.Cursor()
	for _, tt := range []struct {
		who     string
		from    string
		upwards bool
		want    string
	}{
		{"p", "", false, "gp fp cp ap"},
		{"pqr", "", false, "gp fp cp bq ap"},
		{"pqr", "", true, "ap bq cp fp gp"},
		{"pqr", c, false, "bq ap"},
		{"pqr", c, true, "fp gp"},
		{"s", "", false, ""},
		{"sr", "", false, "gr"},
	} {
		var who []chat.Identity
		for _, id := range tt.who {
			who = append(who, chat.Identity{Person: chat.PersonID(id)})
		}
		var got []string
		for p, err := range archive.MatchesFrom(t.Context(), who, tt.from, tt.upwards) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, string(p.Table)+p.Rules)
		}
		if got := strings.Join(got, " "); got != tt.want {
			t.Errorf("%s from %q, upwards %v: got %q, want %q", tt.who, tt.from, tt.upwards, got, tt.want)
		}
		for p := range archive.MatchesFrom(t.Context(), who, tt.from, tt.upwards) {
			_ = p
			break
		}
	}
}

func TestHistoryUnreadable(t *testing.T) {
	t.Parallel()
	archive := storeMatches(t, map[chat.PersonID]string{"p": "ad", "q": "be"})
	if err := archive.Store.Put(t.Context(), KindHistory, "q|"+match.HistoryEntry{Table: "c", Ended: time.Unix('c', 0)}.Cursor(), 0, 7); err != nil {
		t.Fatal(err)
	}
	var got []string
	for p, err := range archive.MatchesOf(t.Context(), []chat.Identity{{Person: "p"}, {Person: "q"}}) {
		got = append(got, fmt.Sprint(p.Table, err != nil))
	}
	if len(got) == 0 || got[0] != "efalse" || !strings.HasSuffix(got[len(got)-1], "true") || slices.Contains(got, "bfalse") || slices.Contains(got, "afalse") {
		t.Errorf("read %q", got)
	}
}

func TestDiscloseAndErase(t *testing.T) {
	t.Parallel()
	archive := storeMatches(t, map[chat.PersonID]string{"p": "abc", "pp": "a"})
	for i := range 4 {
		big := strings.Repeat("x", maxMatchBytes/5)
		storeMatch(t, archive, match.HistoryEntry{Table: "z", Rules: big, Ended: time.Unix(int64(i), 0), People: []chat.PersonID{"p", "other"}})
	}
	who := chat.Identity{Person: "p", User: "net:anna"}
	d := documents.NewDisclosure(who, []chat.Identity{who})
	d.Names = func(_ context.Context, people []chat.PersonID) ([]string, error) {
		return make([]string, len(people)), nil
	}
	if err := archive.disclose(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	disclosed, err := json.Marshal(d.Fields["matches"])
	if all := d.Fields["matches"].([]disclosedMatch); err != nil || len(all) != 5 || d.Fields["left"] != 2 || strings.Contains(string(disclosed), "other") {
		t.Errorf("disclosed %d matches, left out %v: %v", len(all), d.Fields["left"], err)
	}
	h := archive.Holders()[1]
	if err := h.Erase(t.Context(), &documents.Erasure{Identity: who}); err != nil {
		t.Fatal(err)
	}
	var remaining []string
	for doc, err := range archive.Store.Scan(t.Context(), KindHistory, "", "") {
		if err != nil {
			t.Fatal(err)
		}
		remaining = append(remaining, doc.Key.ID[:3])
	}
	if !slices.Equal(remaining, []string{"pp|"}) {
		t.Errorf("the remaining documents are %q", remaining)
	}
}
