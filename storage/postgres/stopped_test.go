package postgres

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	osexec "os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"tarockbot/storage"
	"tarockbot/storage/postgres/pgtest"
	"tarockbot/storage/waittest"
)

// stoppedNodes is an environment variable. It lists nodes in JSON; the test's process then acts as these nodes.
const stoppedNodes = "STOPPED_NODES"

type stoppedNode struct {
	DSN, Action string
}

const (
	actCommit = "commits"
	actCheck  = "checks that a document is absent, and commits"
	actRenew  = "renews"
)

type stoppedReport struct {
	Commit     string
	Trusted    bool // the node trusted in its lease, if only for a moment
	NextCommit string
}

const (
	applied   = "applied"
	refused   = "another node acts"
	uncertain = "applied or not, another node acts"
)

func outcomeOf(err error) string {
	switch {
	case err == nil:
		return applied
	case errors.Is(err, ErrHeld) && errors.Is(err, storage.ErrUncertain):
		return uncertain
	case errors.Is(err, ErrHeld):
		return refused
	}
	return err.Error()
}

// actStopped prints a line once all nodes have leases. They act after one line of input, and report after another.
func actStopped(nodes string, in io.Reader, out io.Writer) error {
	var all []stoppedNode
	if err := json.Unmarshal([]byte(nodes), &all); err != nil {
		return err
	}
	input := bufio.NewScanner(in)
	begin, wake := make(chan struct{}), make(chan struct{})
	reports, errs := make([]stoppedReport, len(all)), make([]error, len(all))
	var ready, done sync.WaitGroup
	for i, n := range all {
		ready.Add(1)
		done.Go(func() {
			s, err := n.openAndCommit()
			ready.Done()
			if errs[i] = err; err == nil {
				reports[i] = n.report(s, begin, wake)
			}
		})
	}
	ready.Wait()
	if _, err := fmt.Fprintln(out, "ready"); err != nil {
		return err
	}
	for _, c := range []chan struct{}{begin, wake} {
		input.Scan()
		close(c)
	}
	done.Wait()
	return errors.Join(append(errs, json.NewEncoder(out).Encode(reports))...)
}

func (n stoppedNode) openAndCommit() (*Store, error) {
	ctx := context.Background()
	db, err := Open(ctx, n.DSN, Options{PoolSize: 1, Patience: patience}) // long enough for late answers
	if err != nil {
		return nil, err
	}
	l, err := db.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	if n.Action != actRenew {
		l.stopRenewal()
	}
	_, err = db.renewRow(ctx, l.holder, l.epoch)
	s := l.Store()
	return s, errors.Join(err, s.Commit(ctx, docOf("table", "a", 0, "")))
}

func (n stoppedNode) report(s *Store, begin, wake <-chan struct{}) (w stoppedReport) {
	ctx := context.Background()
	<-begin
	docs := []storage.Doc{docOf("table", "a", 1, "")}
	if n.Action == actCheck {
		docs = append(docs, storage.Doc{Key: storage.Key{Kind: "table", ID: "b"}, Unchanged: true})
	}
	if n.Action != actRenew {
		w.Commit = outcomeOf(s.Commit(ctx, docs...))
	}
	<-wake
	w.Trusted = s.IsTrusted()
	if n.Action == actRenew {
		l, tick := s.lease.Load(), time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for ; !isClosed(l.Lost()); <-tick.C {
			w.Trusted = w.Trusted || l.IsTrusted()
		}
	}
	w.NextCommit = outcomeOf(s.Commit(ctx, docOf("table", "b", 0, "")))
	return w
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

type interruption struct {
	stoppedNode
	message  rune
	proxy    *proxy
	database string
}

func (n interruption) String() string { return fmt.Sprintf("%s, message %c", n.Action, n.message) }

func interruptions(t *testing.T) (all []interruption) {
	t.Helper()
	for action, messages := range map[string]string{
		actCommit: "BE2DCZ", // Bind, Execute with its Sync, and the answers
		actCheck:  "Q",      // the end of the transaction
		actRenew:  "BE2CZ",
	} {
		for _, m := range messages {
			database := pgtest.DSN(t)
			p, dsn := newProxy(t, database)
			dsn += "&statement_timeout=1min&idle_in_transaction_session_timeout=8s" // less than a lease lasts
			all = append(all, interruption{stoppedNode{dsn, action}, m, p, database})
		}
	}
	return all
}

func TestStopped(t *testing.T) {
	t.Parallel()
	all := interruptions(t)
	process, sendLine, reports := startStopped(t, all)
	for _, n := range all {
		n.proxy.arm(holdFirst(n.message))
	}
	sendLine()
	ctx := waittest.Context(t)
	for _, n := range all {
		waittest.Receive(ctx, t, n.proxy.held)
	}
	must(t, errors.Join(process.Signal(syscall.SIGSTOP), untilStopped(process.Pid)))
	states := make([]string, len(all))
	for i, n := range all {
		takeOver(t, n.database)
		states[i] = tablesJSON(t, n.database)
	}
	for _, n := range all {
		n.proxy.held <- struct{}{}
	}
	sendLine()
	must(t, process.Signal(syscall.SIGCONT))
	outcomes := make(map[string]int)
	for i, w := range reports() {
		n := all[i]
		if now := tablesJSON(t, n.database); now != states[i] {
			t.Errorf("%s: the state was %s at the takeover, and is %s", n, states[i], now)
		}
		if w.Trusted || w.NextCommit != refused {
			t.Errorf("%s: lease trusted: %t; next commit: %s", n, w.Trusted, w.NextCommit)
		}
		was := map[bool]string{true: applied, false: refused}[strings.Contains(states[i], `"version":2`)]
		if w.Commit != was && w.Commit != uncertain && n.Action != actRenew {
			t.Errorf("%s: the commit was %s, but reported as %s", n, was, w.Commit)
		}
		outcomes[w.Commit]++
	}
	if outcomes[applied] == 0 || outcomes[refused] == 0 {
		t.Errorf("got outcomes %v, want some commits applied and some refused", outcomes)
	}
}

func startStopped(t *testing.T, all []interruption) (process *os.Process, sendLine func(), reports func() []stoppedReport) {
	t.Helper()
	var nodes []stoppedNode
	for _, n := range all {
		nodes = append(nodes, n.stoppedNode)
	}
	text, err := json.Marshal(nodes)
	must(t, err)
	cmd := osexec.CommandContext(waittest.Context(t), os.Args[0])
	cmd.Env = append(os.Environ(), stoppedNodes+"="+string(text))
	cmd.Stderr = t.Output()
	in, inErr := cmd.StdinPipe()
	out, outErr := cmd.StdoutPipe()
	must(t, errors.Join(inErr, outErr, cmd.Start()))
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		t.Fatalf("the process ended: %v", cmd.Wait())
	}
	sendLine = func() {
		if _, err := fmt.Fprintln(in); err != nil {
			t.Fatal(err)
		}
	}
	return cmd.Process, sendLine, func() (all []stoppedReport) {
		lines.Scan()
		must(t, errors.Join(json.Unmarshal(lines.Bytes(), &all), cmd.Wait()))
		return all
	}
}

func untilStopped(pid int) error {
	_, err := syscall.Wait4(pid, nil, syscall.WUNTRACED, nil)
	return err
}

func takeOver(t *testing.T, dsn string) {
	t.Helper()
	db, conn := open(t, dsn, Options{PoolSize: 1}), connect(t, dsn)
	for {
		exec(t, conn, `select pg_sleep_until(until + interval '1 ms') from lease`)
		switch l, err := db.Acquire(t.Context()); {
		case err == nil:
			l.stopRenewal()
			return
		case !errors.Is(err, ErrHeld):
			t.Fatal(err)
		}
	}
}

func tablesJSON(t *testing.T, dsn string) string {
	t.Helper()
	return queryValue[string](t, connect(t, dsn), `select (select json_agg(doc order by kind, id) from doc)::text || (select json_agg(lease) from lease)`)
}
