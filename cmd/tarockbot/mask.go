package main

import (
	"cmp"
	"io"
	"slices"
	"strings"
)

type secretMask struct{ *strings.Replacer }

// minSecretLength is the length in bytes of the shortest hidden secret. Hiding shorter secrets would hide half of the
// log. Every token is longer.
const minSecretLength = 8

// hide replaces the list of hidden secrets. It must not run while something is printed.
func (m *secretMask) hide(secrets ...string) {
	var pairs []string
	longestFirst := slices.SortedFunc(slices.Values(secrets), func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	for _, s := range longestFirst { // a secret may begin with another secret
		if len(s) >= minSecretLength {
			pairs = append(pairs, s, "[secret]")
		}
	}
	m.Replacer = strings.NewReplacer(pairs...)
}

// masked hides secrets in its output. Each message must come in one Write.
type masked struct {
	mask     *secretMask
	to       io.Writer
	writeErr *error // receives the last write error, which printers ignore; may be nil
}

// Write implements io.Writer.
func (w masked) Write(b []byte) (int, error) {
	_, err := w.mask.WriteString(w.to, string(b))
	if err == nil {
		return len(b), nil
	}
	if w.writeErr != nil {
		*w.writeErr = err
	}
	return 0, err
}
