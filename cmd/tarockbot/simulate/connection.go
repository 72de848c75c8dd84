package main

import (
	"context"
	"errors"
	"time"

	"tarockbot/bot/chat"
)

// connection is a process's connection to a network. It implements chat.Platform and none of the port's optional interfaces.
type connection struct {
	net     *network
	traffic *traffic
	process *process
}

// Name implements chat.Platform.
func (c *connection) Name() string { return c.net.name }

// Traits implements chat.Platform.
func (c *connection) Traits() chat.Traits {
	t := c.net.traits
	if !c.net.isInProcess {
		t.Connection = chat.ConnectedIf(!c.net.isDisconnected())
	}
	return t
}

// Run implements chat.Platform. It only waits: the world delivers the inputs.
func (c *connection) Run(ctx context.Context, _ chat.Handler) error {
	<-ctx.Done()
	return nil
}

// errCut is the error of a request whose reply was lost. The request may have arrived.
var errCut = errors.New("the connection was cut")

// Show implements chat.Platform. It waits until the world ends the request or ctx ends.
func (c *connection) Show(ctx context.Context, place chat.Place, target chat.Ref, screen chat.Screen) (chat.Ref, error) {
	if c.process.killed.Load() {
		return "", errCut
	}
	r := &request{
		net: c.net, process: c.process, place: place, target: target, screen: screen, look: lookOf(screen),
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
