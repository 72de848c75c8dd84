package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	unitFile      = "deploy/tarockbot.service"
	containerFile = "deploy/Containerfile"
	readme        = "README.md" // for operators
)

func readText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// unit are the values of the service unit's keys, in their order.
func unit(t *testing.T) map[string][]string {
	t.Helper()
	values := make(map[string][]string)
	for line := range strings.Lines(readText(t, unitFile)) {
		line = strings.TrimSpace(line)
		if key, value, ok := strings.Cut(line, "="); ok && !strings.HasPrefix(line, "#") {
			values[key] = append(values[key], value)
		}
	}
	return values
}

// isCommand says whether the words, of which the first is a program, are a use
// of it: the program with a subcommand and its flags.
func isCommand(t *testing.T, words ...string) {
	t.Helper()
	if path.Base(words[0]) != "tarockbot" || !path.IsAbs(words[0]) {
		t.Errorf("%v doesn't call tarockbot by its whole name", words)
	}
	i := slices.IndexFunc(commands(), func(c subcommand) bool { return len(words) > 1 && c.name == words[1] })
	if i < 0 {
		t.Fatalf("%v: no such subcommand", words)
	}
	help := tarockbot(t, words[1], "--help")
	for _, flag := range words[2:] {
		if name, _, _ := strings.Cut(flag, "="); !strings.Contains(help.out, name+" ") {
			t.Errorf("%v: no flag %s", words, flag)
		}
	}
}

// TestUnit: what the service unit calls, sets and expects is what the program
// understands and does.
func TestUnit(t *testing.T) {
	u := unit(t)
	isCommand(t, strings.Fields(u["ExecStart"][0])...)

	// As systemd fills it in: a credential that shows the group a right.
	credentials, state := t.TempDir(), t.TempDir()
	name, source, _ := strings.Cut(u["LoadCredential"][0], ":")
	config := filepath.Join(credentials, name)
	if err := os.WriteFile(config, []byte("telegram: {token: \"123:canary\"}\n"), 0o440); err != nil {
		t.Fatal(err)
	}
	env := environment{"CREDENTIALS_DIRECTORY=" + credentials}
	for _, e := range u["Environment"] {
		env = append(env, strings.NewReplacer("%d", credentials, "%S", state).Replace(e))
	}
	got := tarockbotAt(t, env, "check-config")
	got.wantSuccess(t, "# configuration file: "+config+"\n")
	got.wantSuccess(t, `telegram.token: "set"`)
	if data := filepath.Join(state, u["StateDirectory"][0], "tarockbot.db"); !strings.Contains(got.out, data) {
		t.Errorf("the data isn't %s, in the state directory:\n%s", data, got.out)
	}
	if text := readText(t, readme); !strings.Contains(text, source) || !strings.Contains(text, unitFile) {
		t.Errorf("%s doesn't say what to do with %s and %s", readme, unitFile, source)
	}
	var final []string
	for _, code := range []int{exitUsage, exitData, exitLocked, exitConfig} {
		final = append(final, strconv.Itoa(code))
	}
	if got := strings.Fields(u["RestartPreventExitStatus"][0]); !slices.Equal(got, final) {
		t.Errorf("no other try after %v, want %v", got, final)
	}
}

// TestUnitIsHardened: nobody takes a lock off by mistake.
func TestUnitIsHardened(t *testing.T) {
	u := unit(t)
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

// TestUnitVerifies lets systemd itself look at the unit.
func TestUnitVerifies(t *testing.T) {
	program, err := exec.LookPath("systemd-analyze")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip("systemd-analyze isn't here")
	}
	copied := filepath.Join(t.TempDir(), "tarockbot.service")
	text := strings.Replace(readText(t, unitFile), "/usr/local/bin/tarockbot", self(t), 1)
	if err := os.WriteFile(copied, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), program, "verify", "--man=no", copied).CombinedOutput()
	if err != nil || strings.Contains(string(out), "tarockbot.service") {
		t.Errorf("%v\n%s", err, out)
	}
}

// container are the instructions of the last stage, and of all stages before.
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

// TestContainer: what the image sets and starts is what the program
// understands; it is static, and nobody's.
func TestContainer(t *testing.T) {
	last, build := container(t)
	var start, args []string
	if json.Unmarshal([]byte(last["ENTRYPOINT"][0]), &start) != nil || json.Unmarshal([]byte(last["CMD"][0]), &args) != nil {
		t.Fatal("not the form of commands that needs no shell")
	}
	isCommand(t, append(start, args...)...)
	if copied := last["COPY"][0]; !strings.HasSuffix(copied, " "+start[0]) {
		t.Errorf("%s is not what is copied: %s", start[0], copied)
	}
	env := environment{"TAROCKBOT_DISCORD_TOKEN=canary"}
	for _, e := range last["ENV"] {
		env = append(env, strings.Fields(e)...)
	}
	got := tarockbotAt(t, env, "check-config")
	got.wantSuccess(t, `data: "`+last["VOLUME"][0]+`/tarockbot.db"`)
	got.wantSuccess(t, `local.listen: ""  # environment`)
	if user, _, _ := strings.Cut(last["USER"][0], ":"); user == "0" || strings.Trim(user, "0123456789") != "" {
		t.Errorf("user %s", user)
	}
	if runs := strings.Join(build["RUN"], "\n"); !strings.Contains(runs, "CGO_ENABLED=0 go build") {
		t.Errorf("not static:\n%s", runs)
	}
	version := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(readText(t, "../../go.mod"))
	if from := build["FROM"][0]; !strings.Contains(from, "golang:"+version[1]+" ") {
		t.Errorf("built by %s, but go.mod wants go %s", from, version[1])
	}
	if text := readText(t, readme); !strings.Contains(text, containerFile) {
		t.Errorf("%s doesn't say what to do with %s", readme, containerFile)
	}
}

// TestContainerIgnores: what the repository doesn't have, such as a file with
// tokens, doesn't get into the image's build either.
func TestContainerIgnores(t *testing.T) {
	var want []string
	for line := range strings.Lines(readText(t, "../../.gitignore")) {
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

// TestDocumentedNames: variables, subcommands and figures that people read of are there,
// and they read of every subcommand.
func TestDocumentedNames(t *testing.T) {
	known := []string{variable(configFlag)}
	for _, s := range settings(new(Config)) {
		known = append(known, variable(s.key))
	}
	texts := markdown(t, os.DirFS("../.."))
	texts[unitFile], texts[containerFile] = readText(t, unitFile), readText(t, containerFile)
	var told []string
	for page, text := range texts {
		for _, name := range regexp.MustCompile(prefix+`[A-Z_]+`).FindAllString(text, -1) {
			if !slices.Contains(known, name) {
				t.Errorf("%s: there is no variable %s", page, name)
			}
		}
		for _, m := range regexp.MustCompile("(?m)(?:^    (?:sudo )?(?:\\S+/)?|`)tarockbot ([a-z-]+)").FindAllStringSubmatch(text, -1) {
			told = append(told, m[1])
			if !asksForHelp(m[1]) && !slices.ContainsFunc(commands(), func(c subcommand) bool { return c.name == m[1] }) {
				t.Errorf("%s: there is no tarockbot %s", page, m[1])
			}
		}
		for _, name := range regexp.MustCompile(`tarockbot_[a-z_]+`).FindAllString(text, -1) {
			if !isFigure(t, name) {
				t.Errorf("%s: there is no figure %s", page, name)
			}
		}
	}
	for _, c := range commands() {
		if !slices.Contains(told, c.name) {
			t.Errorf("no page tells of tarockbot %s", c.name)
		}
	}
}

// isFigure says whether something is counted under the name.
func isFigure(t *testing.T, name string) bool {
	t.Helper()
	return slices.ContainsFunc([]string{"../../bot/metrics/metrics.go", "../../bot/health.go", "backups.go", "doctor.go"}, func(file string) bool {
		source := readText(t, file)
		return strings.Contains(source, `"`+name+`"`) || strings.Contains(source, `"`+strings.TrimPrefix(name, "tarockbot_")+`"`)
	})
}
