package kosakeln

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// choosing is the declarer's choice of a packet of the turned-up talon (RULES 1.5).
type choosing struct{}

func (choosing) Name() engine.Name             { return "talon" }
func (choosing) Waiting(r *round) engine.Seats { return r.declarer.Bit() }

func (choosing) Prompt(r *round, _ engine.Seat) engine.Prompt {
	return engine.Prompt{Phase: "talon", Words: r.talon.Words()}
}

func (p choosing) Do(r *round, s engine.Seat, a engine.Action) ([]engine.Event, phase) {
	events := []engine.Event{r.talon.Take(s, int(a.N))}
	r.hands[s] |= r.talon.Packet
	r.side[s].own |= r.talon.Packet
	r.side[s].fresh, r.side[other(s)].fresh = r.talon.Packet, 0
	if x, ok := r.rules.scoring.(against); ok && x.loseAtOnce && p.spoiled(r) {
		return r.makeResult(events, x.lostAtOnce(r), engine.End{Reason: engine.AtOnce, Seat: r.declarer})
	}
	return events, discarding{}
}

// spoiled reports whether the packet holds what the declarer announced to play without.
func (choosing) spoiled(r *round) bool {
	for _, b := range [...]engine.Word{engine.WithoutTrull, engine.WithoutKings} {
		if r.talon.Packet&b.Bonus().Cards != 0 && r.claimed(r.declarer, b) {
			return true
		}
	}
	return false
}

func (r *round) turnTalon(events []engine.Event) ([]engine.Event, phase) {
	return append(events, r.talon.Turn()), choosing{}
}

// discarding is putting away as many cards as were taken.
type discarding struct{}

func (discarding) Name() engine.Name             { return "discard" }
func (discarding) Waiting(r *round) engine.Seats { return r.declarer.Bit() }

func (discarding) Prompt(r *round, s engine.Seat) engine.Prompt {
	return engine.Prompt{Phase: "discard", Pick: r.talon.Discard(r.hands[s])}
}

func (discarding) Do(r *round, s engine.Seat, a engine.Action) ([]engine.Event, phase) {
	r.hands[s] &^= a.Cards
	r.claims.Renew()
	r.turn = r.declarer
	return []engine.Event{r.talon.PutAway(s, a.Cards)}, announcing{}
}

// showTalon fills in what everybody sees of it: by spieleversum the rest's
// tarocks and kings until the first trick is over.
func (r *round) showTalon(t *engine.PublicView) {
	playing := r.play.Seats > 0
	r.talon.Show(t, playing)
	if r.talon.Turned && playing && r.rules.restOpen && len(r.play.Tricks) == 0 {
		t.RestShown = r.talon.Rest() & (card.AllTarocks | card.Kings)
	}
}
