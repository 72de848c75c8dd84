package forgotten

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/people"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/system"
)

type file string

func (f file) List(context.Context) ([]people.Forgotten, error) {
	text, err := os.ReadFile(string(f))
	if errors.Is(err, fs.ErrNotExist) {
		_, err = os.Stat(filepath.Dir(string(f))) // the list is created later
	}
	if err != nil {
		return nil, exit.With(exit.Config, fmt.Errorf("removals: %w", err))
	}
	var all []people.Forgotten
	for line := range strings.Lines(string(text)) {
		when, id, _ := strings.Cut(strings.TrimSpace(line), " ")
		at, err := time.Parse(time.RFC3339, when)
		if err != nil || id == "" {
			return nil, exit.With(exit.Data, fmt.Errorf("removals: %s: %q is not an entry of the list of forgotten people", string(f), strings.TrimSpace(line)))
		}
		all = append(all, people.Forgotten{Person: chat.PersonID(id), At: at})
	}
	return all, nil
}

func (f file) Add(ctx context.Context, added ...people.Forgotten) error {
	all, err := f.List(ctx)
	if err != nil {
		return err
	}
	var text strings.Builder
	for _, x := range append(all, added...) {
		fmt.Fprintf(&text, "%s %s\n", x.At.UTC().Format(time.RFC3339), x.Person)
	}
	return system.ReplaceFile(string(f), strings.NewReader(text.String()))
}
