package bot_test

import (
	"fmt"
	"testing"

	"tarockbot/storage/memory"
)

func TestTagOfSeveralPeople(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withOthers("telegram"))
	for _, id := range []string{"ab2cxxxx", "ab2cyyyy"} {
		w.put("person", id, fmt.Appendf(nil, `{"id":%q,"name":%q,"users":["telegram:%s"]}`, id, id, id))
		w.put("identity", "telegram:"+id, fmt.Appendf(nil, "%q", id))
	}
	w.expectRefusal("bert", "profile #AB2C", "several-tagged", "Tag", "#AB2C")
	w.expectRefusal("bert", "challenge #AB2C", "several-tagged", "Tag", "#AB2C")
	w.mustSay("bert", "challenge bamberger 2")
	w.mustSay("telegram:ab2cyyyy", "accept "+w.awaitChallenge())
	if s := w.mustSay("bert", "profile #AB2C").Screen; !contains("ab2cyyyy")(*s) {
		t.Errorf("the profile is\n%s", text(*s))
	}
}

func TestBlockLimit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i := range 101 {
		w.mustSay(fmt.Sprint("p", i), "help")
	}
	for i := range 100 {
		w.mustSay("anna", fmt.Sprint("block @p", i))
	}
	w.expectRefusal("anna", "block @p100", "blocked-many", "Max", 100)
}
