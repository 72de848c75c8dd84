package config

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/cmd/tarockbot/internal/system"
)

// example is the configuration that documents every key.
const example = "../../../../config.example.yaml"

func TestExampleHasEveryKeyWithItsDefault(t *testing.T) {
	text, err := os.ReadFile(example)
	if err != nil {
		t.Fatal(err)
	}
	fields, err := parseYAML(text)
	if err != nil {
		t.Fatal(err)
	}
	values := make(map[string]any)
	flatten(values, "", fields)
	for _, s := range knownSettings() {
		value, ok := values[s.Key]
		if !ok {
			t.Errorf("%s is missing", s.Key)
			continue
		}
		got, err := plain(value)
		if err != nil || got != s.Default {
			t.Errorf("%s is %q (%v), want the default %q", s.Key, got, err, s.Default)
		}
	}
	for key := range values {
		if !documented(string(text), key) {
			t.Errorf("no comment above %s", key)
		}
	}
	checked(t, homeless(t), "--config", example).wantSuccess(t, "# configuration file: "+example)
}

// documented says whether a comment stands above the key.
func documented(text, key string) bool {
	var path []string // of the key that a line has
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		name, _, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(name, "#") {
			continue
		}
		depth := (len(line) - len(strings.TrimLeft(line, " "))) / 2
		path = append(path[:depth], name)
		if strings.Join(path, ".") == key {
			return i > 0 && strings.HasPrefix(strings.TrimSpace(lines[i-1]), "#")
		}
	}
	return false
}

// configFile writes a configuration.
func configFile(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestSources(t *testing.T) {
	file := configFile(t, "language: en\nlimits: {tables-per-chat: 5, tables-per-person: 6}\nlocal:\n  # all default\nlog: {}\n"+
		"bans: {people: [\"discord:80351110224678912\", \"telegram:5\"]}\n")
	env := system.Environment{
		"HOME=/home/anna", "TAROCKBOT_CONFIG=" + file, "TAROCKBOT_BANS_CHATS=telegram:-1001234567890/7",
		"TAROCKBOT_LIMITS_TABLES_PER_PERSON=7", "TAROCKBOT_LOG_FORMAT=json", "TAROCKBOT_LOCAL_HOSTS=a.example, b.example:81",
		"TAROCKBOT_LOCAL_PROXIES=10.0.0.5, 2001:db8::1/32", "TAROCKBOT_LOCAL_ADMINS=anna, local:Bert M",
	}
	got := checked(t, env, "--log.format=text", "--local.public", "--operator.contact=anna@example.org")
	got.wantSuccess(t, "# configuration file: "+file)
	want := map[string]string{
		"data":                     `"/home/anna/.local/share/tarockbot/tarockbot.db"  # default`,
		"language":                 `"en"  # ` + file,
		"operator.contact":         `"anna@example.org"  # flag`,
		"log.format":               `"text"  # flag`,
		"local.public":             `"true"  # flag`,
		"local.hosts":              `"a.example,b.example:81"  # environment`,
		"local.proxies":            `"10.0.0.5/32,2001:db8::/32"  # environment`,
		"local.admins":             `"anna,Bert M"  # environment`,
		"limits.tables-per-chat":   `"5"  # ` + file,
		"limits.tables-per-person": `"7"  # environment`,
		"bans.people":              `"discord:80351110224678912,telegram:5"  # ` + file,
		"bans.chats":               `"telegram:-1001234567890/7"  # environment`,
	}
	_, lines, _ := strings.Cut(got.out, "\n")
	given := make(map[string]string)
	for line := range strings.Lines(lines) {
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		given[key] = value
	}
	for _, s := range knownSettings() {
		if _, set := want[s.Key]; !set {
			want[s.Key] = fmt.Sprintf("%q  # default", s.Default)
		}
	}
	for key, value := range want {
		if given[key] != value {
			t.Errorf("%s: %s, want %s", key, given[key], value)
		}
	}
	if len(given) != len(want) {
		t.Errorf("%d keys are printed, want %d", len(given), len(want))
	}
}

func TestUsualConfigIsRead(t *testing.T) {
	home := t.TempDir()
	env := system.Environment{"HOME=" + home}
	file := env.ConfigFile()
	checked(t, env).wantSuccess(t, "# configuration file: none")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("language: en\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	checked(t, env).wantSuccess(t, `language: "en"  # `+file)
}

func TestBadConfig(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
	}{
		{"unknown key", "colour: red", "unknown key colour"},
		{"unknown key in a section", "limits: {tables: 3}", "unknown key limits.tables"},
		{"section for a value", "language: {first: de}", "unknown key language.first"},
		{"value for a section", "limits: 3", "limits must be a mapping, with keys such as tables-per-chat"},
		{"list for a section", "local: [a]", "local must be a mapping, with keys such as listen"},
		{"text for a section", "log: debug", "log must be a mapping"},
		{"no value", "language:", "language: has no value"},
		{"unknown language", "language: fr", `language: "fr"`},
		{"level", "log: {level: loud}", "log.level"},
		{"fraction", "limits: {tables-per-chat: 2.5}", "limits.tables-per-chat"},
		{"too few", "limits: {tables-per-chat: 0}", "limits.tables-per-chat"},
		{"too many", "limits: {tables-per-person: 1001}", "limits.tables-per-person"},
		{"no inputs", "limits: {inputs-per-person: 0}", "limits.inputs-per-person"},
		{"inputs in words", "limits: {inputs-per-chat: many}", "limits.inputs-per-chat"},
		{"ban by name", "bans: {people: [\"@mallory\"]}", `bans.people: "@mallory" is no person`},
		{"ban by bare number", "bans: {people: [\"80351110224678912\"]}", "bans.people"},
		{"ban by a number", "bans: {people: [80351110224678912]}", `"80351110224678912" is no person; it takes the network and the number there, such as discord:80351110224678912`},
		{"ban in pieces", "bans: {people: [{telegram: 5}]}", "bans.people: map[telegram:5] is no text; put it in quotes"},
		{"ban of several in one", "bans: {people: [\"telegram:5,telegram:6\"]}", "has a comma"},
		{"ban on an unknown network", "bans: {people: [\"irc:5\"]}", "bans.people"},
		{"ban of a group as a person", "bans: {people: [\"telegram:-5\"]}", "bans.people"},
		{"ban of one and nobody", "bans: {people: [\"telegram:5\", \"\"]}", "bans.people"},
		{"ban of a person as a chat", "bans: {chats: [\"telegram:5\"]}", `bans.chats: "telegram:5" is no chat; it takes the network and the number there, such as discord:80351110224678913 or, for a group, telegram:-1001234567890`},
		{"ban of a chat by name", "bans: {chats: [\"discord:general\"]}", "bans.chats"},
		{"no address", "local: {listen: here}", "local.listen"},
		{"no port", "local: {listen: \"127.0.0.1:http2\"}", "local.listen"},
		{"to the outside", "local: {listen: \"0.0.0.0:8080\"}", "local.public"},
		{"no host", "local: {hosts: [\"http://x/\"]}", "local.hosts"},
		{"proxy by name", "local: {hosts: [a.example], proxies: [proxy.example]}", `local.proxies: "proxy.example" is no address, such as 10.0.0.5`},
		{"proxy without a host", "local: {proxies: [10.0.0.5]}", "local.proxies: is for nothing without local.hosts"},
		{"nobody's name", "local: {admins: [\"<b>\"]}", `local.admins: "<b>" is no name that somebody can have on the page`},
		{"another network's admin", "local: {admins: [\"discord:80351110224678912\"]}", "local.admins"},
		{"no names", "limits: {names-per-address: 0}", "limits.names-per-address"},
		{"not yes or no", "local: {public: maybe}", "local.public"},
		{"webhook without a token", "telegram: {webhook: {url: \"https://x/\", secret: abcdefghijklmnop}}", "telegram.webhook.url: is for nothing without telegram.token"},
		{"webhook without a secret", "telegram: {token: \"1:canary\", webhook: {url: \"https://x/\"}}", "telegram.webhook.secret: is needed with telegram.webhook.url; openssl rand -hex 32 makes one"},
		{"webhook with a short secret", "telegram: {token: \"1:canary\", webhook: {url: \"https://x/\", secret: short}}", "telegram.webhook.secret"},
		{"webhook with a number for a secret", "telegram: {token: \"1:canary\", webhook: {url: \"https://x/\", secret: 01234567012345670123}}", "telegram.webhook.secret: is no text; put it in quotes"},
		{"webhook with nothing for a secret", "telegram: {token: \"1:canary\", webhook: {url: \"https://x/\", secret: }}", "telegram.webhook.secret: has no value"},
		{"webhook on this machine", "telegram: {token: \"1:canary\", webhook: {url: \"https://127.0.0.1/x\", secret: abcdefghijklmnop}}", "telegram.webhook.url: is an address that Telegram can't call"},
		{"webhook on localhost", "telegram: {token: \"1:canary\", webhook: {url: \"https://localhost:8443/\", secret: abcdefghijklmnop}}", "telegram.webhook.url: is an address that Telegram can't call"},
		{"webhook at home", "telegram: {token: \"1:canary\", webhook: {url: \"https://[fd00::1]/\", secret: abcdefghijklmnop}}", "telegram.webhook.url: is an address that Telegram can't call"},
		{"webhook by http", "telegram: {token: \"1:canary\", webhook: {url: \"http://x/\", secret: abcdefghijklmnop}}", "telegram.webhook.url: is no https address"},
		{"webhook at a port", "telegram: {token: \"1:canary\", webhook: {url: \"https://x:81/\", secret: abcdefghijklmnop}}", "doesn't call port 81"},
		{"webhook's path", "telegram: {token: \"1:canary\", webhook: {url: \"https://x/\", path: x, secret: abcdefghijklmnop}}", "telegram.webhook.path"},
		{"webhook nowhere", "telegram: {token: \"1:canary\", webhook: {url: \"https://x/\", listen: \"\", secret: abcdefghijklmnop}}", "telegram.webhook.listen: is needed"},
		{"secret without a webhook", "telegram: {token: \"1:canary\", webhook: {secret: abcdefghijklmnop}}", "telegram.webhook.secret: is for nothing without telegram.webhook.url"},
		{"path without a webhook", "telegram: {webhook: {path: /x}}", "telegram.webhook.path: is for nothing"},
		{"one address twice", "http: {listen: \"127.0.0.1:8080\"}", "http.listen: 127.0.0.1:8080 is taken by local.listen, 127.0.0.1:8080, already"},
		{"one address by two names", "http: {listen: \"localhost:8080\"}", "http.listen: localhost:8080 is taken by local.listen"},
		{"an address among all", "http: {listen: \":8080\"}", "http.listen: :8080 is taken by local.listen"},
		{"the webhook's address twice", "http: {listen: \"127.0.0.1:8082\"}\ntelegram: {token: \"1:canary\", webhook: {url: \"https://x/\", secret: abcdefghijklmnop}}", "telegram.webhook.listen: 127.0.0.1:8082 is taken by http.listen"},
		{"no monitor's address", "http: {listen: here}", "http.listen"},
		{"nowhere to play", "local: {listen: \"\"}", "without the page there must be a discord.token or a telegram.token"},
		{"no Discord token", "discord: {token: Bot abc}", "discord.token: is missing or has characters"},
		{"no Telegram token", "telegram: {token: abc}", "telegram.token: has not the form"},
		{"backups too rarely", "backup: {every: 361h}", "15 days"},
		{"abandoned while away", "clocks: {away-days: 60}", "clocks.abandoned: 60 must be more than clocks.away-days, 60"},
		{"fractions in a list", "local: {hosts: [1.10]}", "local.hosts: 1.1 is no text; put it in quotes"},
		{"no YAML", "language: [", "yaml: line 1: did not find"},
		{"not closed", "language: de\nlocal:\n  hosts: [a\nlog: {}\n", "line 3: did not find"},
		{"two colons", "language: de: en", "line 1: mapping values"},
		{"two colons below", "data: x\nlanguage: de: en", "line 2: mapping values"},
		{"twice", "language: de\nlanguage: en", `line 2: mapping key "language" already defined at line 1`},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := configFile(t, c.text)
			got := checked(t, homeless(t), "--config", file)
			got.wantFailure(t, exit.Config, c.want)
			got.wantFailure(t, exit.Config, file)
		})
	}
}

// TestGoodConfig: what looks like a mistake and is none.
func TestGoodConfig(t *testing.T) {
	for name, text := range map[string]string{
		"a port on two addresses":             "http: {listen: \"127.0.0.2:8080\"}",
		"any free port twice":                 "local: {listen: \"127.0.0.1:0\"}\nhttp: {listen: \"127.0.0.1:0\"}",
		"backups that are just often enough":  "backup: {every: 360h}",
		"a port on two named hosts":           "local: {listen: \"a:1\", public: true}\nhttp: {listen: \"b:1\"}",
		"the address of a webhook not in use": "http: {listen: \"127.0.0.1:8082\"}",
		"a Bot API server at home": "telegram: {token: \"1:canary\", api_url: \"http://10.0.0.2:8081\", " +
			"webhook: {url: \"https://10.0.0.3/\", secret: abcdefghijklmnop}}",
	} {
		t.Run(name, func(t *testing.T) {
			checked(t, homeless(t), "--config", configFile(t, text)).wantSuccess(t, "http.listen")
		})
	}
}

// TestMissingDirectory: check-config says that a directory isn't there that
// nobody will make, and is silent about the user's, which is made.
func TestMissingDirectory(t *testing.T) {
	dir := t.TempDir()
	nowhere := filepath.Join(dir, "none")
	checked(t, homeless(t), "--data", filepath.Join(nowhere, "x.db")).wantSuccess(t, "# flag; there is no directory "+nowhere+" here yet\n")
	checked(t, homeless(t), "--data", filepath.Join(dir, "x.db")).wantSuccess(t, "# flag\n")
}

func TestBadSources(t *testing.T) {
	checked(t, homeless(t), "--config", "/nowhere/config.yaml").wantFailure(t, exit.Config, "/nowhere/config.yaml")
	checked(t, homeless(t), "--log.level", "loud").wantFailure(t, exit.Config, "flag: log.level")
	checked(t, system.Environment{"HOME=/", "TAROCKBOT_COLOUR=red"}).
		wantFailure(t, exit.Config, "unknown key TAROCKBOT_COLOUR")
	checked(t, system.Environment{"HOME=/", "TAROCKBOT_LANGUAGE=fr"}).
		wantFailure(t, exit.Config, "environment: language")
	checked(t, nil).wantFailure(t, exit.Config, " is not set; say where the data is with --data")
}

// TestFault56Files: secrets don't stand in a file that others can read; systemd
// sees to that itself for what it passes as a credential.
func TestFault56Files(t *testing.T) {
	for _, secret := range []string{
		"telegram: {token: \"123:canary\"}", "discord: {token: canary}",
		"telegram: {webhook: {secret: canary-canary-canary}}",
		"data: postgres://tarockbot:canary@db.example.org/tarockbot",
		"data: postgres://db.example.org/tarockbot\nremovals: postgres://db.example.org/removals?password=canary",
	} {
		file := configFile(t, secret)
		if err := os.Chmod(file, 0o440); err != nil {
			t.Fatal(err)
		}
		checked(t, homeless(t), "--config", file).wantFailure(t, exit.Config, "others can read it")
	}
	file := configFile(t, "telegram: {token: \"123:canary\"}")
	if err := os.Chmod(file, 0o440); err != nil {
		t.Fatal(err)
	}
	env := system.Environment{"HOME=/", "CREDENTIALS_DIRECTORY=" + filepath.Dir(file), "TAROCKBOT_CONFIG=" + file}
	checked(t, env).wantSuccess(t, `telegram.token: "set"`)
	open := configFile(t, "removals: postgres://db.example.org/removals")
	if err := os.Chmod(open, 0o644); err != nil {
		t.Fatal(err)
	}
	checked(t, homeless(t), "--config", open).wantSuccess(t, "removals")
}

// TestSecretKeys: what is called like a secret is one: it is no flag, and never printed.
func TestSecretKeys(t *testing.T) {
	named := regexp.MustCompile(`token|secret|password|passphrase|credential|private`)
	secrets := 0
	for _, s := range knownSettings() {
		if s.Secret() {
			secrets++
		}
		if named.MatchString(s.Key) && !s.Secret() {
			t.Errorf("%s is no secret: its row must say so", s.Key)
		}
		if flag := Flags(nil).Lookup(s.Key); (flag == nil) != s.Secret() {
			t.Errorf("%s is a flag: %v", s.Key, flag != nil)
		}
	}
	if secrets < 3 {
		t.Errorf("only %d secrets", secrets)
	}
}

// outcome is what has become of a configuration.
type outcome struct {
	out string // as it is printed
	err error
}

// homeless is an environment with a home that is empty.
func homeless(t *testing.T) system.Environment {
	t.Helper()
	return system.Environment{"HOME=" + t.TempDir()}
}

// checked loads, checks and prints the configuration.
func checked(t *testing.T, environ system.Environment, args ...string) (o outcome) {
	t.Helper()
	flags := Flags(nil)
	if err := flags.Parse(args); err != nil {
		t.Fatal(err)
	}
	c, err := Load(environ, flags)
	if err == nil {
		err = c.Check()
	}
	var out strings.Builder
	c.Print(&out)
	return outcome{out.String(), err}
}

// wantFailure says that the error must have the exit code, and the text in one line.
func (o outcome) wantFailure(t *testing.T, code int, text string) {
	t.Helper()
	if o.err == nil || exit.Code(o.err) != code || !strings.Contains(report.ErrorLine(o.err), text) {
		t.Errorf("got %v, want exit %d and %q", o.err, code, text)
	}
}

// wantSuccess says that the configuration must be right, and print the text.
func (o outcome) wantSuccess(t *testing.T, text string) {
	t.Helper()
	if o.err != nil || !strings.Contains(o.out, text) {
		t.Errorf("got %v and\n%s\nwant %q", o.err, o.out, text)
	}
}
