package strohmandeln

import (
	"fmt"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/enginetest/guides"
)

func TestGuide(t *testing.T) { guides.CheckForm(t, Game, Reasons()) }

func TestLessons(t *testing.T) { guides.CheckLessons(t, Game) }

type wording struct {
	sets           map[string]string
	needed, grand  string
	points, leaves string
	with           string // before the value with the Grand Point
	game           [outcomes]string
	held           map[bonusKind]string
	names          map[engine.Word]string
	left           [2]string // the undertaker's, the opponent's
	doubled        string
}

var wordings = map[string]wording{
	"de": {
		sets:   map[string]string{Classic: "Klassisch", Extended: "Erweitert", Forty: "Vierzig Karten"},
		needed: "Zum Gewinnen: ", grand: "Grand Point: ", points: "%d Punkte", leaves: " und zwei Blatt", with: ", mit Grand Point %d",
		game: [...]string{"Einfaches Spiel", "Aufgenommen und gewonnen", "Aufgenommen und verloren"},
		held: map[bonusKind]string{kindDeclared: ", gemeldet", kindGathered: " in den Stichen"},
		names: map[engine.Word]string{engine.Trull: "Trull", engine.Kings: "Vier Könige", engine.Pagat: "Pagat ultimo",
			engine.PagatCaptured: "Pagat gefangen", engine.Uhu: "Uhu", engine.Pelikan: "Kakadu",
			engine.Rostopschin: "Rostopschin", engine.Valat: "Valat"},
		left:    [...]string{"- wenn du es aufgenommen hast: %d, ", "- wenn es dein Gegenüber aufgenommen hat: %d, "},
		doubled: "gewonnen %d, verloren %d. Mit Grand Point sind es %d und %d.",
	},
	"en": {
		sets:   map[string]string{Classic: "Classic", Extended: "Extended", Forty: "Forty cards"},
		needed: "To win: ", grand: "Grand Point: ", points: "%d points", leaves: " and two leaves", with: ", with the Grand Point %d",
		game: [...]string{"Simple game", "Undertaken and won", "Undertaken and lost"},
		held: map[bonusKind]string{kindDeclared: ", declared", kindGathered: " in the tricks"},
		names: map[engine.Word]string{engine.Trull: "Trull", engine.Kings: "Four Kings", engine.Pagat: "Pagat ultimo",
			engine.PagatCaptured: "Pagat captured", engine.Uhu: "Uhu", engine.Pelikan: "Kakadu",
			engine.Rostopschin: "Rostopschin", engine.Valat: "Valat"},
		left:    [...]string{"- if you undertook it: %d, ", "- if your opponent undertook it: %d, "},
		doubled: "won %d, lost %d. With the Grand Point it is %d and %d.",
	},
}

func (w wording) setLines(id string) []string {
	set := ruleSets[id]
	lines := []string{"## " + w.sets[id], "- " + w.needed + w.thirds(set.ThirdsToWin())}
	if set.game[simpleWon].grand != set.game[simpleWon].usual {
		lines = append(lines, "- "+w.grand+w.thirds(set.grand))
	}
	for i, rate := range set.game {
		line := fmt.Sprintf("- %s: %d", w.game[i], rate.usual)
		if rate.grand != rate.usual {
			line += fmt.Sprintf(w.with, rate.grand)
		}
		lines = append(lines, line)
	}
	for _, b := range set.bonuses {
		lines = append(lines, fmt.Sprintf("- %s%s: %d", w.names[b.name], w.held[b.kind], b.value))
		if b.captured != 0 {
			lines = append(lines, fmt.Sprintf("- %s: %d", w.names[b.captured], b.value))
		}
	}
	return lines
}

func (w wording) thirds(n int) string {
	text := fmt.Sprintf(w.points, n/3)
	if n%3 == 2 {
		text += w.leaves
	}
	return text
}

func TestGuideValues(t *testing.T) {
	guides.EachWording(t, Game, wordings, func(lang string, w wording) {
		var want []string
		for _, set := range Game.Rules {
			want = append(want, w.setLines(set.ID)...)
		}
		guides.CheckValues(t, Game, lang, want, "- ", "## ")
	})
}

func TestGuideRepeats(t *testing.T) {
	guides.EachWording(t, Game, wordings, func(lang string, w wording) {
		for _, set := range ruleSets {
			guides.CheckContains(t, Game, lang, "leaving",
				fmt.Sprintf(w.left[0], set.game[undertakerLost].usual), fmt.Sprintf(w.left[1], set.game[undertakerWon].usual))
		}
		won, lost := extendedGame[undertakerWon], extendedGame[undertakerLost]
		guides.CheckContains(t, Game, lang, "scoring", fmt.Sprintf(w.doubled, 2*won.usual, 2*lost.usual, 2*won.grand, 2*lost.grand))
	})
}
