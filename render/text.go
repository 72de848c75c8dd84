// Package render turns what a seat may see into what a person reads and looks
// at. Start at Board and Hand for words, at Scene and Studio for pictures; they
// take a view and nothing else of a game. Curve is the picture of a rating. Its
// words come from the catalogue in render/words.
package render

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/text"
	"tarockbot/render/words"
)

// What words are made of; see package text.
type (
	Line  = text.Line
	Span  = text.Span
	Style = text.Style
)

// The styles.
const (
	Plain  = text.Plain
	Strong = text.Strong
	Dim    = text.Dim
	Red    = text.Red
	Black  = text.Black
	Trump  = text.Trump
)

// textStyle (VS15) asks for the suit sign as text, not as a coloured picture.
const textStyle = "\uFE0E"

// suitSigns are the signs of the suits; tarocks need none.
var suitSigns = [card.Suits]string{"", "♥" + textStyle, "♦" + textStyle, "♠" + textStyle, "♣" + textStyle}

// Card is the card's label: "XXI", "Sküs", "♥K" with the language's letter.
func Card(c card.Card, t *words.Tongue) string {
	if c == card.Skus {
		return "Sküs"
	}
	rank := c.Rank()
	switch rank {
	case "K", "Q", "C", "V":
		if c.Suit() != card.Tarock {
			rank = t.Say("rank." + rank)
		}
	}
	return suitSigns[c.Suit()] + rank
}

// CardStyle is the style that shows the card's suit.
func CardStyle(c card.Card) Style {
	switch c.Suit() {
	case card.Tarock:
		return Trump
	case card.Hearts, card.Diamonds:
		return Red
	default:
		return Black
	}
}

func cardSpan(c card.Card, t *words.Tongue) Span {
	return Span{Text: Card(c, t), Spoken: Spoken(c, t), Style: CardStyle(c), Icon: c.String()}
}

// suitCard is a suit card as texts name it: a sign, and a rank or its letter in the language.
var suitCard = regexp.MustCompile(`[♥♦♠♣](10|[0-9\pL])`)

// WithCards is the line with the suit cards that it names in plain signs, "♣K", shown and read aloud as
// cards are.
func WithCards(line Line, t *words.Tongue) (shown Line) {
	for _, span := range line {
		rest, style := span.Text, span.Style
		for at := suitCard.FindStringIndex(rest); at != nil; at = suitCard.FindStringIndex(rest) {
			named := cardNamed(rest[at[0]:at[1]], t)
			if named.Text == "" {
				named.Text = rest[at[0]:at[1]]
			}
			shown = append(shown, Span{Text: rest[:at[0]], Style: style}, named)
			rest = rest[at[1]:]
		}
		if span.Text = rest; rest != "" {
			shown = append(shown, span)
		}
	}
	return slices.DeleteFunc(shown, func(s Span) bool { return s.Text == "" })
}

// cardNamed is the suit card that is named so; an empty span if none is.
func cardNamed(name string, t *words.Tongue) Span {
	for c := range card.AllSuits.All() {
		if strings.ReplaceAll(Card(c, t), textStyle, "") == name {
			return cardSpan(c, t)
		}
	}
	return Span{}
}

// handSuits is how the suits follow each other in a hand, so that neighbours
// differ in colour.
var handSuits = [card.Suits]card.Suit{card.Tarock, card.Hearts, card.Spades, card.Diamonds, card.Clubs}

// InHandOrder lists a set as it is held: tarocks, then suit by suit, each from
// the highest.
func InHandOrder(s card.Set) []card.Card {
	cards := make([]card.Card, 0, s.Len())
	for _, suit := range handSuits {
		for of := s & suit.Cards(); of != 0; of &^= of.Highest().Bit() {
			cards = append(cards, of.Highest())
		}
	}
	return cards
}

// Cards is the labels of a set as it is held, blank-separated.
func Cards(s card.Set, t *words.Tongue) string { return labels(InHandOrder(s), t) }

// labels is the cards' labels in their order, blank-separated.
func labels(cards []card.Card, t *words.Tongue) string {
	all := make([]string, len(cards))
	for i, c := range cards {
		all[i] = Card(c, t)
	}
	return strings.Join(all, " ")
}

// SuitOf is the name of the card's suit, as in "follow hearts".
func SuitOf(c card.Card, t *words.Tongue) string {
	return t.Say("suit." + [card.Suits]string{"tarock", "hearts", "diamonds", "spades", "clubs"}[c.Suit()])
}

// Points is card points in points and leaves, from thirds: "35 points and 2
// leaves". What is nothing is left out.
func Points(thirds int, t *words.Tongue) string {
	points, leaves := thirds/3, thirds%3
	switch {
	case leaves == 0:
		return t.Count("points.points", points)
	case points == 0:
		return t.Count("points.leaves", leaves)
	}
	return t.Say("points.both", "Points", t.Count("points.points", points), "Leaves", t.Count("points.leaves", leaves))
}

// thirdsNumber is card points as a number with a fraction: "6⅔".
func thirdsNumber(thirds int) string {
	return fmt.Sprint(thirds/3) + [...]string{"", "⅓", "⅔"}[thirds%3]
}

// Signed is a number of game points with its sign, a true minus; nothing has
// none.
func Signed(n int) string {
	if n == 0 {
		return "0"
	}
	return strings.Replace(fmt.Sprintf("%+d", n), "-", "−", 1)
}

// Refusal is the kind reason why an action is not allowed.
func Refusal(r *engine.Refusal, t *words.Tongue) string {
	if r.Reason == engine.MustFollow && r.Led.Suit() == card.Tarock { // which is no suit
		return t.Say("reason.must-follow.tarock")
	}
	return t.Say("reason."+string(r.Reason), "Suit", SuitOf(r.Led, t), "Needs", r.Needs, "Cards", Cards(r.Cards, t))
}
