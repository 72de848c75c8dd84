package bottest

import (
	"context"
	"path"
	"strings"
	"testing"
)

// RunFile is what every chat network must pass besides: somebody asks in public
// for a file, and gets it for themselves.
func RunFile(t *testing.T, open func(*testing.T) World) {
	ctx, cancel := context.WithTimeout(t.Context(), 2*patience)
	defer cancel()
	g := &evening{World: open(t), t: t, ctx: ctx}
	g.sit(setup{"kosakeln/spieleversum 2", 1})
	if err := Play(ctx, func() bool { return g.finished() > 0 }, g.people()...); err != nil {
		t.Fatalf("%v\n%s", err, g.Log)
	}
	if word, err := g.Host.Command(ctx, "history export"); err != nil || word == "" {
		t.Fatalf("answered %q: %v\n%s", word, err, g.Log)
	}
	f := g.given(g.Host)
	if path.Ext(f.Name) != ".json" || f.Data != nil && !strings.Contains(string(f.Data), "tarock-record/1") {
		t.Errorf("the file %q has in it %s", f.Name, f.Data)
	}
	if files := g.Guests[0].Files(); len(files) > 0 {
		t.Errorf("somebody else sees %q", files[0].Name)
	}
}

// given waits until the person has a file.
func (g *evening) given(who Client) File {
	g.t.Helper()
	for {
		_, err := who.Controls(g.ctx)
		if files := who.Files(); len(files) > 0 {
			return files[0]
		}
		if err == nil {
			err = who.Changed(g.ctx)
		}
		if err != nil {
			g.t.Fatalf("no file: %v\n%s", err, g.Log)
		}
	}
}
