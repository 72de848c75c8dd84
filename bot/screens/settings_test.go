package screens_test

import (
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match/notify"
	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/screens"
)

var bothLanguages = screens.Languages{{Tag: "en", Name: "English"}, {Tag: "de", Name: "Deutsch"}}

func TestSettings(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 10, 3, 12, 0, 0, 0, time.UTC)
	p := people.Person{Account: people.Account{ID: "1a2b3c4d", Users: []chat.UserID{"discord:5"}}}
	calling, usual := screens.Notifications{Person: p, Now: noon}, screens.Settings{Person: p, Languages: bothLanguages}
	p.NotificationSettings = people.NotificationSettings{Calls: notify.NotAtAll, QuietHours: people.Hours{From: 22 * 60, To: 7 * 60}, Reminders: people.LastReminder, CallPlatform: "telegram"}
	p.Linked.All = []chat.Identity{p.Identity(), {Person: "5e6f7g8h", User: "telegram:7"}}
	quiet := screens.Notifications{Person: p, Now: noon}
	p.Lang, p.ConfirmsCards, p.Ranking, p.DisplaySettings = "de", true, standing.RankingOff, people.DisplaySettings{TextOnly: true, TwoColours: true}
	other := screens.Settings{Person: p, Languages: bothLanguages, Linked: "Anna (Telegram)"}
	zones := screens.Zones{Chosen: "Europe/London", LocalTimes: make(map[string]time.Time)}
	for i, zone := range speech.Zones {
		zones.LocalTimes[zone] = noon.Add(time.Duration(i) * time.Hour)
	}
	checkPages(t, "settings",
		pageCase{"the default values", usual.Screen},
		pageCase{"all other values, of a linked person", other.Screen},
		pageCase{"notifications, default", calling.Screen},
		pageCase{"notifications with quiet hours, on one of two platforms", quiet.Screen},
		pageCase{"time zones", zones.Screen},
		pageCase{"nobody blocked", screens.Blocked(nil).Screen},
		pageCase{"somebody blocked", screens.Blocked{{User: "discord:17", Name: "Bert"}}.Screen},
	)
}
