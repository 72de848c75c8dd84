package illustrated

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// trischaken is the play without a declarer (RULES 2.3).
type trischaken struct{}

func (trischaken) Name() engine.Name             { return engine.Playing }
func (trischaken) Waiting(r *round) engine.Seats { return r.Play.Turn.Bit() }

func (p trischaken) Prompt(r *round, _ engine.Seat) engine.Prompt {
	pick := r.Play.Pick()
	pick.From, pick.Reason = p.restrict(r, pick.From, pick.Reason)
	return engine.Prompt{Phase: engine.Playing, Pick: pick}
}

// restrict adds the duties to beat the trick, and to keep the Pagat to the last (RULES 2.3).
func (trischaken) restrict(r *round, from card.Set, why engine.Name) (card.Set, engine.Name) {
	if from.Has(card.Pagat) && r.Play.Hands[r.Play.Turn]&card.AllTarocks != card.Pagat.Bit() {
		from &^= card.Pagat.Bit()
		if why == "" {
			why = pagatLast
		}
	}
	if beating := r.Play.Beating(from); beating != 0 && beating != from {
		from, why = beating, mustBeat
	}
	return from, why
}

func (p trischaken) explain(r *round, c card.Set) engine.Name {
	following := r.Play.Playable()
	switch allowed, _ := p.restrict(r, following, ""); {
	case allowed.Holds(c):
		return ""
	case !following.Holds(c):
		return r.Play.Duty(following)
	case c == card.Pagat.Bit():
		return pagatLast
	default:
		return mustBeat
	}
}

// Do adds a card of the talon to each of the first tricks.
func (p trischaken) Do(r *round, _ engine.Seat, a engine.Action) ([]engine.Event, phase) {
	events, complete := r.Play.PlayCard(a.Cards.Lowest())
	if n := len(r.Play.Tricks); complete && n <= engine.TalonSize {
		c, taker := r.Talon.Cards[n-1], r.Play.Turn
		r.Play.WonCards[taker] |= c.Bit()
		events = append(events, engine.TalonAdded{Seat: taker, Card: c})
	}
	if r.Play.IsOver() {
		return r.makeResult(events, p.finalItems(&r.Play), engine.End{})
	}
	return events, p
}

func (r *round) playsTrischaken() bool { return r.Declarer == engine.Nobody && r.Play.HasStarted() }

func (r *round) added() []card.Card {
	if !r.playsTrischaken() {
		return nil
	}
	return r.Talon.Cards[:min(len(r.Play.Tricks), engine.TalonSize)]
}

// finalItems makes the seats with most points lose (RULES 2.3, R14).
func (p trischaken) finalItems(play *engine.TrickPlay) (items []engine.Item) {
	thirds := make([]int, seats)
	for s := range thirds {
		thirds[s] = play.WonCards[s].Thirds()
	}
	most := slices.Max(thirds)
	for s := range engine.Seat(seats) {
		item := p.item(s, thirds[s] != most)
		if item.Won && play.WonTricks[s] == 0 {
			item.Value += trischakenClean
		}
		items = append(items, item)
	}
	return items
}

func (p trischaken) itemsOnLeave(leaver engine.Seat) (items []engine.Item) {
	for s := range engine.Seat(seats) {
		items = append(items, p.item(s, s != leaver))
	}
	return items
}

func (trischaken) item(s engine.Seat, won bool) engine.Item {
	item := engine.Item{Item: engine.Trischaken, By: s, Won: won, Value: trischakenGain}
	if !won {
		item.Value = trischakenLoss
	}
	return item
}
