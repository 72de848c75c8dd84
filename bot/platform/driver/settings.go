package driver

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Setting is a key of the configuration, an environment variable and, unless secret, a flag.
type Setting struct {
	Key     string
	Usage   string
	Default string
	Field
	// After is a key elsewhere in config.example.yaml. This setting and the following ones are listed after that key.
	After string
}

// NewSetting returns a setting.
func NewSetting(key, usage, value string, to Field) Setting {
	return Setting{Key: key, Usage: usage, Default: value, Field: to}
}

// Field stores a setting's value.
type Field struct {
	// Set returns the value as printed. It stores even a wrong text, because a wrong secret is still secret.
	Set func(text string) (printed string, err error)
	// SecretValue points to a secret, else it is nil.
	SecretValue *string
	Endpoint    *Endpoint
}

// IsSecret reports whether the value has no flag: everybody on a machine sees a process's flags.
func (f Field) IsSecret() bool { return f.SecretValue != nil }

// Endpoint is an address to listen on.
type Endpoint struct {
	LogName    string
	ForBrowser bool
	// HostPort returns host:port, or "" if nothing listens.
	HostPort func() string
}

// Text returns a field for a text that check accepts.
func Text(to *string, check func(string) error) Field {
	return Field{Set: func(v string) (string, error) {
		*to = v
		return v, check(v)
	}}
}

// AcceptAny accepts every text.
func AcceptAny(string) error { return nil }

// Secret returns a field for a secret; empty means none.
func Secret(to *string, check func(string) error) Field {
	return Field{Set: func(v string) (string, error) {
		if *to = v; v == "" {
			return "", nil
		}
		return IsSet, check(v)
	}, SecretValue: to}
}

// IsSet is printed instead of a secret.
const IsSet = "set"

// Listen returns a field for a host:port to listen on; "" means none. Without HostPort the endpoint uses the value.
func Listen(to *string, e Endpoint) Field {
	if e.HostPort == nil {
		e.HostPort = func() string { return *to }
	}
	f := Text(to, checkAddress)
	f.Endpoint = &e
	return f
}

// Either returns a field for one of the words; yes means true.
func Either(to *bool, yes string, words ...string) Field {
	return Field{Set: func(v string) (string, error) {
		*to = v == yes
		return v, OneOf(words...)(v)
	}}
}

// Bool returns a field for true or false.
func Bool(to *bool) Field { return Either(to, "true", "true", "false") }

// Limit returns a field for 1 to maxLimit.
func Limit(to *int) Field {
	return Field{Set: func(v string) (string, error) {
		n, err := strconv.Atoi(v)
		if err != nil || n < 1 || n > maxLimit {
			return "", fmt.Errorf("%q is not a whole number from 1 to %d", v, maxLimit)
		}
		*to = n
		return strconv.Itoa(n), nil
	}}
}

const maxLimit = 1000

// List returns a field for items separated by commas.
func List[T any](to *[]T, read func(string) (T, error)) Field {
	return Field{Set: func(v string) (string, error) {
		*to = nil
		if v == "" {
			return "", nil
		}
		var printed []string
		for item := range strings.SplitSeq(v, ",") {
			one, err := read(strings.TrimSpace(item))
			if err != nil {
				return "", err
			}
			*to = append(*to, one)
			printed = append(printed, fmt.Sprint(one))
		}
		return strings.Join(printed, ","), nil
	}}
}

// OneOf returns a check that accepts only these words.
func OneOf(allowed ...string) func(string) error {
	return func(v string) error {
		if !slices.Contains(allowed, v) {
			return fmt.Errorf("%q is not one of %s", v, strings.Join(allowed, ", "))
		}
		return nil
	}
}

// CheckURL accepts http addresses and "".
func CheckURL(v string) error {
	u, err := url.Parse(v)
	if err != nil || v != "" && (u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
		return errors.New("is not an http address")
	}
	return nil
}

func checkAddress(v string) error {
	if v == "" {
		return nil
	}
	_, port, err := net.SplitHostPort(v)
	if err != nil {
		return fmt.Errorf("%q is not host:port", v)
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return fmt.Errorf("%q has no port from 0 to 65535", v)
	}
	return nil
}

// IsLocal reports whether only this machine can reach host:port.
func IsLocal(address string) bool {
	host, _, _ := net.SplitHostPort(address)
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.Unmap().IsLoopback()
}
