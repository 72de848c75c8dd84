package strohmandeln

import "tarockbot/engine"

func (r *round) bonusItems(items []engine.Item) []engine.Item {
	for i := range r.rules.bonuses {
		switch b := &r.rules.bonuses[i]; b.kind {
		case kindDeclared:
			items = b.declaredItems(r, items)
		case kindGathered, kindValat:
			items = b.gatheredItem(r, items)
		case kindBird:
			items = b.birdItem(r, items)
		case kindRostopschin:
			items = b.rostopschinItem(r, items)
		}
	}
	return items
}

func (b *bonus) declaredItems(r *round, items []engine.Item) []engine.Item {
	for _, c := range r.claims {
		if c.Bonus == b.name {
			items = append(items, b.item(c.Seat))
		}
	}
	return items
}

func (b *bonus) gatheredItem(r *round, items []engine.Item) []engine.Item {
	cards := b.name.Bonus().Cards
	if b.kind == kindValat {
		cards = r.rules.Cards()
	}
	for s := range engine.Seat(seats) {
		if r.play.WonCards[s].Holds(cards) {
			return append(items, b.item(s))
		}
	}
	return items
}

func (b *bonus) birdItem(r *round, items []engine.Item) []engine.Item {
	switch by, taker := r.play.BirdFell(b.name); {
	case by == engine.Nobody:
		return items
	case by == taker:
		return append(items, b.item(taker))
	case b.captured != 0:
		return append(items, engine.Item{Item: b.captured, By: taker, Won: true, Value: b.value})
	}
	return items
}

func (b *bonus) rostopschinItem(r *round, items []engine.Item) []engine.Item {
	if r.ross.stage != rossWon && r.ross.stage != rossFailed {
		return items
	}
	item := b.item(r.ross.by)
	item.Won = r.ross.stage == rossWon
	return append(items, item)
}

// item marks bonuses made in tricks as silent.
func (b *bonus) item(s engine.Seat) engine.Item {
	spoken := b.kind == kindDeclared || b.kind == kindRostopschin
	return engine.Item{Item: b.name, By: s, Won: true, Value: b.value, Silent: !spoken}
}
