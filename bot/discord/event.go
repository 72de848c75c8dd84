package discord

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"tarockbot/bot/chat"
)

// taker is what is done with the gateway's events. It only sorts them and
// returns at once, for the library reads nothing meanwhile, not even answers
// to heartbeats.
func (p *Platform) taker(ctx context.Context, handle chat.Handler) func(string, []byte) {
	return func(kind string, data []byte) {
		defer p.recover("event " + kind)
		if ctx.Err() != nil {
			return
		}
		switch kind {
		case "READY":
			p.onReady(data)
		case "INTERACTION_CREATE":
			p.onInteraction(ctx, handle, data)
		case "GUILD_CREATE":
			p.onGuildCreate(ctx, handle, data)
		case "GUILD_DELETE":
			p.onGuildDelete(ctx, handle, data)
		}
	}
}

// decode reads an event. One that isn't understood is left out, and nothing
// else suffers; its content isn't for the log.
func (p *Platform) decode(kind string, data []byte, v any) bool {
	if err := json.Unmarshal(data, v); err != nil {
		p.log.Warn("discord: an event is not understood", "event", kind)
		return false
	}
	return true
}

// onReady notes the servers that the bot is in already.
func (p *Platform) onReady(data []byte) {
	var ready struct {
		Guilds []struct {
			ID string `json:"id"`
		} `json:"guilds"`
	}
	if p.decode("READY", data, &ready) {
		for _, g := range ready.Guilds {
			p.guilds.add(g.ID)
		}
	}
	p.log.Info("discord: connected", "servers", len(ready.Guilds))
	p.setOnline(true)
}

// onInteraction puts what a person did in their queue. The clock of its answer
// runs from now, however long it waits there.
func (p *Platform) onInteraction(ctx context.Context, handle chat.Handler, data []byte) {
	i := new(interaction)
	if !p.decode("INTERACTION_CREATE", data, i) || !i.valid() {
		return
	}
	r := p.newReply(ctx, i)
	over := p.metrics.Waits(p.Name())
	job := func() {
		defer over()
		defer p.recover("interaction")
		defer r.settle()
		p.act(ctx, handle, i, r)
	}
	if !p.queues.add(i.user().ID, job) {
		over()
		busy := func() { r.finish(outcome{alert: catalogue.In(i.Locale).Say("busy")}) }
		if !p.queues.overflow(busy) {
			r.afterwards(busy)
		}
	}
}

// decideTime is how long the bot may take to decide one act.
const decideTime = 20 * time.Second

// decide hands the input to the bot; what failed is tried once more, for it
// had no effect.
func (p *Platform) decide(ctx context.Context, handle chat.Handler, in chat.Input) (chat.Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, decideTime)
	defer cancel()
	answer, err := p.guarded(ctx, handle, in)
	if err != nil && ctx.Err() == nil {
		answer, err = p.guarded(ctx, handle, in)
	}
	return answer, err
}

// guarded makes a panic of the handler's an error.
func (p *Platform) guarded(ctx context.Context, handle chat.Handler, in chat.Input) (answer chat.Answer, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("discord: in the handler: %w", chat.Recovered(r))
		}
	}()
	return handle(ctx, in)
}

// recover keeps a fault to one event.
func (p *Platform) recover(where string) {
	r := recover()
	if r == nil {
		return
	}
	p.log.Error("discord: fault", "in", where, "err", chat.Recovered(r))
}
