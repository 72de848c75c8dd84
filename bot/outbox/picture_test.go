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
		finishDrawing := make(chan struct{})
		picture := func(key string) *chat.Picture {
			return &chat.Picture{Key: key, Draw: func(context.Context) ([]byte, error) {
				drawn = append(drawn, key)
				<-finishDrawing
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
				t.Fatalf("%q were begun when %d were finished, want one more than finished", drawn, n)
			}
			finishDrawing <- struct{}{}
		}
		synctest.Wait()
		if want := []string{"anna's newest", "bert's"}; !slices.Equal(drawn, want) {
			t.Errorf("drew %q, want %q", drawn, want)
		}
		if got := string(anna.job.png); anna.job.key != "anna's newest" || got != "anna's newest" {
			t.Errorf("anna got picture %q with key %q, want her newest", got, anna.job.key)
		}
		if carl.job != nil || len(o.DrawSlots) > 0 {
			t.Error("carl still waits for a drawing, or a drawing runs")
		}
	})
}

func TestBeginDoesNotWait(t *testing.T) {
	t.Parallel()
	for step, want := range map[Step]time.Duration{StepBegin: 0, StepEdit: patience} {
		synctest.Test(t, func(t *testing.T) {
			o := newRig(t, true).Outbox
			o.DrawSlots <- struct{}{}
			j, w := task{Outcome: Outcome{Step: step, Rev: 1, Screen: chat.Screen{Picture: new(chat.Picture)}}}, pictureWait{worded: -1}
			defer w.leaveLine()
			began := time.Now()
			if shown := o.illustrate(&j, &w); !shown || !j.wordsOnly {
				t.Errorf("step %v: got shown %v, words only %v, want both true", step, shown, j.wordsOnly)
			}
			if took := time.Since(began); took != want {
				t.Errorf("step %v: waited %v, want %v", step, took, want)
			}
		})
	}
}

func TestRationedPictures(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, true)
		r.net.TraitSet.LimitsEdits = true
		o, w := r.Outbox, pictureWait{worded: -1}
		defer w.leaveLine()
		show := func(choice *chat.Choice, newer <-chan struct{}) (shown, wordsOnly bool, took time.Duration) {
			drawn := func(context.Context) ([]byte, error) { return []byte("drawn"), nil }
			j := task{superseded: newer, Outcome: Outcome{Rev: 1, Step: StepEdit, Place: outboxtest.Here, Screen: chat.Screen{Panel: true, Choice: choice, Picture: &chat.Picture{Draw: drawn}}}}
			began := time.Now()
			shown = o.illustrate(&j, &w)
			w.recordShown(&j, nil)
			return shown, j.wordsOnly, time.Since(began)
		}
		changed := make(chan struct{})
		if shown, wordsOnly, took := show(new(chat.Choice), changed); !shown || !wordsOnly || took > 0 {
			t.Errorf("with a choice: shown %v, words only %v after %v, want the words at once", shown, wordsOnly, took)
		}
		time.AfterFunc(chat.PictureDelay/2, func() { close(changed) })
		if shown, _, took := show(new(chat.Choice), changed); shown || took != chat.PictureDelay/2 {
			t.Errorf("picture of a changed screen: shown %v after %v, want none", shown, took)
		}
		if shown, wordsOnly, took := show(new(chat.Choice), nil); !shown || !wordsOnly || took > 0 {
			t.Errorf("words after the change: shown %v, words only %v after %v, want the words at once", shown, wordsOnly, took)
		}
		if shown, wordsOnly, took := show(new(chat.Choice), nil); !shown || wordsOnly || took != chat.PictureDelay {
			t.Errorf("picture of the unchanged screen: shown %v, words only %v after %v, want it after a lull", shown, wordsOnly, took)
		}
		o.DrawSlots <- struct{}{}
		w.worded = -1
		if shown, wordsOnly, took := show(nil, nil); !shown || !wordsOnly || took != patience {
			t.Errorf("without a choice: shown %v, words only %v after %v, want the words after patience", shown, wordsOnly, took)
		}
	})
}
