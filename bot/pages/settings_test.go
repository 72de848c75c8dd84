package pages_test

import (
	"testing"
	"time"

	"tarockbot/bot/pages"
	"tarockbot/bot/speech"
)

// bothLanguages are those that there are.
var bothLanguages = pages.Languages{{Tag: "en", Name: "English"}, {Tag: "de", Name: "Deutsch"}}

func TestSettings(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 10, 3, 12, 0, 0, 0, time.UTC)
	calling := pages.Calling{
		Turns: []string{"now", "away", "hour", "off"}, Turn: "away", Zone: speech.UsualZone, Now: noon,
		AllReminders: []string{"both", "last", "off"}, Reminders: "both", Platforms: []string{"discord"},
	}
	quiet := calling
	quiet.Turn, quiet.Quiet, quiet.Reminders, quiet.Platforms, quiet.Platform = "off", pages.Hours{From: 22 * 60, To: 7 * 60}, "last", []string{"discord", "telegram"}, "telegram"
	usual := pages.Settings{Languages: bothLanguages, Rankings: []string{"shown", "hidden", "off"}, Ranking: "shown", Calling: calling, ID: "#1A2B"}
	other := usual
	other.Lang, other.Confirm, other.TextOnly, other.TwoColours, other.Ranking, other.Calling, other.Linked = "de", true, true, true, "off", quiet, "Anna (Telegram)"
	zones := pages.Zones{Chosen: "Europe/London", Now: make(map[string]time.Time)}
	for i, zone := range speech.Zones {
		zones.Now[zone] = noon.Add(time.Duration(i) * time.Hour)
	}
	checkPages(t, "settings",
		pageCase{"as usual", usual.Screen},
		pageCase{"all otherwise, linked", other.Screen},
		pageCase{"how one is called, as usual", calling.Screen},
		pageCase{"how one is called, at night not, on one of two platforms", quiet.Screen},
		pageCase{"time zones", zones.Screen},
		pageCase{"nobody blocked", pages.Blocked(nil).Screen},
		pageCase{"somebody blocked", pages.Blocked{{User: "discord:17", Name: "Bert"}}.Screen},
	)
}
