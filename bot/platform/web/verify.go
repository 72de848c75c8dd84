package web

import (
	"errors"
	"io"
	"net/http"
	"strings"

	"tarockbot/bot/platform/driver"
)

const verifyPath = "/verify"

const (
	maxDeals         = 2 << 20 // hundreds of deals
	checksPerAddress = 200
	uploadsAtOnce    = 32 // bounds memory
	checksAtOnce     = 2  // each may take some seconds
)

// VerifyInput is a visitor's input.
type VerifyInput struct {
	Deals    []byte // one or several, as JSON
	Anchor   string // "" if the visitor gave none
	Receipts []byte // JSON, or empty
}

// checker checks deals for visitors, with or without a name.
type checker struct {
	*site
	checksToday *dailyLimit
	uploads     slots
	checks      slots
}

func newChecker(s *site) *checker {
	return &checker{s, newDailyLimit(checksPerAddress, s.cfg.Now), make(slots, uploadsAtOnce), make(slots, checksAtOnce)}
}

type verifyData struct {
	common
	Keys    []driver.PublicKey
	Verdict *Report // nil before a check
}

func (c *checker) verifyPage(w http.ResponseWriter, r *http.Request, v *Report) {
	c.write(w, http.StatusOK, "verify", verifyData{c.common(c.speaksTo(r)), c.cfg.Keys, v})
}

// A slow upload takes no slot of a check.
func (c *checker) verify(w http.ResponseWriter, r *http.Request) {
	g, ok := c.receive(w, r)
	if !ok {
		return
	}
	if !c.checks.acquire() {
		c.refuse(w, r, http.StatusServiceUnavailable, "verify.busy")
		return
	}
	defer c.checks.release()
	report := c.cfg.Verify(g).Describe(c.speaksTo(r).Say("lang"))
	c.verifyPage(w, r, &report)
}

// receive counts an upload before reading it, so that an origin can't occupy the slots for long.
func (c *checker) receive(w http.ResponseWriter, r *http.Request) (VerifyInput, bool) {
	if !c.uploads.acquire() {
		c.refuse(w, r, http.StatusServiceUnavailable, "verify.busy")
		return VerifyInput{}, false
	}
	defer c.uploads.release()
	if !c.checksToday.reserve(c.origin(r)) {
		c.refuse(w, r, http.StatusTooManyRequests, "verify.many")
		return VerifyInput{}, false
	}
	g, err := readGiven(r)
	switch {
	case errors.As(err, new(*http.MaxBytesError)):
		c.refuse(w, r, http.StatusRequestEntityTooLarge, "verify.large")
	case err != nil:
		c.badForm(w, r, err)
	}
	return g, err == nil
}

// readGiven prefers files to pasted text.
func readGiven(r *http.Request) (g VerifyInput, err error) {
	if err := r.ParseForm(); err != nil { // ParseMultipartForm ignores errors of forms without files
		return g, err
	}
	if err := r.ParseMultipartForm(maxDeals); err != nil && !errors.Is(err, http.ErrNotMultipart) {
		return g, err
	}
	g.Anchor = strings.TrimSpace(r.PostForm.Get("anchor"))
	if g.Deals, err = fileOr(r, "file", "deals"); err == nil {
		g.Receipts, err = fileOr(r, "receipt-file", "receipt")
	}
	return g, err
}

func fileOr(r *http.Request, file, pasted string) ([]byte, error) {
	f, head, err := r.FormFile(file)
	if err != nil || head.Size == 0 {
		return []byte(strings.TrimSpace(r.PostForm.Get(pasted))), nil
	}
	defer func() { _ = f.Close() }()
	return io.ReadAll(f)
}
