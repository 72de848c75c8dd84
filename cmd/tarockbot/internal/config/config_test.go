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
	"tarockbot/engine/enginetest/golden"
)

const example = "../../../../config.example.yaml"

func TestExampleHasEveryKeyWithItsDefault(t *testing.T) {
	text, err := os.ReadFile(example)
	must(t, err)
	fields, err := parseYAML(text)
	must(t, err)
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
		if !hasComment(string(text), key) {
			t.Errorf("no comment above %s", key)
		}
	}
	loadAndCheck(t, emptyHome(t), "--config", example).wantSuccess(t, "# configuration file: "+example)
}

// hasComment reports whether a comment stands above the key.
func hasComment(text, key string) bool {
	var path []string
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

func configFile(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "config.yaml")
	must(t, os.WriteFile(name, []byte(text), 0o600))
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
	got := loadAndCheck(t, env, "--log.format=text", "--local.public", "--operator.contact=anna@example.org")
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
	printed := make(map[string]string)
	for line := range strings.Lines(lines) {
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		printed[key] = value
	}
	for _, s := range knownSettings() {
		if _, set := want[s.Key]; !set {
			want[s.Key] = fmt.Sprintf("%q  # default", s.Default)
		}
	}
	for key, value := range want {
		if printed[key] != value {
			t.Errorf("%s: got %s, want %s", key, printed[key], value)
		}
	}
	if len(printed) != len(want) {
		t.Errorf("%d keys are printed, want %d", len(printed), len(want))
	}
}

func TestConfigFileOfUser(t *testing.T) {
	home := t.TempDir()
	env := system.Environment{"HOME=" + home}
	file := env.ConfigFile()
	loadAndCheck(t, env).wantSuccess(t, "# configuration file: none")
	must(t, os.MkdirAll(filepath.Dir(file), 0o700))
	must(t, os.WriteFile(file, []byte("language: en\n"), 0o600))
	loadAndCheck(t, env).wantSuccess(t, `language: "en"  # `+file)
}

func TestFileErrors(t *testing.T) {
	golden.Transcripts(t, "testdata", func(t *testing.T) golden.Play {
		t.Helper()
		return func(text string) (lines []string, err error) {
			file := configFile(t, strings.ReplaceAll(text, `\n`, "\n"))
			if err = loadAndCheck(t, emptyHome(t), "--config", file).err; err == nil {
				return []string{"it is right"}, nil
			}
			if !strings.Contains(err.Error(), file) || exit.Code(err) != exit.Config {
				t.Errorf("%s: exit %d, %v", text, exit.Code(err), err)
			}
			return []string{strings.ReplaceAll(report.ErrorLine(err), file, "config.yaml")}, nil
		}
	})
}

func TestMissingDirectory(t *testing.T) {
	dir := t.TempDir()
	nowhere := filepath.Join(dir, "none")
	loadAndCheck(t, emptyHome(t), "--data", filepath.Join(nowhere, "x.db")).wantSuccess(t, "# flag; there is no directory "+nowhere+" here yet\n")
	loadAndCheck(t, emptyHome(t), "--data", filepath.Join(dir, "x.db")).wantSuccess(t, "# flag\n")
}

func TestBadSources(t *testing.T) {
	loadAndCheck(t, emptyHome(t), "--config", "/nowhere/config.yaml").wantFailure(t, exit.Config, "/nowhere/config.yaml")
	loadAndCheck(t, emptyHome(t), "--log.level", "loud").wantFailure(t, exit.Config, "flag: log.level")
	loadAndCheck(t, system.Environment{"HOME=/", "TAROCKBOT_COLOUR=red"}).
		wantFailure(t, exit.Config, "unknown key TAROCKBOT_COLOUR")
	loadAndCheck(t, system.Environment{"HOME=/", "TAROCKBOT_LANGUAGE=fr"}).
		wantFailure(t, exit.Config, "environment: language")
	loadAndCheck(t, nil).wantFailure(t, exit.Config, " is not set; say where the data is with --data")
}

func TestFault56Files(t *testing.T) {
	for _, secret := range []string{
		"telegram: {token: \"123:canary\"}", "discord: {token: canary}",
		"telegram: {webhook: {secret: canary-canary-canary}}",
		"data: postgres://tarockbot:canary@db.example.org/tarockbot",
		"data: postgres://db.example.org/tarockbot\nremovals: postgres://db.example.org/removals?password=canary",
	} {
		file := configFile(t, secret)
		must(t, os.Chmod(file, 0o440))
		loadAndCheck(t, emptyHome(t), "--config", file).wantFailure(t, exit.Config, "others can read it")
	}
	file := configFile(t, "telegram: {token: \"123:canary\"}")
	must(t, os.Chmod(file, 0o440))
	env := system.Environment{"HOME=/", "CREDENTIALS_DIRECTORY=" + filepath.Dir(file), "TAROCKBOT_CONFIG=" + file}
	loadAndCheck(t, env).wantSuccess(t, `telegram.token: "set"`)
	open := configFile(t, "removals: postgres://db.example.org/removals")
	must(t, os.Chmod(open, 0o644))
	loadAndCheck(t, emptyHome(t), "--config", open).wantSuccess(t, "removals")
}

// TestSecretKeys checks that keys with names of secrets aren't flags, and aren't printed.
func TestSecretKeys(t *testing.T) {
	named := regexp.MustCompile(`token|secret|password|passphrase|credential|private`)
	secrets := 0
	for _, s := range knownSettings() {
		if s.IsSecret() {
			secrets++
		}
		if named.MatchString(s.Key) && !s.IsSecret() {
			t.Errorf("%s isn't declared as a secret", s.Key)
		}
		if flag := Flags(nil).Lookup(s.Key); (flag == nil) != s.IsSecret() {
			t.Errorf("%s is a flag: %v", s.Key, flag != nil)
		}
	}
	if secrets < 3 {
		t.Errorf("got %d secrets, want at least 3", secrets)
	}
}

type outcome struct {
	out string
	err error
}

func emptyHome(t *testing.T) system.Environment {
	t.Helper()
	return system.Environment{"HOME=" + t.TempDir()}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func loadAndCheck(t *testing.T, environ system.Environment, args ...string) (o outcome) {
	t.Helper()
	flags := Flags(nil)
	must(t, flags.Parse(args))
	c, err := Load(environ, flags)
	if err == nil {
		err = c.Check()
	}
	var out strings.Builder
	c.Print(&out)
	return outcome{out.String(), err}
}

func (o outcome) wantFailure(t *testing.T, code int, text string) {
	t.Helper()
	if o.err == nil || exit.Code(o.err) != code || !strings.Contains(report.ErrorLine(o.err), text) {
		t.Errorf("got %v, want exit %d and %q", o.err, code, text)
	}
}

func (o outcome) wantSuccess(t *testing.T, text string) {
	t.Helper()
	if o.err != nil || !strings.Contains(o.out, text) {
		t.Errorf("got %v and\n%s\nwant %q", o.err, o.out, text)
	}
}
