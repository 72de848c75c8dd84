package node

import (
	"context"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/storage/postgres"
)

// successor prepares the term of a standby that follows a leaving node. Once it is ready, only the lease is
// missing.
type successor struct {
	node           *node
	term           *term              // nil until it is prepared
	connected      []<-chan struct{}  // one of each network that connects early, closed once it is connected
	connectedSince time.Time          // when noteConnected first found all of them closed; zero before
	disconnect     context.CancelFunc // disconnects the networks; does nothing before they connect
}

// prepareIfLeaving prepares a term when the acting node leaves, unless another standby already does, and announces to
// the leaving node how ready this node is. It drops the term when the acting node doesn't leave: another standby has
// taken over.
func (s *successor) prepareIfLeaving(ctx context.Context) error {
	acting, err := s.node.db.Acting(ctx)
	if err != nil {
		return err
	}
	if !acting.Leaving {
		s.reset()
		return nil
	}
	s.noteConnected()
	isSuccessor, err := s.node.db.Follow(ctx, s.readiness())
	if err != nil || !isSuccessor || s.term != nil {
		return err
	}
	return s.prepareTerm(ctx)
}

// prepareTerm makes a term and connects its bot to the networks that allow two connections. Connecting takes the
// most time.
func (s *successor) prepareTerm(ctx context.Context) error {
	t, err := s.node.newTerm(ctx)
	if err != nil {
		return err
	}
	ctx, s.disconnect = context.WithCancel(context.WithoutCancel(ctx))
	s.term = t
	for _, p := range t.platforms {
		if next, ok := p.(chat.Successor); ok {
			next.Connect(ctx)
			s.connected = append(s.connected, next.Ready())
		}
	}
	return nil
}

// reset disconnects the networks and drops the term.
func (s *successor) reset() {
	s.disconnect()
	s.term, s.connected, s.connectedSince = nil, nil, time.Time{}
}

// ConnectionOverlap is how long both nodes are connected to a network. By then the leaving node has decided every input
// that the network sent to it alone.
const ConnectionOverlap = 250 * time.Millisecond

// noteConnected records the time if all networks that connect early are connected for the first time.
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

// readiness returns postgres.Ready once the term is prepared and all networks that connect early have been connected
// for ConnectionOverlap. Before that it returns postgres.GettingReady.
func (s *successor) readiness() postgres.Readiness {
	hasOverlapped := !s.connectedSince.IsZero() && time.Since(s.connectedSince) >= ConnectionOverlap
	if s.term != nil && (hasOverlapped || len(s.connected) == 0) {
		return postgres.Ready
	}
	return postgres.GettingReady
}
