package pages_test

import (
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/bot/screens"
	"tarockbot/engine"
	"tarockbot/render/words"
)

func TestGames(t *testing.T) {
	t.Parallel()
	played := tableOf(t, "strohmandeln", "strohmandeln-classic", 9)
	turn := waitedFor(played)
	mine := pages.Game{View: pages.View{Table: played}, Seat: turn, Timed: true, Left: 5 * time.Hour}
	up, away, theirs := mine, mine, mine
	up.Up, away.Timed, away.Away, theirs.Seat = true, false, true, 1-turn
	open := new(*played)
	open.ID, open.Stage = "b8m3r5sd", match.Open
	asked := pages.Game{View: pages.View{Table: open}, Seat: engine.Nobody}
	own := pages.Game{View: pages.View{Table: open}, Host: true}
	digest := func(w *words.Tongue) *chat.Screen {
		until := pages.When(begun, false, time.UTC, speech.UsualZone, w)
		return pages.Digest{User: "fake:Anna", Number: 7, At: begun, Quiet: true, Games: []pages.DigestEntry{mine.Entry(w, &until), away.Entry(w, nil)}}.Screen(w)
	}
	checkPages(t, "games",
		pageCase{"none", pages.Games{}.Screen},
		pageCase{"some of all kinds", pages.Games{Waiting: []pages.Game{up, mine, away}, Asked: []pages.Game{asked}, Others: []pages.Game{theirs, own}}.Screen},
		pageCase{"a digest", digest},
		pageCase{"a digest of nothing any more", pages.Digest{}.Screen},
	)
}
