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

// stoppedNodes is an environment variable: it makes this test's process act as these nodes.
const stoppedNodes = "STOPPED_NODES"

type stoppedNode struct {
	DSN, Does string
}

const (
	commits = "commits"
	checks  = "checks that something isn't there, and commits"
	renews  = "renews"
)

type woken struct {
	Commit  string
	Trusted bool // it trusted in its lease, if only for a moment
	Next    string
}

const (
	applied   = "applied"
	refused   = "another node acts"
	uncertain = "applied or not, another node acts"
)

func outcome(err error) string {
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

// actStopped prints a line once all nodes have leases, acts after a line of input, and reports after another.
func actStopped(nodes string, in io.Reader, out io.Writer) error {
	var all []stoppedNode
	if err := json.Unmarshal([]byte(nodes), &all); err != nil {
		return err
	}
	told := bufio.NewScanner(in)
	begin, wake := make(chan struct{}), make(chan struct{})
	reports, errs := make([]woken, len(all)), make([]error, len(all))
	var ready, done sync.WaitGroup
	for i, n := range all {
		ready.Add(1)
		done.Go(func() {
			s, err := n.act()
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
		told.Scan()
		close(c)
	}
	done.Wait()
	return errors.Join(append(errs, json.NewEncoder(out).Encode(reports))...)
}

func (n stoppedNode) act() (*Store, error) {
	ctx := context.Background()
	db, err := Open(ctx, n.DSN, Options{PoolSize: 1, Patience: patience}) // so that it gets late answers
	if err != nil {
		return nil, err
	}
	l, err := db.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	if n.Does != renews {
		l.stopRenewal()
	}
	_, err = db.renewRow(ctx, l.holder, l.epoch)
	s := l.Store()
	return s, errors.Join(err, s.Commit(ctx, docOf("table", "a", 0, "")))
}

func (n stoppedNode) report(s *Store, begin, wake <-chan struct{}) (w woken) {
	ctx := context.Background()
	<-begin
	docs := []storage.Doc{docOf("table", "a", 1, "")}
	if n.Does == checks {
		docs = append(docs, storage.Doc{Key: storage.Key{Kind: "table", ID: "b"}, Unchanged: true})
	}
	if n.Does != renews {
		w.Commit = outcome(s.Commit(ctx, docs...))
	}
	<-wake
	w.Trusted = s.Trusted()
	if n.Does == renews {
		l, tick := s.lease.Load(), time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for ; !isClosed(l.Lost()); <-tick.C {
			w.Trusted = w.Trusted || l.Trusted()
		}
	}
	w.Next = outcome(s.Commit(ctx, docOf("table", "b", 0, "")))
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

type interrupted struct {
	stoppedNode
	message  rune
	proxy    *proxy
	database string
}

func (n interrupted) String() string { return fmt.Sprintf("%s, message %c", n.Does, n.message) }

func interruptions(t *testing.T) (all []interrupted) {
	t.Helper()
	for does, messages := range map[string]string{
		commits: "BE2DCZ", // Bind, Execute with its Sync, and the answers
		checks:  "Q",      // the end of the transaction
		renews:  "BE2CZ",
	} {
		for _, m := range messages {
			database := pgtest.DSN(t)
			p, dsn := before(t, database)
			dsn += "&statement_timeout=1min&idle_in_transaction_session_timeout=8s" // less than a lease lasts
			all = append(all, interrupted{stoppedNode{dsn, does}, m, p, database})
		}
	}
	return all
}

func TestStopped(t *testing.T) {
	t.Parallel()
	all := interruptions(t)
	process, tell, reports := startStopped(t, all)
	for _, n := range all {
		n.proxy.arm(prepared(n.message))
	}
	tell()
	ctx := waittest.Context(t)
	for _, n := range all {
		waittest.Receive(ctx, t, n.proxy.held)
	}
	must(t, errors.Join(process.Signal(syscall.SIGSTOP), untilStopped(process.Pid)))
	states := make([]string, len(all))
	for i, n := range all {
		takeOver(t, n.database)
		states[i] = state(t, n.database)
	}
	for _, n := range all {
		n.proxy.held <- struct{}{}
	}
	tell()
	must(t, process.Signal(syscall.SIGCONT))
	outcomes := make(map[string]int)
	for i, w := range reports() {
		n := all[i]
		if now := state(t, n.database); now != states[i] {
			t.Errorf("%s: the state was %s at the takeover, and is %s", n, states[i], now)
		}
		if w.Trusted || w.Next != refused {
			t.Errorf("%s: lease trusted: %t; next commit: %s", n, w.Trusted, w.Next)
		}
		was := map[bool]string{true: applied, false: refused}[strings.Contains(states[i], `"version":2`)]
		if w.Commit != was && w.Commit != uncertain && n.Does != renews {
			t.Errorf("%s: the commit was %s, but reported as %s", n, was, w.Commit)
		}
		outcomes[w.Commit]++
	}
	if outcomes[applied] == 0 || outcomes[refused] == 0 {
		t.Errorf("got %v, want some of both", outcomes)
	}
}

func startStopped(t *testing.T, all []interrupted) (process *os.Process, tell func(), reports func() []woken) {
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
	tell = func() {
		if _, err := fmt.Fprintln(in); err != nil {
			t.Fatal(err)
		}
	}
	return cmd.Process, tell, func() (all []woken) {
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
	db, conn := open(t, dsn, Options{PoolSize: 1}), direct(t, dsn)
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

func state(t *testing.T, dsn string) string {
	t.Helper()
	return queried[string](t, direct(t, dsn), `select (select json_agg(doc order by kind, id) from doc)::text || (select json_agg(lease) from lease)`)
}
