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

func TestDrawingOrder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := newRig(t, true).Outbox
		var drawn []string
		stroke := make(chan struct{})
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
				t.Fatalf("%q were begun when %d were finished", drawn, n)
			}
			stroke <- struct{}{}
		}
		synctest.Wait()
		if want := []string{"anna's newest", "bert's"}; !slices.Equal(drawn, want) {
			t.Errorf("drew %q, want %q", drawn, want)
		}
		if got := string(anna.job.png); anna.job.key != "anna's newest" || got != "anna's newest" {
			t.Errorf("anna got %q with key %q", got, anna.job.key)
		}
		if carl.job != nil || len(o.DrawSlots) > 0 {
			t.Error("carl is still in the line, or a drawing goes on")
		}
	})
}

func TestBeginDoesNotWait(t *testing.T) {
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
			t.Errorf("with a choice: shown %v, partial %v after %v", shown, partial, took)
		}
		time.AfterFunc(chat.Lull/2, func() { close(changed) })
		if shown, _, took := show(new(chat.Choice), changed); shown || took != chat.Lull/2 {
			t.Errorf("picture after a change: shown %v after %v", shown, took)
		}
		if shown, partial, took := show(new(chat.Choice), nil); !shown || !partial || took > 0 {
			t.Errorf("words after a change: shown %v, partial %v after %v", shown, partial, took)
		}
		if shown, partial, took := show(new(chat.Choice), nil); !shown || partial || took != chat.Lull {
			t.Errorf("picture: shown %v, partial %v after %v", shown, partial, took)
		}
		o.DrawSlots <- struct{}{}
		w.worded = -1
		if shown, partial, took := show(nil, nil); !shown || !partial || took != patience {
			t.Errorf("without a choice: shown %v, partial %v after %v", shown, partial, took)
		}
	})
}
