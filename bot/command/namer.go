package command

import (
	"context"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/render/words"
)

// namer looks up what people are called, each once.
type namer struct {
	sv    *Services
	words *words.Tongue
	known map[chat.PersonID]string // as they call themselves
}

func newNamer(sv *Services, w *words.Tongue) namer {
	return namer{sv, w, make(map[chat.PersonID]string)}
}

// of is what the person is called, fit to be shown.
func (n namer) of(ctx context.Context, id chat.PersonID) (string, error) {
	name, err := n.raw(ctx, id)
	return speech.ShownName(name, n.words), err
}

// raw is what the person is called; speech.Deleted if they are forgotten, and "" for nobody.
func (n namer) raw(ctx context.Context, id chat.PersonID) (string, error) {
	if name, known := n.known[id]; known || id == "" {
		return name, nil
	}
	var p people.Person
	version, err := n.sv.Store.Load(ctx, people.KindPerson, string(id), &p)
	if err != nil {
		return "", err
	}
	n.known[id] = p.Name
	if version == 0 {
		n.known[id] = speech.Deleted
	}
	return n.known[id], nil
}

// at are the names of those who sat at a table, by seat, fit to be shown; of the computer by its level.
func (n namer) at(ctx context.Context, sat match.Sat) (names []string, err error) {
	names = make([]string, len(sat.People))
	for s, id := range sat.People {
		if names[s], err = n.raw(ctx, id); err != nil {
			return nil, err
		}
	}
	return speech.NamesIn(n.words, names, sat.Levels, func(s int) bool { return sat.People[s] == "" }), nil
}

// introduced is at, of computer players with what they were.
func (n namer) introduced(ctx context.Context, sat match.Sat) ([]string, error) {
	names, err := n.at(ctx, sat)
	for s := range names {
		names[s] = speech.Introduce(n.words, names[s], speech.LevelAt(sat.Levels, s))
	}
	return names, err
}
