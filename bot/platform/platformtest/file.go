package platformtest

import (
	"path"
	"strings"
	"testing"

	"tarockbot/storage/storagetest"
)

// RunFile is part of the suite for chat networks: a user exports a file in public and receives it in
// private.
func RunFile(t *testing.T, open func(*testing.T) World) {
	ctx := storagetest.Context(t)
	g := &session{World: open(t), t: t, ctx: ctx}
	g.begin("kosakeln/spieleversum 2")
	if err := Play(ctx, func() bool { return g.finished() > 0 }, g.people()...); err != nil {
		t.Fatalf("%v\n%s", err, g.Log)
	}
	if word, err := g.Host.Command(ctx, "history export"); err != nil || word == "" {
		t.Fatalf("answered %q: %v\n%s", word, err, g.Log)
	}
	g.awaitThat(g.Host, func([]Control) bool { return len(g.Host.Files()) > 0 })
	f := g.Host.Files()[0]
	if path.Ext(f.Name) != ".json" || f.Data != nil && !strings.Contains(string(f.Data), "tarock-record/1") {
		t.Errorf("the file %q has in it %s", f.Name, f.Data)
	}
	if files := g.Guests[0].Files(); len(files) > 0 {
		t.Errorf("somebody else sees %q", files[0].Name)
	}
}
