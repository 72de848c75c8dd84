package deploy

import (
	"encoding/json"
	"maps"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/node"
	"tarockbot/cmd/tarockbot/internal/system"
	"tarockbot/storage/waittest"
)

const (
	unitFile      = "tarockbot.service"
	nodeFile      = "node.conf"
	containerFile = "Containerfile"
	composeFile   = "compose.yaml"
	proxyFile     = "Caddyfile"
	readme        = "../README.md"
	nodesPage     = "../NODES.md"
)

func unit(t *testing.T, file string) map[string][]string {
	t.Helper()
	values := make(map[string][]string)
	for line := range strings.Lines(readText(t, file)) {
		line = strings.TrimSpace(line)
		if key, value, ok := strings.Cut(line, "="); ok && !strings.HasPrefix(line, "#") {
			values[key] = append(values[key], value)
		}
	}
	return values
}

func isRun(t *testing.T, words ...string) {
	t.Helper()
	if words[0] != path.Join(path.Dir(words[0]), "tarockbot") || !path.IsAbs(words[0]) {
		t.Errorf("%v doesn't call tarockbot by its full path", words)
	}
	if len(words) < 2 || words[1] != "run" {
		t.Fatalf("%v doesn't run it", words)
	}
	if err := config.Flags(nil).Parse(words[2:]); err != nil {
		t.Errorf("%v: %v", words, err)
	}
}

func checked(t *testing.T, env system.Environment) string {
	t.Helper()
	c, err := config.Load(env, config.Flags(nil))
	if err == nil {
		err = c.Check()
	}
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	c.Print(&out)
	return out.String()
}

func says(t *testing.T, what, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%s doesn't say %q:\n%s", what, part, text)
		}
	}
}

func readText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func writePrivate(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestUnit(t *testing.T) {
	u := unit(t, unitFile)
	isRun(t, strings.Fields(u["ExecStart"][0])...)

	// As systemd does: the group may read a credential.
	credentials, state := t.TempDir(), t.TempDir()
	name, source, _ := strings.Cut(u["LoadCredential"][0], ":")
	file := filepath.Join(credentials, name)
	if err := os.WriteFile(file, []byte("telegram: {token: \"123:canary\"}\n"), 0o440); err != nil {
		t.Fatal(err)
	}
	env := system.Environment{"CREDENTIALS_DIRECTORY=" + credentials}
	for _, e := range u["Environment"] {
		env = append(env, strings.NewReplacer("%d", credentials, "%S", state).Replace(e))
	}
	says(t, "the configuration", checked(t, env), "# configuration file: "+file+"\n", `telegram.token: "set"`,
		filepath.Join(state, u["StateDirectory"][0], "tarockbot.db"))
	says(t, readme, readText(t, readme), source, unitFile)
	var final []string
	for _, code := range []int{exit.Usage, exit.Data, exit.Locked, exit.Config} {
		final = append(final, strconv.Itoa(code))
	}
	if got := strings.Fields(u["RestartPreventExitStatus"][0]); !slices.Equal(got, final) {
		t.Errorf("no restart after exit codes %v, want %v", got, final)
	}
}

func TestUnitOfNode(t *testing.T) {
	u, added := unit(t, unitFile), unit(t, nodeFile)
	credentials := t.TempDir()
	writePrivate(t, filepath.Join(credentials, "config.yaml"), "local: {listen: \"\"}\ntelegram: {token: \"123:canary\"}\nremovals: /var/lib/tarockbot/removed\n")
	env := system.Environment{"CREDENTIALS_DIRECTORY=" + credentials}
	for _, e := range slices.Concat(u["Environment"], added["Environment"]) {
		name, _, _ := strings.Cut(e, "=")
		env = slices.DeleteFunc(env, func(other string) bool { return strings.HasPrefix(other, name+"=") })
		env = append(env, strings.NewReplacer("%d", credentials, "%S", "/nowhere").Replace(e))
	}
	says(t, "the configuration", checked(t, env), `data: "postgres://`)
	for name, variable := range map[string]string{"fair.key": "TAROCKBOT_FAIR_KEY", "pgpass": "PGPASSFILE"} {
		source := "/etc/tarockbot/" + name
		if !slices.Contains(added["LoadCredential"], name+":"+source) || env.Get(variable) != filepath.Join(credentials, name) {
			t.Errorf("%s isn't the credential %s: %s", variable, name, env.Get(variable))
		}
		says(t, nodesPage, readText(t, nodesPage), source)
	}
}

type compose struct {
	Services map[string]struct {
		Environment map[string]string
		Volumes     []string
		Ports       []string
		Grace       time.Duration `yaml:"stop_grace_period"`
	}
	Networks map[string]struct {
		Ipam struct{ Config []struct{ Subnet string } }
	}
}

// readCompose substitutes variables as compose does.
func readCompose(t *testing.T, settings string) (c compose) {
	t.Helper()
	text := regexp.MustCompile(`\$\{(\w+)[^}]*\}`).ReplaceAllStringFunc(readText(t, composeFile), func(said string) string {
		return map[bool]string{true: settings, false: "tarock.example.org"}[strings.HasPrefix(said, "${SETTINGS")]
	})
	if err := yaml.Unmarshal([]byte(text), &c); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCompose(t *testing.T) {
	settings := t.TempDir()
	writePrivate(t, filepath.Join(settings, "config.yaml"), "telegram:\n  token: \"123:canary\"\n  webhook: {url: \"https://tarock.example.org/telegram\", secret: canary-canary-canary}\n")
	c := readCompose(t, settings)
	first, other := c.Services["node1"], c.Services["node2"]
	if len(first.Environment) == 0 || !maps.Equal(first.Environment, other.Environment) || !slices.Equal(first.Volumes, other.Volumes) {
		t.Fatalf("the nodes aren't alike: %v, %v", first, other)
	}
	var env system.Environment
	for name, value := range first.Environment {
		env = append(env, name+"="+strings.ReplaceAll(value, "/etc/tarockbot", settings))
	}
	if !slices.Contains(first.Volumes, settings+":/etc/tarockbot:ro") {
		t.Errorf("the settings aren't at /etc/tarockbot: %v", first.Volumes)
	}
	says(t, "the configuration", checked(t, env), `telegram.token: "set"`)

	data, err := url.Parse(env.Get("TAROCKBOT_DATA"))
	if err != nil {
		t.Fatal(err)
	}
	if db, ok := c.Services[data.Host]; !ok || data.User.String() != db.Environment["POSTGRES_USER"] {
		t.Errorf("there is no database at %s", data)
	}
	for _, s := range c.Services {
		for name := range s.Environment {
			if regexp.MustCompile(`(TOKEN|SECRET|PASSWORD)$`).MatchString(name) {
				t.Errorf("a secret in the file: %s", name)
			}
		}
	}
	if got, want := env.Get("TAROCKBOT_LOCAL_PROXIES"), c.Networks["default"].Ipam.Config[0].Subnet; got != want {
		t.Errorf("trusted proxies are %s, want the network %s", got, want)
	}
	if least := node.HandoverTime + 10*time.Second; first.Grace < least {
		t.Errorf("a node may take %v to end, and is killed after %v", least, first.Grace)
	}
	port := func(variable string) string {
		_, p, _ := net.SplitHostPort(env.Get(variable))
		return p
	}
	for _, p := range append(first.Ports, other.Ports...) {
		if !strings.HasPrefix(p, "127.0.0.1:") || !strings.HasSuffix(p, ":"+port("TAROCKBOT_HTTP_LISTEN")) {
			t.Errorf("%s isn't the metrics port on this machine alone", p)
		}
	}
	for _, variable := range []string{"TAROCKBOT_LOCAL_LISTEN", "TAROCKBOT_TELEGRAM_WEBHOOK_LISTEN"} {
		says(t, proxyFile, readText(t, proxyFile), "reverse_proxy node1:"+port(variable)+" node2:"+port(variable)+" {")
	}
	says(t, nodesPage, readText(t, nodesPage), composeFile, proxyFile, nodeFile)
}

func TestProxy(t *testing.T) {
	program, err := exec.LookPath("caddy")
	if err != nil {
		waittest.SkipWithout(t, "Caddy isn't installed: Debian's package caddy")
	}
	cmd := exec.CommandContext(t.Context(), program, "validate", "--adapter", "caddyfile", "--config", proxyFile)
	cmd.Env = append(os.Environ(), "SITE=tarock.example.org", "HOME="+t.TempDir())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestUnitIsHardened(t *testing.T) {
	u := unit(t, unitFile)
	for key, want := range map[string]string{
		"DynamicUser": "yes", "ProtectSystem": "strict", "ProtectHome": "yes", "PrivateTmp": "yes", "PrivateDevices": "yes",
		"NoNewPrivileges": "yes", "CapabilityBoundingSet": "", "MemoryDenyWriteExecute": "yes", "RestrictNamespaces": "yes",
		"StateDirectoryMode": "0700", "UMask": "0077", "LimitCORE": "0",
	} {
		if got := u[key]; len(got) != 1 || got[0] != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
	if secret := regexp.MustCompile(`(?i)token|secret|password`); secret.MatchString(strings.Join(u["Environment"], " ")) {
		t.Error("a secret in the unit, which everybody can read")
	}
}

func TestUnitVerifies(t *testing.T) {
	analyser, err := exec.LookPath("systemd-analyze")
	if err != nil {
		waittest.SkipWithout(t, "systemd-analyze isn't installed: Debian's package systemd")
	}
	copied := filepath.Join(t.TempDir(), "tarockbot.service")
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(readText(t, unitFile), "/usr/local/bin/tarockbot", program, 1)
	writePrivate(t, copied, text)
	out, err := exec.CommandContext(t.Context(), analyser, "verify", "--man=no", copied).CombinedOutput()
	if err != nil || strings.Contains(string(out), "tarockbot.service") {
		t.Errorf("%v\n%s", err, out)
	}
}

func container(t *testing.T) (last, before map[string][]string) {
	t.Helper()
	last = make(map[string][]string)
	for line := range strings.Lines(readText(t, containerFile)) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case word == "" || word == "#":
			continue
		case word == "FROM":
			before, last = last, make(map[string][]string)
		}
		last[word] = append(last[word], rest)
	}
	return last, before
}

func TestContainer(t *testing.T) {
	last, build := container(t)
	var start, args []string
	if json.Unmarshal([]byte(last["ENTRYPOINT"][0]), &start) != nil || json.Unmarshal([]byte(last["CMD"][0]), &args) != nil {
		t.Fatal("not the form of commands that needs no shell")
	}
	isRun(t, append(start, args...)...)
	if copied := last["COPY"][0]; !strings.HasSuffix(copied, " "+start[0]) {
		t.Errorf("%s is not what is copied: %s", start[0], copied)
	}
	env := system.Environment{"TAROCKBOT_DISCORD_TOKEN=canary"}
	for _, e := range last["ENV"] {
		env = append(env, strings.Fields(e)...)
	}
	says(t, "the configuration", checked(t, env), `data: "`+last["VOLUME"][0]+`/tarockbot.db"`, `local.listen: ""  # environment`)
	if user, _, _ := strings.Cut(last["USER"][0], ":"); user == "0" || strings.Trim(user, "0123456789") != "" {
		t.Errorf("user %s", user)
	}
	if runs := strings.Join(build["RUN"], "\n"); !strings.Contains(runs, "CGO_ENABLED=0 go build") {
		t.Errorf("not static:\n%s", runs)
	}
	version := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(readText(t, "../../../go.mod"))
	if from := build["FROM"][0]; !strings.Contains(from, "golang:"+version[1]+".") {
		t.Errorf("built by %s, but go.mod wants go %s", from, version[1])
	}
	says(t, readme, readText(t, readme), containerFile)
}

// TestContainerIgnores checks that .dockerignore matches .gitignore, which keeps files with tokens out of the image.
func TestContainerIgnores(t *testing.T) {
	var want []string
	for line := range strings.Lines(readText(t, "../../../.gitignore")) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "/") {
			line = "**/" + line
		}
		want = append(want, line)
	}
	var got []string
	for line := range strings.Lines(readText(t, containerFile+".dockerignore")) {
		if !strings.HasPrefix(line, "#") {
			got = append(got, strings.TrimSpace(line))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("ignored: %q, want %q", got, want)
	}
	if !slices.Contains(got, "**/*.env") {
		t.Error("a file with the variables would be copied")
	}
}
