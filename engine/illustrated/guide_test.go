package illustrated

import (
	"fmt"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/enginetest/guides"
)

type wording struct {
	trischaken string
	unbid      string
	points     [2]string // Löw's Absolute (40) and Panzer (50)
	left       string
}

var wordings = map[string]wording{
	"de": {
		trischaken: "Trischaken: die meisten Punkte minus %d, die anderen %d, ohne Stich %d",
		unbid:      "Hat noch niemand geboten, sind es %d.",
		points:     [...]string{"- Absolut, die %d, bringt %d, mal die Zahl des Spiels. ", "- Panzer, die %d, bringt %d, mal die Zahl des Spiels. "},
		left:       "Im Trischaken werden dem, der aufgibt, %d abgezogen, und die anderen bekommen %d.",
	},
	"en": {
		trischaken: "Trischaken: most points minus %d, the others %d, without a trick %d",
		unbid:      "If nobody has bid yet, it is %d.",
		points:     [...]string{"- Absolute, the %d, brings %d, times the number of the contract. ", "- Panzer, the %d, brings %d, times the number of the contract. "},
		left:       "In Trischaken the player who leaves is charged %d, and each of the others gets %d.",
	},
}

func (w wording) valueLines(words guides.TariffWords) []string {
	lines := words.Contracts()
	for _, id := range []string{Loew, Beck, MayrSedlaczek} {
		set := ruleSets[id]
		lines = append(lines, words.Values(&set.tariff, set.maxDoublings, set.earlyDoublingSquares)...)
		if id == Beck {
			lines = append(lines, fmt.Sprintf(w.trischaken, trischakenLoss, trischakenGain, trischakenGain+trischakenClean))
		}
	}
	return lines
}

func TestGuideValues(t *testing.T) {
	guides.EachWording(t, Game, wordings, func(lang string, w wording) {
		guides.CheckValues(t, Game, lang, guides.Bullets(w.valueLines(guides.TariffWordsIn(t, lang))), "- ")
	})
}

func TestGuideRepeats(t *testing.T) {
	guides.EachWording(t, Game, wordings, func(lang string, w wording) {
		words := guides.TariffWordsIn(t, lang)
		guides.CheckContains(t, Game, lang, "auction", guides.Bullets(words.Contracts())...)
		guides.CheckContains(t, Game, lang, "leaving", fmt.Sprintf(w.unbid, engine.UnbidValue), fmt.Sprintf(w.left, trischakenLoss, trischakenGain))
		guides.CheckContains(t, Game, lang, "scoring", words.SeriesEnd())
		for i, b := range []engine.Word{engine.Absolute, engine.Panzer} {
			row := ruleSets[Loew].tariff.Prices[b]
			guides.CheckContains(t, Game, lang, "announcements", fmt.Sprintf(w.points[i], b.Bonus().Points, max(row.Early, row.Late)))
		}
	})
}

func TestGuide(t *testing.T) { guides.CheckForm(t, Game, Reasons()) }

func TestLessons(t *testing.T) { guides.CheckLessons(t, Game) }

func TestTopicOfPlayByContract(t *testing.T) {
	for contract, want := range map[engine.Word]string{engine.Trischaken: "trischaken", engine.Dreiblatt: "tricks"} {
		if got := Game.Topic(engine.PublicView{Phase: engine.Playing, Contract: contract}); got != want {
			t.Errorf("Topic for %s is %s, want %s", contract, got, want)
		}
	}
}
