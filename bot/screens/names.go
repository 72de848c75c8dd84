package screens

import (
	"cmp"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/match"
	"tarockbot/bot/support/seq"
	"tarockbot/engine"
	"tarockbot/engine/robot"
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

// Opponents names the players in the other seats and introduces computer players by their level.
func Opponents(t *match.Table, seat engine.Seat, w *words.Tongue) string {
	return namesBut(introduced(t, w), seat)
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

// NameOn returns the identity's name followed by its platform in brackets.
func NameOn(name string, user chat.UserID, w *words.Tongue) string {
	return displayname.Isolate(name) + " (" + w.Say("platform."+user.Platform()) + ")"
}

// SpaceName returns the platform's word for a space, such as "this server".
func SpaceName(platform string, w *words.Tongue) string { return w.Say("platform.space." + platform) }

// gameName returns the game's name with its number of players.
func gameName(g engine.Game, w *words.Tongue) string {
	return w.Say("game.seats", "Game", w.Say("game."+g.ID), "Seats", g.Seats)
}

// levelName returns a level with the name of its computer player.
func levelName(l robot.Level, w *words.Tongue) string {
	return w.Say("setup.level.is", "Name", w.Say("name.computer."+string(l)), "Level", w.Say("computer.level."+string(l)))
}
