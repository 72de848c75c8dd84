package main

import (
	"cmp"
	"io"
	"slices"
	"strings"
)

type secretMask struct{ *strings.Replacer }

// leastSecret is the length in bytes of the shortest hidden secret. Shorter ones would hide half of the log; every
// token is longer.
const leastSecret = 8

// hide replaces the hidden secrets. Nothing may be printed meanwhile.
func (m *secretMask) hide(secrets ...string) {
	var pairs []string
	longestFirst := slices.SortedFunc(slices.Values(secrets), func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	for _, s := range longestFirst { // a secret may begin with another one
		if len(s) >= leastSecret {
			pairs = append(pairs, s, "[secret]")
		}
	}
	m.Replacer = strings.NewReplacer(pairs...)
}

// masked hides secrets in its output. Each message must come in one Write.
type masked struct {
	mask   *secretMask
	to     io.Writer
	failed *error // receives the last write error, which printers ignore; may be nil
}

// Write implements io.Writer.
func (w masked) Write(b []byte) (int, error) {
	_, err := w.mask.WriteString(w.to, string(b))
	if err == nil {
		return len(b), nil
	}
	if w.failed != nil {
		*w.failed = err
	}
	return 0, err
}
