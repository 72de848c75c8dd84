package exit

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"tarockbot/storage"
	"tarockbot/storage/bolt"
)

// TestCode: an error's own code counts, however it is wrapped, and else what its kind suggests.
func TestCode(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  error
		want int
	}{
		{UsageError("no subcommand %q", "x"), Usage},
		{fmt.Errorf("copy: %w", With(Differs, bolt.ErrLocked)), Differs},
		{fmt.Errorf("run: %w", context.Canceled), Stopped},
		{fmt.Errorf("run: %w", bolt.ErrLocked), Locked},
		{storage.ErrDamaged, Data},
		{&fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist}, IO},
		{errors.New("a mistake"), Software},
	} {
		if got := Code(c.err); got != c.want {
			t.Errorf("%v: exit %d, want %d", c.err, got, c.want)
		}
	}
	if err := With(Config, nil); err != nil {
		t.Errorf("no error became %v", err)
	}
}

// TestOneLine: an operator reads one line, without the packages' names.
func TestOneLine(t *testing.T) {
	t.Parallel()
	err := errors.Join(errors.New("storage/bolt: the file is damaged"), errors.New("  and closed"))
	if got := OneLine(err); got != "the file is damaged; and closed" {
		t.Errorf("got %q", got)
	}
}
