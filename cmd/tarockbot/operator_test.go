package main

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"tarockbot/cmd/tarockbot/internal/exit"
)

// TestPrivacyPolicy: what the operator has configured stands on the page /privacy, which nobody has to enter for.
func TestPrivacyPolicy(t *testing.T) {
	t.Parallel()
	bot := start(t, filepath.Join(t.TempDir(), "t.db"), "--operator.name", "Tarockrunde Linz", "--operator.contact", "tarock@example.org")
	page, err := http.Get(bot.url + "privacy")
	if err != nil {
		t.Fatal(err)
	}
	defer page.Body.Close()
	text, err := io.ReadAll(page.Body)
	if err != nil || page.StatusCode != http.StatusOK {
		t.Fatal(page.Status, err)
	}
	for _, want := range []string{"Tarockrunde Linz", "tarock@example.org", "30 Tage", "in einer Datei"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	bot.end(t, syscall.SIGTERM)
}

// TestOwnPolicy: a policy of the operator's own is a file that a message holds, such as a template whose gaps are
// filled in, or an address.
func TestOwnPolicy(t *testing.T) {
	dir := t.TempDir()
	policy := func(text string) string {
		file := filepath.Join(dir, "policy.md")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	for _, lang := range []string{"en", "de"} {
		template := filepath.Join("deploy", "legal", "privacy."+lang+".md")
		tarockbot(t, "check-config", "--operator.privacy", template).wantFailure(t, exit.Config, `still has a gap to fill in or to take out: "[`)
		file := policy(strings.NewReplacer("[", "", "]", "").Replace(readText(t, template)) + "\n[More](https://example.org)")
		tarockbot(t, "check-config", "--operator.privacy", file).wantSuccess(t, file)
		if got, err := (Config{Operator: Operator{Privacy: file}}).privacy(); err != nil || !strings.Contains(got.Policy, "30") {
			t.Errorf("%s: %.50q, %v", file, got.Policy, err)
		}
		if text := readText(t, filepath.Join("deploy", "legal", "terms."+lang+".md")); !strings.Contains(text, "8. ") {
			t.Errorf("no terms in %s", lang)
		}
	}
	tarockbot(t, "check-config", "--operator.privacy", "https://example.org/privacy").wantSuccess(t, `operator.privacy: "https://example.org/privacy"`)
	for text, want := range map[string]string{"": "no text", "\xff": "no text", strings.Repeat("ü", maxPolicy+1): "put it on the web"} {
		tarockbot(t, "check-config", "--operator.privacy", policy(text)).wantFailure(t, exit.Config, want)
	}
	tarockbot(t, "check-config", "--operator.privacy", filepath.Join(dir, "none")).wantFailure(t, exit.Config, "flag: operator.privacy: open "+filepath.Join(dir, "none"))
	tarockbot(t, "check-config", "--operator.privacy", "https://").wantFailure(t, exit.Config, "operator.privacy: is no http address")
	tarockbot(t, "check-config", "--operator.privacy", "http://example.org").wantFailure(t, exit.Config, "operator.privacy: is no https address")
	tarockbot(t, "check-config", "--operator.contact", "a\nb").wantFailure(t, exit.Config, "operator.contact: is no line")
	tarockbot(t, "run", "--operator.privacy", filepath.Join(dir, "none")).wantFailure(t, exit.Config, "operator.privacy")
}

// TestNoContact: check-config and doctor say that a bot for others has no contact, and are silent about any other
// and about a file that is named.
func TestNoContact(t *testing.T) {
	data := usedData(t)
	runOnce(t, data)
	for _, tt := range []struct {
		settings string
		says     bool
	}{
		{"{}", false},
		{"discord: {token: canary}", true},
		{"telegram: {token: \"1:canary\"}", true},
		{"local: {hosts: [tarock.example.org]}", true},
		{"local: {listen: \"0.0.0.0:8080\", public: true}", true},
		{"local: {hosts: [tarock.example.org], listen: \"\"}\ntelegram: {token: \"1:canary\"}\noperator: {contact: a@example.org}", false},
	} {
		file := configFile(t, tt.settings)
		for _, command := range [][]string{{"check-config"}, {"doctor", "--here"}} {
			got := tarockbot(t, append(command, "--config", file, "--data", data)...)
			got.wantSuccess(t, "")
			if says := strings.Contains(got.out, noContact); says != tt.says {
				t.Errorf("%v of %s prints\n%s", command, tt.settings, got.out)
			}
		}
		if got := tarockbot(t, "doctor", "--here", data); strings.Contains(got.out, noContact) {
			t.Errorf("a file alone has no operator, but doctor prints\n%s", got.out)
		}
	}
}
