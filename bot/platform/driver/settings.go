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

// Setting is one key of the configuration. Every key is also a flag, unless it is secret, and an environment variable.
type Setting struct {
	Key     string
	Usage   string // one line of help
	Default string
	Field
	// After is the key of another part of the configuration. This setting and the following ones stand behind that
	// key in the example. An empty key continues behind the previous setting, or begins among the chats.
	After string
}

// Row returns a setting.
func Row(key, usage, value string, to Field) Setting {
	return Setting{Key: key, Usage: usage, Default: value, Field: to}
}

// Field is where the value of a setting is stored.
type Field struct {
	// Set reads the value, and returns it as it is printed. It stores a text even if the text is wrong, because a
	// wrong secret is still a secret.
	Set func(text string) (printed string, err error)
	// Hidden points to a value that is never printed; nil if the value may be printed.
	Hidden *string
	// Endpoint is set if the process listens at the value.
	Endpoint *Endpoint
}

// Secret reports whether the value is never printed and has no flag: everybody on a machine sees the flags
// of a process.
func (f Field) Secret() bool { return f.Hidden != nil }

// Endpoint is an address that the process listens on.
type Endpoint struct {
	Logged string // its name in the log
	URL    bool   // a browser may open it
	// At returns host:port, or "" if nothing listens.
	At func() string
}

// Text returns a field for any text that the check accepts.
func Text(to *string, check func(string) error) Field {
	return Field{Set: func(v string) (string, error) {
		*to = v
		return v, check(v)
	}}
}

// Anything accepts every text.
func Anything(string) error { return nil }

// Secret returns a field for a text that is never printed. An empty text means none.
func Secret(to *string, check func(string) error) Field {
	return Field{Set: func(v string) (string, error) {
		if *to = v; v == "" {
			return "", nil
		}
		return IsSet, check(v)
	}, Hidden: to}
}

// IsSet is printed instead of a secret.
const IsSet = "set"

// Listen returns a field for the host:port where the process listens, or "" for nowhere. Without At the
// endpoint is used whenever it has an address.
func Listen(to *string, e Endpoint) Field {
	if e.At == nil {
		e.At = func() string { return *to }
	}
	f := Text(to, checkAddress)
	f.Endpoint = &e
	return f
}

// Either returns a field for one of two words. The word yes means true.
func Either(to *bool, yes string, words ...string) Field {
	return Field{Set: func(v string) (string, error) {
		*to = v == yes
		return v, OneOf(words...)(v)
	}}
}

// Bool returns a field for true or false.
func Bool(to *bool) Field { return Either(to, "true", "true", "false") }

// Limit returns a field for a number from 1 to maxLimit.
func Limit(to *int) Field {
	return Field{Set: func(v string) (string, error) {
		n, err := strconv.Atoi(v)
		if err != nil || n < 1 || n > maxLimit {
			return "", fmt.Errorf("%q is no whole number from 1 to %d", v, maxLimit)
		}
		*to = n
		return strconv.Itoa(n), nil
	}}
}

// maxLimit is more than any limit needs to be.
const maxLimit = 1000

// List returns a field for items separated by commas; an empty text means none.
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

// OneOf accepts these words.
func OneOf(allowed ...string) func(string) error {
	return func(v string) error {
		if !slices.Contains(allowed, v) {
			return fmt.Errorf("%q is none of %s", v, strings.Join(allowed, ", "))
		}
		return nil
	}
}

// CheckURL accepts http addresses and the empty text.
func CheckURL(v string) error {
	u, err := url.Parse(v)
	if err != nil || v != "" && (u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
		return errors.New("is no http address")
	}
	return nil
}

// checkAddress accepts host:port and the empty text.
func checkAddress(v string) error {
	if v == "" {
		return nil
	}
	_, port, err := net.SplitHostPort(v)
	if err != nil {
		return fmt.Errorf("%q is no host:port", v)
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return fmt.Errorf("%q has no port from 0 to 65535", v)
	}
	return nil
}

// IsLocal reports whether host:port is an address of this machine that no other machine reaches.
func IsLocal(address string) bool {
	host, _, _ := net.SplitHostPort(address)
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.Unmap().IsLoopback()
}
