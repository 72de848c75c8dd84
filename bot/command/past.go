package command

import (
	"context"

	"tarockbot/bot/chat"
	"tarockbot/bot/people"
	"tarockbot/bot/speech"
	"tarockbot/render/words"
)

// nameOf is what the person is called, fit to be shown. Who is forgotten has no
// name any more.
func nameOf(ctx context.Context, sv *Services, id chat.PersonID, w *words.Tongue) (string, error) {
	var p people.Person
	version, err := sv.Store.Load(ctx, people.KindPerson, string(id), &p)
	if err != nil {
		return "", err
	}
	if version == 0 {
		return w.Say("name.deleted"), nil
	}
	return speech.Isolate(p.Name), nil
}

// namesOf are the names of those who sat at a table, by seat; "" was the computer.
func namesOf(ctx context.Context, sv *Services, people []chat.PersonID, w *words.Tongue) ([]string, error) {
	return newNamer(sv, w).at(ctx, people)
}

// namer looks up names where the same are needed many times.
type namer struct {
	sv    *Services
	words *words.Tongue
	known map[chat.PersonID]string
}

func newNamer(sv *Services, w *words.Tongue) namer {
	return namer{sv, w, make(map[chat.PersonID]string)}
}

// of is what nameOf says.
func (n namer) of(ctx context.Context, id chat.PersonID) (string, error) {
	if name, known := n.known[id]; known {
		return name, nil
	}
	name, err := nameOf(ctx, n.sv, id, n.words)
	if err == nil {
		n.known[id] = name
	}
	return name, err
}

// at is what namesOf says.
func (n namer) at(ctx context.Context, people []chat.PersonID) ([]string, error) {
	names := speech.ComputerNames(n.words, len(people), func(s int) bool { return people[s] == "" })
	for s, id := range people {
		if id == "" {
			names[s] = speech.Isolate(names[s])
			continue
		}
		var err error
		if names[s], err = n.of(ctx, id); err != nil {
			return nil, err
		}
	}
	return names, nil
}
