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
	ID     string        // identifies the choice among those of its step; has no blanks
	Label  string        // the text of its button
	Action engine.Action // one of the choices of the Reader's prompt
	Card   card.Set      // the set of one card, to play or to put away; the deal may refuse it if the step has AnyCard
}

// Choices returns all ways to answer the step. The deal is that of Lesson.Deal. A step without a
// question has none. A card is a choice by itself, even if the deal wants several cards at once.
func (s *Step) Choices(deal *engine.Deal) (all []Choice) {
	if s.Question == "" {
		return nil
	}
	if s.Labels {
		for i, r := range s.Replies {
			all = append(all, Choice{ID: strconv.Itoa(i + 1), Label: r.Keys[0]})
		}
		return all
	}
	prompt := deal.Prompt(Reader)
	cards := prompt.Pick.From
	if s.AnyCard {
		cards, prompt.Choices = deal.View(Reader).Cards, nil
	}
	for _, action := range prompt.Choices {
		all = append(all, Choice{ID: strings.ReplaceAll(action.String(), " ", "-"), Action: action})
	}
	for c := range cards.All() {
		all = append(all, Choice{ID: c.String(), Card: c.Bit()})
	}
	return all
}

// suitNames holds the keys of the suits.
var suitNames = [card.Suits]string{card.Tarock: "tarocks", card.Hearts: "hearts", card.Diamonds: "diamonds", card.Spades: "spades", card.Clubs: "clubs"}

// otherwise is the key of all choices that have no other key in their step.
const otherwise = "else"

// isKey reports whether the text is the key of a move, a card or a suit, or "else".
func isKey(text string) bool {
	if c, err := card.Parse(text); err == nil {
		return c.String() == text
	}
	action, err := engine.ParseAction(text)
	return err == nil && action.String() == text || text == otherwise || slices.Contains(suitNames[:], text)
}

// KeyFor returns the key by which the step replies to the choice, or "" if it has no reply. It looks first for the label,
// the move or the card itself, then for the card's suit, and then for "else".
func (s *Step) KeyFor(c Choice) string {
	keys := []string{cmp.Or(c.Label, c.Card.String(), c.Action.String())}
	if cards := c.Card | c.Action.Cards; cards != 0 {
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
func (s *Step) ReplyIndex(c Choice) int { return s.indexOf(s.KeyFor(c)) }

// indexOf returns the index of the reply that has the key, or -1.
func (s *Step) indexOf(key string) int {
	return slices.IndexFunc(s.Replies, func(r Reply) bool { return slices.Contains(r.Keys, key) })
}
