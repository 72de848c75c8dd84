package discord

import (
	"context"
	"encoding/json"
	"log/slog"

	"tarockbot/bot/chat"
	"tarockbot/bot/metrics"
)

// events are what Discord's gateway tells.
type events struct {
	dispatcher *dispatcher
	replies    *replies
	guilds     *guilds
	queues     *queues
	status     *status
	metrics    *metrics.Metrics
	log        *slog.Logger
}

// taker is what is done with the gateway's events. It only sorts them and
// returns at once, for the library reads nothing meanwhile, not even answers
// to heartbeats.
func (e *events) taker(ctx context.Context) func(string, []byte) {
	return func(kind string, data []byte) {
		defer noteFault(e.log, "event "+kind)
		if ctx.Err() != nil {
			return
		}
		switch kind {
		case "READY":
			e.onReady(data)
		case "INTERACTION_CREATE":
			e.onInteraction(ctx, data)
		case "GUILD_CREATE":
			e.onGuildCreate(ctx, data)
		case "GUILD_DELETE":
			e.onGuildDelete(ctx, data)
		}
	}
}

// decode reads an event. One that isn't understood is left out, and nothing
// else suffers; its content isn't for the log.
func (e *events) decode(kind string, data []byte, v any) bool {
	if err := json.Unmarshal(data, v); err != nil {
		e.log.Warn("discord: an event is not understood", "event", kind)
		return false
	}
	return true
}

// onReady notes the servers that the bot is in already.
func (e *events) onReady(data []byte) {
	var ready struct {
		Guilds []struct {
			ID string `json:"id"`
		} `json:"guilds"`
	}
	if e.decode("READY", data, &ready) {
		for _, g := range ready.Guilds {
			e.guilds.add(g.ID)
		}
	}
	e.log.Info("discord: connected", "servers", len(ready.Guilds))
	e.status.set(true)
}

// onInteraction puts what a person did in their queue. The clock of its answer
// runs from now, however long it waits there.
func (e *events) onInteraction(ctx context.Context, data []byte) {
	i := new(interaction)
	if !e.decode("INTERACTION_CREATE", data, i) || !i.valid() {
		return
	}
	r := e.replies.begin(ctx, i)
	over := e.metrics.Waits(network)
	job := func() {
		defer over()
		defer noteFault(e.log, "interaction")
		defer r.settle()
		e.dispatcher.act(ctx, i, r)
	}
	if !e.queues.add(i.user().ID, job) {
		over()
		busy := func() { r.finish(outcome{alert: catalogue.In(i.Locale).Say("busy")}) }
		if !e.queues.overflow(busy) {
			r.afterwards(busy)
		}
	}
}

// onGuildCreate tells the bot of a server that it has joined, and of the
// channels there that it can write in again. Discord also sends the servers it
// is in already, after those were listed.
func (e *events) onGuildCreate(ctx context.Context, data []byte) {
	var g guild
	if !e.decode("GUILD_CREATE", data, &g) || !e.guilds.add(g.ID) {
		return
	}
	id := prefix + "joined/" + g.ID + "/" + g.Joined
	e.queues.add("guild "+g.ID, func() {
		defer noteFault(e.log, "guild")
		hall := g.hall()
		if hall != "" {
			e.dispatcher.decider.tell(ctx, chat.Input{ID: id, What: chat.Joined, Chat: chatID(hall), Space: spaceID(g.ID), SpaceLang: g.Language})
		}
		for _, channel := range e.guilds.usedIn(ctx, g.ID) {
			if channel != hall {
				e.dispatcher.decider.tell(ctx, chat.Input{ID: id + "/" + channel, What: chat.Reachable, Chat: chatID(channel)})
			}
		}
	})
}

// onGuildDelete tells the bot of the channels it has lost with a server. A
// server that is only out of order comes back.
func (e *events) onGuildDelete(ctx context.Context, data []byte) {
	var lost struct {
		ID          string `json:"id"`
		Unavailable bool   `json:"unavailable"`
	}
	if !e.decode("GUILD_DELETE", data, &lost) || lost.Unavailable {
		return
	}
	e.guilds.leave(lost.ID)
	e.queues.add("guild "+lost.ID, func() {
		defer noteFault(e.log, "guild")
		for _, id := range e.guilds.usedIn(ctx, lost.ID) {
			name, err := randomID() // a server can be lost more than once
			if err != nil {
				return
			}
			e.dispatcher.decider.tell(ctx, chat.Input{ID: prefix + "removed/" + name, What: chat.Removed, Chat: chatID(id)})
		}
	})
}
