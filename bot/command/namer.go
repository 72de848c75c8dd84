package command

import (
	"context"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/match"
	"tarockbot/render/words"
)

// namer caches people's names. After a store error it returns no more names; callers check err at the end.
type namer struct {
	r     *Request
	known map[chat.PersonID]string
	err   error
}

func newNamer(r *Request) *namer { return &namer{r: r, known: make(map[chat.PersonID]string)} }

func (n *namer) nameOf(ctx context.Context, id chat.PersonID) string {
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

type tableNames func(*words.Tongue, []displayname.Player) []string

func (n *namer) namesOf(ctx context.Context, sat match.Players, show tableNames) []string {
	all := make([]displayname.Player, len(sat.People))
	for s, id := range sat.People {
		all[s].Computer = id == ""
		if s < len(sat.Levels) {
			all[s].Level = sat.Levels[s]
		}
		all[s].Name = n.nameOf(ctx, id)
	}
	return show(n.r.Words, all)
}
