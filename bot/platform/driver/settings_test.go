package driver

import (
	"errors"
	"testing"
)

func TestFields(t *testing.T) {
	t.Parallel()
	var (
		text   string
		flag   bool
		number int
		items  []string
		errBad = errors.New("bad")
	)
	nonEmpty := func(v string) (string, error) {
		if v == "" {
			return v, errBad
		}
		return v, nil
	}
	for _, tt := range []struct {
		name, value, printed string
		field                Field
		ok                   bool
	}{
		{"a text", "x", "x", Text(&text, AcceptAny), true},
		{"a wrong text", "x", "x", Text(&text, func(string) error { return errBad }), false},
		{"a secret", "x", IsSet, Secret(&text, AcceptAny), true},
		{"no secret", "", "", Secret(&text, func(string) error { return errBad }), true},
		{"yes", "true", "true", Bool(&flag), true},
		{"neither true nor false", "maybe", "maybe", Bool(&flag), false},
		{"a limit", "007", "7", Limit(&number), true},
		{"too few", "0", "", Limit(&number), false},
		{"too many", "1001", "", Limit(&number), false},
		{"a list", "a, b", "a,b", List(&items, nonEmpty), true},
		{"an empty list", "", "", List(&items, nonEmpty), true},
		{"an empty item", "a,", "", List(&items, nonEmpty), false},
		{"an address", "127.0.0.1:0", "127.0.0.1:0", Listen(&text, Endpoint{}), true},
		{"no address", "", "", Listen(&text, Endpoint{}), true},
		{"no port", "127.0.0.1", "127.0.0.1", Listen(&text, Endpoint{}), false},
		{"a port too high", "127.0.0.1:65536", "127.0.0.1:65536", Listen(&text, Endpoint{}), false},
		{"a URL", "https://example.org/x", "https://example.org/x", Text(&text, CheckURL), true},
		{"no URL", "example.org", "example.org", Text(&text, CheckURL), false},
	} {
		if got, err := tt.field.Set(tt.value); got != tt.printed || (err == nil) != tt.ok {
			t.Errorf("%s: printed %q, want %q; error %v, want ok %v", tt.name, got, tt.printed, err, tt.ok)
		}
	}
}

func TestSecretIsKept(t *testing.T) {
	t.Parallel()
	var stored string
	f := Secret(&stored, func(string) error { return errors.New("has another form") })
	if _, err := f.Set("canary"); err == nil || stored != "canary" || !f.IsSecret() || f.SecretValue != &stored {
		t.Errorf("stored %q, %v", stored, err)
	}
	if f := Text(&stored, AcceptAny); f.IsSecret() {
		t.Error("a plain text is secret")
	}
}

func TestEndpoint(t *testing.T) {
	t.Parallel()
	var address string
	always, never := Listen(&address, Endpoint{LogName: "url"}), Listen(&address, Endpoint{HostPort: func() string { return "" }})
	if _, err := always.Set("127.0.0.1:1"); err != nil {
		t.Fatal(err)
	}
	if got, empty := always.Endpoint.HostPort(), never.Endpoint.HostPort(); got != "127.0.0.1:1" || empty != "" {
		t.Errorf("got endpoints %q and %q, want 127.0.0.1:1 and none", got, empty)
	}
}

func TestIsLocal(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"127.0.0.1:80": true, "localhost:80": true, "[::1]:80": true, "[::ffff:127.0.0.1]:80": true,
		"0.0.0.0:80": false, ":80": false, "192.168.0.1:80": false, "example.org:80": false,
	} {
		if IsLocal(address) != want {
			t.Errorf("%s: got %v, want %v", address, !want, want)
		}
	}
}
