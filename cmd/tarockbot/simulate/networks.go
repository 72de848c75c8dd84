package main

import (
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
)

// networks are the evening's networks.
type networks []*network

// newNetworks returns one network for each of the bot's platforms, with the traits that the platform has. A new network needs a
// hall of its own, and newPeople at least two names for it.
func newNetworks(h *history) networks {
	return networks{
		newNetwork(h, profile{name: "discord", hall: "discord:hall/7", traits: chat.Traits{Threads: true}}),
		newNetwork(h, profile{
			name: "telegram", hall: "telegram:-100", traits: chat.Traits{OnlyPrivate: true, Rations: true},
			repeatsUnheard: true, canMigrateChats: true,
		}),
		newNetwork(h, profile{ // the page
			name: "local", hall: "local:channel", traits: chat.Traits{Forgets: true, Lazy: true, Felt: true, Translates: true},
			isInProcess: true,
		}),
	}
}

// named returns the network with the name; nil if there is none.
func (nets networks) named(name string) *network {
	if i := slices.IndexFunc(nets, func(n *network) bool { return n.name == name }); i >= 0 {
		return nets[i]
	}
	return nil
}

// find returns the post with the message's stored reference, and its look. If there is none, because the network forgets posts
// or the reply was lost, it returns the newest post of the table at the place; nil if there is none either.
func (nets networks) find(m match.Message, table string) (screen *chat.Screen, look string) {
	n := nets.named(m.Place.Platform())
	for _, p := range n.posts.Posts(m.Place) {
		isStored := p.Ref == m.Ref && !n.traits.Forgets
		if isStored || p.Screen.Table == table {
			screen, look = &p.Screen, n.shown[p.Ref].look
		}
		if isStored {
			break
		}
	}
	return screen, look
}

// areReachable reports whether all networks are connected and the bot is blocked nowhere.
func (nets networks) areReachable() bool {
	return !slices.ContainsFunc(nets, func(n *network) bool { return n.isDisconnected() || len(n.blocked) > 0 })
}

// hasUnnoticedDeletion reports whether people have deleted the table's post at the place and no process has noticed that.
func (nets networks) hasUnnoticedDeletion(at tablePlace) bool {
	return nets.named(at.Platform()).deletions.isUnnoticed(at)
}

// offersMove reports whether a post offers the seat's next step to its player, or would if people hadn't deleted it:
// such a post returns with the person's next input.
func (nets networks) offersMove(t *match.Table, seat engine.Seat) bool {
	isNext := func(o offer) bool {
		m, ok := parseMove(o.line)
		return ok && m == moveLine{string(t.ID), t.Chairs[seat].Step}
	}
	return slices.ContainsFunc(t.Messages, func(m match.Message) bool {
		if m.Seat != seat {
			return false
		}
		screen, _ := nets.find(m, string(t.ID))
		offers := screen != nil && slices.ContainsFunc(offersOf(screen), isNext)
		return offers || nets.hasUnnoticedDeletion(tablePlace{m.Place, string(t.ID)})
	})
}

// timeOn returns the present time less the network's downtime. For an unknown or empty name it returns the present time.
func (nets networks) timeOn(name string) time.Time {
	if n := nets.named(name); n != nil {
		return time.Now().Add(-n.outages.total())
	}
	return time.Now()
}
