package outbox

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/outbox/outboxtest"
)

// TestTurn tests that a message keeps its place in the line while it changes, that its newest picture is drawn
// when its turn comes, and that a message that leaves the line delays no other.
func TestTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := newRig(t, true).Outbox
		var drawn []string
		stroke := make(chan struct{}) // finishes one picture
		picture := func(key string) *chat.Picture {
			return &chat.Picture{Key: key, Draw: func(context.Context) ([]byte, error) {
				drawn = append(drawn, key)
				<-stroke
				return []byte(key), nil
			}}
		}
		o.DrawSlots <- struct{}{}
		var anna, bert, carl pictureWait
		anna.joinLine(o, picture("anna's"))
		synctest.Wait()
		carl.joinLine(o, picture("carl's"))
		synctest.Wait()
		bert.joinLine(o, picture("bert's"))
		synctest.Wait()
		anna.joinLine(o, picture("anna's newest"))
		carl.leaveLine()
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
		if got := string(anna.job.png); anna.job.key != "anna's newest" || got != "anna's newest" {
			t.Errorf("anna got %q, said to be %q", got, anna.job.key)
		}
		if carl.job != nil || len(o.DrawSlots) > 0 {
			t.Error("carl still stands in the line, or somebody draws")
		}
	})
}

// TestBeginningWaitsForNothing tests that the step Begin doesn't wait for the picture.
func TestBeginningWaitsForNothing(t *testing.T) {
	t.Parallel()
	for step, want := range map[Step]time.Duration{Begin: 0, Edit: patience} {
		synctest.Test(t, func(t *testing.T) {
			o := newRig(t, true).Outbox
			o.DrawSlots <- struct{}{}
			j, w := task{Outcome: Outcome{Step: step, Rev: 1, Screen: chat.Screen{Picture: new(chat.Picture)}}}, pictureWait{worded: -1}
			defer w.leaveLine()
			began := time.Now()
			if shown := o.illustrate(&j, &w); !shown || !j.wordsOnly {
				t.Errorf("step %v: shown %v, partial %v", step, shown, j.wordsOnly)
			}
			if took := time.Since(began); took != want {
				t.Errorf("step %v: waited %v, want %v", step, took, want)
			}
		})
	}
}

// TestRationed tests a panel on a network that rations messages: the words of a choice of cards don't wait for the
// picture, other words do, and the picture follows after a lull.
func TestRationed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, true)
		r.net.TraitSet.Rations = true
		o, w := r.Outbox, pictureWait{worded: -1}
		defer w.leaveLine()
		show := func(choice *chat.Choice, newer <-chan struct{}) (shown, partial bool, took time.Duration) {
			drawn := func(context.Context) ([]byte, error) { return []byte("drawn"), nil }
			j := task{superseded: newer, Outcome: Outcome{Rev: 1, Step: Edit, Place: outboxtest.Here, Screen: chat.Screen{Panel: true, Choice: choice, Picture: &chat.Picture{Draw: drawn}}}}
			began := time.Now()
			shown = o.illustrate(&j, &w)
			w.recordShown(&j, nil)
			return shown, j.wordsOnly, time.Since(began)
		}
		changed := make(chan struct{})
		if shown, partial, took := show(new(chat.Choice), changed); !shown || !partial || took > 0 {
			t.Errorf("cards are chosen: shown %v, partial %v after %v", shown, partial, took)
		}
		time.AfterFunc(chat.Lull/2, func() { close(changed) })
		if shown, _, took := show(new(chat.Choice), changed); shown || took != chat.Lull/2 {
			t.Errorf("the picture, when there is a change: shown %v after %v", shown, took)
		}
		if shown, partial, took := show(new(chat.Choice), nil); !shown || !partial || took > 0 {
			t.Errorf("what has changed: shown %v, partial %v after %v", shown, partial, took)
		}
		if shown, partial, took := show(new(chat.Choice), nil); !shown || partial || took != chat.Lull {
			t.Errorf("the picture: shown %v, partial %v after %v", shown, partial, took)
		}
		o.DrawSlots <- struct{}{}
		w.worded = -1 // another revision
		if shown, partial, took := show(nil, nil); !shown || !partial || took != patience {
			t.Errorf("nothing is chosen: shown %v, partial %v after %v", shown, partial, took)
		}
	})
}
