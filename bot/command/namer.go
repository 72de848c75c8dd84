package command

import (
	"context"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/match"
	"tarockbot/render/words"
)

// namer looks up people's names, each once.
type namer struct {
	sv    *Services
	words *words.Tongue
	known map[chat.PersonID]string // as they call themselves
}

func newNamer(sv *Services, w *words.Tongue) namer {
	return namer{sv, w, make(map[chat.PersonID]string)}
}

// of returns the person's name, ready to be shown.
func (n namer) of(ctx context.Context, id chat.PersonID) (string, error) {
	name, err := n.raw(ctx, id)
	return displayname.Of(name, n.words), err
}

// raw returns the person's own name; displayname.Deleted if they are forgotten, and "" for nobody.
func (n namer) raw(ctx context.Context, id chat.PersonID) (string, error) {
	if name, known := n.known[id]; known || id == "" {
		return name, nil
	}
	p, known, err := n.sv.People.ByID(ctx, id)
	if err != nil {
		return "", err
	}
	n.known[id] = p.Name
	if !known {
		n.known[id] = displayname.Deleted
	}
	return n.known[id], nil
}

// at returns the names of those who sat at a table, by seat, ready to be shown; a computer player's is its
// level's.
func (n namer) at(ctx context.Context, sat match.Players) (names []string, err error) {
	names = make([]string, len(sat.People))
	for s, id := range sat.People {
		if names[s], err = n.raw(ctx, id); err != nil {
			return nil, err
		}
	}
	return displayname.OfTable(n.words, names, sat.Levels, func(s int) bool { return sat.People[s] == "" }), nil
}

// introduced is at, with each computer player's level told.
func (n namer) introduced(ctx context.Context, sat match.Players) ([]string, error) {
	names, err := n.at(ctx, sat)
	for s := range names {
		names[s] = displayname.Introduce(n.words, names[s], displayname.LevelAt(sat.Levels, s))
	}
	return names, err
}
