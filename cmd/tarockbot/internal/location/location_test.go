package location

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"tarockbot/engine/enginetest/golden"
	"tarockbot/storage/postgres"
)

func TestPlaces(t *testing.T) {
	golden.Transcripts(t, "testdata", func(t *testing.T) golden.Play {
		t.Helper()
		return func(quoted string) (told []string, err error) {
			place, err := strconv.Unquote(quoted)
			if err != nil {
				return nil, err
			}
			refusal, printed := Check(place), Redacted(place)
			if strings.Contains(fmt.Sprint(printed, refusal), "cret") && (refusal != nil || IsDatabase(place)) {
				t.Errorf("%s is printed as %s: %v", quoted, printed, refusal)
			}
			told = append(told, strconv.Quote(printed))
			if refusal != nil {
				return append(told, "refused: "+refusal.Error()), nil
			}
			if all := Passwords(place); len(all) > 0 {
				told = append(told, fmt.Sprintf("passwords %q", all))
			}
			if user := User(place); user != "" {
				told = append(told, "user "+user)
			}
			if _, err := postgres.DatabaseName(place); IsDatabase(place) && err != nil {
				told = append(told, "pgx refuses it")
			}
			return told, nil
		}
	})
}
