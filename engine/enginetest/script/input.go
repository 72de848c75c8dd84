package script

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

func (r *runner) input(words []string) error {
	if len(words) == 0 {
		return errors.New("an empty input")
	}
	switch words[0] {
	case "deal":
		r.writeOver()
		return nil
	case "?":
		seat, err := r.parseSeat(words[1:])
		if err == nil {
			r.writePrompt(seat)
		}
		return err
	case "look":
		return r.writeCards(words[1:])
	case "trick":
		return r.trick(words[1:])
	case "play":
		return r.playOn(words[1:])
	}
	var m engine.Move
	if len(words) == 2 && words[1] == "lay" {
		seat, err := r.parseSeat(words[:1])
		if err != nil {
			return err
		}
		pick := r.deal.Prompt(seat).Pick
		m = engine.Move{Seat: seat, Action: engine.Action{Verb: pick.Verb, Cards: pick.Least()}}
	} else if err := m.UnmarshalText([]byte(strings.Join(words, " "))); err != nil {
		return err
	}
	r.act(m)
	return nil
}

func (r *runner) parseSeat(words []string) (engine.Seat, error) {
	if len(words) == 1 {
		if n, err := strconv.Atoi(words[0]); err == nil && n >= 0 && n < r.game.Seats {
			return engine.Seat(n), nil
		}
	}
	return engine.Nobody, fmt.Errorf("needs a seat, not %q", words)
}

func (r *runner) trick(codes []string) error {
	for _, code := range codes {
		c, err := card.Parse(code)
		if err != nil {
			return err
		}
		if !r.act(engine.Move{Seat: r.turn(), Action: engine.Play(c)}) {
			return nil
		}
	}
	return nil
}

func (r *runner) turn() engine.Seat {
	for seat := range r.deal.Waiting().All() {
		return seat
	}
	return engine.Nobody
}

var choosers = map[string]func(legal card.Set) card.Card{"low": lowest, "high": highest}

func (r *runner) playOn(words []string) error {
	until := card.Count
	if len(words) == 3 && words[1] == "to" {
		n, err := strconv.Atoi(words[2])
		if err != nil {
			return err
		}
		until, words = n, words[:1]
	}
	choose, known := choosers[strings.Join(words, " ")]
	if !known {
		return fmt.Errorf("needs low or high, then optionally to N, not %q", words)
	}
	for len(r.deal.PublicView().Tricks) < until && r.deal.Prompt(r.turn()).Pick.Verb == engine.PlayCard {
		seat := r.turn()
		if !r.act(engine.Move{Seat: seat, Action: engine.Play(choose(r.deal.Prompt(seat).Pick.From))}) {
			return nil
		}
	}
	return nil
}

func lowest(s card.Set) card.Card { return cmp.Or(s&^card.AllTarocks, s).Lowest() }

func highest(s card.Set) card.Card { return cmp.Or(s&card.AllTarocks, s).Highest() }
