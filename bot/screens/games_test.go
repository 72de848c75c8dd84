package screens_test

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
	played := tableAfter(t, "strohmandeln-classic", 9)
	turn := seatToMove(played)
	mine := screens.GameEntry{Table: played, Seat: turn, ClockRuns: true, TimeLeft: 5 * time.Hour}
	up, away, theirs := mine, mine, mine
	up.TimeIsUp, away.ClockRuns, away.Away, theirs.Seat = true, false, true, 1-turn
	open := new(*played)
	open.ID, open.Stage = "b8m3r5sd", match.Open
	asked := screens.GameEntry{Table: open, Seat: engine.Nobody}
	own := screens.GameEntry{Table: open, Host: true}
	digest := func(w *words.Tongue) *chat.Screen {
		until := screens.LocalTime(matchBegan, false, time.UTC, speech.DefaultZone, w)
		return screens.Digest{User: "fake:Anna", Number: 7, At: matchBegan, Silent: true, Games: []screens.DigestEntry{mine.InDigest(w, &until), away.InDigest(w, nil)}}.Screen(w)
	}
	checkPages(t, "games",
		pageCase{"no games", screens.Games{}.Screen},
		pageCase{"games of all kinds", screens.Games{
			Waiting: []screens.GameEntry{up, mine, away}, Invitations: []screens.GameEntry{asked}, Others: []screens.GameEntry{theirs, own},
		}.Screen},
		pageCase{"a digest", digest},
		pageCase{"an empty digest", screens.Digest{}.Screen},
	)
}
