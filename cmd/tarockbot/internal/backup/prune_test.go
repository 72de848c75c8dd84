package backup

import (
	"slices"
	"testing"
	"time"

	"tarockbot/cmd/tarockbot/internal/config"
)

func TestSurplus(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	type backup struct {
		age     time.Duration // according to the name
		verdict verdict
		deleted bool
	}
	for name, tt := range map[string]struct {
		every time.Duration
		keep  int
		all   []backup
	}{
		"no backups":                         {day, 2, nil},
		"as many as wanted":                  {day, 2, []backup{{0, sound, false}, {day, sound, false}}},
		"too many":                           {day, 2, []backup{{0, sound, false}, {day, sound, false}, {2 * day, sound, true}}},
		"unchecked backups count":            {day, 2, []backup{{0, sound, false}, {day, unchecked, false}, {2 * day, unchecked, true}}},
		"unsound and unknown don't count":    {day, 2, []backup{{0, sound, false}, {day, unsound, false}, {2 * day, unknown, false}, {3 * day, sound, false}, {4 * day, sound, true}}},
		"counting begins at a sound backup":  {day, 1, []backup{{0, unchecked, false}, {day, sound, false}, {2 * day, sound, true}}},
		"without a sound backup all stay":    {day, 1, []backup{{0, unsound, false}, {day, unknown, false}, {2 * day, unchecked, false}, {31 * day, unsound, false}}},
		"too old, and enough newer ones":     {day, 2, []backup{{0, sound, false}, {day, sound, false}, {31 * day, sound, true}, {32 * day, unknown, true}}},
		"too old, and too few newer ones":    {day, 3, []backup{{0, sound, false}, {day, unknown, false}, {31 * day, sound, false}, {32 * day, unchecked, false}}},
		"too old and unsound":                {day, 3, []backup{{0, sound, false}, {31 * day, unsound, true}}},
		"at most the backups of 30 days":     {15 * day, 7, []backup{{0, sound, false}, {15 * day, sound, false}, {31 * day, sound, true}}},
		"no schedule":                        {0, 7, []backup{{29 * day, unsound, false}, {31 * day, sound, true}, {32 * day, unchecked, true}}},
		"no schedule, no sound backup":       {0, 7, []backup{{29 * day, unknown, false}, {31 * day, unsound, true}, {32 * day, unknown, true}}},
		"too old and sound ones don't count": {0, 1, []backup{{31 * day, sound, true}, {-2 * day, unchecked, false}, {-day, unchecked, false}}},
		"too old, without newer ones":        {day, 3, []backup{{31 * day, unsound, false}, {32 * day, sound, false}, {33 * day, unsound, true}}},
		"too many in the future":             {day, 1, []backup{{0, sound, false}, {-day, sound, true}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var all, want []backupFile
			verdicts := make(map[backupFile]verdict)
			for _, b := range tt.all {
				x := backupFile{at: now.Add(-b.age).Unix(), modified: now.UnixNano()}
				all, verdicts[x] = append(all, x), b.verdict
				if b.deleted {
					want = append(want, x)
				}
			}
			if got := surplus(all, verdicts, config.Backups{Every: tt.every, Keep: tt.keep}, now); !slices.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}
