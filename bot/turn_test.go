package bot

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// TestTurn: a message keeps its place in the line while it changes, and is drawn
// as it is when its turn comes, one after the other; who leaves holds up nobody.
func TestTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := &Bot{easel: newEasel()}
		b.running, b.stop = context.WithCancelCause(t.Context())
		var drawn []string
		stroke := make(chan struct{}) // lets one picture be finished
		picture := func(key string) *Picture {
			return &Picture{Key: key, Draw: func(context.Context) ([]byte, error) {
				drawn = append(drawn, key)
				<-stroke
				return []byte(key), nil
			}}
		}
		b.easel <- struct{}{}
		var anna, bert, carl wait
		anna.inLine(b, picture("anna's"))
		synctest.Wait()
		carl.inLine(b, picture("carl's"))
		synctest.Wait()
		bert.inLine(b, picture("bert's"))
		synctest.Wait()
		anna.inLine(b, picture("anna's newest"))
		carl.leave()
		<-b.easel
		for n := range 2 {
			synctest.Wait()
			if len(drawn) != n+1 {
				t.Fatalf("begun were %q when %d were finished", drawn, n)
			}
			stroke <- struct{}{}
		}
		synctest.Wait()
		if want := []string{"anna's newest", "bert's"}; !slices.Equal(drawn, want) {
			t.Errorf("drawn were %q, want %q", drawn, want)
		}
		if got := string(anna.turn.png); anna.turn.key != "anna's newest" || got != "anna's newest" {
			t.Errorf("anna got %q, said to be %q", got, anna.turn.key)
		}
		if carl.turn != nil || len(b.easel) > 0 {
			t.Error("carl still stands in the line, or somebody at the easel")
		}
	})
}

// TestBeginningWaitsForNothing: the words that begin a message don't wait for its
// picture, not even as long as other words do.
func TestBeginningWaitsForNothing(t *testing.T) {
	t.Parallel()
	for _, begun := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			b := &Bot{easel: newEasel()}
			b.running, b.stop = context.WithCancelCause(t.Context())
			b.easel <- struct{}{}
			j, w := job{begun: begun, rev: 1, screen: Screen{Picture: new(Picture)}}, wait{worded: -1}
			defer w.leave()
			want := patience
			if begun {
				want = 0
			}
			began := time.Now()
			if shown := b.illustrate(&j, &w); !shown || !j.partial {
				t.Errorf("begun %v: shown %v, partial %v", begun, shown, j.partial)
			}
			if took := time.Since(began); took != want {
				t.Errorf("begun %v: waited %v, want %v", begun, took, want)
			}
		})
	}
}
