package describe

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// Turning lists the cards that one seat turned up.
type Turning struct {
	Seat   engine.Seat
	Top    card.Card // the card whose play turned them up, if Played
	Played bool
	Piles  [][]engine.Uncovered // indexed by pile
}

// Turnings groups the cards turned up since the last trick by seat.
func Turnings(v engine.PublicView) (all []Turning) {
	for _, u := range v.Uncovered {
		if n := len(all); n == 0 || all[n-1].Seat != u.Seat {
			turning := Turning{Seat: u.Seat, Piles: make([][]engine.Uncovered, len(v.Piles[u.Seat]))}
			if n := len(v.Tricks); n > 0 {
				trick, seats := v.Tricks[n-1], len(v.HandSize)
				turning.Top, turning.Played = trick.Cards[(int(u.Seat-trick.Lead)+seats)%seats], true
			}
			all = append(all, turning)
		}
		piles := all[len(all)-1].Piles
		piles[u.Pile] = append(piles[u.Pile], u)
	}
	return all
}

// AddedTo returns the talon card that the trick's winner got, or nil. Tricks count from 1.
func AddedTo(v engine.PublicView, trick int) []card.Card {
	if trick > len(v.AddedToTricks) {
		return nil
	}
	return v.AddedToTricks[trick-1 : trick : trick]
}

// Added returns the talon cards that tricks' winners got; only the last trick's if points are hidden.
func Added(v engine.PublicView) []card.Card {
	if v.Thirds == nil && len(v.Tricks) > 0 {
		return AddedTo(v, len(v.Tricks))
	}
	return v.AddedToTricks
}

// WinnerOf returns the name of the player who leads the trick.
func WinnerOf(trick engine.Trick, names []string) string {
	return names[trick.By(trick.BestIndex(), len(names))]
}

// WonOrLost returns "won" or "lost", a part of text ids.
func WonOrLost(i engine.Item) string {
	if i.Won {
		return "won"
	}
	return "lost"
}

// SeatsWith returns the seats that made or lost an item.
func SeatsWith(r engine.Result, won bool) (seats engine.Seats) {
	for _, i := range r.Items {
		if i.Won == won {
			seats |= i.By.Bit()
		}
	}
	return seats
}

// IsMultiplied reports whether the value is multiplied.
func IsMultiplied(i engine.Item) bool { return i.Factor > 1 || i.Times > 1 }

// ExceedsBase reports whether the value exceeds the rules' base value.
func ExceedsBase(i engine.Item) bool { return i.Factor != 0 && (i.Excess != 0 || IsMultiplied(i)) }

// Claims lists the announcements, and the game if it was doubled.
func Claims(v engine.PublicView) []engine.Claim {
	isGameAlone := func(c engine.Claim) bool { return c.Bonus == engine.TheGame && c.Doubled == 0 }
	return slices.DeleteFunc(slices.Clone(v.Claims), isGameAlone)
}

// HidesPoints reports whether card points must stay hidden.
func HidesPoints(v engine.PublicView) bool { return v.Thirds == nil && v.Result == nil }
