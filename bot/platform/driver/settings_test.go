package driver

import (
	"errors"
	"testing"
)

func TestFields(t *testing.T) {
	t.Parallel()
	var (
		text   string
		truth  bool
		number int
		items  []string
		no     = errors.New("no")
	)
	whole := func(v string) (string, error) {
		if v == "" {
			return v, no
		}
		return v, nil
	}
	for _, tt := range []struct {
		name, value, printed string
		field                Field
		ok                   bool
	}{
		{"a text", "x", "x", Text(&text, AcceptAny), true},
		{"a wrong text", "x", "x", Text(&text, func(string) error { return no }), false},
		{"a secret", "x", IsSet, Secret(&text, AcceptAny), true},
		{"no secret", "", "", Secret(&text, func(string) error { return no }), true},
		{"yes", "true", "true", Bool(&truth), true},
		{"neither", "maybe", "maybe", Bool(&truth), false},
		{"a limit", "007", "7", Limit(&number), true},
		{"too few", "0", "", Limit(&number), false},
		{"too many", "1001", "", Limit(&number), false},
		{"a list", "a, b", "a,b", List(&items, whole), true},
		{"an empty list", "", "", List(&items, whole), true},
		{"an empty item", "a,", "", List(&items, whole), false},
		{"an address", "127.0.0.1:0", "127.0.0.1:0", Listen(&text, Endpoint{}), true},
		{"nowhere", "", "", Listen(&text, Endpoint{}), true},
		{"no port", "127.0.0.1", "127.0.0.1", Listen(&text, Endpoint{}), false},
		{"a port too high", "127.0.0.1:65536", "127.0.0.1:65536", Listen(&text, Endpoint{}), false},
		{"a URL", "https://example.org/x", "https://example.org/x", Text(&text, CheckURL), true},
		{"no URL", "example.org", "example.org", Text(&text, CheckURL), false},
	} {
		if got, err := tt.field.Set(tt.value); got != tt.printed || (err == nil) != tt.ok {
			t.Errorf("%s: printed %q, %v", tt.name, got, err)
		}
	}
}

func TestSecretIsKept(t *testing.T) {
	t.Parallel()
	var kept string
	f := Secret(&kept, func(string) error { return errors.New("has another form") })
	if _, err := f.Set("canary"); err == nil || kept != "canary" || !f.Secret() || f.Hidden != &kept {
		t.Errorf("stored %q, %v", kept, err)
	}
	if f := Text(&kept, AcceptAny); f.Secret() {
		t.Error("a plain text is secret")
	}
}

func TestEndpoint(t *testing.T) {
	t.Parallel()
	var at string
	always, never := Listen(&at, Endpoint{Logged: "url"}), Listen(&at, Endpoint{At: func() string { return "" }})
	if _, err := always.Set("127.0.0.1:1"); err != nil {
		t.Fatal(err)
	}
	if got, none := always.Endpoint.At(), never.Endpoint.At(); got != "127.0.0.1:1" || none != "" {
		t.Errorf("endpoints %q and %q", got, none)
	}
}

func TestIsLocal(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"127.0.0.1:80": true, "localhost:80": true, "[::1]:80": true, "[::ffff:127.0.0.1]:80": true,
		"0.0.0.0:80": false, ":80": false, "192.168.0.1:80": false, "example.org:80": false,
	} {
		if IsLocal(address) != want {
			t.Errorf("%s: %v", address, !want)
		}
	}
}
