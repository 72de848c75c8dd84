package node

import (
	"context"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/storage/postgres"
)

// successor prepares a standby to act after a leaving node. Once it is ready, only the lease is
// missing.
type successor struct {
	*node
	term      *term             // nil until it is prepared
	connected []<-chan struct{} // each is closed once a network is connected
	since     time.Time         // when all networks were first seen connected
	end       context.CancelFunc
}

// prepareIfLeaving prepares a bot when the acting node leaves, unless another standby already does.
// It announces to the leaving node how ready this node is. It drops the bot if the node leaves no
// longer.
func (s *successor) prepareIfLeaving(ctx context.Context) error {
	acting, err := s.db.Acting(ctx)
	if err == nil && !acting.Leaving { // if one was, another standby has replaced it
		s.reset()
	}
	if err != nil || !acting.Leaving {
		return err
	}
	how := postgres.GettingReady
	if s.isReady() {
		how = postgres.Ready
	}
	first, err := s.db.Follow(ctx, how)
	if err != nil || !first || s.term != nil {
		return err
	}
	return s.prepareTerm(ctx)
}

// prepareTerm makes a bot and connects it to the networks that allow that early. Connecting takes the
// most time.
func (s *successor) prepareTerm(ctx context.Context) error {
	t, err := s.newTerm(ctx)
	if err != nil {
		return err
	}
	ctx, s.end = context.WithCancel(context.WithoutCancel(ctx))
	s.term = t
	for _, p := range t.platforms {
		if next, is := p.(chat.Successor); is {
			next.Connect(ctx)
			s.connected = append(s.connected, next.Ready())
		}
	}
	return nil
}

// reset disconnects and drops the prepared bot.
func (s *successor) reset() {
	s.end()
	s.term, s.connected, s.since = nil, nil, time.Time{}
}

// ConnectionOverlap is how long both nodes are connected to a network. By then the leaving node has decided every input
// that the network sent to it alone.
const ConnectionOverlap = 250 * time.Millisecond

// isReady reports whether the bot is prepared and all networks have been connected for ConnectionOverlap.
func (s *successor) isReady() bool {
	if s.term == nil || len(s.connected) == 0 {
		return s.term != nil
	}
	for _, connected := range s.connected {
		select {
		case <-connected:
		default:
			return false
		}
	}
	if s.since.IsZero() {
		s.since = time.Now()
	}
	return time.Since(s.since) >= ConnectionOverlap
}

// pause returns the pause before the next request for the lease.
func (s *successor) pause() time.Duration {
	if s.term != nil {
		return askSoon
	}
	return askEvery
}
