package kosakeln

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// choosing is the declarer's choice of a packet of the turned-up talon (RULES 1.5).
type choosing struct{}

func (choosing) name() engine.Name             { return "talon" }
func (choosing) waiting(r *round) engine.Seats { return r.declarer.Bit() }

func (choosing) prompt(r *round, _ engine.Seat) engine.Prompt {
	packets := talonSize / contracts[r.contract].packet
	return engine.Prompt{Phase: "talon", Words: packetWords[:packets:packets]}
}

// packetWords are the choices of a packet.
var packetWords = func() (words [talonSize]engine.Action) {
	for i := range words {
		words[i] = engine.Action{Verb: engine.Talon, N: int8(i)}
	}
	return words
}()

func (choosing) do(r *round, s engine.Seat, a engine.Action) ([]engine.Event, phase) {
	r.taken = int(a.N)
	r.packet = engine.Packet(r.talon, contracts[r.contract].packet, r.taken)
	r.hands[s] |= r.packet
	r.own[s] |= r.packet
	r.fresh = [seats]card.Set{}
	r.fresh[s] = r.packet
	events := []engine.Event{engine.TalonTaken{Seat: s, Packet: r.taken, Cards: r.packet}}
	if r.rules.loseAtOnce && r.spoiled() {
		return r.loseAtOnce(events)
	}
	return events, discarding{}
}

// spoiled: the packet holds what the declarer announced to play without.
func (r *round) spoiled() bool {
	for b := range bonusCount {
		if row := &announcements[b]; row.kind == without && r.packet&row.cards != 0 && r.claimed(r.declarer, b) {
			return true
		}
	}
	return false
}

func (r *round) turnTalon(events []engine.Event) ([]engine.Event, phase) {
	r.turned = true
	return append(events, engine.TalonTurned{Cards: r.talon}), choosing{}
}

// discarding is putting away as many cards as were taken.
type discarding struct{}

func (discarding) name() engine.Name             { return "discard" }
func (discarding) waiting(r *round) engine.Seats { return r.declarer.Bit() }

func (discarding) prompt(r *round, s engine.Seat) engine.Prompt {
	return engine.Prompt{Phase: "discard", Pick: engine.DiscardLaw(engine.Discard, r.hands[s], contracts[r.contract].packet)}
}

func (discarding) do(r *round, s engine.Seat, a engine.Action) ([]engine.Event, phase) {
	r.hands[s] &^= a.Cards
	r.discards = a.Cards
	r.turn = r.declarer
	shown := laidDown(a.Cards)
	return []engine.Event{engine.Discarded{Seat: s, N: shown.N, Tarocks: shown.Tarocks}}, announcing{}
}

// rest is what the declarer left of the talon: all six cards in a Solo.
func (r *round) rest() card.Set { return card.SetOf(r.talon[:]...) &^ r.packet }

// showTalon fills in what lies face up: the whole talon until the declarer is
// done, and by spieleversum the rest's tarocks and kings until the first trick
// is over.
func (r *round) showTalon(t *engine.Table) {
	playing := r.play.Seats > 0
	if r.turned && !playing {
		t.Talon = r.talon[:]
	}
	if r.turned && playing && r.rules.restOpen && len(r.play.Tricks) == 0 {
		t.Open = r.rest() & (card.AllTarocks | card.Kings)
	}
	if r.phase != (discarding{}) && r.discards != 0 {
		t.Laid = laidDown(r.discards)
	}
}
