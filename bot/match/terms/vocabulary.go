package terms

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

// Words of a challenge.
const (
	// WordComputer gives the computer all free chairs; "computer=1" gives it one.
	WordComputer = "computer"
	// WordThere posts the challenge in the person's last chat.
	WordThere = "there"
)

func computerWord(n int) string { return fmt.Sprintf("%s=%d", WordComputer, n) }

// NewPhrases returns the phrases of challenges in all languages.
func NewPhrases(catalogue *words.Catalogue) speech.Phrases {
	all := speech.NewPhrases(catalogue, fixedWords())
	for _, lang := range words.Languages() {
		w := catalogue.In(lang)
		addPaces(all, w)
		addLengths(all, w)
		addStakes(all, w)
	}
	return all
}

func fixedWords() []string {
	all := []string{WordComputer, PaceWord(match.NoPace), PaceWord(match.LivePace)}
	for _, c := range choices {
		all = append(all, c.Words()...)
	}
	for n := 1; n < engine.MaxSeats; n++ {
		all = append(all, computerWord(n))
	}
	return append(all, levelWords()...)
}

// The bot understands larger numbers than a challenge allows, so that a wrong number gets a helpful refusal.
const (
	maxTypedDays  = 99
	maxTypedWeeks = 9
	maxTypedDeals = 99
)

func addPaces(all speech.Phrases, w *words.Tongue) {
	for days := 1; days <= maxTypedDays; days++ {
		p := match.Pace(days) * match.DayPace
		all.Add(PaceWord(p), PaceText(p, w), spokenPace(p, w), fmt.Sprintf("%dd", days))
	}
	for weeks := 1; weeks <= maxTypedWeeks; weeks++ {
		p := match.Pace(weeks) * 7 * match.DayPace
		all.Add(PaceWord(p), w.Count("pace.weeks", weeks), fmt.Sprintf("%dw", weeks))
	}
}

// addLengths adds "2 deals", "2deals" and "to 100".
func addLengths(all speech.Phrases, w *words.Tongue) {
	for _, g := range games.All() {
		for _, set := range g.Rules {
			if slices.Contains(g.LengthsOf(set.ID), 0) {
				all.Add("0", append(speech.PhrasesOf(w, "typed.series"), speech.LengthText(g, 0, w))...)
			}
		}
	}
	for n := 1; n <= maxTypedDeals; n++ {
		deals := w.Count("setup.deals", n)
		all.Add(strconv.Itoa(n), deals, strings.ReplaceAll(deals, " ", ""))
		for _, word := range speech.PhrasesOf(w, "typed.deals") {
			all.Add(strconv.Itoa(n), fmt.Sprint(n, " ", word))
		}
	}
}

// addStakes adds "10c", "10 cents" and "10 cents a point".
func addStakes(all speech.Phrases, w *words.Tongue) {
	all.Add(stakeWord(0), speech.PhrasesOf(w, "typed.stake.none")...)
	for cents := 1; cents <= MaxStake; cents++ {
		typed := fmt.Sprintf("%dc", cents)
		all.Add(stakeWord(cents), StakeText(cents, w), w.Count("stake.typed", cents), typed)
		for _, word := range speech.PhrasesOf(w, "typed.stake") {
			all.Add(stakeWord(cents), word+" "+typed, word+" "+w.Count("stake.typed", cents))
		}
	}
}
