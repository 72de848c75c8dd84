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

// runAsTarockbot is a variable that makes the test program run as tarockbot.
const runAsTarockbot = "TEST_AS_TAROCKBOT"

// leaseTermVariable sets a node's lease term. Without -promises the default is one hour.
const leaseTermVariable = "TEST_LEASE"

func TestMain(m *testing.M) {
	if os.Getenv(runAsTarockbot) != "" {
		if term := os.Getenv(leaseTermVariable); term != "" {
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
	stopBrowser()
	os.Exit(code)
}

type outcome struct {
	code     int
	out, err string
}

func tarockbot(t testing.TB, args ...string) outcome {
	t.Helper()
	return tarockbotWith(t, []string{"HOME=" + t.TempDir()}, args...)
}

func tarockbotWith(t testing.TB, env system.Environment, args ...string) outcome {
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

type botProcess struct {
	*exec.Cmd
	url    string
	output chan string
	log    *double.Log
}

func start(t testing.TB, data string, args ...string) *botProcess {
	t.Helper()
	return startIn(t, nil, append([]string{"--data", data, "--log.level", "debug"}, args...)...)
}

func startIn(t testing.TB, env system.Environment, args ...string) *botProcess {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), testProgram(t), append([]string{"run", "--local.listen", "127.0.0.1:0"}, args...)...)
	cmd.Env = append(os.Environ(), env...)
	return startWith(t, cmd)
}

func startWith(t testing.TB, cmd *exec.Cmd) *botProcess {
	t.Helper()
	r := &botProcess{Cmd: cmd, output: make(chan string, 1), log: new(double.Log)}
	if !*waittest.Promises { // first, so that a test can override it
		r.Env = append([]string{leaseTermVariable + "=1h"}, r.Environ()...)
	}
	r.Env = append(r.Environ(), runAsTarockbot+"=1", "HOME="+t.TempDir(), "XDG_CONFIG_HOME=", "XDG_DATA_HOME=")
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
		r.output <- string(text)
	}()
	return r
}

var pageAddress = regexp.MustCompile(`http://\S+`)

var monitorAddress = regexp.MustCompile(` monitor=(\S+)`)

func (r *botProcess) signal(t testing.TB, signal os.Signal) {
	t.Helper()
	if err := r.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
}

func (r *botProcess) awaitLog(t testing.TB, text string) {
	t.Helper()
	if err := r.log.Await(waittest.Context(t), text); err != nil {
		t.Fatalf("the log never shows %q: %v\n%s", text, err, r.log)
	}
}

func (r *botProcess) monitorURL(t testing.TB) string {
	t.Helper()
	r.awaitLog(t, " monitor=")
	return monitorAddress.FindStringSubmatch(r.log.String())[1]
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

func readMetrics(ctx context.Context, t testing.TB, monitor string) map[string]float64 {
	t.Helper()
	_, text := fetch(ctx, t, monitor+"metrics")
	all := make(map[string]float64)
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		all[name], _ = strconv.ParseFloat(value, 64)
	}
	return all
}

func waitUntil(ctx context.Context, t testing.TB, is func() bool, missing func() string) {
	t.Helper()
	for !is() {
		if !retry.Sleep(ctx, 50*time.Millisecond) {
			t.Fatalf("timed out waiting for %s: %v", missing(), context.Cause(ctx))
		}
	}
}

func (r *botProcess) end(t testing.TB, signal os.Signal) outcome {
	t.Helper()
	r.signal(t, signal)
	return r.waitForEnd(t)
}

func (r *botProcess) waitForEnd(t testing.TB) outcome {
	t.Helper()
	defer context.AfterFunc(waittest.Context(t), func() { _ = r.Process.Kill() })()
	rest := <-r.output
	_ = r.Wait()
	return outcome{r.ProcessState.ExitCode(), rest, r.log.String()}
}

func testProgram(t testing.TB) string {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return program
}

func TestStartsWithoutConfiguration(t *testing.T) {
	r := startWith(t, exec.CommandContext(t.Context(), testProgram(t), "--local.listen", "127.0.0.1:0"))
	r.end(t, syscall.SIGTERM)
	dir, err := system.Environment(r.Env).DataDir()
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%s: got %v, %v, want mode 700", dir, info, err)
	}
	if files := fileNames(t, dir); !slices.Contains(files, "tarockbot.db") {
		t.Errorf("got the files %q, want tarockbot.db among them", files)
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

func fileNames(t *testing.T, dir string) (all []string) {
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
