package node

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tarockbot/bot/chat"
	"tarockbot/bot/people"
	"tarockbot/bot/support/retry"
	"tarockbot/bot/tables"
	"tarockbot/bot/upkeep/doctor"
	"tarockbot/cmd/tarockbot/internal/backup"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/listen"
	"tarockbot/cmd/tarockbot/internal/removals"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/cmd/tarockbot/internal/version"
	"tarockbot/engine/fair"
	"tarockbot/storage"
	"tarockbot/storage/postgres"
)

// Several nodes share a database. One has the lease and acts; the others stand by, and
// one of them takes over when it ends, or is heard of no more.

// node is this process among them.
type node struct {
	*hosting
	db     *postgres.Database
	key    ed25519.PrivateKey
	clocks bool // the log says that they differ
}

// hostNode stands by, and acts while it has the lease, until ctx ends. A node that has
// lost the lease, or the way to the database, stands by again with nothing in its memory:
// its next bot begins with what is stored.
func hostNode(ctx context.Context, h *hosting) error {
	key, err := stores.ReadSigningKey(h.config.Environ, h.config.FairKeyFile())
	if err != nil {
		return exit.With(exit.Config, fmt.Errorf("fair.key: %w", err))
	}
	h.monitor.ExpectOthers()
	defer h.sendElsewhere()()
	if removals.Of(h.config.Removals, h.config.Data) == nil {
		h.log.Warn(removals.Missing)
	}
	if err := h.tellAddress(standsBy); err != nil { // before the database is there: it may be away for long
		return err
	}
	db, err := h.awaitDatabase(ctx)
	if db == nil {
		return err
	}
	defer db.Close()
	n := &node{hosting: h, db: db, key: key}
	for {
		t, lease, err := n.standBy(ctx)
		if err != nil || lease == nil {
			return err
		}
		err = n.lead(ctx, t, lease)
		switch {
		case ctx.Err() != nil || err != nil && !passing(err):
			return err
		case err != nil:
			n.log.Warn("this node acts no more", "err", exit.OneLine(err))
		}
		if err := h.tellAddress(standsBy); err != nil {
			return err
		}
	}
}

// awaitDatabase connects to the database as soon as that can be reached; nil if ctx ends before.
func (h *hosting) awaitDatabase(ctx context.Context) (*postgres.Database, error) {
	for tell := h.standingBy(); ; {
		db, err := stores.OpenDatabase(ctx, h.config.Data, 0)
		if !errors.Is(err, storage.ErrUnavailable) {
			return db, err
		}
		if tell(ctx, err); !retry.Sleep(ctx, askDatabase) {
			return nil, nil
		}
	}
}

// standingBy tells whoever asks that this node stands by, and what keeps it from acting if
// something does. The log has it when it is another than before.
func (h *hosting) standingBy() (tell func(ctx context.Context, err error)) {
	told := ""
	return func(ctx context.Context, err error) {
		state, level := "standing by", slog.LevelInfo
		if err != nil {
			state, level = state+": "+exit.OneLine(err), slog.LevelWarn
		}
		h.monitor.SetWaiting(state)
		if ctx.Err() == nil && state != told {
			h.log.Log(ctx, level, state, h.addresses("version", version.Text())...)
		}
		told = state
	}
}

// askDatabase is the pause before a database is asked again that couldn't be reached at the start.
const askDatabase = time.Second

// passing says whether another term may go well.
func passing(err error) bool {
	return errors.Is(err, storage.ErrClosed) || errors.Is(err, storage.ErrUnavailable)
}

// How often a node that stands by asks for the lease: when it is ready, because the one
// that acts leaves, and else.
const (
	askSoon  = 20 * time.Millisecond
	askEvery = 200 * time.Millisecond
)

// standBy waits for the lease, or for the end of ctx: then there is none.
func (n *node) standBy(ctx context.Context) (*term, *postgres.Lease, error) {
	next, warm := &successor{node: n, end: func() {}}, sync.OnceFunc(func() { go n.warm(ctx) })
	standing, end := context.WithCancel(ctx)
	defer end()
	dropBackups, unfit, tell := n.backupDropper(), n.rehearsals(standing), n.standingBy()
	for {
		lease, err := n.acquireLease(ctx)
		if err == nil {
			var t *term
			switch t, err = n.begin(ctx, next, lease); {
			case err != nil && ctx.Err() != nil:
				return nil, nil, nil
			case !passing(err):
				return t, lease, err
			}
		}
		if errors.Is(err, postgres.ErrHeld) {
			warm()
			dropBackups()
			err = cmp.Or(next.follow(ctx), unfit())
		}
		pause := next.every()
		if errors.Is(err, ErrMismatch) { // whoever has what all share is to have the lease meanwhile
			pause = rehearseEvery
		}
		if tell(ctx, err); !retry.Sleep(ctx, pause) {
			next.end()
			return nil, nil, nil
		}
	}
}

// warm reads what a bot reads when it begins, so that it lies in the database's memory, and
// connections know the statements.
func (n *node) warm(ctx context.Context) {
	for _, kind := range []string{tables.KindSummary, tables.KindTable, people.KindPerson} {
		for _, err := range n.db.Reader().Scan(ctx, kind, "", "") {
			if err != nil {
				return // a bot will say so, if it is still so then
			}
		}
	}
}

// rehearseEvery is how often a node that stands by looks whether it could act.
const rehearseEvery = 10 * time.Second

// rehearsals looks whether this node could act, from the first call of last on until ctx ends:
// while another acts there is time to mend what would keep it from that. Last is what was found
// last, nil if it could.
func (n *node) rehearsals(ctx context.Context) (last func() error) {
	var found atomic.Pointer[error] // nil before the first
	begin := sync.OnceFunc(func() {
		go func() {
			for again := true; again; again = retry.Sleep(ctx, rehearseEvery) {
				err := n.rehearse(ctx)
				found.Store(&err)
			}
		}()
	})
	return func() error {
		begin()
		if err := found.Load(); err != nil {
			return *err
		}
		return nil
	}
}

// rehearse makes all that a bot needs, reads what it reads outside of the data, and drops it.
func (n *node) rehearse(ctx context.Context) error {
	_, err := n.newTerm(ctx)
	if err == nil {
		err = n.checkShared(ctx)
	}
	if passing(err) {
		return nil // it tells nothing of this node
	}
	return err
}

// DropAfter is how long a node stands by before it deletes old backups. Within that time the lease may still belong
// to the same node's killed process. Tests set it.
var DropAfter = 15 * time.Second

// backupDropper deletes backups on this node's disk that are too old, when it is called while
// another node acts: the one that makes newer ones.
func (n *node) backupDropper() (drop func()) {
	next := time.Now().Add(DropAfter)
	earlier := func() time.Time { // by both clocks it must be too old, for one of them may have jumped
		here, there := time.Now(), n.db.Now()
		if here.Before(there) {
			return here
		}
		return there
	}
	return func() {
		if now := time.Now(); now.After(next) {
			next = now.Add(backup.PruneEvery)
			backup.DropOld(n.config, earlier, n.log)
		}
	}
}

// acquireLease takes the lease, unless the data is a newer program's, whose fields this one would
// drop, or has to be migrated while nodes live that would not know it any more, or this node's
// key or list of removals is another than that of those before it.
func (n *node) acquireLease(ctx context.Context) (*postgres.Lease, error) {
	version, err := doctor.Migration.Version(ctx, n.db.Reader())
	if err == nil && version < doctor.Migration.Current() {
		err = n.waitsForOlder(ctx)
	}
	if err != nil {
		return nil, err
	}
	lease, err := n.db.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	if err := n.checkShared(ctx); err != nil {
		return nil, errors.Join(err, lease.Release(context.WithoutCancel(ctx)))
	}
	return lease, nil
}

// checkShared compares what this node has.
func (n *node) checkShared(ctx context.Context) error {
	return CheckShared(ctx, n.db.Reader(), fair.KeyOf(n.key), removals.Of(n.config.Removals, n.config.Data))
}

// waitsForOlder is an error while there are nodes that know older data alone.
func (n *node) waitsForOlder(ctx context.Context) error {
	all, err := n.db.Versions(ctx)
	for _, v := range all {
		var known int
		if _, err := fmt.Sscanf(v, stores.VersionForm, &known); err == nil && known < doctor.Migration.Current() {
			return fmt.Errorf("the data is migrated when no older tarockbot runs on it any more: %s", v)
		}
	}
	return err
}

// begin begins a term with the lease, and gives that back if it can't.
func (n *node) begin(ctx context.Context, next *successor, lease *postgres.Lease) (t *term, err error) {
	if t = next.term; t == nil {
		t, err = n.newTerm(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, lease.Release(context.WithoutCancel(ctx)))
	}
	n.compareClocks()
	t.act(lease)
	switch err := n.storeShared(ctx, t.bot.Store); {
	case errors.Is(err, storage.ErrFull):
		n.log.Warn("not written down: the key and the list of removals that all nodes need", "err", err)
	case err != nil:
		t.over()
		return nil, err
	}
	return t, nil
}

// compareClocks tells the operator, once, if this machine's clock is wrong.
func (n *node) compareClocks() {
	if about := stores.ClockWarning(n.db.Ahead()); about != "" && !n.clocks {
		n.clocks = true
		n.log.Warn(about)
	}
}

// newTerm makes all that a bot needs, but for the lease.
func (n *node) newTerm(ctx context.Context) (*term, error) {
	store := n.db.Reader()
	over := func() {
		if err := store.Close(); err != nil {
			n.log.Warn("the lease lapses by itself", "err", exit.OneLine(err))
		}
	}
	t := &term{store: store, copies: stores.Snapshots{DB: n.db}, act: store.UseLease, key: n.key, now: n.db.Now, acting: store.Trusted, over: over, registry: prometheus.NewRegistry()}
	return t, n.prepare(ctx, t)
}

// successor is what a node that stands by does when the one that acts leaves: it gets ready,
// so that all that is left to do is to take the lease.
type successor struct {
	*node
	term      *term             // nil until then
	connected []<-chan struct{} // each is closed once a network is
	since     time.Time         // when that was seen of all
	end       context.CancelFunc
}

// follow gets ready when the node that acts leaves, if no other does, and says so.
func (s *successor) follow(ctx context.Context) error {
	acting, err := s.db.Acting(ctx)
	if err == nil && !acting.Leaving { // if one did, another has followed
		s.end()
		s.term, s.connected, s.since = nil, nil, time.Time{}
	}
	if err != nil || !acting.Leaving {
		return err
	}
	how := postgres.GettingReady
	if s.ready() {
		how = postgres.Ready
	}
	first, err := s.db.Follow(ctx, how)
	if err != nil || !first || s.term != nil {
		return err
	}
	return s.getReady(ctx)
}

// getReady makes a bot, and connects it where that can be done before it acts, which takes longest.
func (s *successor) getReady(ctx context.Context) error {
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

// Together is how long both nodes are connected to a network. By then the leaving node has decided every input that
// the network sent to it alone.
const Together = 250 * time.Millisecond

// ready says that all is ready.
func (s *successor) ready() bool {
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
	return time.Since(s.since) >= Together
}

// every is how often it asks for the lease.
func (s *successor) every() time.Duration {
	if s.term != nil {
		return askSoon
	}
	return askEvery
}

// lead lets a bot act until ctx ends or the lease is lost: then the error is that of the
// store. Before it ends another node gets ready.
func (n *node) lead(ctx context.Context, t *term, lease *postgres.Lease) (err error) {
	held, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	defer cancel(nil)
	defer t.over()
	go func() {
		select {
		case <-lease.Lost():
			cancel(fmt.Errorf("%w: %w", storage.ErrClosed, postgres.ErrHeld))
		case <-ctx.Done():
			n.handOver(held, t, lease)
			cancel(context.Canceled)
		case <-held.Done():
		}
	}()
	go n.tellOfRenewals(held, lease)
	err = n.act(held, t)
	if err == nil && ctx.Err() == nil {
		err = context.Cause(held)
	}
	return err
}

// tellOfRenewals tells the operator when the lease can't be renewed, and when it is again.
func (n *node) tellOfRenewals(ctx context.Context, lease *postgres.Lease) {
	for told := false; retry.Sleep(ctx, time.Second); {
		switch err := lease.RenewalError(); {
		case err != nil && !told:
			n.log.Warn("the lease isn't renewed; if that lasts another node acts", "err", exit.OneLine(err))
			told = true
		case err == nil && told:
			n.log.Info("the lease is renewed again")
			told = false
		}
	}
}

// How long a node that leaves waits: until another says that it gets ready, until it is, and
// until all that it has heard itself is decided.
const (
	claimTime = time.Second
	readyTime = 5 * time.Second
	leaveTime = time.Second
	// HandoverTime is the longest that all this takes.
	HandoverTime = claimTime + readyTime + leaveTime
)

// handOver lets another node get ready, if there is one.
func (n *node) handOver(ctx context.Context, t *term, lease *postgres.Lease) {
	if err := lease.Leave(ctx); err != nil {
		n.log.Warn("no other node gets ready", "err", exit.OneLine(err))
		return
	}
	began := time.Now()
	for retry.Sleep(ctx, askSoon) {
		how, err := n.db.Successor(ctx)
		waited := time.Since(began)
		switch {
		case err == nil && how == postgres.Ready:
			leave(ctx, t.platforms)
			return
		case err != nil, waited > readyTime, how == postgres.NoSuccessor && waited > claimTime:
			return
		}
	}
}

// leave lets the next node have what networks tell both.
func leave(ctx context.Context, all []chat.Platform) {
	ctx, cancel := context.WithTimeout(ctx, leaveTime)
	defer cancel()
	for _, p := range all {
		if before, is := p.(chat.Successor); is {
			before.Leave(ctx)
		}
	}
}

// sendElsewhere answers 503 to people and networks while no bot serves them, until the returned
// function is called: a balancer, or their next try, finds the node that acts.
func (h *hosting) sendElsewhere() (stop func()) {
	var stops []func()
	for _, a := range h.config.Addresses() {
		if a.Key == config.MonitorKey {
			continue
		}
		l := h.at.LendNow(a.Key) // before any bot's, which it gives way to
		if l == nil {
			continue
		}
		server := &http.Server{ReadHeaderTimeout: 5 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "1")
			w.Header().Set("Connection", "close") // the next call may find another state
			http.Error(w, "standing by", http.StatusServiceUnavailable)
		})}
		stops = append(stops, listen.Serve(server, l, time.Second, func(err error) { h.log.Error("nobody is sent elsewhere", "key", a.Key, "err", err) }))
	}
	return func() {
		for _, stop := range stops {
			stop()
		}
	}
}
