package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"tarockbot/bot/platform/double"
	"tarockbot/bot/platform/paralleltest"
	"tarockbot/bot/support/retry"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/cmd/tarockbot/internal/system"
	"tarockbot/storage/postgres/pgtest"
	"tarockbot/storage/waittest"
)

// beTarockbot is the variable that makes the test's own program tarockbot.
const beTarockbot = "TEST_AS_TAROCKBOT"

// leaseFor sets how long its lease lasts as a node. Without -promises that is an hour, unless a test sets it.
const leaseFor = "TEST_LEASE"

func TestMain(m *testing.M) {
	if os.Getenv(beTarockbot) != "" {
		if term := os.Getenv(leaseFor); term != "" {
			var err error
			if stores.LeaseTerm, err = time.ParseDuration(term); err != nil {
				panic(err)
			}
		}
		main()
	}
	stores.CommandPatience = 24 * time.Hour
	paralleltest.RaiseLimit()
	code := pgtest.Run(m)
	endBrowser()
	os.Exit(code)
}

// outcome is what a finished process leaves.
type outcome struct {
	code     int
	out, err string
}

// tarockbot runs the program in this process, at a home of its own.
func tarockbot(t testing.TB, args ...string) outcome {
	t.Helper()
	return tarockbotAt(t, []string{"HOME=" + t.TempDir()}, args...)
}

func tarockbotAt(t testing.TB, env system.Environment, args ...string) outcome {
	t.Helper()
	var out, err bytes.Buffer
	code := run(waittest.Context(t), process{args: args, env: env, out: &out, err: &err})
	return outcome{code, out.String(), err.String()}
}

// wantFailure says that the program must have ended with the code and one
// line of explanation that contains the text.
func (o outcome) wantFailure(t *testing.T, code int, text string) {
	t.Helper()
	if o.code != code || !strings.Contains(o.err, text) || strings.Count(o.err, "\n") != 1 {
		t.Errorf("got exit %d and %q, want exit %d and one line with %q", o.code, o.err, code, text)
	}
}

// wantSuccess says that the program must have ended well and printed the text.
func (o outcome) wantSuccess(t *testing.T, text string) {
	t.Helper()
	if o.code != 0 || !strings.Contains(o.out, text) {
		t.Errorf("got exit %d, %q and %q, want exit 0 and %q", o.code, o.out, o.err, text)
	}
}

// running is a bot in a process of its own.
type running struct {
	*exec.Cmd
	url  string      // in the line that it printed first
	rest chan string // what it printed after that, when it has ended
	log  *double.Log
}

// start starts a bot on the data file and any free port, and waits for its
// address.
func start(t testing.TB, data string, args ...string) *running {
	t.Helper()
	return startIn(t, nil, append([]string{"--data", data, "--log.level", "debug"}, args...)...)
}

// startIn starts a bot with more variables in its environment.
func startIn(t testing.TB, env system.Environment, args ...string) *running {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), self(t), append([]string{"run", "--local.listen", "127.0.0.1:0"}, args...)...)
	cmd.Env = append(os.Environ(), env...)
	return startWith(t, cmd)
}

func startWith(t testing.TB, cmd *exec.Cmd) *running {
	t.Helper()
	r := &running{Cmd: cmd, rest: make(chan string, 1), log: new(double.Log)}
	if !*waittest.Promises { // what the test sets comes later, and counts
		r.Env = append([]string{leaseFor + "=1h"}, r.Environ()...)
	}
	r.Env = append(r.Environ(), beTarockbot+"=1", "HOME="+t.TempDir(), "XDG_CONFIG_HOME=", "XDG_DATA_HOME=")
	r.Stderr = r.log
	out, err := r.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Start(); err != nil {
		t.Fatal(err)
	}
	ctx := waittest.Context(t)
	defer context.AfterFunc(ctx, func() { _ = r.Process.Kill() })()
	lines := bufio.NewReader(out)
	first, err := lines.ReadString('\n')
	if err != nil {
		_ = r.Wait()
		t.Fatalf("the bot printed %q and ended (%v, %v):\n%s", first, r.ProcessState, context.Cause(ctx), r.log)
	}
	r.url = pageAddress.FindString(first)
	go func() {
		text, _ := io.ReadAll(lines)
		r.rest <- string(text)
	}()
	return r
}

// pageAddress is where the page is, in what the program prints first.
var pageAddress = regexp.MustCompile(`http://\S+`)

// monitoring is a line of the log that names the monitor's address.
var monitoring = regexp.MustCompile(` monitor=(\S+)`)

// signal sends a signal to the process.
func (r *running) signal(t testing.TB, signal os.Signal) {
	t.Helper()
	if err := r.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
}

// awaits waits until the log tells the text.
func (r *running) awaits(t testing.TB, text string) {
	t.Helper()
	if err := r.log.Await(waittest.Context(t), text); err != nil {
		t.Fatalf("the log never tells %q: %v\n%s", text, err, r.log)
	}
}

// monitor waits until the log names the address of the bot's monitor.
func (r *running) monitor(t testing.TB) string {
	t.Helper()
	r.awaits(t, " monitor=")
	return monitoring.FindStringSubmatch(r.log.String())[1]
}

// fetch asks an address, and returns the status and the text of the answer. Without one the status is 0, and the text says why.
func fetch(ctx context.Context, t testing.TB, url string) (status int, text string) {
	t.Helper()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err.Error()
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, err.Error()
	}
	return response.StatusCode, string(data)
}

// figures are what a monitor tells, by name and labels.
func figures(ctx context.Context, t testing.TB, monitor string) map[string]float64 {
	t.Helper()
	_, text := fetch(ctx, t, monitor+"metrics")
	all := make(map[string]float64)
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		all[name], _ = strconv.ParseFloat(value, 64)
	}
	return all
}

// until asks again and again whether something is so that nothing tells of, for as long as the test may take.
func until(ctx context.Context, t testing.TB, is func() bool, missing func() string) {
	t.Helper()
	for !is() {
		if !retry.Sleep(ctx, 50*time.Millisecond) {
			t.Fatalf("waited in vain for %s: %v", missing(), context.Cause(ctx))
		}
	}
}

// end sends the signal and waits for the end of the process.
func (r *running) end(t testing.TB, signal os.Signal) outcome {
	t.Helper()
	r.signal(t, signal)
	return r.ended(t)
}

// ended waits for the end of the process.
func (r *running) ended(t testing.TB) outcome {
	t.Helper()
	defer context.AfterFunc(waittest.Context(t), func() { _ = r.Process.Kill() })()
	rest := <-r.rest
	_ = r.Wait() // its error is the exit code
	return outcome{r.ProcessState.ExitCode(), rest, r.log.String()}
}

// self is the test's own program.
func self(t testing.TB) string {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return program
}

func TestStartsWithoutConfiguration(t *testing.T) {
	r := startWith(t, exec.CommandContext(t.Context(), self(t), "--local.listen", "127.0.0.1:0"))
	r.end(t, syscall.SIGTERM)
	dir, err := system.Environment(r.Env).DataDir()
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%s: %v, %v; want 700", dir, info, err)
	}
	if there := names(t, dir); !slices.Contains(there, "tarockbot.db") {
		t.Errorf("there are %q", there)
	}
}

func TestSecondInstance(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "tarock.db")
	bot := start(t, data)
	began := time.Now()
	tarockbot(t, "run", "--data", data, "--local.listen", "127.0.0.1:0").wantFailure(t, exit.Locked, data)
	waittest.Promised(t, "giving up", time.Since(began), 3*time.Second)
	bot.end(t, syscall.SIGTERM)
}

func TestVersion(t *testing.T) {
	tarockbot(t, "version").wantSuccess(t, ", "+runtime.Version()+", "+runtime.GOOS+"/"+runtime.GOARCH)
}

// writePrivate writes a file for its owner alone.
func writePrivate(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func readText(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// names are those of what is in a directory.
func names(t *testing.T, dir string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}
