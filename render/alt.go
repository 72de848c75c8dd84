package render

import (
	"strings"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/words"
)

// MaxAlt is the most characters that a picture's description may have, with
// room for what platforms count differently.
const MaxAlt = 1000

// Spoken is the card as one says it: "Tarock 18", "king of hearts".
func Spoken(c card.Card, t *words.Tongue) string {
	if c.Suit() != card.Tarock {
		suit := SuitOf(c, t)
		switch rank := c.Rank(); rank {
		case "K", "Q", "C", "V":
			return t.Say("spoken.court", "Suit", suit, "Rank", t.Say("spoken."+rank))
		default:
			return t.Say("spoken.pip", "Suit", suit, "Rank", rank)
		}
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

// spokenSet lists a set, highest first.
func spokenSet(s card.Set, t *words.Tongue) string {
	var names []string
	for ; s != 0; s &^= s.Highest().Bit() {
		names = append(names, Spoken(s.Highest(), t))
	}
	return strings.Join(names, ", ")
}

// alt is what the scene's picture shows, in words: the same lines that are
// written beside it, with the cards as one says them.
func (s Scene) alt(t *words.Tongue) string {
	p := &page{t: t, names: s.called(t), spoken: true}
	texts := []string{t.Say("rules."+s.Rules) + ". " + t.Say("heading.totals", "Totals", Scores(s.Totals, p.names))}
	if s.Deal.Phase != "" {
		p.board(s.Deal)
	}
	for _, r := range []*engine.Result{s.Last, s.Deal.Result} {
		if r != nil {
			p.summary(*r)
		}
	}
	for _, l := range p.lines {
		texts = append(texts, l.String())
	}
	if s.Over {
		texts = append(texts, (&planner{*p, s}).title())
	}
	return shortened(texts)
}

// alt is the hand in words: suit by suit, and what can be chosen.
func (h Held) alt(t *words.Tongue) string {
	plan, v := h.plan(t), h.View
	texts := []string{plan.Title + ", " + plan.Count}
	for suit := range card.Suit(card.Suits) {
		if cards := v.Hand.Cards & suit.Cards(); cards != 0 {
			texts = append(texts, spokenSet(cards, t))
		}
	}
	if plan.Reason != "" {
		texts = append(texts, plan.Reason+": "+spokenSet(h.Pick.From, t))
	}
	if h.Chosen != 0 {
		texts = append(texts, t.Say("picture.alt.chosen", "Cards", spokenSet(h.Chosen, t)))
	}
	if v.Fresh != 0 {
		texts = append(texts, t.Say("picture.alt.fresh", "Cards", spokenSet(v.Fresh, t)))
	}
	return shortened(texts)
}

// shortened joins the texts as sentences, as many as there is room for. What
// is longest ago stands first and gives way first, after the heading.
func shortened(texts []string) string {
	const end = ". "
	room := MaxAlt - len([]rune(texts[0]))
	from := len(texts)
	for from > 1 {
		need := len([]rune(texts[from-1])) + len(end)
		if need > room {
			break
		}
		room -= need
		from--
	}
	return strings.Join(append(texts[:1:1], texts[from:]...), end)
}
