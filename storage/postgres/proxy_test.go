package postgres

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tarockbot/storage"
	"tarockbot/storage/postgres/pgtest"
	"tarockbot/storage/storagetest"
)

// fault is what happens to a message on its way.
type fault string

const (
	lose  fault = "lose"  // it and the connection
	halve fault = "halve" // half of it arrives, then the connection is lost
	after fault = "after" // it arrives, then the connection is lost
	delay fault = "delay" // it arrives later
	ghost fault = "ghost" // the connection is lost, and the server gets all when the client has long gone on; or lose
	hold  fault = "hold"  // it arrives when held is sent to, after it was received from
)

var faults = []fault{lose, halve, after, delay, ghost}

// turns are the faults in turn, or each alone.
func turns(all ...fault) [][]fault {
	if *long {
		return slices.Collect(slices.Chunk(all, 1))
	}
	return [][]fault{all}
}

// proxy stands before a database and reads the messages of both sides.
type proxy struct {
	net.Listener
	backend string
	mu      sync.Mutex
	strike  func(m []byte) fault // what happens to the next message, if anything
	ghosts  []func()             // let go on what the client has left behind
	held    chan struct{}
}

// before puts a proxy before a database, and returns how to reach it.
func before(t *testing.T, dsn string) (p *proxy, through string) {
	t.Helper()
	_, rest, _ := strings.Cut(dsn, "host=")
	backend, _, _ := strings.Cut(rest, "&")
	dir, err := os.MkdirTemp("", "pgp")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	const socket = ".s.PGSQL.5432"
	l, err := net.Listen("unix", filepath.Join(dir, socket))
	if err != nil {
		t.Fatal(err)
	}
	p = &proxy{Listener: l, backend: filepath.Join(backend, socket), held: make(chan struct{})}
	t.Cleanup(func() { _ = p.Close() })
	go func() {
		for {
			client, err := p.Accept()
			if err != nil {
				return
			}
			go p.serve(client)
		}
	}()
	return p, strings.Replace(dsn, backend, dir, 1)
}

// arm lets something happen to messages from now on; nil lets all pass.
func (p *proxy) arm(strike func(m []byte) fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.strike = strike
}

// release lets all ghosts go on and returns when the server is done with them.
func (p *proxy) release() {
	p.mu.Lock()
	ghosts := p.ghosts
	p.ghosts = nil
	p.mu.Unlock()
	for _, g := range ghosts {
		g()
	}
}

func (p *proxy) next(m []byte) fault {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.strike == nil {
		return ""
	}
	return p.strike(m)
}

func (p *proxy) serve(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("unix", p.backend)
	if err != nil {
		return
	}
	left := make(chan struct{}) // closed when a ghost has the server
	go func() {
		p.pump(client, server, nil)
		client.Close()
		select {
		case <-left:
		default:
			server.Close()
		}
	}()
	if !p.pump(server, client, left) {
		server.Close()
	}
}

// pump passes messages on until one side has gone. If a ghost stays behind it leaves the
// server's connection to that.
func (p *proxy) pump(to, from net.Conn, left chan struct{}) (haunted bool) {
	for first := left != nil; ; first = false {
		m, err := message(from, first)
		if err != nil {
			return false
		}
		switch f := p.next(m); {
		case f == "":
		case f == delay:
			<-time.After(50 * time.Millisecond)
		case f == hold:
			p.held <- struct{}{}
			<-p.held
		case f == ghost && left != nil && !first && !strings.Contains("XS", string(m[:1])):
			all := slices.Concat(m, rest(from, m[0]))
			close(left)
			p.mu.Lock()
			defer p.mu.Unlock()
			p.ghosts = append(p.ghosts, func() { haunt(to, all) })
			return true
		case f == halve:
			_, _ = to.Write(m[:len(m)/2])
			return false
		case f == after:
			_, _ = to.Write(m)
			return false
		default:
			return false
		}
		if _, err := to.Write(m); err != nil {
			return false
		}
	}
}

// rest are the messages that the client has sent until it waits for an answer.
func rest(client net.Conn, last byte) (all []byte) {
	for last != 'S' && last != 'Q' {
		m, err := message(client, false)
		if err != nil {
			return all
		}
		all, last = append(all, m...), m[0]
	}
	return all
}

// haunt sends what the client has left, and waits until the server is done with it.
func haunt(server net.Conn, all []byte) {
	defer server.Close()
	if _, err := server.Write(append(all, 'X', 0, 0, 0, 4)); err == nil {
		_, _ = io.Copy(io.Discard, server)
	}
}

// message reads one; the first of a client has no type.
func message(from io.Reader, first bool) ([]byte, error) {
	head := make([]byte, 5)
	if first {
		head = head[:4]
	}
	if _, err := io.ReadFull(from, head); err != nil {
		return nil, err
	}
	size := int(binary.BigEndian.Uint32(head[len(head)-4:])) - 4
	m := slices.Concat(head, make([]byte, size))
	_, err := io.ReadFull(from, m[len(head):])
	return m, err
}

// nth is a strike at one message alone, the nth from now, and whether it struck.
func nth(n int, f fault) (strike func(m []byte) fault, struck *atomic.Bool) {
	struck = new(atomic.Bool)
	count := -1
	return func([]byte) fault {
		if count++; count != n {
			return ""
		}
		struck.Store(true)
		return f
	}, struck
}

// prepared holds the first message of a type that follows on the next Bind, or is it.
func prepared(message rune) (strike func(m []byte) fault) {
	bound, held := false, false
	return func(m []byte) fault {
		bound = bound || m[0] == 'B'
		if !bound || held || m[0] != byte(message) {
			return ""
		}
		held = true
		return hold
	}
}

// TestCut lets each message of each call be lost, arrive in part, late, or when it isn't
// waited for any more: the call is answered all the same, soon, as is promised, and once.
func TestCut(t *testing.T) {
	t.Parallel()
	var wg sync.WaitGroup // for all at once, which wait more than they work
	for name, call := range map[string]func(t *testing.T, s *Store, n int){
		"commit": cutCommit, "moves": cutMoves, "created": cutCreated, "absence": cutAbsence, "get": cutGet, "scan": cutScan, "take": cutTake, "renew": cutRenew, "condition": cutCondition,
	} {
		for _, turn := range turns(faults...) {
			for _, cold := range []bool{false, true} {
				if cold && name != "commit" && !*long {
					continue
				}
				wg.Go(func() {
					t.Run(fmt.Sprint(name, " ", turn, " cold=", cold), func(t *testing.T) { cutAll(t, turn, cold, call) })
				})
			}
		}
	}
	wg.Wait()
}

// cutAll strikes at each message of a call, or every other one, one a time, by one of the faults
// in turn; cold calls connect first.
func cutAll(t *testing.T, turn []fault, cold bool, call func(*testing.T, *Store, int)) {
	t.Helper()
	database := pgtest.DSN(t)
	p, dsn := before(t, database)
	dsn += "&idle_in_transaction_session_timeout=1500" // for what a client has left that went
	s := acting(t, dsn, Options{PoolSize: 2, Address: database})
	commitAll(t, s, docOf("table", "a", 0, "0"), docOf("table", "b", 0, "b"))
	slowest, apart := time.Duration(0), either(*long, 1, 2)
	n := 0
	for ; ; n++ {
		commitAll(t, s, docOf("alarm", fmt.Sprint(n), 0, "")) // so that one connection is there
		if cold {
			s.db.pool.Reset()
		}
		strike, struck := nth(n*apart, turn[n%len(turn)])
		p.arm(strike)
		start := time.Now()
		call(t, s, n)
		slowest = max(slowest, time.Since(start))
		p.arm(nil)
		p.release()
		if !struck.Load() {
			break
		}
	}
	holds(t, s, docOf("table", "b", 1, "b"))
	storagetest.Promised(t, fmt.Sprint("the slowest call of ", n), slowest, 3*time.Second)
	if least := 4; n < least {
		t.Errorf("%d messages, want at least %d", n, least)
	}
}

// cutCommit commits as a move does: a table, the note that its input was seen, an alarm
// deleted.
func cutCommit(t *testing.T, s *Store, n int) {
	t.Helper()
	table, err := s.db.Reader().Get(context.Background(), storage.Key{Kind: "table", ID: "a"})
	if err != nil || table.Version != int64(n+1) {
		t.Fatalf("message %d: the table has version %d, %v: a ghost was here", n, table.Version, err)
	}
	seen, alarm := docOf("seen", fmt.Sprint(n), 0, ""), storage.Doc{Key: storage.Key{Kind: "alarm", ID: fmt.Sprint(n)}, Version: 1}
	if err := s.Commit(t.Context(), docOf("table", "a", int64(n+1), fmt.Sprint(n+1)), seen, alarm); err != nil {
		t.Fatalf("message %d: %v", n, err)
	}
	holds(t, s, docOf("table", "a", int64(n+2), fmt.Sprint(n+1)))
	holds(t, s, docOf("seen", fmt.Sprint(n), 1, ""))
	alarm.Version = 0
	holds(t, s, alarm)
}

// cutMoves moves two tables in one group.
func cutMoves(t *testing.T, s *Store, n int) {
	t.Helper()
	before := int64(n)
	if n == 0 {
		commitAll(t, s, docOf("moved", "c", 0, ""), docOf("moved", "d", 0, ""))
	}
	c, d := docOf("moved", "c", before+1, fmt.Sprint(n)), docOf("moved", "d", before+1, fmt.Sprint(n))
	for _, err := range together(t, s, c, d) {
		if err != nil {
			t.Fatalf("message %d: %v", n, err)
		}
	}
	c.Version, d.Version = before+2, before+2
	holds(t, s, c)
	holds(t, s, d)
}

// cutCreated creates two documents.
func cutCreated(t *testing.T, s *Store, n int) {
	t.Helper()
	a, b := docOf("table", fmt.Sprint("new", n), 0, "x"), docOf("seen", fmt.Sprint("new", n), 0, "x")
	if err := s.Commit(t.Context(), a, b); err != nil {
		t.Fatalf("message %d: %v", n, err)
	}
	a.Version, b.Version = 1, 1
	holds(t, s, a)
	holds(t, s, b)
}

// cutAbsence makes something if another thing isn't there.
func cutAbsence(t *testing.T, s *Store, n int) {
	t.Helper()
	none := storage.Doc{Key: storage.Key{Kind: "gate", ID: "none"}, Unchanged: true}
	if err := s.Commit(t.Context(), docOf("table", fmt.Sprint("new", n), 0, "x"), none); err != nil {
		t.Fatalf("message %d: %v", n, err)
	}
	holds(t, s, docOf("table", fmt.Sprint("new", n), 1, "x"))
}

func cutGet(t *testing.T, s *Store, _ int) {
	t.Helper()
	holds(t, s, docOf("table", "b", 1, "b"))
}

func cutScan(t *testing.T, s *Store, n int) {
	t.Helper()
	ids := ""
	for d, err := range s.Scan(t.Context(), "table", "", "") {
		if err != nil {
			t.Fatalf("message %d: %v", n, err)
		}
		ids += d.Key.ID
	}
	if ids != "ab" {
		t.Fatalf("message %d: Scan got %q", n, ids)
	}
}

// cutTake takes the lease again.
func cutTake(t *testing.T, s *Store, n int) {
	t.Helper()
	conn := direct(t, s.db.o.Address)
	lapse(t, s.lease.Load(), conn)
	if err := conn.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	l, err := s.db.Acquire(t.Context())
	if err != nil {
		t.Fatalf("message %d: %v", n, err)
	}
	s.UseLease(l)
	table := storage.Key{Kind: "table", ID: fmt.Sprint("taken", n)}
	if err := s.Commit(t.Context(), storage.Doc{Key: table, Data: []byte{}}); err != nil {
		t.Fatalf("message %d: %v", n, err)
	}
}

// cutRenew renews the lease, which is held still if that fails.
func cutRenew(t *testing.T, s *Store, n int) {
	t.Helper()
	ctx := storagetest.Context(t)
	held, err := s.db.renewRow(ctx, s.lease.Load().holder, s.lease.Load().epoch)
	for err != nil && ctx.Err() == nil {
		held, err = s.db.renewRow(ctx, s.lease.Load().holder, s.lease.Load().epoch)
	}
	if err != nil || !held {
		t.Fatalf("message %d: %t, %v", n, held, err)
	}
}

func cutCondition(t *testing.T, s *Store, n int) {
	t.Helper()
	if _, err := s.db.Condition(t.Context(), time.Minute); err != nil {
		t.Fatalf("message %d: %v", n, err)
	}
}

// TestRoundTrips: a commit takes one round trip, and a transaction only if it may have to be rolled back.
func TestRoundTrips(t *testing.T) {
	t.Parallel()
	p, dsn := before(t, pgtest.DSN(t))
	s := acting(t, dsn, Options{PoolSize: 1})
	keepNoMore(s)
	absent := func(n int) storage.Doc {
		return storage.Doc{Key: storage.Key{Kind: "gate", ID: fmt.Sprint(n)}, Unchanged: true}
	}
	for name, c := range map[string]struct {
		docs func(version int64) []storage.Doc
		want int64
	}{
		"move": {func(v int64) []storage.Doc { return []storage.Doc{docOf("table", "a", v, "")} }, 1},
		"move and input": {func(v int64) []storage.Doc {
			return []storage.Doc{docOf("table", "b", v, ""), docOf("seen", fmt.Sprint(v), 0, "")}
		}, 1},
		"two moves": {func(v int64) []storage.Doc {
			return []storage.Doc{docOf("table", "c", v, ""), docOf("table", "d", v, "")}
		}, 1},
		"two created": {func(v int64) []storage.Doc {
			return []storage.Doc{docOf("new", fmt.Sprint(v), 0, ""), docOf("newer", fmt.Sprint(v), 0, "")}
		}, 3},
		"absence": {func(v int64) []storage.Doc { return []storage.Doc{docOf("table", "e", v, ""), absent(1)} }, 4},
	} {
		for version := range int64(3) { // the first creates, and statements are prepared
			var trips atomic.Int64
			p.arm(func(m []byte) fault {
				if m[0] == 'Z' { // ready for the next
					trips.Add(1)
				}
				return ""
			})
			commitAll(t, s, c.docs(version)...)
			p.arm(nil)
			if got := trips.Load(); version == 2 && got != c.want {
				t.Errorf("%s: %d round trips, want %d", name, got, c.want)
			}
		}
	}
}

// TestFillCut: whichever message is lost, a database is filled, and open to all afterwards.
func TestFillCut(t *testing.T) {
	t.Parallel()
	var wg sync.WaitGroup // for both at once, which wait more than they work
	for _, turn := range turns(lose, after) {
		wg.Go(func() {
			t.Run(fmt.Sprint(turn), func(t *testing.T) {
				if n := fillCut(t, turn); n < 10 {
					t.Errorf("only %d messages", n)
				}
			})
		})
	}
	wg.Wait()
}

// fillCut fills a database as often as that takes messages, without one of them each time.
func fillCut(t *testing.T, turn []fault) (n int) {
	t.Helper()
	p, dsn := before(t, pgtest.DSN(t))
	db := open(t, dsn, Options{PoolSize: 1})
	for struck := true; struck; n++ {
		strike, was := nth(n, turn[n%len(turn)])
		p.arm(strike)
		if err := db.Fill(t.Context(), func(*Store) error { return nil }); err != nil {
			t.Fatalf("message %d: %v", n, err)
		}
		p.arm(nil)
		other, err := Open(t.Context(), dsn, Options{Patience: patience})
		if err != nil {
			t.Fatalf("message %d: %v", n, err)
		}
		other.Close()
		struck = was.Load()
	}
	return n
}

// TestCutByChance lets some raise a counter while any message may be cut: what was
// acknowledged was done once, what was refused never, and of the rest a note tells.
func TestCutByChance(t *testing.T) {
	t.Parallel()
	p, dsn := before(t, pgtest.DSN(t))
	s := acting(t, dsn+"&idle_in_transaction_session_timeout=1500", Options{PoolSize: 4})
	counter := storage.Key{Kind: "table", ID: "counter"}
	commitAll(t, s, storage.Doc{Key: counter, Data: []byte{}})
	r := rand.New(rand.NewPCG(19, 0))
	cuts := 0
	p.arm(func([]byte) fault {
		if r.IntN(120) > 0 {
			return ""
		}
		cuts++
		return faults[r.IntN(len(faults))]
	})
	var done, unknown atomic.Int64
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for i := 0; i < 40; {
				note := docOf("seen", fmt.Sprint(w, ".", i), 0, "")
				d, err := s.Get(t.Context(), counter)
				if err == nil {
					err = s.Commit(t.Context(), d, note)
				}
				switch {
				case err == nil:
					done.Add(1)
				case errors.Is(err, storage.ErrConflict):
					if _, err := s.Get(t.Context(), note.Key); errors.Is(err, storage.ErrNotFound) {
						continue
					}
					t.Errorf("%s was done, and called a conflict", note.Key.ID)
				case errors.Is(err, storage.ErrUnavailable):
					unknown.Add(1)
				default:
					t.Error(err)
				}
				i++
			}
		})
	}
	wg.Wait()
	p.arm(nil)
	p.release()
	notes := int64(0)
	for _, err := range s.Scan(t.Context(), "seen", "", "") {
		if err != nil {
			t.Fatal(err)
		}
		notes++
	}
	d, err := s.Get(t.Context(), counter)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d cuts, %d of 160 acknowledged, %d unknown, %d done", cuts, done.Load(), unknown.Load(), notes)
	if d.Version-1 != notes || notes < done.Load() || notes > done.Load()+unknown.Load() || cuts < 5 {
		t.Errorf("the counter was raised %d times, %d notes, %d acknowledged, %d unknown", d.Version-1, notes, done.Load(), unknown.Load())
	}
}
