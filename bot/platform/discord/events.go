package discord

import (
	"context"
	"crypto/rand"
	"encoding/json"

	"tarockbot/bot/chat"
)

// sortEvent starts the handling of a gateway event. It must return at once: the library reads nothing meanwhile.
func (d *dispatcher) sortEvent(ctx context.Context, kind string, data []byte) {
	defer chat.CatchFault(d.log, "discord: event "+kind, nil)
	if ctx.Err() != nil || kind == "INTERACTION_CREATE" && d.status.leaving.Load() {
		return
	}
	switch kind {
	case "READY":
		d.onReady(data)
	case "INTERACTION_CREATE":
		d.onInteraction(ctx, data)
	case "GUILD_CREATE":
		d.onGuildCreate(ctx, data)
	case "GUILD_DELETE":
		d.onGuildDelete(ctx, data)
	}
}

// decode never logs the content.
func (d *dispatcher) decode(kind string, data []byte, v any) bool {
	err := json.Unmarshal(data, v)
	if err != nil {
		d.log.Warn("discord: an event can't be decoded", "event", kind)
	}
	return err == nil
}

func (d *dispatcher) onReady(data []byte) {
	var ready struct{ Guilds []guild }
	if d.decode("READY", data, &ready) {
		for _, g := range ready.Guilds {
			d.guilds.add(g.ID)
		}
	}
	d.log.Info("discord: connected", "servers", len(ready.Guilds))
	d.status.online.Store(true)
	d.status.readyOnce.Do(func() { close(d.status.ready) })
}

// onInteraction enqueues an interaction. The time for its answer runs from now.
func (d *dispatcher) onInteraction(ctx context.Context, data []byte) {
	i := new(interaction)
	if !d.decode("INTERACTION_CREATE", data, i) || !i.isValid() {
		return
	}
	r := d.replies.begin(ctx, i)
	endTracking := d.metrics.TrackInput(network)
	if d.queues.Enqueue(i.user().ID, "discord: interaction", func() {
		defer endTracking()
		defer r.say("failed") // no effect after an answer
		d.handleInteraction(ctx, i, r)
	}) {
		return
	}
	endTracking()
	if !d.replies.tryGo(d.replies.refusals, "discord: busy", func() { r.say("busy") }) {
		r.refuseLate()
	}
}

// onGuildCreate reports a new server and its regained channels. Servers in READY aren't new.
func (d *dispatcher) onGuildCreate(ctx context.Context, data []byte) {
	var g guild
	if !d.decode("GUILD_CREATE", data, &g) || !d.guilds.add(g.ID) {
		return
	}
	id := prefix + "joined/" + g.ID + "/" + g.Joined
	d.queues.Enqueue("guild "+g.ID, "discord: guild", func() {
		greeting := g.greetingChannel()
		if greeting != "" {
			d.handleEvent(ctx, chat.Input{ID: id, What: chat.EventBotJoined, Chat: chatID(greeting), Space: spaceID(g.ID), SpaceLang: g.Language})
		}
		for _, channel := range d.guilds.channelsUsed(ctx, g.ID) {
			if channel != greeting {
				d.handleEvent(ctx, chat.Input{ID: id + "/" + channel, What: chat.EventReachable, Chat: chatID(channel)})
			}
		}
	})
}

// onGuildDelete reports the lost channels. An unavailable server isn't lost.
func (d *dispatcher) onGuildDelete(ctx context.Context, data []byte) {
	var lost guild
	if !d.decode("GUILD_DELETE", data, &lost) || lost.Unavailable {
		return
	}
	d.guilds.leave(lost.ID)
	d.queues.Enqueue("guild "+lost.ID, "discord: guild", func() {
		for _, channel := range d.guilds.channelsUsed(ctx, lost.ID) { // each event has a random ID, because a server can be lost twice
			d.handleEvent(ctx, chat.Input{ID: prefix + "removed/" + rand.Text(), What: chat.EventBotRemoved, Chat: chatID(channel)})
		}
	})
}
