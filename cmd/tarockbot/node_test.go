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

var nodeKills = flag.Int("node-kills", 2, "how often to kill the acting node in the middle of games")

var nodeTurns = flag.Int("node-turns", 1, "how often a node leaves in the middle of games")

var previous = flag.String("previous", "", "path of another version's program")

type nodes struct {
	testing.TB
	ctx          context.Context
	cluster      *pgtest.Cluster
	dsn, key     string
	running      [2]*botProcess
	startProgram func(args ...string) *botProcess
}

func newNodes(t testing.TB, cluster *pgtest.Cluster) *nodes {
	t.Helper()
	n := &nodes{TB: t, ctx: waittest.Context(t), cluster: cluster, dsn: cluster.DSN(t), key: filepath.Join(t.TempDir(), "fair.key")}
	n.startProgram = func(args ...string) *botProcess { return start(t, "", args...) }
	writePrivate(t, n.key, hex.EncodeToString(make([]byte, 32)))
	return n
}

func (n *nodes) start(i int, args ...string) {
	n.Helper()
	args = append([]string{"--data", n.dsn, "--fair.key", n.key, "--http.listen", "127.0.0.1:0"}, args...)
	n.running[i] = n.startProgram(args...)
}

func (n *nodes) state(i int) string {
	n.Helper()
	_, text := fetch(n.ctx, n, n.running[i].monitorURL(n)+"readyz")
	return strings.TrimSpace(text)
}

func (n *nodes) awaitWithoutDatabase(i int) {
	n.Helper()
	waitUntil(n.ctx, n, func() bool { return strings.HasPrefix(n.state(i), "standing by: ") },
		func() string { return fmt.Sprintf("node %d to stand by without a database", i) })
}

func (n *nodes) awaitState(i int, state string) time.Duration {
	n.Helper()
	began, got := time.Now(), ""
	waitUntil(n.ctx, n, func() bool { got = n.state(i); return got == state }, func() string {
		return fmt.Sprintf("node %d to be %q; it is %q\n%s", i, state, got, n.running[i].log)
	})
	return time.Since(began)
}

func (n *nodes) awaitActing() (node int) {
	n.Helper()
	waitUntil(n.ctx, n, func() bool {
		for node = range n.running {
			if n.running[node] != nil && n.state(node) == "ok" {
				return true
			}
		}
		return false
	}, func() string { return "a node to act" })
	return node
}

func (n *nodes) timeLogged(i int, text string) time.Time {
	n.Helper()
	for line := range strings.Lines(n.running[i].log.String()) {
		if at, _, _ := strings.Cut(strings.TrimPrefix(line, "time="), " "); strings.Contains(line, text) {
			when, err := time.Parse(time.RFC3339, at)
			if err != nil {
				n.Fatal(err)
			}
			return when
		}
	}
	n.Fatalf("the log doesn't show %q:\n%s", text, n.running[i].log)
	return time.Time{}
}

func (n *nodes) checkMoves(k *killTest) {
	n.Helper()
	db, err := postgres.Open(n.Context(), n.dsn, postgres.Options{Patience: stores.CommandPatience})
	if err != nil {
		n.Fatal(err)
	}
	defer db.Close()
	k.checkMoves(db.Reader())
	k.reportResults()
}

// expireLease ends a dead node's lease.
func (n *nodes) expireLease() {
	n.cluster.Exec(n, "update "+n.schema()+".lease set until = '-infinity'")
}

func (n *nodes) schema() string { return schemaOf(n.dsn) }

func TestNodeKilled(t *testing.T) {
	t.Parallel()
	k := newKillTest(t)
	k.restartsAtOnce = true
	n := newNodes(t, pgtest.Shared(t))
	n.startProgram = k.startProcess
	k.start = func() *botProcess {
		for i, x := range n.running {
			if x == nil || x.ProcessState != nil {
				if x != nil {
					n.expireLease()
				}
				n.start(i)
			}
		}
		return k.awaitConnected(n.running[n.awaitActing()])
	}
	for i := range *nodeKills {
		k.killOnce(killMoments[i%len(killMoments)])
	}
	k.playToEnd()
	n.checkMoves(k)
}

// TestNodeLeaves stops each node in turn while people play. No move may be lost. With -promises, each press must get an
// answer, even during a handover.
func TestNodeLeaves(t *testing.T) {
	t.Parallel()
	k := newKillTest(t)
	k.answersBeforeEnd = true
	n := newNodes(t, pgtest.Shared(t))
	n.startProgram = k.startProcess
	programs := [2]string{cmp.Or(*previous, k.program), k.program}
	k.program = programs[0]
	n.start(0)
	k.awaitConnected(n.running[n.awaitActing()])
	connectedInTime := true
	for turn := range *nodeTurns {
		from, to := turn%2, 1-turn%2
		k.program = programs[to]
		n.start(to)
		n.awaitState(to, "standing by")
		var enoughPlayed atomic.Bool
		var playing sync.WaitGroup
		playing.Go(func() { k.play(n.ctx, k.parties, enoughPlayed.Load) })
		playMore := func() {
			enough := k.count(accepted) + 2*len(k.parties)
			waitUntil(n.ctx, t, func() bool { return k.count(accepted) >= enough }, func() string { return "people to play on" })
		}
		playMore()
		// Makes the next node register its commands with Discord before it acts, as a new version may.
		n.cluster.Exec(t, "delete from "+n.schema()+".doc where kind = 'note' and id = 'discord/commands'")
		n.running[from].signal(t, syscall.SIGTERM)
		t.Logf("the next node acts %v after the signal", n.awaitState(to, "ok"))
		playMore()
		if got := n.running[from].waitForEnd(t); got.code != 0 {
			t.Errorf("the node ended with %d:\n%s", got.code, got.err)
		}
		connectedInTime = connectedInTime && n.timeLogged(from, "msg=stopped").Sub(n.timeLogged(to, "discord: connected")) >= node.ConnectionOverlap
		enoughPlayed.Store(true)
		playing.Wait()
	}
	lost := 0
	n.running[*nodeTurns%2].end(t, syscall.SIGTERM)
	for _, a := range k.presses {
		if connectedInTime && a.answer == unknown || strings.HasPrefix(a.message, "That didn't work") {
			lost++
		}
	}
	t.Logf("of %d presses, %d were lost", len(k.presses), lost)
	if *waittest.Promises && lost > 0 {
		t.Errorf("%d presses got no answer", lost)
	}
	n.checkMoves(k)
}

// TestTakeOver checks that a suspended node stands by when it continues. Only without -promises it shortens leases.
func TestTakeOver(t *testing.T) {
	t.Parallel()
	n := newNodes(t, pgtest.Shared(t))
	n.start(0)
	n.awaitState(0, "ok")
	n.start(1)
	n.awaitState(1, "standing by")
	if code, _ := fetch(n.ctx, t, n.running[1].url); code != http.StatusServiceUnavailable {
		t.Errorf("the page of a standby node answers %d", code)
	}

	n.running[0].signal(t, syscall.SIGTERM)
	waittest.CheckTime(t, "taking over from a node that ends", n.awaitState(1, "ok"), time.Second)
	if got := n.running[0].waitForEnd(t); got.code != 0 {
		t.Errorf("the node ended with %d:\n%s", got.code, got.err)
	}

	n.start(0)
	n.awaitState(0, "standing by")
	n.running[1].signal(t, syscall.SIGSTOP)
	n.expireLeaseUnlessPromised()
	waittest.CheckTime(t, "taking over from a suspended node", n.awaitState(0, "ok"), maxTakeOver)
	n.running[1].signal(t, syscall.SIGCONT)
	n.awaitState(1, "standing by")

	n.running[0].end(t, syscall.SIGKILL)
	n.expireLeaseUnlessPromised()
	waittest.CheckTime(t, "taking over from a killed node", n.awaitState(1, "ok"), maxTakeOver)
}

const maxTakeOver = 13 * time.Second

func (n *nodes) expireLeaseUnlessPromised() {
	if !*waittest.Promises {
		n.expireLease()
	}
}

func TestDatabaseAway(t *testing.T) {
	t.Parallel()
	n := newNodes(t, pgtest.Start(t, ""))
	n.start(0)
	n.awaitState(0, "ok")
	lossCount := func() int { return strings.Count(n.running[0].log.String(), "no longer acts") }
	before := lossCount()
	n.cluster.Kill(t)
	n.cluster.Serve(t)
	n.awaitState(0, "ok")
	if lossCount() > before && !*waittest.Promises {
		t.Error("the node stopped acting while the database restarted")
	}

	if !*waittest.Promises { // a lease of one hour would outlast the outage
		n.running[0].end(t, syscall.SIGTERM)
		n.startProgram = func(args ...string) *botProcess { return startIn(n, []string{leaseTermVariable + "=5s"}, args...) }
		n.start(0)
		n.awaitState(0, "ok")
	}
	n.cluster.Kill(t)
	began := time.Now()
	n.awaitWithoutDatabase(0)
	if code, _ := fetch(n.ctx, t, n.running[0].url); code != http.StatusServiceUnavailable {
		t.Errorf("without a database the page answers %d", code)
	}
	if code, _ := fetch(n.ctx, t, n.running[0].monitorURL(t)+"healthz"); code != http.StatusOK {
		t.Errorf("without a database, healthz answers %d, which causes a restart", code)
	}
	n.start(1)
	if state := n.state(1); state != "starting" && !strings.HasPrefix(state, "standing by: ") {
		t.Errorf("started without a database, the node is %q", state)
	}
	t.Logf("the node stands by after %v", time.Since(began))
	n.cluster.Serve(t)
	began = time.Now()
	n.awaitActing()
	waittest.CheckTime(t, "acting once the database is back", time.Since(began), 2*time.Second)
	for i, x := range n.running {
		got := x.end(t, syscall.SIGTERM)
		if got.code != 0 {
			t.Errorf("the node ended with %d:\n%s", got.code, got.err)
		}
		if i == 0 && !strings.Contains(got.err, "the lease isn't renewed") {
			t.Errorf("the log doesn't mention failed renewals:\n%s", got.err)
		}
	}
}
