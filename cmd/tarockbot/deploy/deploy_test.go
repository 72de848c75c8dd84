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

func readUnit(t *testing.T, file string) map[string][]string {
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

func checkRunCommand(t *testing.T, words ...string) {
	t.Helper()
	if words[0] != path.Join(path.Dir(words[0]), "tarockbot") || !path.IsAbs(words[0]) {
		t.Errorf("%v doesn't call tarockbot by its full path", words)
	}
	if len(words) < 2 || words[1] != "run" {
		t.Fatalf("%v doesn't call the subcommand run", words)
	}
	if err := config.Flags(nil).Parse(words[2:]); err != nil {
		t.Errorf("%v: %v", words, err)
	}
}

func checkedConfig(t *testing.T, env system.Environment) string {
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

func checkContains(t *testing.T, what, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%s doesn't contain %q:\n%s", what, part, text)
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
	u := readUnit(t, unitFile)
	checkRunCommand(t, strings.Fields(u["ExecStart"][0])...)

	// As with systemd, the group may read the credential.
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
	checkContains(t, "the configuration", checkedConfig(t, env), "# configuration file: "+file+"\n", `telegram.token: "set"`,
		filepath.Join(state, u["StateDirectory"][0], "tarockbot.db"))
	checkContains(t, readme, readText(t, readme), source, unitFile)
	var finalCodes []string
	for _, code := range []int{exit.Usage, exit.Data, exit.Locked, exit.Config} {
		finalCodes = append(finalCodes, strconv.Itoa(code))
	}
	if got := strings.Fields(u["RestartPreventExitStatus"][0]); !slices.Equal(got, finalCodes) {
		t.Errorf("got exit codes without restart %v, want %v", got, finalCodes)
	}
}

func TestNodeUnit(t *testing.T) {
	u, added := readUnit(t, unitFile), readUnit(t, nodeFile)
	credentials := t.TempDir()
	writePrivate(t, filepath.Join(credentials, "config.yaml"), "local: {listen: \"\"}\ntelegram: {token: \"123:canary\"}\nremovals: /var/lib/tarockbot/removed\n")
	env := system.Environment{"CREDENTIALS_DIRECTORY=" + credentials}
	for _, e := range slices.Concat(u["Environment"], added["Environment"]) {
		name, _, _ := strings.Cut(e, "=")
		env = slices.DeleteFunc(env, func(other string) bool { return strings.HasPrefix(other, name+"=") })
		env = append(env, strings.NewReplacer("%d", credentials, "%S", "/nowhere").Replace(e))
	}
	checkContains(t, "the configuration", checkedConfig(t, env), `data: "postgres://`)
	for name, variable := range map[string]string{"fair.key": "TAROCKBOT_FAIR_KEY", "pgpass": "PGPASSFILE"} {
		source := "/etc/tarockbot/" + name
		if !slices.Contains(added["LoadCredential"], name+":"+source) || env.Get(variable) != filepath.Join(credentials, name) {
			t.Errorf("%s isn't the credential %s: %s", variable, name, env.Get(variable))
		}
		checkContains(t, nodesPage, readText(t, nodesPage), source)
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

// readCompose parses compose.yaml and substitutes its variables.
func readCompose(t *testing.T, settings string) (c compose) {
	t.Helper()
	text := regexp.MustCompile(`\$\{(\w+)[^}]*\}`).ReplaceAllStringFunc(readText(t, composeFile), func(variable string) string {
		return map[bool]string{true: settings, false: "tarock.example.org"}[strings.HasPrefix(variable, "${SETTINGS")]
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
		t.Fatalf("the nodes' settings differ: %v, %v", first, other)
	}
	var env system.Environment
	for name, value := range first.Environment {
		env = append(env, name+"="+strings.ReplaceAll(value, "/etc/tarockbot", settings))
	}
	if !slices.Contains(first.Volumes, settings+":/etc/tarockbot:ro") {
		t.Errorf("the settings aren't at /etc/tarockbot: %v", first.Volumes)
	}
	checkContains(t, "the configuration", checkedConfig(t, env), `telegram.token: "set"`)

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
				t.Errorf("compose.yaml contains the secret %s", name)
			}
		}
	}
	if got, want := env.Get("TAROCKBOT_LOCAL_PROXIES"), c.Networks["default"].Ipam.Config[0].Subnet; got != want {
		t.Errorf("got trusted proxies %s, want the network %s", got, want)
	}
	if minGrace := node.HandoverTime + 10*time.Second; first.Grace < minGrace {
		t.Errorf("a node may need %v to end, but is killed after %v", minGrace, first.Grace)
	}
	port := func(variable string) string {
		_, p, _ := net.SplitHostPort(env.Get(variable))
		return p
	}
	for _, p := range append(first.Ports, other.Ports...) {
		if !strings.HasPrefix(p, "127.0.0.1:") || !strings.HasSuffix(p, ":"+port("TAROCKBOT_HTTP_LISTEN")) {
			t.Errorf("%s isn't the metrics port, published only on this machine", p)
		}
	}
	for _, variable := range []string{"TAROCKBOT_LOCAL_LISTEN", "TAROCKBOT_TELEGRAM_WEBHOOK_LISTEN"} {
		checkContains(t, proxyFile, readText(t, proxyFile), "reverse_proxy node1:"+port(variable)+" node2:"+port(variable)+" {")
	}
	checkContains(t, nodesPage, readText(t, nodesPage), composeFile, proxyFile, nodeFile)
}

func TestCaddyfileIsValid(t *testing.T) {
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
	u := readUnit(t, unitFile)
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
		t.Error("the unit, which everybody can read, contains a secret")
	}
}

func TestUnitPassesSystemdAnalyze(t *testing.T) {
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

func readContainerfile(t *testing.T) (finalStage, buildStage map[string][]string) {
	t.Helper()
	finalStage = make(map[string][]string)
	for line := range strings.Lines(readText(t, containerFile)) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case word == "" || word == "#":
			continue
		case word == "FROM":
			buildStage, finalStage = finalStage, make(map[string][]string)
		}
		finalStage[word] = append(finalStage[word], rest)
	}
	return finalStage, buildStage
}

func TestContainer(t *testing.T) {
	finalStage, buildStage := readContainerfile(t)
	var entryPoint, args []string
	if json.Unmarshal([]byte(finalStage["ENTRYPOINT"][0]), &entryPoint) != nil || json.Unmarshal([]byte(finalStage["CMD"][0]), &args) != nil {
		t.Fatal("ENTRYPOINT and CMD must be JSON arrays, because the image has no shell")
	}
	checkRunCommand(t, append(entryPoint, args...)...)
	if copied := finalStage["COPY"][0]; !strings.HasSuffix(copied, " "+entryPoint[0]) {
		t.Errorf("the entry point is %s, but the image copies %s", entryPoint[0], copied)
	}
	env := system.Environment{"TAROCKBOT_DISCORD_TOKEN=canary"}
	for _, e := range finalStage["ENV"] {
		env = append(env, strings.Fields(e)...)
	}
	checkContains(t, "the configuration", checkedConfig(t, env), `data: "`+finalStage["VOLUME"][0]+`/tarockbot.db"`, `local.listen: ""  # environment`)
	if user, _, _ := strings.Cut(finalStage["USER"][0], ":"); user == "0" || strings.Trim(user, "0123456789") != "" {
		t.Errorf("got user %q, want a number other than 0", user)
	}
	if runs := strings.Join(buildStage["RUN"], "\n"); !strings.Contains(runs, "CGO_ENABLED=0 go build") {
		t.Errorf("the build isn't static:\n%s", runs)
	}
	version := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(readText(t, "../../../go.mod"))
	if goImage := buildStage["FROM"][0]; !strings.Contains(goImage, "golang:"+version[1]+".") {
		t.Errorf("built by %s, but go.mod wants go %s", goImage, version[1])
	}
	checkContains(t, readme, readText(t, readme), containerFile)
}

// TestContainerIgnoresGitignoredFiles checks that .dockerignore matches .gitignore, which keeps files with tokens out of
// the image.
func TestContainerIgnoresGitignoredFiles(t *testing.T) {
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
		t.Errorf("got ignored files %q, want %q", got, want)
	}
	if !slices.Contains(got, "**/*.env") {
		t.Error("the image would contain a file with the configuration's variables")
	}
}
