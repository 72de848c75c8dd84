package command

import (
	"context"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/match"
)

// namer looks up people's names, each once.
type namer struct {
	r     *Request
	known map[chat.PersonID]string // as they call themselves
}

func newNamer(r *Request) namer {
	return namer{r, make(map[chat.PersonID]string)}
}

// of returns the person's name, ready to be shown.
func (n namer) of(ctx context.Context, id chat.PersonID) (string, error) {
	name, err := n.raw(ctx, id)
	return displayname.Of(name, n.r.Words), err
}

// raw returns the person's own name; displayname.Deleted if they are forgotten, and "" for nobody.
func (n namer) raw(ctx context.Context, id chat.PersonID) (string, error) {
	if name, known := n.known[id]; known || id == "" {
		return name, nil
	}
	p, known, err := n.r.sv.People.ByID(ctx, id)
	if err != nil {
		return "", err
	}
	n.known[id] = p.Name
	if !known {
		n.known[id] = displayname.Deleted
	}
	return n.known[id], nil
}

// at returns the names of those who sat at a table, by seat, ready to be shown; a computer is called by its level.
func (n namer) at(ctx context.Context, sat match.Players) ([]string, error) {
	players, err := n.players(ctx, sat)
	return displayname.OfTable(n.r.Words, players), err
}

// introduced is at, with each computer player's level told.
func (n namer) introduced(ctx context.Context, sat match.Players) ([]string, error) {
	players, err := n.players(ctx, sat)
	return displayname.Introduced(n.r.Words, players), err
}

// players looks up the names of those who sat at a table, by seat.
func (n namer) players(ctx context.Context, sat match.Players) (all []displayname.Player, err error) {
	all = make([]displayname.Player, len(sat.People))
	for s, id := range sat.People {
		all[s].Computer = id == ""
		if s < len(sat.Levels) {
			all[s].Level = sat.Levels[s]
		}
		if all[s].Name, err = n.raw(ctx, id); err != nil {
			return nil, err
		}
	}
	return all, nil
}
