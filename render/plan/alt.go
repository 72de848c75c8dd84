package plan

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"tarockbot/engine/card"
	"tarockbot/render/describe"
	"tarockbot/render/words"
)

// MaxAlt limits a picture's description, in characters.
const MaxAlt = 1000

func listed(facts ...string) string {
	nonEmpty := slices.DeleteFunc(slices.Clone(facts), func(f string) bool { return f == "" })
	return strings.Join(nonEmpty, ", ")
}

func withLabel(label string, facts ...string) string {
	text := listed(facts...)
	if label == "" || text == "" {
		return label + text
	}
	return label + ": " + text
}

// altText drops sentences beyond MaxAlt, and adds missing full stops.
func altText(sentences []string) string {
	const more = " …"
	sentences = slices.DeleteFunc(sentences, func(s string) bool { return s == "" })
	var b strings.Builder
	room := MaxAlt
	for i, s := range sentences {
		if !strings.HasSuffix(s, ".") {
			s += "."
		}
		if i > 0 {
			s = " " + s
		}
		n := utf8.RuneCountInString(s)
		last := i == len(sentences)-1
		if n > room || !last && n+utf8.RuneCountInString(more) > room {
			b.WriteString(more)
			break
		}
		room -= n
		b.WriteString(s)
	}
	return b.String()
}

func (b *Board) alt(t *words.Tongue) []string {
	sentences := append([]string{listed(b.Heading.Title, b.Heading.Corner)}, b.Notes...)
	for i, c := range b.Seats {
		sentences = append(sentences, c.alt(i, t))
	}
	sentences = append(sentences, b.Middle.alt(t)...)
	for _, u := range b.Foot.Turned {
		sentences = append(sentences, u.alt(t))
	}
	for _, g := range append(slices.Clip(b.Foot.Groups), b.Foot.Known...) {
		sentences = append(sentences, withLabel(g.heading(), g.alt(t), g.Points.Spoken))
	}
	if b.Heading.Pills != nil {
		sentences = append(sentences, t.Say("picture.alt.claims", "Claims", strings.Join(b.Heading.Pills, "; ")))
	}
	return append(sentences, b.Foot.Total.Spoken)
}

func (c Chair) alt(i int, t *words.Tongue) string {
	if c.Name == "" {
		return t.Say("picture.alt.empty", "Number", i+1)
	}
	facts := []string{c.Role}
	for _, f := range c.Figures {
		facts = append(facts, f.Spoken)
	}
	return withLabel(c.Name, append(facts, c.Status)...)
}

func (g Group) alt(t *words.Tongue) string {
	if g.Piles == nil {
		return describe.SpokenCards(g.Cards, t)
	}
	var piles []string
	for i, p := range g.Piles {
		said := t.Say("board.pile.empty")
		switch {
		case p.Open && p.Below > 0:
			said = describe.SpokenCard(p.Card, t) + " " + t.Say("board.pile.below", "Count", p.Below)
		case p.Open:
			said = describe.SpokenCard(p.Card, t)
		}
		piles = append(piles, fmt.Sprintf("%d) %s", i+1, said))
	}
	return strings.Join(piles, ", ")
}

func (u Turned) alt(t *words.Tongue) string {
	var piles []string
	for _, p := range u.Piles {
		piles = append(piles, fmt.Sprintf("%d) %s", p.Number, describe.SpokenCards(p.Cards, t)))
	}
	cards := strings.Join(piles, "; ")
	if u.Played {
		return t.Say("picture.alt.turned.for", "Name", u.Name, "Card", describe.SpokenCard(u.Top, t), "Cards", cards)
	}
	return t.Say("picture.alt.turned", "Name", u.Name, "Cards", cards)
}

func (g Group) heading() string {
	if !g.IsTrick() && g.Name != "" {
		return g.Name + " " + g.Label
	}
	return listed(g.Label, g.Name)
}

func (m Middle) alt(t *words.Tongue) (sentences []string) {
	var playedCards []string
	for _, s := range m.Slots {
		if s.Played {
			fact := s.Name + " " + describe.SpokenCard(s.Card, t)
			switch {
			case s.Winning && m.Complete:
				fact += " " + t.Say("picture.alt.winning")
			case s.Winning:
				fact += " " + t.Say("picture.alt.ahead")
			}
			playedCards = append(playedCards, fact)
		}
	}
	if playedCards != nil {
		sentences = append(sentences, t.Say("picture.alt.table", "Cards", strings.Join(playedCards, ", ")))
	}
	if m.Talon.Packets != nil {
		sentences = append(sentences, m.Talon.alt(t))
	}
	var lines []string
	for _, r := range m.List.Rows {
		lines = append(lines, r.Left+" "+r.Right)
	}
	if !m.List.IsEmpty() {
		sentences = append(sentences, withLabel(m.List.Heading, lines...))
	}
	return sentences
}

func (l Talon) alt(t *words.Tongue) string {
	var packets []string
	for i, cards := range l.Packets {
		mark := fmt.Sprint(i + 1)
		if i == l.TakenPacket {
			mark = t.Say("picture.alt.taken", "Number", mark)
		}
		packets = append(packets, withLabel(mark, describe.SpokenCards(cards, t)))
	}
	return t.Say("picture.alt.talon", "Packets", strings.Join(packets, "; "))
}

func (h *Hand) alt(t *words.Tongue) []string {
	sentences := []string{listed(h.Title, h.Count), h.Reason}
	for _, suit := range describe.HandSuits {
		sentences = append(sentences, h.spoken(t, func(c HandCard) bool { return c.Card.Suit() == suit }))
	}
	free := h.spoken(t, func(c HandCard) bool { return c.Choosable })
	barred := h.spoken(t, func(c HandCard) bool { return c.Barred })
	switch { // list the shorter of the two
	case barred == "":
	case len(free) <= len(barred):
		sentences = append(sentences, t.Say("picture.alt.free", "Cards", free))
	default:
		sentences = append(sentences, t.Say("picture.alt.barred", "Cards", barred))
	}
	if taken := h.spoken(t, func(c HandCard) bool { return c.Chosen }); taken != "" {
		sentences = append(sentences, t.Say("picture.alt.chosen", "Cards", taken))
	}
	if fresh := h.spoken(t, func(c HandCard) bool { return c.Fresh }); fresh != "" {
		sentences = append(sentences, t.Say("picture.alt.fresh", "Cards", fresh))
	}
	if tops := h.spoken(t, func(c HandCard) bool { return c.Open }); tops != "" {
		sentences = append(sentences, t.Say("picture.alt.tops", "Cards", tops))
	}
	return sentences
}

func (h *Hand) spoken(t *words.Tongue, selects func(HandCard) bool) string {
	var cards []card.Card
	for _, c := range h.Cards {
		if selects(c) {
			cards = append(cards, c.Card)
		}
	}
	return describe.SpokenCards(cards, t)
}
