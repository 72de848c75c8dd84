package lesson

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// Choice is one way to answer. Exactly one of Label, Action and Card is set.
type Choice struct {
	// ID identifies the choice in its step, whatever the case of its letters: a card's code, a move with hyphens for
	// blanks, or a label's number from 1.
	ID     string
	Label  string        // the text of its button
	Action engine.Action // one of the choices of the Reader's prompt
	Card   card.Set      // the set of one card, to play or to put away; the deal may refuse it if the step has AnyCard
}

// Choices returns all ways to answer the step. The deal is that of Lesson.Deal. A step without a question has none. Each
// card is a choice of its own, even if the deal asks for several at once.
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

// suitNames holds the keys of the suits.
var suitNames = [card.Suits]string{
	card.Tarock: "tarocks", card.Hearts: "hearts", card.Diamonds: "diamonds", card.Spades: "spades", card.Clubs: "clubs",
}

// otherwise is the key of all choices that have no other key in their step.
const otherwise = "else"

// isKey reports whether the text is the key of a move, a card or a suit, or "else". Only the form that String writes is a
// key: IIII, not IV. So each card and move has one key.
func isKey(text string) bool {
	c, cardErr := card.Parse(text)
	move, moveErr := engine.ParseAction(text)
	return cardErr == nil && c.String() == text || moveErr == nil && move.String() == text ||
		text == otherwise || slices.Contains(suitNames[:], text)
}

// KeyFor returns the key by which the step replies to a move or a card, or "" if the step has no key for it. KeyFor looks
// first for the move or the card itself, then for its suit, and then for "else". A move with several cards has no suit.
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

// ReplyIndex returns the index in Replies of the reply to the choice, or -1.
func (s *Step) ReplyIndex(c Choice) int {
	if c.Label != "" {
		return slices.IndexFunc(s.Replies, func(r Reply) bool { return r.Label == c.Label })
	}
	return s.indexOf(s.KeyFor(c))
}

// indexOf returns the index in Replies of the reply that has the key, or -1.
func (s *Step) indexOf(key string) int {
	return slices.IndexFunc(s.Replies, func(r Reply) bool { return slices.Contains(r.Keys, key) })
}
