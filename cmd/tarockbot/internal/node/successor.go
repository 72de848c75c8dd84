package node

import (
	"context"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/storage/postgres"
)

// successor prepares a term while the acting node leaves.
type successor struct {
	node           *node
	term           *term // nil until it is prepared
	connected      []<-chan struct{}
	connectedSince time.Time // when the last of connected was closed
	disconnect     context.CancelFunc
}

// prepareIfLeaving drops the prepared term if the acting node isn't leaving.
func (s *successor) prepareIfLeaving(ctx context.Context) error {
	acting, err := s.node.db.LastHolder(ctx)
	if err != nil {
		return err
	}
	if !acting.Leaving {
		s.reset()
		return nil
	}
	s.noteConnected()
	isSuccessor, err := s.node.db.AnnounceReadiness(ctx, s.readiness())
	if err != nil || !isSuccessor || s.term != nil {
		return err
	}
	return s.prepareTerm(ctx)
}

// prepareTerm connects early to the networks that allow two connections.
func (s *successor) prepareTerm(ctx context.Context) error {
	t, err := s.node.newTerm(ctx)
	if err != nil {
		return err
	}
	ctx, s.disconnect = context.WithCancel(context.WithoutCancel(ctx))
	s.term = t
	for _, p := range t.platforms {
		if next, ok := p.(chat.HandoverPlatform); ok {
			next.Connect(ctx)
			s.connected = append(s.connected, next.Ready())
		}
	}
	return nil
}

func (s *successor) reset() {
	s.disconnect()
	s.term, s.connected, s.connectedSince = nil, nil, time.Time{}
}

// ConnectionOverlap is how long both nodes stay connected to a network. By then the leaving node has answered every
// input that it alone received.
const ConnectionOverlap = 250 * time.Millisecond

func (s *successor) noteConnected() {
	for _, connected := range s.connected {
		select {
		case <-connected:
		default:
			return
		}
	}
	if s.term != nil && s.connectedSince.IsZero() {
		s.connectedSince = time.Now()
	}
}

func (s *successor) readiness() postgres.Readiness {
	hasOverlapped := !s.connectedSince.IsZero() && time.Since(s.connectedSince) >= ConnectionOverlap
	if s.term != nil && (hasOverlapped || len(s.connected) == 0) {
		return postgres.Ready
	}
	return postgres.GettingReady
}
