// Package render describes tables and hands as text and draws them as pictures.
// Text: Board, Hand, Summary. Pictures: Studio, from a Scene.
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

// The types of package text.
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

// textStyle (VS15) asks for the suit sign as text instead of an emoji.
const textStyle = "\uFE0E"

// suitSigns lists the signs of the suits. Tarocks have none.
var suitSigns = [card.Suits]string{"", "♥" + textStyle, "♦" + textStyle, "♠" + textStyle, "♣" + textStyle}

// Card returns the card's label: "XXI", "Sküs", or "♥K" with the language's letter.
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

// CardStyle returns the style for the card's suit.
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

// suitCard matches a suit card in a text: a sign, then a rank or its letter in the language.
var suitCard = regexp.MustCompile(`[♥♦♠♣](10|[0-9\pL])`)

// WithCards returns the line with suit cards in plain signs, such as "♣K", replaced by card spans.
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

// cardNamed returns the span of the suit card with the label, or an empty span.
func cardNamed(name string, t *words.Tongue) Span {
	for c := range card.AllSuits.All() {
		if strings.ReplaceAll(Card(c, t), textStyle, "") == name {
			return cardSpan(c, t)
		}
	}
	return Span{}
}

// handSuits is the order of suits in a hand. Neighbours differ in colour.
var handSuits = [card.Suits]card.Suit{card.Tarock, card.Hearts, card.Spades, card.Diamonds, card.Clubs}

// InHandOrder lists the cards in hand order: tarocks, then suit by suit, each from the highest.
func InHandOrder(s card.Set) []card.Card {
	cards := make([]card.Card, 0, s.Len())
	for _, suit := range handSuits {
		for of := s & suit.Cards(); of != 0; of &^= of.Highest().Bit() {
			cards = append(cards, of.Highest())
		}
	}
	return cards
}

// Cards lists the set's labels in hand order, separated by blanks.
func Cards(s card.Set, t *words.Tongue) string { return labels(InHandOrder(s), t) }

// labels lists the cards' labels, separated by blanks.
func labels(cards []card.Card, t *words.Tongue) string {
	all := make([]string, len(cards))
	for i, c := range cards {
		all[i] = Card(c, t)
	}
	return strings.Join(all, " ")
}

// SuitOf returns the name of the card's suit, as in "follow hearts".
func SuitOf(c card.Card, t *words.Tongue) string {
	return t.Say("suit." + [card.Suits]string{"tarock", "hearts", "diamonds", "spades", "clubs"}[c.Suit()])
}

// Points converts thirds to points and leaves, omitting zeros: "35 points and 2 leaves".
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

// thirdsNumber converts thirds to points with a fraction: "6⅔".
func thirdsNumber(thirds int) string {
	return fmt.Sprint(thirds/3) + [...]string{"", "⅓", "⅔"}[thirds%3]
}

// Signed returns a number with its sign, a true minus. Zero has no sign.
func Signed(n int) string {
	if n == 0 {
		return "0"
	}
	return strings.Replace(fmt.Sprintf("%+d", n), "-", "−", 1)
}

// Refusal explains in friendly words why an action is not allowed.
func Refusal(r *engine.Refusal, t *words.Tongue) string {
	if r.Reason == engine.MustFollow && r.Led.Suit() == card.Tarock { // tarock is no suit
		return t.Say("reason.must-follow.tarock")
	}
	return t.Say("reason."+string(r.Reason), "Suit", SuitOf(r.Led, t), "Needs", r.Needs, "Cards", Cards(r.Cards, t))
}
