package listen

import (
	"errors"
	"io"
	"net"
	"net/http"
	"syscall"
	"testing"
	"time"
)

func serveText(t *testing.T, l net.Listener, text string) (stop func()) {
	t.Helper()
	server := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Connection", "close")
		_, _ = io.WriteString(w, text)
	})}
	return Serve(server, l, time.Minute, func(err error) { t.Error(err) })
}

func TestRelay(t *testing.T) {
	t.Parallel()
	const key = "local.listen"
	at, err := Open([]Address{{Key: key, HostPort: "127.0.0.1:0"}, {Key: "nowhere"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open([]Address{{Key: "free", HostPort: "127.0.0.1:0"}, {Key: "other", HostPort: at.Addr(key)}}); err == nil {
		t.Error("an address was opened twice")
	}
	if l, now := at.Lend("nowhere"), at.LendNow("nowhere"); l != nil || now != nil || at.Addr("nowhere") != "" {
		t.Error("a disabled address is open")
	}
	wantAnswer := func(want string) {
		t.Helper()
		answer, err := http.Get(at.URL(key))
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		if got, err := io.ReadAll(answer.Body); string(got) != want || err != nil {
			t.Errorf("the server answered %q, %v, want %q", got, err, want)
		}
	}
	stopStandby := serveText(t, at.LendNow(key), "standing by")
	wantAnswer("standing by")
	unused := at.Lend(key)
	for range 2 { // two terms
		stop := serveText(t, at.LendNow(key), "acting")
		wantAnswer("acting")
		stop()
		wantAnswer("standing by")
	}
	if err := unused.Close(); err != nil {
		t.Error(err)
	}
	if _, err := unused.Accept(); !errors.Is(err, net.ErrClosed) { // a server that ends before it begins
		t.Errorf("Accept after Close: got %v", err)
	}
	wantAnswer("standing by")
	stopStandby()
	at.Close()
	if _, err := at.Lend(key).Accept(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("Accept after the relay's end: got %v", err)
	}
}

type failingOnce struct {
	net.Listener
	failed bool
}

func (c *failingOnce) Accept() (net.Conn, error) {
	if !c.failed {
		c.failed = true
		return nil, &net.OpError{Op: "accept", Err: syscall.EMFILE}
	}
	return c.Listener.Accept()
}

func TestRelayErrors(t *testing.T) {
	t.Parallel()
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := newRelay(&failingOnce{Listener: tcp})
	defer r.close()
	l := r.lend()
	if _, err := l.Accept(); !errors.Is(err, syscall.EMFILE) {
		t.Errorf("got %v, want EMFILE", err)
	}
	conn, err := net.Dial("tcp", tcp.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if got, err := l.Accept(); err != nil || got.RemoteAddr().String() != conn.LocalAddr().String() {
		t.Errorf("got %v, %v, want the connection", got, err)
	}
}
