package pgtest

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

type server struct {
	// Dir holds the socket.
	Dir   string
	cmd   *exec.Cmd
	ended chan struct{} // closed when the process has ended; nil before the first launch
	log   *serverLog
}

func (s *server) launch(ctx context.Context, cmd *exec.Cmd, ready string) error {
	s.cmd, s.log = cmd, &serverLog{readyText: ready, ready: make(chan struct{})}
	cmd.Stdout, cmd.Stderr = s.log, s.log
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan struct{})
	s.ended = ended
	go func() {
		defer close(ended)
		_ = cmd.Wait()
	}()
	select {
	case <-s.log.ready:
		return nil
	case <-ended:
		return fmt.Errorf("the server ended: %s", &s.log.all)
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Log returns the log since the start. The server must have ended.
func (s *server) Log() string { return s.log.all.String() }

func (s *server) signal(t testing.TB, sig syscall.Signal) {
	t.Helper()
	if err := s.cmd.Process.Signal(sig); err != nil {
		t.Fatal(err)
	}
	<-s.ended
}

func (s *server) stop() {
	if s.ended != nil {
		_ = s.cmd.Process.Signal(syscall.SIGQUIT)
		<-s.ended
	}
}

func (s *server) remove() {
	s.stop()
	_ = os.RemoveAll(s.Dir)
}

type serverLog struct {
	readyText string
	ready     chan struct{}
	all       bytes.Buffer
}

func (l *serverLog) Write(p []byte) (int, error) {
	wasReady := strings.Contains(l.all.String(), l.readyText)
	n, err := l.all.Write(p)
	if !wasReady && strings.Contains(l.all.String(), l.readyText) {
		close(l.ready)
	}
	return n, err
}

// command returns a command that dies with this process. PostgreSQL refuses to run as root: for root, the user is
// postgres.
func command(bin, name string, args ...string) *exec.Cmd {
	words := []string{"--pdeathsig", "KILL"}
	if os.Getuid() == 0 {
		words = append(words, "--reuid", "postgres", "--regid", "postgres", "--clear-groups")
	}
	cmd := exec.Command("setpriv", append(append(words, filepath.Join(bin, name)), args...)...)
	cmd.Dir = "/"
	return cmd
}

func runProgram(bin, name string, args ...string) error {
	if out, err := command(bin, name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, out)
	}
	return nil
}
