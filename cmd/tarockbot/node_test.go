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

var nodeKills = flag.Int("node-kills", 2, "how often to kill the node that acts in the middle of games")

var nodeTurns = flag.Int("node-turns", 1, "how often a node leaves in the middle of games")

var previous = flag.String("previous", "", "the program of another version, by its path")

type nodes struct {
	testing.TB
	ctx      context.Context
	cluster  *pgtest.Cluster
	dsn, key string
	all      [2]*running
	spawn    func(args ...string) *running
}

func newNodes(t testing.TB, cluster *pgtest.Cluster) *nodes {
	t.Helper()
	n := &nodes{TB: t, ctx: waittest.Context(t), cluster: cluster, dsn: cluster.DSN(t), key: filepath.Join(t.TempDir(), "fair.key")}
	n.spawn = func(args ...string) *running { return start(t, "", args...) }
	writePrivate(t, n.key, hex.EncodeToString(make([]byte, 32)))
	return n
}

func (n *nodes) start(i int, args ...string) {
	n.Helper()
	args = append([]string{"--data", n.dsn, "--fair.key", n.key, "--http.listen", "127.0.0.1:0"}, args...)
	n.all[i] = n.spawn(args...)
}

func (n *nodes) state(i int) string {
	n.Helper()
	_, text := fetch(n.ctx, n, n.all[i].monitor(n)+"readyz")
	return strings.TrimSpace(text)
}

func (n *nodes) awaitAway(i int) {
	n.Helper()
	until(n.ctx, n, func() bool { return strings.HasPrefix(n.state(i), "standing by: ") },
		func() string { return fmt.Sprintf("node %d standing by without a database", i) })
}

func (n *nodes) await(i int, state string) time.Duration {
	n.Helper()
	began, is := time.Now(), ""
	until(n.ctx, n, func() bool { is = n.state(i); return is == state }, func() string {
		return fmt.Sprintf("node %d being %q; it is %q\n%s", i, state, is, n.all[i].log)
	})
	return time.Since(began)
}

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
	n.Fatalf("the log doesn't show %q:\n%s", text, n.all[i].log)
	return time.Time{}
}

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

// lapse ends a dead node's lease.
func (n *nodes) lapse() { n.cluster.Exec(n, "update "+n.schema()+".lease set until = '-infinity'") }

func (n *nodes) schema() string { return schemaOf(n.dsn) }

func TestNodeKilled(t *testing.T) {
	t.Parallel()
	k := newKilling(t)
	k.hasty = true
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

// TestNodeLeaves stops each node in turn while people play, and nothing may be lost. With -promises each press gets an
// answer, even between two nodes.
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
		// A new version may have other commands, which it registers with Discord before it acts.
		n.cluster.Exec(t, "delete from "+n.schema()+".doc where kind = 'note' and id = 'discord/commands'")
		n.all[from].signal(t, syscall.SIGTERM)
		t.Logf("the next node acts %v after the signal", n.await(to, "ok"))
		playMore()
		if got := n.all[from].ended(t); got.code != 0 {
			t.Errorf("the node ended with %d:\n%s", got.code, got.err)
		}
		ready = ready && n.logged(from, "msg=stopped").Sub(n.logged(to, "discord: connected")) >= node.ConnectionOverlap
		enoughPlayed.Store(true)
		playing.Wait()
	}
	lost := 0
	n.all[*nodeTurns%2].end(t, syscall.SIGTERM)
	for _, a := range k.acts {
		if ready && a.answer == doubtful || strings.HasPrefix(a.word, "That didn't work") {
			lost++
		}
	}
	t.Logf("of %d presses, %d were lost", len(k.acts), lost)
	if *waittest.Promises && lost > 0 {
		t.Error("a press got no answer")
	}
	n.judge(k)
}

// TestTakeOver checks that a stopped node stands by when it wakes. With -promises no lease is shortened.
func TestTakeOver(t *testing.T) {
	t.Parallel()
	n := newNodes(t, pgtest.Shared(t))
	n.start(0)
	n.await(0, "ok")
	n.start(1)
	n.await(1, "standing by")
	if code, _ := fetch(n.ctx, t, n.all[1].url); code != http.StatusServiceUnavailable {
		t.Errorf("the page of a standby node answers %d", code)
	}

	n.all[0].signal(t, syscall.SIGTERM)
	waittest.CheckTime(t, "following a node that ends", n.await(1, "ok"), time.Second)
	if got := n.all[0].ended(t); got.code != 0 {
		t.Errorf("the node ended with %d:\n%s", got.code, got.err)
	}

	n.start(0)
	n.await(0, "standing by")
	n.all[1].signal(t, syscall.SIGSTOP)
	n.outlive()
	waittest.CheckTime(t, "following a node that is stopped", n.await(0, "ok"), takeOver)
	n.all[1].signal(t, syscall.SIGCONT)
	n.await(1, "standing by")

	n.all[0].end(t, syscall.SIGKILL)
	n.outlive()
	waittest.CheckTime(t, "following a node that is killed", n.await(1, "ok"), takeOver)
}

const takeOver = 13 * time.Second

func (n *nodes) outlive() {
	if !*waittest.Promises {
		n.lapse()
	}
}

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
	if lost() > before && !*waittest.Promises {
		t.Error("the node doesn't outlive a restart of the database")
	}

	if !*waittest.Promises { // an hour's lease would outlast the outage
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
		t.Errorf("without a database, healthz demands a restart: %d", code)
	}
	n.start(1)
	if state := n.state(1); state != "starting" && !strings.HasPrefix(state, "standing by: ") {
		t.Errorf("started without a database, the node is %q", state)
	}
	t.Logf("the node stands by after %v", time.Since(began))
	n.cluster.Serve(t)
	began = time.Now()
	n.acting()
	waittest.CheckTime(t, "acting once the database is back", time.Since(began), 2*time.Second)
	for i, x := range n.all {
		got := x.end(t, syscall.SIGTERM)
		if got.code != 0 {
			t.Errorf("the node ended with %d:\n%s", got.code, got.err)
		}
		if i == 0 && !strings.Contains(got.err, "the lease isn't renewed") {
			t.Errorf("the log doesn't mention failed renewals:\n%s", got.err)
		}
	}
}
