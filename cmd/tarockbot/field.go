package main

import (
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

	"tarockbot/bot/local"
)

// field is where the value of a setting is kept. What get returns set reads; of a
// secret it says only whether there is one.
type field struct {
	set func(string) error
	get func() string
}

// parsed is a value that is read so and written so. It is set also if it is wrong: a
// secret that is wrong is one still.
func parsed[T any](to *T, read func(string) (T, error), write func(T) string) field {
	return field{
		func(v string) (err error) { *to, err = read(v); return err },
		func() string { return write(*to) },
	}
}

// text is any text that the check takes; nil takes all.
func text(to *string, check func(string) error) field {
	read := func(v string) (string, error) {
		if check == nil {
			return v, nil
		}
		return v, check(v)
	}
	return parsed(to, read, asItIs)
}

func asItIs(v string) string { return v }

// secret is a text that nobody is shown; "" is none.
func secret(to *string, check func(string) error) field {
	f := text(to, func(v string) error {
		if v == "" || check == nil {
			return nil
		}
		return check(v)
	})
	f.get = func() string {
		if *to == "" {
			return ""
		}
		return "set"
	}
	return f
}

// either is one of two words, of which yes means true.
func either(to *bool, yes string, words ...string) field {
	return parsed(to, func(v string) (bool, error) { return v == yes, oneOf(words...)(v) }, func(is bool) string {
		return words[slices.IndexFunc(words, func(word string) bool { return (word == yes) == is })]
	})
}

// limit is a number from 1 to maxLimit.
func limit(to *int) field {
	return parsed(to, func(v string) (int, error) {
		n, err := strconv.Atoi(v)
		if err != nil || n < 1 || n > maxLimit {
			return n, fmt.Errorf("%q is no whole number from 1 to %d", v, maxLimit)
		}
		return n, nil
	}, strconv.Itoa)
}

// maxLimit is more than any limit needs to be.
const maxLimit = 1000

// list is none or several, between commas.
func list[T any](to *[]T, read func(string) (T, error), write func(T) string) field {
	return parsed(to, func(v string) (all []T, err error) {
		for item := range strings.SplitSeq(v, ",") {
			if v == "" {
				break
			}
			one, err := read(strings.TrimSpace(item))
			if err != nil {
				return nil, err
			}
			all = append(all, one)
		}
		return all, nil
	}, func(all []T) string {
		var items []string
		for _, one := range all {
			items = append(items, write(one))
		}
		return strings.Join(items, ",")
	})
}

// ids is a list of ids of the kind.
func ids[ID ~string](to *[]ID, kind idKind) field {
	return list(to, func(v string) (ID, error) { return ID(v), kind.check(v) }, func(id ID) string { return string(id) })
}

func oneOf(allowed ...string) func(string) error {
	return func(v string) error {
		if !slices.Contains(allowed, v) {
			return fmt.Errorf("%q is none of %s", v, strings.Join(allowed, ", "))
		}
		return nil
	}
}

func readLevel(v string) (level slog.Level, err error) {
	if err := oneOf("debug", "info", "warn", "error")(v); err != nil {
		return level, err
	}
	return level, level.UnmarshalText([]byte(v))
}

func levelText(level slog.Level) string { return strings.ToLower(level.String()) }

// leastEvery keeps backups from being all that a bot does.
const leastEvery = time.Minute

func readEvery(v string) (time.Duration, error) {
	every, err := time.ParseDuration(v)
	if err != nil || every != 0 && every < leastEvery {
		return 0, fmt.Errorf("%q is no time of a minute or more, such as 24h or 90m, and not 0", v)
	}
	if every > backupLife {
		return 0, fmt.Errorf("%q is more than 30 days, 720h; no backup is kept longer, so a newer one must come by then", v)
	}
	return every, nil
}

// everyText is the time as it is written: 24h, not 24h0m0s.
func everyText(d time.Duration) string {
	if d == 0 {
		return "0"
	}
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

func readHost(v string) (string, error) {
	if v == "" || strings.ContainsAny(v, "/ ") {
		return v, fmt.Errorf("%q is no host name", v)
	}
	return v, nil
}

// readNetwork reads an address or a part of a network.
func readNetwork(v string) (netip.Prefix, error) {
	prefix, err := netip.ParsePrefix(v)
	if addr, is := netip.ParseAddr(v); err != nil && is == nil {
		prefix, err = addr.Unmap().Prefix(addr.Unmap().BitLen())
	}
	if err != nil {
		return prefix, fmt.Errorf("%q is no address, such as 10.0.0.5, and no part of a network, such as 10.0.0.0/24", v)
	}
	return prefix.Masked(), nil
}

// readAdmin reads the name of somebody on the page.
func readAdmin(v string) (string, error) {
	name := strings.TrimPrefix(v, "local:")
	if err := local.CheckAdmin(name); err != nil {
		return name, fmt.Errorf("%q is no name that somebody can have on the page", v)
	}
	return name, nil
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

func (k idKind) check(v string) error {
	if !k.form.MatchString(v) {
		return fmt.Errorf("%q is no %s; it takes the network and the number there, such as %s", v, k.name, k.like)
	}
	return nil
}

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
