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

// beTarockbot turns the test's own program into tarockbot.
const beTarockbot = "TEST_AS_TAROCKBOT"

// leaseFor sets a node's lease term. Without -promises the default is an hour.
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

type outcome struct {
	code     int
	out, err string
}

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

func (o outcome) wantFailure(t *testing.T, code int, text string) {
	t.Helper()
	if o.code != code || !strings.Contains(o.err, text) || strings.Count(o.err, "\n") != 1 {
		t.Errorf("got exit %d and %q, want exit %d and one line with %q", o.code, o.err, code, text)
	}
}

func (o outcome) wantSuccess(t *testing.T, text string) {
	t.Helper()
	if o.code != 0 || !strings.Contains(o.out, text) {
		t.Errorf("got exit %d, %q and %q, want exit 0 and %q", o.code, o.out, o.err, text)
	}
}

type running struct {
	*exec.Cmd
	url  string
	rest chan string
	log  *double.Log
}

func start(t testing.TB, data string, args ...string) *running {
	t.Helper()
	return startIn(t, nil, append([]string{"--data", data, "--log.level", "debug"}, args...)...)
}

func startIn(t testing.TB, env system.Environment, args ...string) *running {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), self(t), append([]string{"run", "--local.listen", "127.0.0.1:0"}, args...)...)
	cmd.Env = append(os.Environ(), env...)
	return startWith(t, cmd)
}

func startWith(t testing.TB, cmd *exec.Cmd) *running {
	t.Helper()
	r := &running{Cmd: cmd, rest: make(chan string, 1), log: new(double.Log)}
	if !*waittest.Promises { // set first, so that the test's value overrides it
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

var pageAddress = regexp.MustCompile(`http://\S+`)

var monitoring = regexp.MustCompile(` monitor=(\S+)`)

func (r *running) signal(t testing.TB, signal os.Signal) {
	t.Helper()
	if err := r.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
}

func (r *running) awaits(t testing.TB, text string) {
	t.Helper()
	if err := r.log.Await(waittest.Context(t), text); err != nil {
		t.Fatalf("the log never shows %q: %v\n%s", text, err, r.log)
	}
}

func (r *running) monitor(t testing.TB) string {
	t.Helper()
	r.awaits(t, " monitor=")
	return monitoring.FindStringSubmatch(r.log.String())[1]
}

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

func until(ctx context.Context, t testing.TB, is func() bool, missing func() string) {
	t.Helper()
	for !is() {
		if !retry.Sleep(ctx, 50*time.Millisecond) {
			t.Fatalf("waited in vain for %s: %v", missing(), context.Cause(ctx))
		}
	}
}

func (r *running) end(t testing.TB, signal os.Signal) outcome {
	t.Helper()
	r.signal(t, signal)
	return r.ended(t)
}

func (r *running) ended(t testing.TB) outcome {
	t.Helper()
	defer context.AfterFunc(waittest.Context(t), func() { _ = r.Process.Kill() })()
	rest := <-r.rest
	_ = r.Wait()
	return outcome{r.ProcessState.ExitCode(), rest, r.log.String()}
}

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
	waittest.CheckTime(t, "giving up", time.Since(began), 3*time.Second)
	bot.end(t, syscall.SIGTERM)
}

func TestVersion(t *testing.T) {
	tarockbot(t, "version").wantSuccess(t, ", "+runtime.Version()+", "+runtime.GOOS+"/"+runtime.GOARCH)
}

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
