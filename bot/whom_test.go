package bot_test

import (
	"fmt"
	"testing"

	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// TestTagOfSeveral: two people may have the same tag.
func TestTagOfSeveral(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withOthers("telegram"))
	for _, id := range []string{"ab2cxxxx", "ab2cyyyy"} {
		u := "telegram:" + id
		for kind, doc := range map[string]storage.Doc{
			"person":   {Key: storage.Key{Kind: "person", ID: id}, Data: fmt.Appendf(nil, `{"id":%q,"name":%q,"users":[%q]}`, id, id, u)},
			"identity": {Key: storage.Key{Kind: "identity", ID: u}, Data: fmt.Appendf(nil, "%q", id)},
		} {
			if err := w.store.Commit(t.Context(), doc); err != nil {
				t.Fatal(kind, err)
			}
		}
	}
	w.refuses("bert", "profile #AB2C", "several-tagged", "Tag", "#AB2C")
	w.refuses("bert", "challenge #AB2C", "several-tagged", "Tag", "#AB2C")
	w.mustSay("bert", "challenge bamberger 2")
	w.mustSay("telegram:ab2cyyyy", "accept "+w.challenge())
	if s := w.mustSay("bert", "profile #AB2C").Screen; !contains("ab2cyyyy")(*s) {
		t.Errorf("the profile is\n%s", text(*s))
	}
}

// TestBlockMany: a person can block only so many others.
func TestBlockMany(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i := range 101 {
		w.mustSay(fmt.Sprint("p", i), "help")
	}
	for i := range 100 {
		w.mustSay("anna", fmt.Sprint("block @p", i))
	}
	w.refuses("anna", "block @p100", "blocked-many", "Max", 100)
}
