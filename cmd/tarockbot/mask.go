package main

import (
	"cmp"
	"io"
	"slices"
	"strings"
)

// secretMask hides secrets in all output of the process.
type secretMask struct{ *strings.Replacer }

// leastSecret is the shortest secret that is hidden, in bytes. A shorter one would hide half of the log,
// and no token is as short.
const leastSecret = 8

// hide hides the secrets from now on. Nothing may be printed meanwhile.
func (m *secretMask) hide(secrets ...string) {
	var pairs []string
	longestFirst := slices.SortedFunc(slices.Values(secrets), func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	for _, s := range longestFirst { // one may begin with another
		if len(s) >= leastSecret {
			pairs = append(pairs, s, "[secret]")
		}
	}
	m.Replacer = strings.NewReplacer(pairs...)
}

// masked is a writer behind the mask. Each message must come in one Write, as loggers and fmt do.
type masked struct {
	mask   *secretMask
	to     io.Writer
	failed *error // receives the last error, because printers ignore it; may be nil
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
