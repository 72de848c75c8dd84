package command

import (
	"context"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/match"
	"tarockbot/render/words"
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

// tableNames returns names of players, by seat, ready to be shown: displayname.OfTable, which calls a computer by its
// level, or displayname.Introduced, which tells the level.
type tableNames func(*words.Tongue, []displayname.Player) []string

// at returns the names of those who sat at a table, as show gives them.
func (n *namer) at(ctx context.Context, sat match.Players, show tableNames) []string {
	all := make([]displayname.Player, len(sat.People))
	for s, id := range sat.People {
		all[s].Computer = id == ""
		if s < len(sat.Levels) {
			all[s].Level = sat.Levels[s]
		}
		all[s].Name = n.raw(ctx, id)
	}
	return show(n.r.Words, all)
}
