package config

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tarockbot/bot/platform/web"
)

// field is where a value of the configuration is.
type field struct {
	// set reads the value, and returns it as it is printed. A text is set also if it is
	// wrong: a secret that is wrong is one still.
	set    func(text string) (printed string, err error)
	hidden *string // the value that nobody may be shown; nil if all may be
}

// text is any text that the check takes.
func text(to *string, check func(string) error) field {
	return field{set: func(v string) (string, error) {
		*to = v
		return v, check(v)
	}}
}

func anything(string) error { return nil }

// secret is a text that nobody is shown; "" is none.
func secret(to *string, check func(string) error) field {
	return field{func(v string) (string, error) {
		if *to = v; v == "" {
			return "", nil
		}
		return isSet, check(v)
	}, to}
}

// isSet is all that is printed of a secret.
const isSet = "set"

// either is one of two words, of which yes means true.
func either(to *bool, yes string, words ...string) field {
	return field{set: func(v string) (string, error) {
		*to = v == yes
		return v, oneOf(words...)(v)
	}}
}

// limit is a number from 1 to maxLimit.
func limit(to *int) field {
	return field{set: func(v string) (string, error) {
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

// list is none or several, between commas.
func list[T any](to *[]T, read func(string) (T, error)) field {
	return field{set: func(v string) (string, error) {
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

// ids is a list of ids of the kind.
func ids[ID ~string](to *[]ID, kind idKind) field {
	return list(to, func(v string) (ID, error) {
		if !kind.form.MatchString(v) {
			return "", fmt.Errorf("%q is no %s; it takes the network and the number there, such as %s", v, kind.name, kind.like)
		}
		return ID(v), nil
	})
}

func oneOf(allowed ...string) func(string) error {
	return func(v string) error {
		if !slices.Contains(allowed, v) {
			return fmt.Errorf("%q is none of %s", v, strings.Join(allowed, ", "))
		}
		return nil
	}
}

func level(to *slog.Level) field {
	return field{set: func(v string) (string, error) {
		return v, cmp.Or(oneOf("debug", "info", "warn", "error")(v), to.UnmarshalText([]byte(v)))
	}}
}

// leastEvery keeps backups from being all that a bot does.
const leastEvery = time.Minute

// every is how often a backup is made, printed as people write it: 24h, not 24h0m0s.
func every(to *time.Duration) field {
	return field{set: func(v string) (string, error) {
		d, err := time.ParseDuration(v)
		switch {
		case err != nil || d != 0 && d < leastEvery:
			return "", fmt.Errorf("%q is no time of a minute or more, such as 24h or 90m, and not 0", v)
		case d > longestEvery:
			return "", fmt.Errorf("%q is more than 15 days, 360h: none is kept longer than 30 days, and two have to be there by then", v)
		}
		if *to = d; d == 0 {
			return "0", nil
		}
		return strings.NewReplacer("h0m0s", "h", "m0s", "m").Replace(d.String()), nil
	}}
}

func readHost(v string) (string, error) {
	if v == "" || strings.ContainsAny(v, "/ ") {
		return v, fmt.Errorf("%q is no host name", v)
	}
	return v, nil
}

// readNetwork reads an address or a part of a network.
func readNetwork(v string) (netip.Prefix, error) {
	Prefix, err := netip.ParsePrefix(v)
	if addr, is := netip.ParseAddr(v); err != nil && is == nil {
		Prefix, err = addr.Unmap().Prefix(addr.Unmap().BitLen())
	}
	if err != nil {
		return Prefix, fmt.Errorf("%q is no address, such as 10.0.0.5, and no part of a network, such as 10.0.0.0/24", v)
	}
	return Prefix.Masked(), nil
}

// readAdmin reads the name of somebody on the page.
func readAdmin(v string) (string, error) {
	name := strings.TrimPrefix(v, "local:")
	return name, web.CheckAdmin(name)
}

// idKind is what an id is of, and how it is written.
type idKind struct {
	name string
	form *regexp.Regexp
	like string // examples
}

// The ids that the networks give people and chats. Discord's chats are its
// channels; a topic of a Telegram group has its number behind the group's.
var (
	personID = idKind{"person", regexp.MustCompile(`^(discord:[0-9]{1,20}|telegram:[0-9]{1,20}|local:[^\s:/]+)$`),
		"discord:80351110224678912 or telegram:123456789"}
	chatID = idKind{"chat", regexp.MustCompile(`^(discord:[0-9]{1,20}|telegram:-[0-9]{1,20}(/[0-9]{1,20})?)$`),
		"discord:80351110224678913 or, for a group, telegram:-1001234567890"}
)

func checkURL(v string) error {
	u, err := url.Parse(v)
	if err != nil || v != "" && (u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
		return errors.New("is no http address")
	}
	return nil
}

// checkAddress takes host:port, and "" for none.
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
