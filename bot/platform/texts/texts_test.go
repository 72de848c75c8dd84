package texts_test

import (
	"testing"

	"tarockbot/bot/platform/texts"
)

// TestIn: people read the first of their languages that there is, or English.
func TestIn(t *testing.T) {
	t.Parallel()
	c := texts.Must([]byte(`{"en": {"hello": "Hello"}, "de": {"hello": "Servus"}}`))
	for want, langs := range map[string][][]string{
		"en": {nil, {""}, {"hu"}, {"en-GB"}, {"hu", "en", "de"}},
		"de": {{"de"}, {"de-AT"}, {"DE-at"}, {"hu", "de"}},
	} {
		for _, l := range langs {
			if got := c.In(l...).Say("lang"); got != want {
				t.Errorf("%q read %q, want %q", l, got, want)
			}
		}
	}
	if got := c.In("de").Say("hello"); got != "Servus" {
		t.Errorf("got %q", got)
	}
}

// TestMust: a catalogue that isn't one stops the program where it is built in.
func TestMust(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{``, `{"en": 1}`, `{"de": {"hello": "Servus"}}`,
		`{"en": {"hello": "Hello"}, "de": {}}`, `{"en": {}, "de": {"hello": "Servus"}}`, `{"en": {"hello": "Hello"}, "de": {"hello": ""}}`} {
		func() {
			defer func() { _ = recover() }()
			texts.Must([]byte(bad))
			t.Errorf("%q is taken for a catalogue", bad)
		}()
	}
}
