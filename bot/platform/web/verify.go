package web

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"tarockbot/bot/platform/texts"
)

// Anybody can check at /verify whether deals were fair, without having entered.

// Given is what somebody wants to have checked.
type Given struct {
	Deals    []byte // a deal or several, as JSON
	Anchor   string // that they have kept; "" for none
	Receipts []byte // that they have kept, as JSON; empty for none
}

// Checked is what has come of it. Its words are ids of package verify, as are those of its
// decks.
type Checked struct {
	Verdict string
	Decks   []CheckedDeck
	Faults  []string // of all decks together
	Missing []MissingDecks
	Unread  bool // something of what was given can't be read
	Kept    bool // an anchor or receipts were given besides the deals
	// Announced says that an anchor or receipt that was given is of these decks.
	Announced bool
}

// CheckedDeck is what has come of one deck.
type CheckedDeck struct {
	Deal          int // of those given, from 1
	InMatch       int // the deal's own number in its match, or of the one that is drawn for; 0 if it isn't known
	Table         string
	Number        int // of the deck at the table; 0 if it can't be checked
	Draw          bool
	Level         int // of one that is Fair
	Fair          bool
	Verdict       string
	Cuts          []TypedCut
	Faults, Notes []string
}

// TypedCut is what a seat, from 1, is said to have cut with.
type TypedCut struct {
	Seat int
	Text string
}

// MissingDecks are decks of a table, by their numbers, of which nothing was given; Other if
// nothing was of the table's others either, but a receipt; Skipped if decks before them were given.
type MissingDecks struct {
	Table          string
	First, Last    int
	Other, Skipped bool
}

// verifyPath is where deals are checked.
const verifyPath = "/verify"

// maxDeals is the size of the largest body, in bytes, that is checked: hundreds of deals.
const maxDeals = 2 << 20

// checksPerAddress is how often what comes from one address is checked in a day.
const checksPerAddress = 200

// checksAtOnce is how much is checked at the same time. It takes up to some seconds.
const checksAtOnce = 2

// Report is what has come of a check, in a reader's words.
type Report struct {
	Verdict string // its id, and its words
	Title   string
	Items   []ReportItem // of all together, then of each deck
}

// ReportItem is what is to be said of a deck, or of all.
type ReportItem struct {
	Title string
	Said  []string
}

// checker checks deals.
type checker struct {
	*site
	taken  *dailyLimit   // of checks, by origin
	checks chan struct{} // that are made now
}

// verifyPage is the page on which deals are checked, with what has come of a check; nil
// before there was any.
func (c *checker) verifyPage(w http.ResponseWriter, r *http.Request, v *Report) {
	c.write(w, http.StatusOK, "verify", pageData{T: c.speaksTo(r), Keys: c.cfg.Keys, Verdict: v})
}

// verify checks what was given.
func (c *checker) verify(w http.ResponseWriter, r *http.Request) {
	select {
	case c.checks <- struct{}{}:
		defer func() { <-c.checks }()
	default:
		c.refuse(w, r, http.StatusServiceUnavailable, "verify.busy")
		return
	}
	if !c.taken.reserve(c.origin(r)) {
		c.refuse(w, r, http.StatusTooManyRequests, "verify.many")
		return
	}
	g, err := readGiven(r)
	switch {
	case errors.As(err, new(*http.MaxBytesError)):
		c.refuse(w, r, http.StatusRequestEntityTooLarge, "verify.large")
	case err != nil:
		c.badForm(w, r, err)
	default:
		told := c.cfg.Verify(g).Describe(c.speaksTo(r).Say("lang"))
		c.verifyPage(w, r, &told)
	}
}

// readGiven reads the form. A file goes before what was pasted.
func readGiven(r *http.Request) (g Given, err error) {
	if err := r.ParseForm(); err != nil { // of a form without files, which the next says nothing of
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

// fileOr is what is in the field's file, or in the other field if none was chosen.
func fileOr(r *http.Request, file, pasted string) ([]byte, error) {
	f, head, err := r.FormFile(file)
	if err != nil || head.Size == 0 {
		return []byte(strings.TrimSpace(r.PostForm.Get(pasted))), nil
	}
	defer func() { _ = f.Close() }() // it is in memory
	return io.ReadAll(f)
}

// Describe says what has come of the check of what was given, in the language, BCP 47.
func (c Checked) Describe(lang string) Report {
	t := catalogue.In(lang)
	v := Report{Verdict: c.Verdict, Title: t.Say(fmt.Sprint("verify.verdict.", c.Verdict))}
	all := worded(t, "verify.fault.", c.Faults)
	for _, m := range c.Missing {
		all = append(all, m.describe(t))
	}
	switch {
	case c.Unread && c.Kept:
		all = append(all, t.Say("verify.unread"))
	case c.Unread:
		all = append(all, t.Say("verify.unread.file"))
	}
	if c.Announced {
		all = append(all, t.Say("verify.announced"))
	} else {
		all = append(all, t.Say("verify.alone"))
	}
	v.Items = append(v.Items, ReportItem{t.Say("verify.all"), all})
	for _, d := range c.Decks {
		v.Items = append(v.Items, d.describe(t))
	}
	return v
}

// describe says which decks are missing.
func (m MissingDecks) describe(t texts.Language) string {
	table, numbers, said := tableName(m.Table), fmt.Sprintf("%d–%d", m.First, m.Last), t.Say("verify.missing")
	if m.Other {
		return fmt.Sprintf(t.Say("verify.other"), table)
	}
	if m.First == m.Last {
		numbers = fmt.Sprint(m.First)
	}
	if m.Skipped {
		said = t.Say("verify.skipped")
	}
	return fmt.Sprintf(said, table, numbers)
}

// title says which deck it is, by the deal's own number where that is known.
func (d CheckedDeck) title(t texts.Language) string {
	what, whole := "deal", ""
	if d.Draw {
		what = "draw"
	}
	switch {
	case d.Number == 0:
		return fmt.Sprintf(t.Say("verify.place"), d.Deal)
	case d.InMatch > 0:
		whole = fmt.Sprintf(t.Say(fmt.Sprint("verify.", what)), d.InMatch)
	default:
		whole = t.Say(fmt.Sprint("verify.some.", what))
	}
	return whole + " " + fmt.Sprintf(t.Say("verify.number"), tableName(d.Table), d.Number)
}

func (d CheckedDeck) describe(t texts.Language) ReportItem {
	i := ReportItem{Title: d.title(t) + ": " + t.Say(fmt.Sprint("verify.deck.", d.Verdict))}
	if d.Fair {
		level := fmt.Sprint(d.Level)
		if d.Level == 0 && slices.Contains(d.Notes, "erased") {
			level = "erased"
		}
		i.Said = append(i.Said, t.Say(fmt.Sprint("verify.level.", level)))
	}
	for _, c := range d.Cuts {
		i.Said = append(i.Said, fmt.Sprintf(t.Say("verify.cut"), c.Seat, shorten(harmless(c.Text), maxCut)))
	}
	i.Said = append(append(i.Said, worded(t, "verify.note.", d.Notes)...), worded(t, "verify.fault.", d.Faults)...)
	return i
}

// worded is the words for the ids, each once.
func worded(t texts.Language, kind string, ids []string) (words []string) {
	for _, id := range ids {
		if w := t.Say(kind + id); !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return words
}

// maxCut is how many letters are shown of what somebody is said to have typed.
const maxCut = 128

// maxTable is how many letters are shown of what somebody says is a table's name.
const maxTable = 20

func tableName(table string) string { return shorten(harmless(table), maxTable) }
