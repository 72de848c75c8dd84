package main

import (
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
	code, text := fetch(t.Context(), t, bot.url+"privacy")
	if code != http.StatusOK {
		t.Fatal(code, text)
	}
	for _, want := range []string{"Tarockrunde Linz", "tarock@example.org", "30 Tage", "in einer Datei"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	bot.end(t, syscall.SIGTERM)
}

// TestNoContact: check-config and doctor say that a bot for others has no contact. Of a file alone, which has no operator,
// doctor says nothing.
func TestNoContact(t *testing.T) {
	data, file := migrated(t, "version7.db.gz"), configFile(t, "discord: {token: canary}")
	for _, tt := range []struct {
		args []string
		says bool
	}{
		{[]string{"check-config", "--config", file}, true},
		{[]string{"check-config"}, false},
		{[]string{"doctor", "--here", "--config", file, "--data", data}, true},
		{[]string{"doctor", "--here", "--config", file, data}, false},
	} {
		got := tarockbot(t, tt.args...)
		if got.code != 0 || strings.Contains(got.out, config.NoContact) != tt.says {
			t.Errorf("%v: exit %d\n%s", tt.args, got.code, got.out)
		}
	}
}
