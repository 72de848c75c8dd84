package bot

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
)

// TestTurn: a message keeps its place in the line while it changes, and is drawn
// as it is when its turn comes; who leaves holds up nobody.
func TestTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &Bot{easel: make(chan struct{}, 1)}
		b.running, b.stop = context.WithCancelCause(t.Context())
		var drawn []string
		picture := func(key string) *Picture {
			return &Picture{Key: key, Draw: func(context.Context) ([]byte, error) {
				drawn = append(drawn, key)
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
