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
		return func(quoted string) (lines []string, err error) {
			place, err := strconv.Unquote(quoted)
			if err != nil {
				return nil, err
			}
			refusal, printed := Check(place), Redact(place)
			if strings.Contains(fmt.Sprint(printed, refusal), "cret") && (refusal != nil || IsDatabase(place)) {
				t.Errorf("%s is printed as %s: %v", quoted, printed, refusal)
			}
			lines = append(lines, strconv.Quote(printed))
			if refusal != nil {
				return append(lines, "refused: "+refusal.Error()), nil
			}
			if all := Passwords(place); len(all) > 0 {
				lines = append(lines, fmt.Sprintf("passwords %q", all))
			}
			if user := User(place); user != "" {
				lines = append(lines, "user "+user)
			}
			if _, err := postgres.DatabaseName(place); IsDatabase(place) && err != nil {
				lines = append(lines, "pgx refuses it")
			}
			return lines, nil
		}
	})
}
