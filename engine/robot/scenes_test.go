package robot_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/enginetest/golden"
	"tarockbot/engine/robot"
)

// TestScenes reads scenes as seat 0 sees them, with the medium player's action below each. A line that begins with
// "table" applies to all scenes under its title.
func TestScenes(t *testing.T) {
	golden.Transcripts(t, "testdata/scenes", func(*testing.T) golden.Play {
		table := scene{level: robot.Medium}
		return func(input string) ([]string, error) {
			rest, isTable := strings.CutPrefix(input, "table ")
			s, err := table.withParts(rest)
			if err != nil {
				return nil, err
			}
			if isTable {
				table = s
				return nil, nil
			}
			return []string{s.action()}, nil
		}
	})
}

type scene struct {
	engine.View
	prompt engine.Prompt
	level  robot.Level
	size   int // cards of each seat that hasn't played to the trick; 0: as many as the hand
	seats  int
}

func (s scene) withParts(parts string) (scene, error) {
	for part := range strings.SplitSeq(parts, "; ") {
		key, value, _ := strings.Cut(part, " ")
		if err := s.set(key, value); err != nil {
			return s, fmt.Errorf("%s: %w", part, err)
		}
	}
	return s, nil
}

func (s *scene) set(key, value string) (err error) {
	var n int
	var cards card.Set
	switch key {
	case "seats", "size", "lead", "declarer", "packet", "taken", "down":
		n, err = strconv.Atoi(value)
	case "hand", "known":
		cards, err = card.ParseSet(strings.Fields(value))
	}
	switch key {
	case "level":
		s.level = robot.Level(value)
	case "seats":
		s.seats = n
	case "size":
		s.size = n
	case "hand":
		s.Cards = cards
	case "lead":
		s.Trick.Lead = engine.Seat(n)
	case "led":
		s.Trick.N = int8(copy(s.Trick.Cards[:], parseCards(value)))
	case "gone": // earlier tricks of two players, all led by this seat
		for trick := range slices.Chunk(parseCards(value), 2) {
			s.Tricks = append(slices.Clip(s.Tricks), engine.Trick{N: 2, Cards: [engine.MaxSeats]card.Card{trick[0], trick[1]}})
		}
	case "down": // face down in front of the seat
		s.Piles = [][]engine.Pile{{{N: n}}, nil}
	case "known":
		s.KnownInHand = []card.Set{0, cards}
	case "said":
		word, parseErr := engine.ParseWord(value)
		s.Claims, err = []engine.Claim{{Bonus: word}}, parseErr
	case "declarer":
		s.Declarer = engine.Seat(n)
	case "contract":
		s.Contract, err = engine.ParseWord(value)
	case "packet":
		s.PacketSize = n
	case "taken": // the packet's number; -1: none
		s.TakenPacket = n
	case "talon":
		s.Talon = parseCards(value)
	case "calls":
		for text := range strings.SplitSeq(value, ", ") {
			var m engine.Move
			err = m.UnmarshalText([]byte(text))
			s.Calls = append(slices.Clip(s.Calls), m)
		}
	case "offered":
		for text := range strings.SplitSeq(value, ", ") {
			var a engine.Action
			a, err = engine.ParseAction(text)
			s.prompt.Choices = append(slices.Clip(s.prompt.Choices), a)
		}
	case "playing":
		s.prompt.Pick.Verb = engine.PlayCard
	case "away": // the least and the most cards to put away
		s.prompt.Pick.Verb = engine.Exchange
		_, err = fmt.Sscan(value, &s.prompt.Pick.Min, &s.prompt.Pick.Max)
	default:
		return fmt.Errorf("unknown key")
	}
	return err
}

// parseCards skips codes that are no cards.
func parseCards(codes string) (all []card.Card) {
	for code := range strings.FieldsSeq(codes) {
		if c, err := card.Parse(code); err == nil {
			all = append(all, c)
		}
	}
	return all
}

func (s scene) action() string {
	size := s.size
	if size == 0 {
		size = s.Cards.Len()
	}
	s.HandSize = slices.Repeat([]int{size}, s.seats)
	from := s.Cards
	if s.Trick.N > 0 {
		from = from.Follow(s.Trick.Cards[0])
	}
	for place := range int(s.Trick.N) {
		s.HandSize[s.Trick.By(place, s.seats)]--
	}
	switch pick := &s.prompt.Pick; {
	case pick.Verb == engine.Exchange:
		pick.From = s.Cards &^ card.Honours
	case pick.Verb == engine.PlayCard, len(s.prompt.Choices) == 0:
		*pick = engine.Pick{Verb: engine.PlayCard, Min: 1, Max: 1, From: from}
	}
	did := s.level.New().Act(s.View, s.prompt, nil)
	if len(did) != 1 || !s.prompt.Allows(did[0]) {
		return fmt.Sprintf("not allowed: %v", did)
	}
	return did[0].String()
}
