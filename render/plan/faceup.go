package plan

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/describe"
)

// faceUp finds open or publicly known cards, except the current trick and the talon.
type faceUp struct {
	describe.Table
	rules engine.RuleSet
	deal  engine.PublicView
}

func (p *faceUp) groups() (groups []Group) {
	v := p.deal
	if v.UntakenShown != 0 {
		groups = append(groups, cardGroup(p.Words.Say("picture.open"), "", v.UntakenShown))
	}
	switch {
	case len(v.Tricks) > 0:
		groups = append(groups, p.previousTrick()...)
	case v.Phase != engine.Playing:
		for s, laid := range v.Exchange {
			if laid.Tarocks != 0 {
				groups = append(groups, cardGroup(p.Words.Say("picture.exchanged"), p.Names[s], laid.Tarocks))
			}
		}
	}
	groups = append(groups, p.tops()...)
	if added := describe.Added(v); len(added) > 0 {
		groups = append(groups, Group{Label: p.Words.Say("picture.added"), Cards: added})
	}
	if v.DeclarerDiscards.Tarocks != 0 && len(v.Tricks) == 0 {
		groups = append(groups, cardGroup(p.Words.Say("picture.laid"), p.Names[v.Declarer], v.DeclarerDiscards.Tarocks))
	}
	return groups
}

func cardGroup(label, name string, cards card.Set) Group {
	return Group{Label: label, Name: name, Cards: describe.InHandOrder(cards)}
}

func (p *faceUp) previousTrick() []Group {
	label := p.Words.Say("picture.last")
	_, tricks := shownTrick(p.deal)
	if len(tricks) == 0 {
		return nil
	}
	if len(tricks) < len(p.deal.Tricks) {
		label = p.Words.Say("picture.before-last")
	}
	trick := tricks[len(tricks)-1]
	added := describe.AddedTo(p.deal, len(tricks))
	if added != nil {
		label = p.Words.Say("picture.with-talon", "Trick", label)
	}
	g := Group{Label: label, Name: describe.WinnerOf(trick, p.Names), Best: trick.BestIndex() + 1,
		Cards: append(slices.Clone(trick.Cards[:trick.N]), added...)}
	if thirds, known := p.trickThirds(trick, len(tricks)); known {
		g.Points = Figure{Number: "+" + describe.PointsNumber(thirds), Spoken: describe.Points(thirds, p.Words)}
	}
	return []Group{g}
}

// trickThirds returns known false if players must remember card points.
func (p *faceUp) trickThirds(trick engine.Trick, number int) (thirds int, known bool) {
	return p.rules.Thirds(trick.Set() | card.SetOf(describe.AddedTo(p.deal, number)...)), !describe.HidesPoints(p.deal)
}

func (p *faceUp) tops() (groups []Group) {
	if p.deal.Result != nil {
		return nil
	}
	for s, piles := range p.deal.Piles {
		below := p.deal.CardsToPlay(engine.Seat(s)) - p.deal.HandSize[s]
		g := Group{Label: p.Words.Say("picture.tops", "Below", below), Name: p.Names[s]}
		if !slices.ContainsFunc(piles, func(p engine.Pile) bool { return p.FaceUp }) {
			continue
		}
		for i, shown := range piles {
			place := Pile{Card: shown.Top, Open: shown.FaceUp, Fresh: justTurned(p.deal, engine.Seat(s), i)}
			if shown.FaceUp {
				place.Below = shown.N - 1
			}
			g.Piles = append(g.Piles, place)
		}
		groups = append(groups, g)
	}
	return groups
}

func justTurned(v engine.PublicView, s engine.Seat, pile int) bool {
	return slices.ContainsFunc(v.Uncovered, func(u engine.Uncovered) bool {
		return u.Seat == s && u.Pile == pile && !u.InHand
	})
}

func (p *faceUp) turned() (all []Turned) {
	for _, turning := range describe.Turnings(p.deal) {
		u := Turned{Name: p.Names[turning.Seat], Top: turning.Top, Played: turning.Played}
		for i, cards := range turning.Piles {
			if cards == nil {
				continue
			}
			place := TurnedPile{Number: i + 1}
			for _, c := range cards {
				place.Cards = append(place.Cards, c.Card)
			}
			u.Piles = append(u.Piles, place)
		}
		all = append(all, u)
	}
	return all
}

func (p *faceUp) knownCards(except engine.Seat) (groups []Group) {
	for s, cards := range p.deal.KnownInHand {
		if cards == 0 || engine.Seat(s) == except {
			continue
		}
		g := cardGroup(p.Words.Say("picture.known"), p.Names[s], cards)
		for _, u := range p.deal.Uncovered {
			g.Fresh |= u.Card.Bit() & cards
		}
		groups = append(groups, g)
	}
	return groups
}
