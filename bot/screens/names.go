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

// seatMark distinguishes players with similar names.
func seatMark(s int) string { return string('①' + rune(s)) }

// Names returns the seats' marks and names.
func Names(t *match.Table, w *words.Tongue) []string {
	names := unmarkedNames(t, w)
	for s := range names {
		names[s] = seatMark(s) + " " + names[s]
	}
	return names
}

func unmarkedNames(t *match.Table, w *words.Tongue) []string {
	return displayname.OfTable(w, players(t))
}

func namesWithLevels(t *match.Table, w *words.Tongue) []string {
	return displayname.OfTableWithLevels(w, players(t))
}

func players(t *match.Table) []displayname.Player {
	return seq.Map(t.Chairs, func(c match.Chair) displayname.Player {
		return displayname.Player{Name: cmp.Or(c.Name, when(c.KeptFor != "", c.InvitedName)), Computer: c.Robot, Level: c.Level}
	})
}

// Opponents names the other players, with computers' levels.
func Opponents(t *match.Table, seat engine.Seat, w *words.Tongue) string {
	return namesBut(namesWithLevels(t, w), seat)
}

func hostName(t *match.Table, w *words.Tongue) string { return unmarkedNames(t, w)[0] }

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

// NameOn returns the name and its platform.
func NameOn(name string, user chat.UserID, w *words.Tongue) string {
	return displayname.Isolate(name) + " (" + w.Say("platform."+user.Platform()) + ")"
}

// SpaceName returns words such as "this server".
func SpaceName(platform string, w *words.Tongue) string { return w.Say("platform.space." + platform) }

func gameName(g engine.Game, w *words.Tongue) string {
	return w.Say("game.seats", "Game", w.Say("game."+g.ID), "Seats", g.Seats)
}

func levelName(l robot.Level, w *words.Tongue) string {
	return w.Say("setup.level.is", "Name", w.Say("name.computer."+string(l)), "Level", w.Say("computer.level."+string(l)))
}
