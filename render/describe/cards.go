// Package describe puts tables (Board), hands (Hand), results (Summary) and past events (Story) into words.
package describe

import (
	"regexp"
	"slices"
	"strings"

	"tarockbot/engine/card"
	"tarockbot/render/text"
	"tarockbot/render/words"
)

// textStyle (VS15) asks for text instead of an emoji.
const textStyle = "\uFE0E"

var suitSigns = [card.Suits]string{"", "♥" + textStyle, "♦" + textStyle, "♠" + textStyle, "♣" + textStyle}

// Card returns the card's label, such as "XXI" or "♥K".
func Card(c card.Card, t *words.Tongue) string {
	if c == card.Skus {
		return "Sküs"
	}
	rank := c.Rank()
	if card.Courts.Has(c) {
		rank = t.Say("rank." + rank)
	}
	return suitSigns[c.Suit()] + rank
}

// CardStyle returns the style for the card's suit.
func CardStyle(c card.Card) text.Style {
	switch c.Suit() {
	case card.Tarock:
		return text.Trump
	case card.Hearts, card.Diamonds:
		return text.Red
	default:
		return text.Black
	}
}

func cardSpan(c card.Card, t *words.Tongue) text.Span {
	return text.Span{Text: Card(c, t), Spoken: SpokenCard(c, t), Style: CardStyle(c), Icon: c.String()}
}

var suitCard = regexp.MustCompile(`[♥♦♠♣](10|[0-9\pL])`)

// WithCards replaces suit cards such as "♣K" by card spans.
func WithCards(line text.Line, t *words.Tongue) (shown text.Line) {
	for _, span := range line {
		rest, style := span.Text, span.Style
		for at := suitCard.FindStringIndex(rest); at != nil; at = suitCard.FindStringIndex(rest) {
			cardText := cardNamed(rest[at[0]:at[1]], t)
			if cardText.Text == "" {
				cardText.Text = rest[at[0]:at[1]]
			}
			shown = append(shown, text.Span{Text: rest[:at[0]], Style: style}, cardText)
			rest = rest[at[1]:]
		}
		if span.Text = rest; rest != "" {
			shown = append(shown, span)
		}
	}
	return slices.DeleteFunc(shown, func(s text.Span) bool { return s.Text == "" })
}

func cardNamed(name string, t *words.Tongue) text.Span {
	for c := range card.PlainSuits.All() {
		if strings.ReplaceAll(Card(c, t), textStyle, "") == name {
			return cardSpan(c, t)
		}
	}
	return text.Span{}
}

// HandSuits is the order of suits in a hand. Neighbours differ in colour.
var HandSuits = [card.Suits]card.Suit{card.Tarock, card.Hearts, card.Spades, card.Diamonds, card.Clubs}

// InHandOrder lists the cards suit by suit, each from the highest.
func InHandOrder(s card.Set) []card.Card {
	cards := make([]card.Card, 0, s.Len())
	for _, suit := range HandSuits {
		for rest := s & suit.Cards(); rest != 0; rest &^= rest.Highest().Bit() {
			cards = append(cards, rest.Highest())
		}
	}
	return cards
}

// Cards lists the set's labels in hand order.
func Cards(s card.Set, t *words.Tongue) string { return labels(InHandOrder(s), t) }

func labels(cards []card.Card, t *words.Tongue) string { return joinNames(cards, Card, " ", t) }

func joinNames(cards []card.Card, name func(card.Card, *words.Tongue) string, separator string, t *words.Tongue) string {
	all := make([]string, len(cards))
	for i, c := range cards {
		all[i] = name(c, t)
	}
	return strings.Join(all, separator)
}

// SuitOf returns the name of the card's suit, as in "follow hearts".
func SuitOf(c card.Card, t *words.Tongue) string {
	return t.Say("suit." + [card.Suits]string{"tarock", "hearts", "diamonds", "spades", "clubs"}[c.Suit()])
}

// SpokenCard returns the card's name for reading aloud.
func SpokenCard(c card.Card, t *words.Tongue) string {
	if c.Suit() != card.Tarock {
		suit, rank := SuitOf(c, t), c.Rank()
		if card.Courts.Has(c) {
			return t.Say("spoken.court", "Suit", suit, "Rank", t.Say("spoken."+rank))
		}
		return t.Say("spoken.pip", "Suit", suit, "Rank", rank)
	}
	switch c {
	case card.Skus:
		return Card(c, t)
	case card.Pagat, card.Mond:
		return t.Say("spoken.named", "Name", t.Say("spoken."+c.String()), "Number", int(c)+1)
	default:
		return t.Say("spoken.tarock", "Number", int(c)+1)
	}
}

// SpokenCards lists the cards' spoken names.
func SpokenCards(cards []card.Card, t *words.Tongue) string {
	return joinNames(cards, SpokenCard, ", ", t)
}
