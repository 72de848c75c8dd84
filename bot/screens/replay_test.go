package screens_test

import (
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/screens"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

func recordedDeal(t *testing.T, name string) screens.Deal {
	t.Helper()
	if d, ok := readDeals.Load(name); ok {
		return d.(screens.Deal)
	}
	game, _, _ := strings.Cut(name, "-")
	data, err := os.ReadFile("../../engine/" + game + "/testdata/records/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	records, err := engine.ParseRecords(data)
	if err != nil {
		t.Fatal(err)
	}
	g, err := games.ByRules(records[0].Rules)
	if err != nil {
		t.Fatal(err)
	}
	d := screens.Deal{Table: "abcd", Number: 2, Game: g, Record: records[0], Viewer: engine.Nobody}
	readDeals.Store(name, d)
	return d
}

var readDeals sync.Map

func replayScreen(t *testing.T, p screens.Replay) func(*words.Tongue, screens.Pictures) *chat.Screen {
	return func(w *words.Tongue, pictures screens.Pictures) *chat.Screen {
		s, err := p.Screen(w, pictures)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
}

func TestReplay(t *testing.T) {
	t.Parallel()
	d := recordedDeal(t, "strohmandeln-classic")
	names := []string{"Anna", "Bert"}
	running := d
	running.Record.Actions, running.Record.Result, running.Viewer, running.FirstStep = d.Record.Actions[:4], nil, 1, 2
	links := []screens.PlatformLink{{Platform: "discord", Link: "/replay abcd-2"}, {Platform: "telegram", Link: "https://t.me/x?start=replay"}}
	share := func(d screens.Deal) func(*words.Tongue) *chat.Screen {
		return func(w *words.Tongue) *chat.Screen {
			return screens.Replay{Deal: d, At: d.Moment("3", "2")}.ShareScreen(w, links, "/replay abcd-2")
		}
	}
	checkPages(t, "replay",
		pageCase{"the beginning, in words", withoutPictures(replayScreen(t, screens.Replay{Deal: d, At: d.Moment("0", ""), Names: names, HasEarlier: true, HasLater: true}))},
		pageCase{"in the middle as the second player saw it", withPictures(t, replayScreen(t, screens.Replay{Deal: d, At: d.Moment("6", "2"), Names: names}))},
		pageCase{"the end, with unknown players", withPictures(t, replayScreen(t, screens.Replay{Deal: d, At: d.Moment("999", ""), HasEarlier: true}))},
		pageCase{"a running deal, for its second player", withoutPictures(replayScreen(t, screens.Replay{Deal: running, At: running.Moment("1", "1"), Names: names}))},
		pageCase{"sharing", share(d)},
		pageCase{"a running deal can't be shared", share(running)},
		pageCase{"the last deals", screens.LastDeals{Command: "replay", Deals: []screens.LastDeal{
			{Table: "abcd", Number: 2, Rules: "strohmandeln/classic", Others: "Bert", Score: "−21"},
			{Table: "efgh", Number: 1, Rules: "kosakeln/bamberger", Others: "Carl", Day: time.Date(2026, 11, 29, 0, 0, 0, 0, time.UTC)}}}.Screen},
	)
}
