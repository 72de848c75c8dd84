package main

import (
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"tarockbot/cmd/tarockbot/internal/config"
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
			if says := strings.Contains(got.out, config.NoContact); says != tt.says {
				t.Errorf("%v of %s prints\n%s", command, tt.settings, got.out)
			}
		}
		if got := tarockbot(t, "doctor", "--here", data); strings.Contains(got.out, config.NoContact) {
			t.Errorf("a file alone has no operator, but doctor prints\n%s", got.out)
		}
	}
}
