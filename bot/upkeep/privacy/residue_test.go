package privacy

import (
	"context"
	"testing"

	"tarockbot/storage"
	"tarockbot/storage/memory"
)

func TestResidue(t *testing.T) {
	t.Parallel()
	store := memory.New()
	for i, step := range []struct {
		do   func(context.Context, storage.Store) error
		want bool
	}{{ClearResidue, false}, {MarkResidue, true}, {MarkResidue, true}, {ClearResidue, false}, {ClearResidue, false}} {
		must(t, step.do(t.Context(), store))
		if has, err := HasResidue(t.Context(), store); has != step.want || err != nil {
			t.Errorf("after step %d there is residue: %v, %v, want %v", i, has, err, step.want)
		}
	}
}
