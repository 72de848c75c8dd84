package lesson

import (
	"slices"
	"strconv"
	"strings"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// Choice is one way to answer. Exactly one of Label and Action is set.
type Choice struct {
	Key    string        // identifies the choice among those of its step; has no blanks
	Label  string        // the text of its button
	Action engine.Action // the move; a card that may not be played is a move, too
}

// Choices returns all ways to answer the step. The deal is that of Lesson.Deal. A step without a
// question has none.
func (s *Step) Choices(deal *engine.Deal) (all []Choice) {
	if s.Question == "" {
		return nil
	}
	for i, r := range s.Replies {
		if r.Label != "" {
			all = append(all, Choice{Key: strconv.Itoa(i + 1), Label: r.Label})
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
	for _, word := range prompt.Choices {
		all = append(all, Choice{Key: strings.ReplaceAll(word.String(), " ", "-"), Action: word})
	}
	for c := range cards.All() {
		all = append(all, Choice{Key: c.String(), Action: engine.Play(c)})
	}
	return all
}

// kinds names the suits in the keys of replies.
var kinds = [card.Suits]string{card.Tarock: "tarocks", card.Hearts: "hearts", card.Diamonds: "diamonds", card.Spades: "spades", card.Clubs: "clubs"}

// otherwise is the key of the reply to all choices that no other reply is for.
const otherwise = "else"

// ReplyIndex returns the index in Replies of the reply to the choice; -1 if there is none. A reply for the very label or
// move goes before one for the kind of card, and that before the reply for all other choices.
func (s *Step) ReplyIndex(c Choice) int {
	if c.Label != "" {
		return slices.IndexFunc(s.Replies, func(r Reply) bool { return r.Label == c.Label })
	}
	kind := otherwise
	if c.Action.Cards != 0 {
		kind = kinds[c.Action.Cards.Lowest().Suit()]
	}
	for _, key := range []string{c.Key, c.Action.String(), kind, otherwise} {
		if i := slices.IndexFunc(s.Replies, func(r Reply) bool { return slices.Contains(r.For, key) }); i >= 0 {
			return i
		}
	}
	return -1
}
