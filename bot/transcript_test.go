package bot_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/bot/platform/bottest/stories"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/dice"
	"tarockbot/engine/enginetest/golden"
	"tarockbot/engine/robot"
	"tarockbot/render/describe"
	"tarockbot/storage/memory"
)

func TestStories(t *testing.T) {
	t.Parallel()
	stories.Play(t, filepath.Join("testdata", "stories"))
}

// TestMatches: people move like the computer. -update rewrites the transcripts.
func TestMatches(t *testing.T) {
	t.Parallel()
	for _, m := range []struct {
		terms  string
		people []string
		seed   int // seed of the cards
	}{
		{"bamberger contra 2", []string{"anna", "bert"}, 1},
		{"spieleversum 2", []string{"anna", "bert"}, 6},
		{"strohmandeln/extended contra 2", []string{"anna", "bert"}, 6},
		{"strohmandeln/forty 2", []string{"anna", "bert"}, 2},
		{"illustrated/mayr-sedlaczek 3", []string{"anna", "bert", "carl"}, 5},
	} {
		synctest.Test(t, func(t *testing.T) {
			w := startWorld(t, memory.New(), withTickingClock, func(w *world) { w.random = bottest.SeededReader(m.seed) })
			id := w.seat(m.terms, m.people[0], m.people[1:]...)
			playLikeComputer(w, id)
			file := strings.NewReplacer("/", "-", " ", "-").Replace(m.terms) + ".txt"
			golden.Expect(t, filepath.Join("testdata", "matches", file), transcript(w, id))
		})
	}
}

func playLikeComputer(w *world, id string) {
	w.t.Helper()
	chance := dice.New(1)
	for {
		synctest.Wait()
		var now storedTable
		if w.read("table", id, &now); now.Stage != "playing" {
			return
		}
		deal := mustReplay(w.t, *now.Deal)
		for seat := range deal.Waiting().All() {
			for _, action := range robot.Medium.New().Act(deal.View(seat), deal.Prompt(seat), chance) {
				who := now.Chairs[seat].Name
				place := strings.Fields(offeredMove(w.hand(who, id)))[1:3]
				w.mustSay(who, fmt.Sprintf("do %s %s %s", place[0], place[1], action))
			}
			break
		}
	}
}

func transcript(w *world, id string) string {
	var table storedTable
	w.read("table", id, &table)
	var names []string
	for _, c := range table.Chairs {
		names = append(names, c.Name)
	}
	_, match, _ := strings.Cut(plainText(w.mustSay("anna", "history").Screen.Text[1:2]), ". ")
	text := []string{strings.TrimSpace(match)}
	for n := range table.Done {
		deal := mustReplay(w.t, w.finishedDeals()[fmt.Sprintf("%s-%d", id, n+1)])
		text = append(text, "", fmt.Sprintf("Deal %d, dealt by %s", n+1, names[deal.Record().Dealer]))
		text = append(append(text, describeHands(w, deal, names)...), describeEvents(deal, names)...)
		for _, l := range describe.Summary(*deal.Result(), deal.Rules(), names, english()) {
			text = append(text, l.String())
		}
	}
	return strings.Join(text, "\n") + "\n"
}

func describeHands(w *world, deal *engine.Deal, names []string) (all []string) {
	r := deal.Record()
	r.Actions, r.Result = nil, nil
	start, rest := mustReplay(w.t, r), card.SetOf(r.Deck...)
	for seat, name := range names {
		hand := start.View(engine.Seat(seat)).Hand.Cards
		all = append(all, name+": "+describe.Cards(hand, english()))
		rest &^= hand
	}
	return append(all, inEnglish("replay.talon", "Cards", describe.Cards(rest, english())))
}

// describeEvents puts a trick on a line, and exchanged cards in brackets.
func describeEvents(deal *engine.Deal, names []string) (all []string) {
	moves, trick := deal.Moves(), []string(nil)
	for _, l := range describe.Story(deal.Events(), deal.Rules(), false, names, english()) {
		switch line := l.String(); {
		case l[0].Style == chat.Strong: // the end of a trick
			all, trick = append(all, line+" – "+strings.Join(trick, ", ")), nil
		case trick != nil || strings.Contains(line, " plays "):
			trick = append(trick, line)
		case strings.Contains(line, " finished exchanging") || strings.Contains(line, " away"):
			i := slices.IndexFunc(moves, func(m engine.Move) bool { return m.Action.Verb == engine.Exchange || m.Action.Verb == engine.Discard })
			all = append(all, fmt.Sprintf("%s (%s)", line, describe.Cards(moves[i].Action.Cards, english())))
			moves = moves[i+1:]
		default:
			all = append(all, line)
		}
	}
	return append(all, trick...)
}
