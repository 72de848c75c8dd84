package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tarockbot/cmd/tarockbot/internal/exit"
)

func TestOwnPolicy(t *testing.T) {
	dir := t.TempDir()
	policy := func(text string) string {
		file := filepath.Join(dir, "policy.md")
		must(t, os.WriteFile(file, []byte(text), 0o600))
		return file
	}
	for _, lang := range []string{"en", "de"} {
		template := filepath.Join("..", "..", "deploy", "legal", "privacy."+lang+".md")
		loadAndCheck(t, emptyHome(t), "--operator.privacy", template).wantFailure(t, exit.Config, `still has a gap to fill in or to remove: "[`)
		file := policy(strings.NewReplacer("[", "", "]", "").Replace(readFile(t, template)) + "\n[More](https://example.org)")
		loadAndCheck(t, emptyHome(t), "--operator.privacy", file).wantSuccess(t, file)
		if got, err := (Config{Operator: Operator{Privacy: file}}).Privacy(); err != nil || !strings.Contains(got.Policy, "30") {
			t.Errorf("%s: %.50q, %v", file, got.Policy, err)
		}
		if text := readFile(t, filepath.Join("..", "..", "deploy", "legal", "terms."+lang+".md")); !strings.Contains(text, "8. ") {
			t.Errorf("no terms in %s", lang)
		}
	}
	loadAndCheck(t, emptyHome(t), "--operator.privacy", "https://example.org/privacy").wantSuccess(t, `operator.privacy: "https://example.org/privacy"`)
	for text, want := range map[string]string{"": "no text", "\xff": "no text", strings.Repeat("ü", maxPolicy+1): "put it on the web"} {
		loadAndCheck(t, emptyHome(t), "--operator.privacy", policy(text)).wantFailure(t, exit.Config, want)
	}
	loadAndCheck(t, emptyHome(t), "--operator.privacy", filepath.Join(dir, "none")).wantFailure(t, exit.Config, "flag: operator.privacy: open "+filepath.Join(dir, "none"))
	loadAndCheck(t, emptyHome(t), "--operator.privacy", "https://").wantFailure(t, exit.Config, "operator.privacy: is not an http address")
	loadAndCheck(t, emptyHome(t), "--operator.privacy", "http://example.org").wantFailure(t, exit.Config, "operator.privacy: is not an https address")
	loadAndCheck(t, emptyHome(t), "--operator.contact", "a\nb").wantFailure(t, exit.Config, "operator.contact: must be one line")
}

func TestLacksContact(t *testing.T) {
	t.Parallel()
	for settings, want := range map[string]bool{
		"{}":                                   false,
		"discord: {token: canary}":             true,
		"telegram: {token: \"1:canary\"}":      true,
		"local: {hosts: [tarock.example.org]}": true,
		"local: {listen: \"0.0.0.0:8080\", public: true}":                                                                         true,
		"local: {hosts: [tarock.example.org], listen: \"\"}\ntelegram: {token: \"1:canary\"}\noperator: {contact: a@example.org}": false,
	} {
		flags := Flags(nil)
		must(t, flags.Set(FileFlag, configFile(t, settings)))
		if c, err := Load(emptyHome(t), flags); err != nil || c.LacksContact() != want {
			t.Errorf("%s: got LacksContact %v, %v, want %v", settings, c.LacksContact(), err, want)
		}
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	must(t, err)
	return string(text)
}
