package postgres

import (
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
	"tarockbot/storage/waittest"
)

type fault string

const (
	lose  fault = "lose"  // the message and then the connection are lost
	halve fault = "halve" // half of the message arrives, then the connection is lost
	after fault = "after" // the message arrives, then the connection is lost
	delay fault = "delay" // the message arrives late
	ghost fault = "ghost" // lose, but the server gets the message much later
	hold  fault = "hold"  // the proxy sends on held; the message arrives once the test sends on it
)

var faults = []fault{lose, halve, after, delay, ghost}

func faultTurns(all ...fault) [][]fault {
	if *long {
		return slices.Collect(slices.Chunk(all, 1))
	}
	return [][]fault{all}
}

type proxy struct {
	net.Listener
	backend string
	mu      sync.Mutex           // guards strike and ghosts
	strike  func(m []byte) fault // returns the fault of the next message, or ""; may be nil
	ghosts  []func()
	held    chan struct{}
}

func newProxy(t *testing.T, dsn string) (p *proxy, through string) {
	t.Helper()
	_, rest, _ := strings.Cut(dsn, "host=")
	backend, _, _ := strings.Cut(rest, "&")
	dir, err := os.MkdirTemp("", "pgp")
	must(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	const socket = ".s.PGSQL.5432"
	l, err := net.Listen("unix", filepath.Join(dir, socket))
	must(t, err)
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

func (p *proxy) arm(strike func(m []byte) fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.strike = strike
}

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
	left := make(chan struct{}) // closed when a ghost takes over the connection to the server
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
			all := slices.Concat(m, readBatch(from, m[0]))
			close(left)
			p.mu.Lock()
			defer p.mu.Unlock()
			p.ghosts = append(p.ghosts, func() { deliverLate(to, all) })
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

func readBatch(client net.Conn, last byte) (all []byte) {
	for last != 'S' && last != 'Q' {
		m, err := message(client, false)
		if err != nil {
			return all
		}
		all, last = append(all, m...), m[0]
	}
	return all
}

func deliverLate(server net.Conn, all []byte) {
	defer server.Close()
	if _, err := server.Write(append(all, 'X', 0, 0, 0, 4)); err == nil {
		_, _ = io.Copy(io.Discard, server)
	}
}

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

func strikeNth(n int, f fault) (strike func(m []byte) fault, struck *atomic.Bool) {
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

func holdFirst(message rune) (strike func(m []byte) fault) {
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

func TestCut(t *testing.T) {
	t.Parallel()
	var wg sync.WaitGroup
	for name, call := range map[string]func(t *testing.T, s *Store, n int){
		"commit": cutCommit, "moves": cutMoves, "created": cutCreated, "absence": cutAbsence, "get": cutGet, "scan": cutScan, "acquire": cutAcquire, "renew": cutRenew, "condition": cutCondition,
	} {
		for _, turn := range faultTurns(faults...) {
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

// cutAll strikes at each message in turn. Without -long it skips every other message. Cold calls connect first.
func cutAll(t *testing.T, turn []fault, cold bool, call func(*testing.T, *Store, int)) {
	t.Helper()
	database := pgtest.DSN(t)
	p, dsn := newProxy(t, database)
	dsn += "&idle_in_transaction_session_timeout=1500" // ends the transaction of a vanished client
	s := actingStore(t, dsn, Options{PoolSize: 2, Address: database})
	commitAll(t, s, docOf("table", "a", 0, "0"), docOf("table", "b", 0, "b"))
	slowest, step := time.Duration(0), choose(*long, 1, 2)
	n := 0
	defer func() {
		if t.Failed() {
			t.Logf("at message %d", n)
		}
	}()
	for ; ; n++ {
		commitAll(t, s, docOf("alarm", fmt.Sprint(n), 0, "")) // leaves one connection in the pool
		if cold {
			s.db.pool.Reset()
		}
		strike, struck := strikeNth(n*step, turn[n%len(turn)])
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
	wantDoc(t, s, docOf("table", "b", 1, "b"))
	waittest.CheckTime(t, fmt.Sprint("the slowest call of ", n), slowest, 3*time.Second)
	if minimum := 4; n < minimum {
		t.Errorf("got %d messages, want at least %d", n, minimum)
	}
}

func commitAndCheck(t *testing.T, s *Store, docs ...storage.Doc) {
	t.Helper()
	commitAll(t, s, docs...)
	for _, d := range docs {
		if d.Version++; d.Data == nil {
			d.Version = 0
		}
		wantDoc(t, s, d)
	}
}

func cutCommit(t *testing.T, s *Store, n int) {
	t.Helper()
	wantDoc(t, s.db.Reader(), docOf("table", "a", int64(n+1), fmt.Sprint(n)))
	alarm := storage.Doc{Key: storage.Key{Kind: "alarm", ID: fmt.Sprint(n)}, Version: 1}
	commitAndCheck(t, s, docOf("table", "a", int64(n+1), fmt.Sprint(n+1)), docOf("seen", fmt.Sprint(n), 0, ""), alarm)
}

func cutMoves(t *testing.T, s *Store, n int) {
	t.Helper()
	before := int64(n)
	if n == 0 {
		commitAll(t, s, docOf("moved", "c", 0, ""), docOf("moved", "d", 0, ""))
	}
	c, d := docOf("moved", "c", before+1, fmt.Sprint(n)), docOf("moved", "d", before+1, fmt.Sprint(n))
	must(t, errors.Join(commitTogether(t, s, c, d)...))
	c.Version, d.Version = before+2, before+2
	wantDoc(t, s, c)
	wantDoc(t, s, d)
}

func cutCreated(t *testing.T, s *Store, n int) {
	t.Helper()
	commitAndCheck(t, s, docOf("table", fmt.Sprint("new", n), 0, "x"), docOf("seen", fmt.Sprint("new", n), 0, "x"))
}

func cutAbsence(t *testing.T, s *Store, n int) {
	t.Helper()
	commitAndCheck(t, s, docOf("table", fmt.Sprint("new", n), 0, "x"), storage.Doc{Key: storage.Key{Kind: "gate", ID: "none"}, Unchanged: true})
}

func cutGet(t *testing.T, s *Store, _ int) {
	t.Helper()
	wantDoc(t, s, docOf("table", "b", 1, "b"))
}

func cutScan(t *testing.T, s *Store, _ int) {
	t.Helper()
	if all := scanAll(t, s, "table"); len(all) != 2 || all[0].Key.ID != "a" || all[1].Key.ID != "b" {
		t.Fatalf("Scan got %v", all)
	}
}

func cutAcquire(t *testing.T, s *Store, n int) {
	t.Helper()
	conn := connect(t, s.db.o.Address)
	s.lease.Load().stopRenewal()
	exec(t, conn, `update lease set holder = '', until = '-infinity'`) // no holder: a cancelled renewal can still arrive
	must(t, conn.Close(t.Context()))
	s.UseLease(acquire(t, s.db))
	commitAndCheck(t, s, docOf("table", fmt.Sprint("taken", n), 0, ""))
}

func cutRenew(t *testing.T, s *Store, _ int) {
	t.Helper()
	ctx := waittest.Context(t)
	held, err := s.db.renewRow(ctx, s.lease.Load().holder, s.lease.Load().epoch)
	for err != nil && ctx.Err() == nil {
		held, err = s.db.renewRow(ctx, s.lease.Load().holder, s.lease.Load().epoch)
	}
	if err != nil || !held {
		t.Fatal(held, err)
	}
}

func cutCondition(t *testing.T, s *Store, _ int) {
	t.Helper()
	if _, err := s.db.Condition(t.Context(), time.Minute); err != nil {
		t.Fatal(err)
	}
}

func TestRoundTrips(t *testing.T) {
	t.Parallel()
	p, dsn := newProxy(t, pgtest.DSN(t))
	s := actingStore(t, dsn, Options{PoolSize: 1})
	stopRenewal(s)
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
		"two new documents": {func(v int64) []storage.Doc {
			return []storage.Doc{docOf("new", fmt.Sprint(v), 0, ""), docOf("newer", fmt.Sprint(v), 0, "")}
		}, 3},
		"absence": {func(v int64) []storage.Doc { return []storage.Doc{docOf("table", "e", v, ""), absent(1)} }, 4},
	} {
		for version := range int64(3) { // the first creates the document and prepares the statements
			var trips atomic.Int64
			p.arm(func(m []byte) fault {
				if m[0] == 'Z' { // ready for query
					trips.Add(1)
				}
				return ""
			})
			commitAll(t, s, c.docs(version)...)
			p.arm(nil)
			if got := trips.Load(); version == 2 && got != c.want {
				t.Errorf("%s: got %d round trips, want %d", name, got, c.want)
			}
		}
	}
}

func TestFillCut(t *testing.T) {
	t.Parallel()
	var wg sync.WaitGroup
	for _, turn := range faultTurns(lose, after) {
		wg.Go(func() {
			t.Run(fmt.Sprint(turn), func(t *testing.T) {
				if n := fillCut(t, turn); n < 10 {
					t.Errorf("got %d messages, want at least 10", n)
				}
			})
		})
	}
	wg.Wait()
}

func fillCut(t *testing.T, turn []fault) (n int) {
	t.Helper()
	p, dsn := newProxy(t, pgtest.DSN(t))
	db := open(t, dsn, Options{PoolSize: 1})
	for struck := true; struck; n++ {
		strike, was := strikeNth(n, turn[n%len(turn)])
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

func TestCutByChance(t *testing.T) {
	t.Parallel()
	p, dsn := newProxy(t, pgtest.DSN(t))
	s := actingStore(t, dsn+"&idle_in_transaction_session_timeout=1500", Options{PoolSize: 4})
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
					t.Errorf("%s was applied, but reported as a conflict", note.Key.ID)
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
	notes := int64(len(scanAll(t, s, "seen")))
	d, err := s.Get(t.Context(), counter)
	must(t, err)
	t.Logf("%d cuts, %d of 160 acknowledged, %d unknown, %d done", cuts, done.Load(), unknown.Load(), notes)
	if d.Version-1 != notes || notes < done.Load() || notes > done.Load()+unknown.Load() || cuts < 5 {
		t.Errorf("the counter was raised %d times, %d notes, %d acknowledged, %d unknown", d.Version-1, notes, done.Load(), unknown.Load())
	}
}
