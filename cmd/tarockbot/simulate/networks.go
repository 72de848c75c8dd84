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

// newNetworks returns one network for each of the bot's platforms, without posts.
func newNetworks(h *history) networks {
	all := networks{
		{name: "discord", traits: chat.Traits{Threads: true, Connection: chat.Connected}},
		{name: "telegram", traits: chat.Traits{OnlyPrivate: true, Connection: chat.Connected}, repeatsUnheard: true, canMigrateChats: true},
		{name: "local", traits: chat.Traits{Forgets: true, Lazy: true, Felt: true, Translates: true}},
	}
	for _, n := range all {
		n.history, n.posts, n.postsAt = h, make(map[chat.Ref]*post), make(map[chat.Place][]*post)
		n.limited, n.deletions = make(map[messageKey]time.Time), make(deletions)
		n.migratedTo, n.announced = make(map[chat.ChatID]chat.ChatID), make(map[chat.ChatID]bool)
		n.blocked, n.sent = make(map[chat.Place]bool), make(map[chat.Place]int)
	}
	return all
}

// named returns the network with the name; nil if there is none.
func (all networks) named(name string) *network {
	if i := slices.IndexFunc(all, func(n *network) bool { return n.name == name }); i >= 0 {
		return all[i]
	}
	return nil
}

// find returns the post with the message's stored reference. If there is none, because the network forgets posts or the
// reply was lost, it returns the newest post of the table at the place, or nil.
func (all networks) find(m match.Message, table string) *post {
	n := all.named(m.Place.Platform())
	if p := n.posts[m.Ref]; p != nil && !n.traits.Forgets {
		return p
	}
	for _, p := range slices.Backward(n.postsAt[m.Place]) {
		if p.screen.Table == table {
			return p
		}
	}
	return nil
}

// acceptAll reports whether all networks are connected and the bot is blocked nowhere.
func (all networks) acceptAll() bool {
	return !slices.ContainsFunc(all, func(n *network) bool { return n.isDisconnected() || len(n.blocked) > 0 })
}

// hasUnnoticedDeletion reports whether people have deleted the table's post at the place and no process has noticed that.
func (all networks) hasUnnoticedDeletion(at tablePlace) bool {
	return all.named(at.Platform()).deletions.isUnnoticed(at)
}

// offersMove reports whether a post offers the seat's next step to its player, or would if people hadn't deleted it:
// such a post returns with the person's next input.
func (all networks) offersMove(t *match.Table, seat engine.Seat) bool {
	isNext := func(o offer) bool {
		m, ok := parseMove(o.line)
		return ok && m == moveLine{string(t.ID), t.Chairs[seat].Step}
	}
	return slices.ContainsFunc(t.Messages, func(m match.Message) bool {
		p := all.find(m, string(t.ID))
		offers := p != nil && slices.ContainsFunc(p.offers, isNext)
		return m.Seat == seat && (offers || all.hasUnnoticedDeletion(tablePlace{m.Place, string(t.ID)}))
	})
}

// timeOn returns the present time less the network's downtime. For an unknown or empty name it returns the present time.
func (all networks) timeOn(network string) time.Time {
	if n := all.named(network); n != nil {
		return time.Now().Add(-n.downtime())
	}
	return time.Now()
}
