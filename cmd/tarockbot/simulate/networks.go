package main

import (
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
)

type networks []*network

// newNetworks returns a network with the traits of each platform. A new network needs its own sharedChat and two
// names in newPeople.
func newNetworks(h *history) networks {
	return networks{
		newNetwork(h, profile{name: "discord", sharedChat: "discord:hall/7", traits: chat.Traits{Threads: true}}),
		newNetwork(h, profile{
			name: "telegram", sharedChat: "telegram:-100", traits: chat.Traits{OnlyPrivate: true, LimitsEdits: true},
			repeatsUnheard: true, canMigrateChats: true,
		}),
		newNetwork(h, profile{ // the page
			name: "local", sharedChat: "local:channel", traits: chat.Traits{LosesMessages: true, DrawsLazily: true, LaysOutCards: true, Translates: true},
			isInProcess: true,
		}),
	}
}

func (nets networks) byName(name string) *network {
	if i := slices.IndexFunc(nets, func(n *network) bool { return n.name == name }); i >= 0 {
		return nets[i]
	}
	return nil
}

// findShown returns the message's screen and its content. If the network forgot the post or lost the reply, it returns
// the table's newest post at the place. The screen may be nil.
func (nets networks) findShown(m match.Message, table string) (screen *chat.Screen, content string) {
	n := nets.byName(m.Place.Platform())
	for _, p := range n.posts.Posts(m.Place) {
		isStored := p.Ref == m.Ref && !n.traits.LosesMessages
		if isStored || p.Screen.Table == table {
			screen, content = &p.Screen, n.shown[p.Ref].content
		}
		if isStored {
			break
		}
	}
	return screen, content
}

func (nets networks) areReachable() bool {
	return !slices.ContainsFunc(nets, func(n *network) bool { return n.isDisconnected() || len(n.blocked) > 0 })
}

func (nets networks) hasUnnoticedDeletion(at tablePlace) bool {
	return nets.byName(at.Platform()).deletions.isUnnoticed(at)
}

// offersMove reports whether a post offers the seat's next step, or would if people hadn't deleted the post.
func (nets networks) offersMove(t *match.Table, seat engine.Seat) bool {
	isNext := func(o offer) bool {
		m, ok := parseMove(o.line)
		return ok && m == moveLine{string(t.ID), t.Chairs[seat].Step}
	}
	return slices.ContainsFunc(t.Messages, func(m match.Message) bool {
		if m.Seat != seat {
			return false
		}
		screen, _ := nets.findShown(m, string(t.ID))
		offers := screen != nil && slices.ContainsFunc(offersOf(screen), isNext)
		return offers || nets.hasUnnoticedDeletion(tablePlace{m.Place, string(t.ID)})
	})
}

// timeOn returns the time less the network's downtime. An unknown network has none.
func (nets networks) timeOn(name string) time.Time {
	if n := nets.byName(name); n != nil {
		return time.Now().Add(-n.outages.total())
	}
	return time.Now()
}
