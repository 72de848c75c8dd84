package web

import (
	"errors"
	"io"
	"net/http"
	"strings"

	"tarockbot/bot/platform/driver"
)

// verifyPath is the path of the page that checks deals.
const verifyPath = "/verify"

// Limits of checks.
const (
	maxDeals         = 2 << 20 // bytes of a body: hundreds of deals
	checksPerAddress = 200     // that an origin may request in a day
	uploadsAtOnce    = 32      // bodies that are read at the same time, which bounds their memory
	checksAtOnce     = 2       // each may take some seconds
)

// Given is a visitor's request to check deals.
type Given struct {
	Deals    []byte // one or several deals as JSON
	Anchor   string // kept by the visitor; "" for none
	Receipts []byte // kept by the visitor, as JSON; empty for none
}

// checker serves the page that checks deals. It needs no name.
type checker struct {
	*site
	taken   *dailyLimit // checks by each origin
	uploads slots       // the bodies that are being read
	checks  slots       // the running checks
}

func newChecker(s *site) *checker {
	return &checker{s, newDailyLimit(checksPerAddress, s.cfg.Now), make(slots, uploadsAtOnce), make(slots, checksAtOnce)}
}

// verifyData is the data for the template "verify".
type verifyData struct {
	common
	Keys    []driver.PublicKey
	Verdict *Report // nil before a check
}

// verifyPage writes the page that checks deals, with the report of a check or nil.
func (c *checker) verifyPage(w http.ResponseWriter, r *http.Request, v *Report) {
	c.write(w, http.StatusOK, "verify", verifyData{c.common(c.speaksTo(r)), c.cfg.Keys, v})
}

// verify checks the deals in the form. A slow upload takes no slot of a check.
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
	told := c.cfg.Verify(g).Describe(c.speaksTo(r).Say("lang"))
	c.verifyPage(w, r, &told)
}

// receive reads the form, or refuses it and returns false. An upload counts for its origin's limit before it
// is read, so that an origin can't hold the uploads' slots for long.
func (c *checker) receive(w http.ResponseWriter, r *http.Request) (Given, bool) {
	if !c.uploads.acquire() {
		c.refuse(w, r, http.StatusServiceUnavailable, "verify.busy")
		return Given{}, false
	}
	defer c.uploads.release()
	if !c.taken.reserve(c.origin(r)) {
		c.refuse(w, r, http.StatusTooManyRequests, "verify.many")
		return Given{}, false
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

// readGiven parses the form. An uploaded file takes precedence over pasted text.
func readGiven(r *http.Request) (g Given, err error) {
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

// fileOr returns the uploaded file or, without one, the pasted text.
func fileOr(r *http.Request, file, pasted string) ([]byte, error) {
	f, head, err := r.FormFile(file)
	if err != nil || head.Size == 0 {
		return []byte(strings.TrimSpace(r.PostForm.Get(pasted))), nil
	}
	defer func() { _ = f.Close() }() // a file in memory
	return io.ReadAll(f)
}
