package kosakeln

import "tarockbot/engine"

// choosing is the declarer's choice of a packet (RULES 1.5).
type choosing struct{}

func (choosing) Name() engine.Name             { return engine.ChoosingPacket }
func (choosing) Waiting(r *round) engine.Seats { return r.Declarer.Bit() }

func (choosing) Prompt(r *round, _ engine.Seat) engine.Prompt {
	return engine.Prompt{Phase: engine.ChoosingPacket, Choices: r.Talon.Choices()}
}

func (choosing) Do(r *round, s engine.Seat, a engine.Action) ([]engine.Event, phase) {
	events := []engine.Event{r.TakePacket(s, int(a.N))}
	r.cardsOf[s].everHeld |= r.Talon.Packet
	r.cardsOf[s].fresh, r.cardsOf[other(s)].fresh = r.Talon.Packet, 0
	if items := r.rules.scoring.itemsAtOnce(r); items != nil {
		return r.makeResult(events, items, engine.End{Reason: engine.LostAtOnce, Seat: r.Declarer})
	}
	return events, discarding{}
}

type discarding struct{}

func (discarding) Name() engine.Name             { return engine.Discarding }
func (discarding) Waiting(r *round) engine.Seats { return r.Declarer.Bit() }

func (discarding) Prompt(r *round, s engine.Seat) engine.Prompt {
	return engine.Prompt{Phase: engine.Discarding, Pick: r.Talon.Discard(r.Hands[s])}
}

func (discarding) Do(r *round, s engine.Seat, a engine.Action) ([]engine.Event, phase) {
	return []engine.Event{r.PutAway(s, a.Cards)}, afterTalon
}
