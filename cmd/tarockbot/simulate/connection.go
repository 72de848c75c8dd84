package main

import (
	"context"
	"errors"
	"time"

	"tarockbot/bot/chat"
)

// connection connects a process to a network. It implements none of the optional interfaces of chat.Platform.
type connection struct {
	net     *network
	traffic *traffic
	process *process
}

func (c *connection) Name() string { return c.net.name }

func (c *connection) Traits() chat.Traits {
	t := c.net.traits
	if !c.net.isInProcess {
		t.Connection = chat.ConnectedIf(!c.net.isDisconnected())
	}
	return t
}

func (c *connection) Run(ctx context.Context, _ chat.Handler) error {
	<-ctx.Done()
	return nil
}

var errCut = errors.New("the connection was cut")

func (c *connection) Show(ctx context.Context, place chat.Place, target chat.Ref, screen chat.Screen) (chat.Ref, error) {
	if c.process.killed.Load() {
		return "", errCut
	}
	r := &request{
		net: c.net, process: c.process, place: place, target: target, screen: screen, content: contentOf(screen),
		departed: time.Now(), done: make(chan response, 1),
	}
	c.traffic.add(r)
	select {
	case resp := <-r.done:
		if resp.panics {
			panic("the connection is at fault")
		}
		return resp.ref, resp.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
