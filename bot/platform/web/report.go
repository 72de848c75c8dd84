package web

import (
	"fmt"
	"slices"

	"tarockbot/bot/platform/texts"
)

// Checked is the result of a check. Its verdicts, faults and notes are ids of package verify.
type Checked struct {
	Verdict string
	Decks   []CheckedDeck
	Faults  []string // of the decks as a whole
	Missing []MissingDecks
	Unread  bool // a part of the input can't be parsed
	Kept    bool // the input has an anchor or receipts
	// Announced reports whether a given anchor or receipt is for these decks.
	Announced bool
}

// CheckedDeck is the result for one deck.
type CheckedDeck struct {
	Deal          int // its place in the input, from 1
	InMatch       int // the number in its match of the deal, or of the deal drawn for; 0 if unknown
	Table         string
	Number        int // the deck's number at the table; 0 if it can't be checked
	Draw          bool
	Level         int // of a fair deck
	Fair          bool
	Verdict       string
	Cuts          []TypedCut
	Faults, Notes []string
}

// TypedCut is the text with which a seat, counted from 1, is said to have cut.
type TypedCut struct {
	Seat int
	Text string
}

// MissingDecks are a table's decks, by number, that were not given.
type MissingDecks struct {
	Table       string
	First, Last int
	TableAbsent bool // a receipt is all that was given of the table
	Skipped     bool // decks before them were given
}

// Report is the result of a check in the reader's language.
type Report struct {
	Verdict string // its id
	Title   string
	Items   []ReportItem // all decks together, then each deck
}

// ReportItem is the part of a report about one deck or about all decks.
type ReportItem struct {
	Title string
	Said  []string
}

// Describe returns the report in the language, BCP 47.
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

// describe returns a sentence about the missing decks.
func (m MissingDecks) describe(t texts.Language) string {
	table, numbers, said := tableName(m.Table), fmt.Sprintf("%d–%d", m.First, m.Last), t.Say("verify.missing")
	if m.TableAbsent {
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

// title returns the deck's title, with the deal's number in its match if it is known.
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
		i.Said = append(i.Said, fmt.Sprintf(t.Say("verify.cut"), c.Seat, texts.Truncate(harmless(c.Text), maxCut)))
	}
	i.Said = append(append(i.Said, worded(t, "verify.note.", d.Notes)...), worded(t, "verify.fault.", d.Faults)...)
	return i
}

// worded returns the texts for the ids without duplicates.
func worded(t texts.Language, kind string, ids []string) (words []string) {
	for _, id := range ids {
		if w := t.Say(kind + id); !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return words
}

// maxCut is the number of letters shown of a cut's text.
const maxCut = 128

// maxTable is the number of letters shown of a table's name.
const maxTable = 20

func tableName(table string) string { return texts.Truncate(harmless(table), maxTable) }
