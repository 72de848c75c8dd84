package lesson

import (
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
	Card   card.Set      // one card, to play or to put away; the deal may refuse it if the step has AnyCard
}

// Choices returns all ways to answer the step. The deal is that of Lesson.Deal. A step without a
// question has none. A card is a choice by itself, even if the deal wants several cards at once.
func (s *Step) Choices(deal *engine.Deal) (all []Choice) {
	if s.Question == "" {
		return nil
	}
	for i, r := range s.Replies {
		if r.Label != "" {
			all = append(all, Choice{ID: strconv.Itoa(i + 1), Label: r.Label})
		}
	}
	if len(all) > 0 {
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

// suitNames holds the names of the suits in the keys of replies.
var suitNames = [card.Suits]string{card.Tarock: "tarocks", card.Hearts: "hearts", card.Diamonds: "diamonds", card.Spades: "spades", card.Clubs: "clubs"}

// otherwise is the key of the reply to all choices that no other reply is for.
const otherwise = "else"

// ReplyIndex returns the index in Replies of the reply to the choice, or -1. A label must match exactly. For a move or a
// card it looks first for the choice itself, by its ID or as records write the move, then for the card's suit, and then
// for "else".
func (s *Step) ReplyIndex(c Choice) int {
	if c.Label != "" {
		return slices.IndexFunc(s.Replies, func(r Reply) bool { return r.Label == c.Label })
	}
	suit := otherwise
	if cards := c.Card | c.Action.Cards; cards != 0 {
		suit = suitNames[cards.Lowest().Suit()]
	}
	for _, key := range []string{c.ID, c.Action.String(), suit, otherwise} {
		if i := slices.IndexFunc(s.Replies, func(r Reply) bool { return slices.Contains(r.For, key) }); i >= 0 {
			return i
		}
	}
	return -1
}
