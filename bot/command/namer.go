package command

import (
	"context"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/match"
)

// namer looks up people's names, each once. After an error of the store it looks up no more; its user asks for err at
// the end.
type namer struct {
	r     *Request
	known map[chat.PersonID]string // as they call themselves
	err   error
}

func newNamer(r *Request) *namer { return &namer{r: r, known: make(map[chat.PersonID]string)} }

// raw returns the person's own name; displayname.Deleted if they are forgotten, and "" for nobody.
func (n *namer) raw(ctx context.Context, id chat.PersonID) string {
	if name, known := n.known[id]; known || id == "" || n.err != nil {
		return name
	}
	p, known, err := n.r.sv.People.ByID(ctx, id)
	n.known[id], n.err = p.Name, err
	if !known {
		n.known[id] = displayname.Deleted
	}
	return n.known[id]
}

// at returns the names of those who sat at a table, by seat, ready to be shown; a computer is called by its level.
func (n *namer) at(ctx context.Context, sat match.Players) []string {
	return displayname.OfTable(n.r.Words, n.players(ctx, sat))
}

// introduced is at, with each computer player's level told.
func (n *namer) introduced(ctx context.Context, sat match.Players) []string {
	return displayname.Introduced(n.r.Words, n.players(ctx, sat))
}

// players looks up the names of those who sat at a table, by seat.
func (n *namer) players(ctx context.Context, sat match.Players) []displayname.Player {
	all := make([]displayname.Player, len(sat.People))
	for s, id := range sat.People {
		all[s].Computer = id == ""
		if s < len(sat.Levels) {
			all[s].Level = sat.Levels[s]
		}
		all[s].Name = n.raw(ctx, id)
	}
	return all
}
