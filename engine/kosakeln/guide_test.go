package kosakeln

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/enginetest/guides"
)

func TestGuide(t *testing.T) { guides.CheckForm(t, Game, Reasons()) }

func TestLessons(t *testing.T) { guides.CheckLessons(t, Game) }

type wording struct {
	game      string
	bonuses   []string
	points    string // of Absolute and Panzer
	silent    string
	announced string
	doublings [3]string
	unbid     string
}

var wordings = map[string]wording{
	"de": {
		game: "%s: Spielwert %d, ",
		bonuses: []string{
			"Pagat ultimo", "Uhu", "Pelikan", "Quapil", "Absolut", "Panzer",
			"Ohne Trull", "Ohne Könige", "Valat", "Trull", "Vier Könige", "Vier Vögel",
		},
		points: " (%d Punkte)", silent: "still", announced: "angesagt",
		doublings: [...]string{"Kontra: mal", "Re: mal", "Sub: mal"},
		unbid:     "Hat noch niemand geboten, sind es %d.",
	},
	"en": {
		game: "%s: game value %d, ",
		bonuses: []string{
			"Pagat ultimo", "Uhu", "Pelikan", "Quapil", "Absolute", "Panzer",
			"Without Trull", "Without Kings", "Valat", "Trull", "Four Kings", "Four Birds",
		},
		points: " (%d points)", silent: "silent", announced: "announced",
		doublings: [...]string{"Contra: times", "Re: times", "Sub: times"},
		unbid:     "If nobody has bid yet, it is %d.",
	},
}

func (w wording) contractLines(words guides.TariffWords) (lines []string) {
	for i, c := range engine.Contracts {
		lines = append(lines, fmt.Sprintf(w.game, guides.Capitalized(c.Name), gameValues[i])+words.Takes(c.Packet))
	}
	return lines
}

func (w wording) valueLines(words guides.TariffWords) []string {
	lines := w.contractLines(words)
	for b := engine.Pagat; b <= engine.Birds; b++ {
		lines = append(lines, w.bonusLines(b)...)
	}
	for i, doubling := range w.doublings {
		lines = append(lines, fmt.Sprintf("%s %d", doubling, engine.Claim{Doubled: i + 1}.Factor()))
	}
	return lines
}

func (w wording) bonusLines(b engine.Word) []string {
	name, row, silent := w.bonuses[b-engine.Pagat], b.Bonus(), bonusValues[b].silent
	said := eachContract(func(c int) string {
		late, early := worth(b, c, false), worth(b, c, true)
		if engine.Contracts[c].Packet == 0 {
			return fmt.Sprint(late)
		}
		return fmt.Sprintf("%d/%d", late, early)
	})
	times := func(n int) string {
		return eachContract(func(c int) string { return fmt.Sprint(n * gameValues[c]) })
	}
	switch row.Making {
	case engine.MadeByBird:
		return []string{fmt.Sprintf("%s: %s %d; %s", name, w.silent, silent, said)}
	case engine.MadeByPoints:
		return []string{name + fmt.Sprintf(w.points, row.Points) + ": " + said}
	case engine.MadeWithout:
		return []string{name + ": " + said}
	case engine.MadeByAllTricks:
		return []string{
			name + " " + w.silent + ": " + times(silentValat),
			name + " " + w.announced + ": " + times(announcedValat),
		}
	default:
		return []string{fmt.Sprintf("%s: %d", name, silent)}
	}
}

func eachContract(value func(int) string) string {
	var cells []string
	for c := range engine.Contracts {
		cells = append(cells, guides.Capitalized(engine.Contracts[c].Name)+" "+value(c))
	}
	return strings.Join(cells, ", ")
}

func TestGuideValues(t *testing.T) {
	guides.EachWording(t, Game, wordings, func(lang string, w wording) {
		words, beck := guides.TariffWordsIn(t, lang), ruleSets[Beck]
		lines := slices.Concat(w.valueLines(words), words.Contracts(), words.Values(engine.BeckTariff(), beck.maxDoublings, beck.earlyDoublingSquares))
		guides.CheckValues(t, Game, lang, guides.Bullets(lines), "- ")
	})
}

func TestGuideRepeats(t *testing.T) {
	guides.EachWording(t, Game, wordings, func(lang string, w wording) {
		words := guides.TariffWordsIn(t, lang)
		guides.CheckContains(t, Game, lang, "auction", guides.Bullets(w.contractLines(words))...)
		guides.CheckContains(t, Game, lang, "leaving", fmt.Sprintf(w.unbid, engine.UnbidValue))
		guides.CheckContains(t, Game, lang, "scoring", words.SeriesEnd())
	})
}
