package main

import (
	"net/http"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

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
