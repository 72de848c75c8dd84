package bot

import (
	"context"

	"tarockbot/bot/chat"
	"tarockbot/bot/people"
	"tarockbot/bot/speech"
	"tarockbot/render/words"
)

// nameOf is what the person is called, fit to be shown. Who is forgotten has no
// name any more.
func (b *Bot) nameOf(ctx context.Context, id chat.PersonID, w *words.Tongue) (string, error) {
	var p people.Person
	version, err := b.store.Load(ctx, people.KindPerson, string(id), &p)
	if err != nil {
		return "", err
	}
	if version == 0 {
		return w.Say("name.deleted"), nil
	}
	return speech.Isolate(p.Name), nil
}

// namesOf are the names of those who sat at a table, by seat; "" was the computer.
func (b *Bot) namesOf(ctx context.Context, people []chat.PersonID, w *words.Tongue) ([]string, error) {
	return b.namer(w).at(ctx, people)
}

// namer looks up names where the same are needed many times.
type namer struct {
	bot   *Bot
	words *words.Tongue
	known map[chat.PersonID]string
}

func (b *Bot) namer(w *words.Tongue) namer { return namer{b, w, make(map[chat.PersonID]string)} }

// of is what nameOf says.
func (n namer) of(ctx context.Context, id chat.PersonID) (string, error) {
	if name, known := n.known[id]; known {
		return name, nil
	}
	name, err := n.bot.nameOf(ctx, id, n.words)
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
