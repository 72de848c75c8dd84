package exit

import (
	"errors"
	"fmt"
	"testing"
)

func TestCode(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  error
		want int
	}{
		{UsageError("no subcommand %q", "x"), Usage},
		{fmt.Errorf("copy: %w", With(Findings, errors.New("a fault"))), Findings},
		{errors.New("a mistake"), 0},
		{With(Config, nil), 0},
	} {
		if got := Code(c.err); got != c.want {
			t.Errorf("%v: got exit %d, want %d", c.err, got, c.want)
		}
	}
	if err := With(Config, nil); err != nil {
		t.Errorf("With a nil error: got %v, want nil", err)
	}
}
