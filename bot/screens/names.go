package screens

import (
	"cmp"
	"slices"
	"strings"

	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/match"
	"tarockbot/bot/support/seq"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// seatMark returns the seat's mark. It distinguishes players with similar names.
func seatMark(s int) string { return string('①' + rune(s)) }

// Names returns the table's names by seat for display, each after the mark of its seat.
func Names(t *match.Table, w *words.Tongue) []string {
	names := unmarkedNames(t, w)
	for s := range names {
		names[s] = seatMark(s) + " " + names[s]
	}
	return names
}

// Opponents names the players in the other seats and introduces computer players by their level.
func Opponents(t *match.Table, seat engine.Seat, w *words.Tongue) string {
	return namesBut(introduced(t, w), seat)
}

// unmarkedNames returns the names by seat, without the marks of the seats.
func unmarkedNames(t *match.Table, w *words.Tongue) []string {
	return displayname.OfTable(w, players(t))
}

// introduced returns the names by seat; computer players are introduced by their level.
func introduced(t *match.Table, w *words.Tongue) []string {
	return displayname.Introduced(w, players(t))
}

// players returns the players by seat, including invited people.
func players(t *match.Table) []displayname.Player {
	return seq.Map(t.Chairs, func(c match.Chair) displayname.Player {
		return displayname.Player{Name: cmp.Or(c.Name, when(c.KeptFor != "", c.InvitedName)), Computer: c.Robot, Level: c.Level}
	})
}

// hostName returns the challenger's name.
func hostName(t *match.Table, w *words.Tongue) string { return unmarkedNames(t, w)[0] }

// namesBut joins all names except the seat's.
func namesBut(names []string, seat engine.Seat) string {
	if seat != engine.Nobody {
		names = slices.Concat(names[:seat], names[seat+1:])
	}
	return strings.Join(names, ", ")
}

// NamesOf joins the names of the seats.
func NamesOf(seats engine.Seats, names []string) string {
	return strings.Join(seq.Map(slices.Collect(seats.All()), func(s engine.Seat) string { return names[s] }), ", ")
}
