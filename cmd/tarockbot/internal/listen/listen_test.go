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
	at, err := Open([]Address{{Key: key, At: "127.0.0.1:0"}, {Key: "nowhere"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open([]Address{{Key: "free", At: "127.0.0.1:0"}, {Key: "other", At: at.Addr(key)}}); err == nil {
		t.Error("an address was opened twice")
	}
	if l, now := at.Lend("nowhere"), at.LendNow("nowhere"); l != nil || now != nil || at.Addr("nowhere") != "" {
		t.Error("a disabled address is open")
	}
	says := func(want string) {
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
	stopBelow := serveText(t, at.LendNow(key), "standing by")
	says("standing by")
	unused := at.Lend(key)
	for range 2 { // two terms
		stop := serveText(t, at.LendNow(key), "acting")
		says("acting")
		stop()
		says("standing by")
	}
	if err := unused.Close(); err != nil {
		t.Error(err)
	}
	if _, err := unused.Accept(); !errors.Is(err, net.ErrClosed) { // a server that ends before it begins
		t.Errorf("after its end it accepts: %v", err)
	}
	says("standing by")
	stopBelow()
	at.Close()
	if _, err := at.Lend(key).Accept(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("after the relay's end: %v", err)
	}
}

type crowded struct {
	net.Listener
	tried bool
}

func (c *crowded) Accept() (net.Conn, error) {
	if !c.tried {
		c.tried = true
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
	r := newRelay(&crowded{Listener: tcp})
	defer r.close()
	l := r.lend()
	if _, err := l.Accept(); !errors.Is(err, syscall.EMFILE) {
		t.Errorf("%v, want EMFILE", err)
	}
	conn, err := net.Dial("tcp", tcp.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if got, err := l.Accept(); err != nil || got.RemoteAddr().String() != conn.LocalAddr().String() {
		t.Errorf("%v, %v", got, err)
	}
}
