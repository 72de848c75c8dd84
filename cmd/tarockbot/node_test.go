package main

import (
	"cmp"
	"context"
	"encoding/hex"
	"flag"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"tarockbot/cmd/tarockbot/internal/node"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/storage/postgres"
	"tarockbot/storage/postgres/pgtest"
	"tarockbot/storage/waittest"
)

// nodeKills is how often TestNodeKilled kills the node that acts.
var nodeKills = flag.Int("node-kills", 2, "how often to kill the node that acts in the middle of games")

// nodeTurns is how often a node leaves in TestNodeLeaves.
var nodeTurns = flag.Int("node-turns", 1, "how often a node leaves in the middle of games")

// previous lets an upgrade be tried: TestNodeLeaves lets it take turns with this version.
var previous = flag.String("previous", "", "the program of another version, by its path")

// nodes are two that share a database.
type nodes struct {
	testing.TB
	ctx      context.Context
	cluster  *pgtest.Cluster
	dsn, key string
	all      [2]*running
	spawn    func(args ...string) *running // starts a node
}

// newNodes takes a schema of its own in the cluster. No node is started yet.
func newNodes(t testing.TB, cluster *pgtest.Cluster) *nodes {
	t.Helper()
	n := &nodes{TB: t, ctx: waittest.Context(t), cluster: cluster, dsn: cluster.DSN(t), key: filepath.Join(t.TempDir(), "fair.key")}
	n.spawn = func(args ...string) *running { return start(t, "", args...) }
	writePrivate(t, n.key, hex.EncodeToString(make([]byte, 32)))
	return n
}

// start starts the node, with more arguments than all have.
func (n *nodes) start(i int, args ...string) {
	n.Helper()
	args = append([]string{"--data", n.dsn, "--fair.key", n.key, "--http.listen", "127.0.0.1:0"}, args...)
	n.all[i] = n.spawn(args...)
}

// state is what the node says of itself: "ok" if it acts.
func (n *nodes) state(i int) string {
	n.Helper()
	_, text := fetch(n.ctx, n, n.all[i].monitor(n)+"readyz")
	return strings.TrimSpace(text)
}

// awaitAway waits until the node stands by without a database.
func (n *nodes) awaitAway(i int) {
	n.Helper()
	until(n.ctx, n, func() bool { return strings.HasPrefix(n.state(i), "standing by: ") },
		func() string { return fmt.Sprintf("node %d standing by without a database", i) })
}

// await waits until a node is in the state, and returns how long that took.
func (n *nodes) await(i int, state string) time.Duration {
	n.Helper()
	began, is := time.Now(), ""
	until(n.ctx, n, func() bool { is = n.state(i); return is == state }, func() string {
		return fmt.Sprintf("node %d being %q; it is %q\n%s", i, state, is, n.all[i].log)
	})
	return time.Since(began)
}

// acting waits until a node acts, and returns which.
func (n *nodes) acting() (acts int) {
	n.Helper()
	until(n.ctx, n, func() bool {
		for acts = range n.all {
			if n.all[acts] != nil && n.state(acts) == "ok" {
				return true
			}
		}
		return false
	}, func() string { return "a node that acts" })
	return acts
}

// logged is when the node's log tells it first.
func (n *nodes) logged(i int, text string) time.Time {
	n.Helper()
	for line := range strings.Lines(n.all[i].log.String()) {
		if at, _, _ := strings.Cut(strings.TrimPrefix(line, "time="), " "); strings.Contains(line, text) {
			when, err := time.Parse(time.RFC3339, at)
			if err != nil {
				n.Fatal(err)
			}
			return when
		}
	}
	n.Fatalf("the log doesn't tell %q:\n%s", text, n.all[i].log)
	return time.Time{}
}

// judge compares what is in the database with what people know, and says what came of it.
func (n *nodes) judge(k *killing) {
	n.Helper()
	db, err := postgres.Open(n.Context(), n.dsn, postgres.Options{Patience: stores.CommandPatience})
	if err != nil {
		n.Fatal(err)
	}
	defer db.Close()
	k.judge(db.Reader())
	k.tell()
}

// lapse lets the time pass after which the lease of who is dead is over.
func (n *nodes) lapse() { n.cluster.Exec(n, "update "+n.schema()+".lease set until = '-infinity'") }

func (n *nodes) schema() string { return schemaOf(n.dsn) }

// TestNodeKilled is TestKilled with two nodes on a database: the one that acts is killed,
// and the other takes over.
func TestNodeKilled(t *testing.T) {
	t.Parallel()
	k := newKilling(t)
	k.hasty = true // lapse doesn't wait
	n := newNodes(t, pgtest.Shared(t))
	n.spawn = k.process
	k.start = func() *running {
		for i, x := range n.all {
			if x == nil || x.ProcessState != nil {
				if x != nil {
					n.lapse()
				}
				n.start(i)
			}
		}
		return k.connected(n.all[n.acting()])
	}
	for i := range *nodeKills {
		k.round(moments[i%len(moments)])
	}
	k.finish()
	n.judge(k)
}

// TestNodeLeaves: while people play, each node in turn is told to end, as by an upgrade, and loses
// nothing. With -promises each press gets its answer, also those between two nodes, where the next
// one gets ready in the seconds that the other waits for it.
func TestNodeLeaves(t *testing.T) {
	t.Parallel()
	k := newKilling(t)
	k.polite = true
	n := newNodes(t, pgtest.Shared(t))
	n.spawn = k.process
	programs := [2]string{cmp.Or(*previous, k.program), k.program}
	k.program = programs[0]
	n.start(0)
	k.connected(n.all[n.acting()])
	ready := true
	for turn := range *nodeTurns {
		from, to := turn%2, 1-turn%2
		k.program = programs[to]
		n.start(to)
		n.await(to, "standing by")
		var enoughPlayed atomic.Bool
		var playing sync.WaitGroup
		playing.Go(func() { k.play(n.ctx, k.parties, enoughPlayed.Load) })
		playMore := func() {
			enough := k.count(accepted) + 2*len(k.parties)
			until(n.ctx, t, func() bool { return k.count(accepted) >= enough }, func() string { return "people who play on" })
		}
		playMore()
		// The next version has other commands, which it tells Discord before it acts.
		n.cluster.Exec(t, "delete from "+n.schema()+".doc where kind = 'note' and id = 'discord/commands'")
		n.all[from].signal(t, syscall.SIGTERM)
		t.Logf("the next node acts %v after the signal", n.await(to, "ok"))
		playMore()
		if got := n.all[from].ended(t); got.code != 0 {
			t.Errorf("it ended with %d:\n%s", got.code, got.err)
		}
		ready = ready && n.logged(from, "msg=stopped").Sub(n.logged(to, "discord: connected")) >= node.ConnectionOverlap
		enoughPlayed.Store(true)
		playing.Wait()
	}
	lost := 0
	n.all[*nodeTurns%2].end(t, syscall.SIGTERM) // so that everything is decided
	for _, a := range k.acts {
		if ready && a.answer == doubtful || strings.HasPrefix(a.word, "That didn't work") {
			lost++
		}
	}
	t.Logf("of %d presses, nothing came of %d", len(k.acts), lost)
	if *waittest.Promises && lost > 0 {
		t.Error("each press is to get its answer")
	}
	n.judge(k)
}

// TestTakeOver: a node that is killed is followed by the other, so is one that ends, and one that
// was stopped and wakes up writes nothing and stands by. With -promises nothing shortens the lease.
func TestTakeOver(t *testing.T) {
	t.Parallel()
	n := newNodes(t, pgtest.Shared(t))
	n.start(0)
	n.await(0, "ok")
	n.start(1)
	n.await(1, "standing by")
	if code, _ := fetch(n.ctx, t, n.all[1].url); code != http.StatusServiceUnavailable {
		t.Errorf("the page of a node that stands by answers %d", code)
	}

	n.all[0].signal(t, syscall.SIGTERM)
	waittest.Promised(t, "following a node that ends", n.await(1, "ok"), time.Second)
	if got := n.all[0].ended(t); got.code != 0 {
		t.Errorf("it ended with %d:\n%s", got.code, got.err)
	}

	n.start(0)
	n.await(0, "standing by")
	n.all[1].signal(t, syscall.SIGSTOP)
	n.outlive()
	waittest.Promised(t, "following a node that is stopped", n.await(0, "ok"), takeOver)
	n.all[1].signal(t, syscall.SIGCONT)
	n.await(1, "standing by")

	n.all[0].end(t, syscall.SIGKILL)
	n.outlive()
	waittest.Promised(t, "following a node that is killed", n.await(1, "ok"), takeOver)
}

// takeOver is how soon a node that is killed is followed by another.
const takeOver = 13 * time.Second

// outlive lets the lease of a node that can't renew it end at once. With -promises it ends by itself.
func (n *nodes) outlive() {
	if !*waittest.Promises {
		n.lapse()
	}
}

// TestDatabaseAway: a node outlives its database's restart, and acts again soon after the
// database is back from a longer absence; meanwhile nobody is told that all is well.
func TestDatabaseAway(t *testing.T) {
	t.Parallel()
	n := newNodes(t, pgtest.Start(t, ""))
	n.start(0)
	n.await(0, "ok")
	lost := func() int { return strings.Count(n.all[0].log.String(), "no longer acts") }
	before := lost()
	n.cluster.Kill(t)
	n.cluster.Serve(t)
	n.await(0, "ok")
	if lost() > before && !*waittest.Promises { // else the lease may end meanwhile
		t.Error("the node doesn't outlive a restart of the database")
	}

	if !*waittest.Promises { // an hour's lease wouldn't end in the absence
		n.all[0].end(t, syscall.SIGTERM)
		n.spawn = func(args ...string) *running { return startIn(n, []string{leaseFor + "=5s"}, args...) }
		n.start(0)
		n.await(0, "ok")
	}
	n.cluster.Kill(t)
	began := time.Now()
	n.awaitAway(0)
	if code, _ := fetch(n.ctx, t, n.all[0].url); code != http.StatusServiceUnavailable {
		t.Errorf("without a database the page answers %d", code)
	}
	if code, _ := fetch(n.ctx, t, n.all[0].monitor(t)+"healthz"); code != http.StatusOK {
		t.Errorf("without a database the node is to be started anew: %d", code)
	}
	n.start(1)
	if state := n.state(1); state != "starting" && !strings.HasPrefix(state, "standing by: ") {
		t.Errorf("started without a database, the node is %q", state)
	}
	t.Logf("it stands by after %v", time.Since(began))
	n.cluster.Serve(t)
	began = time.Now()
	n.acting()
	waittest.Promised(t, "acting once the database is back", time.Since(began), 2*time.Second)
	for i, x := range n.all {
		got := x.end(t, syscall.SIGTERM)
		if got.code != 0 {
			t.Errorf("it ended with %d:\n%s", got.code, got.err)
		}
		if i == 0 && !strings.Contains(got.err, "the lease isn't renewed") {
			t.Errorf("it says nothing of renewals that fail:\n%s", got.err)
		}
	}
}
