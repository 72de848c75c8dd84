package main

import (
	"io"
	"strings"
	"sync/atomic"
)

// mask keeps secrets out of all that the process prints, whoever wrote them
// there. Its zero value hides nothing yet.
type mask struct {
	replace atomic.Pointer[strings.Replacer]
}

// leastSecret is the length, in bytes, below which a secret isn't hidden: it
// would take half of the log with it, and no token is as short.
const leastSecret = 8

// hide hides these from now on.
func (m *mask) hide(secrets ...string) {
	var pairs []string
	for _, s := range secrets {
		if len(s) >= leastSecret {
			pairs = append(pairs, s, "[secret]")
		}
	}
	m.replace.Store(strings.NewReplacer(pairs...))
}

// masked is a writer behind the mask. Every message must come in one piece, as
// those of loggers and of fmt do.
type masked struct {
	mask *mask
	to   io.Writer
}

func (w masked) Write(b []byte) (int, error) {
	r := w.mask.replace.Load()
	if r == nil {
		return w.to.Write(b)
	}
	if _, err := r.WriteString(w.to, string(b)); err != nil {
		return 0, err
	}
	return len(b), nil
}
