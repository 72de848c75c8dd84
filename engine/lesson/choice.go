package lesson

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// Choice is a way to answer. Exactly one of Label, Action and Card is set.
type Choice struct {
	// ID is unique in the step, even without case: a card's code, a move with hyphens, or a label's number.
	ID     string
	Label  string
	Action engine.Action // an action of the prompt
	Card   card.Set      // one card, perhaps illegal with AnyCard
}

// Choices returns all ways to answer. The deal must come from Lesson.Deal.
func (s *Step) Choices(deal *engine.Deal) (all []Choice) {
	if s.Question == "" {
		return nil
	}
	if s.HasLabels() {
		for i, r := range s.Replies {
			all = append(all, Choice{ID: strconv.Itoa(i + 1), Label: r.Label})
		}
		return all
	}
	prompt := deal.Prompt(Reader)
	moves, cards := prompt.Choices, prompt.Pick.From
	if s.AnyCard {
		moves, cards = nil, deal.View(Reader).Cards
	}
	for _, move := range moves {
		all = append(all, Choice{ID: strings.ReplaceAll(move.String(), " ", "-"), Action: move})
	}
	for c := range cards.All() {
		all = append(all, Choice{ID: c.String(), Card: c.Bit()})
	}
	return all
}

var suitNames = [card.Suits]string{
	card.Tarock: "tarocks", card.Hearts: "hearts", card.Diamonds: "diamonds", card.Spades: "spades", card.Clubs: "clubs",
}

// otherwise is the key of all other choices.
const otherwise = "else"

// isKey accepts only the form that String writes (IIII, not IV), so a choice has one key.
func isKey(text string) bool {
	c, cardErr := card.Parse(text)
	move, moveErr := engine.ParseAction(text)
	return cardErr == nil && c.String() == text || moveErr == nil && move.String() == text ||
		text == otherwise || slices.Contains(suitNames[:], text)
}

// KeyFor returns the key of a move or card: itself, its suit, or "else"; "" for none.
func (s *Step) KeyFor(c Choice) string {
	keys := []string{cmp.Or(c.Card.String(), c.Action.String())}
	if cards := c.Card | c.Action.Cards; cards.Len() == 1 {
		keys = append(keys, suitNames[cards.Lowest().Suit()])
	}
	for _, key := range append(keys, otherwise) {
		if s.indexOf(key) >= 0 {
			return key
		}
	}
	return ""
}

// ReplyIndex returns the index of the reply, or -1.
func (s *Step) ReplyIndex(c Choice) int {
	if c.Label != "" {
		return slices.IndexFunc(s.Replies, func(r Reply) bool { return r.Label == c.Label })
	}
	return s.indexOf(s.KeyFor(c))
}

func (s *Step) indexOf(key string) int {
	return slices.IndexFunc(s.Replies, func(r Reply) bool { return slices.Contains(r.Keys, key) })
}
