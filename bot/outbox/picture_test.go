package outbox

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
)

// TestTurn: a message keeps its place in the line while it changes, and is drawn
// as it is when its turn comes, one after the other; who leaves holds up nobody.
func TestTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := newRig(t, true).Outbox
		var drawn []string
		stroke := make(chan struct{}) // lets one picture be finished
		picture := func(key string) *chat.Picture {
			return &chat.Picture{Key: key, Draw: func(context.Context) ([]byte, error) {
				drawn = append(drawn, key)
				<-stroke
				return []byte(key), nil
			}}
		}
		o.DrawSlots <- struct{}{}
		var anna, bert, carl wait
		anna.inLine(o, picture("anna's"))
		synctest.Wait()
		carl.inLine(o, picture("carl's"))
		synctest.Wait()
		bert.inLine(o, picture("bert's"))
		synctest.Wait()
		anna.inLine(o, picture("anna's newest"))
		carl.leave()
		<-o.DrawSlots
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
		if carl.turn != nil || len(o.DrawSlots) > 0 {
			t.Error("carl still stands in the line, or somebody draws")
		}
	})
}

// TestBeginningWaitsForNothing: the words that begin a message don't wait for its
// picture, not even as long as other words do.
func TestBeginningWaitsForNothing(t *testing.T) {
	t.Parallel()
	for _, begun := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			o := newRig(t, true).Outbox
			o.DrawSlots <- struct{}{}
			j, w := task{Outcome: Outcome{Rev: 1, Screen: chat.Screen{Picture: new(chat.Picture)}}}, wait{worded: -1}
			defer w.leave()
			if begun {
				j.Step = Begin
			} else {
				j.Step = Edit
			}
			want := patience
			if begun {
				want = 0
			}
			began := time.Now()
			if shown := o.illustrate(&j, &w); !shown || !j.partial {
				t.Errorf("begun %v: shown %v, partial %v", begun, shown, j.partial)
			}
			if took := time.Since(began); took != want {
				t.Errorf("begun %v: waited %v, want %v", begun, took, want)
			}
		})
	}
}
