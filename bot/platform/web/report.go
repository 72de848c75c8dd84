package web

import (
	"fmt"
	"slices"

	"tarockbot/bot/platform/texts"
)

// VerifyResult is the result of checking the proofs of decks. Verdicts, faults and notes are IDs of package verify.
type VerifyResult struct {
	Verdict     string
	Decks       []DeckResult
	Faults      []string
	Missing     []MissingDecks
	Unreadable  bool // a part can't be parsed
	HasEvidence bool // the input has an anchor or receipts
	// an anchor or receipt names one of these decks
	MatchesEvidence bool
}

// DeckResult is the result for one deck.
type DeckResult struct {
	Deal          int // place in the input, from 1
	InMatch       int // the deal's number in its match; 0 if unknown
	Table         string
	Number        int  // at the table; 0 if unknown
	Draw          bool // the deck drew for seats, before deal InMatch
	Level         int  // 0: the operator could have chosen the deck; 1: not alone; only if Fair
	Fair          bool
	Verdict       string
	Cuts          []TypedCut
	Faults, Notes []string
}

// TypedCut is the text of a seat's cut. Seats count from 1.
type TypedCut struct {
	Seat int
	Text string
}

// MissingDecks are a table's decks that were not given.
type MissingDecks struct {
	Table       string
	First, Last int
	TableAbsent bool // only a receipt was given
	Skipped     bool // a gap behind decks that were given
}

// Report is the result in the reader's language.
type Report struct {
	Verdict string
	Title   string
	Items   []ReportItem // all decks, then each deck
}

// ReportItem is about one deck or all decks.
type ReportItem struct {
	Title string
	Said  []string
}

// Describe returns the report in the language of a BCP 47 tag.
func (c VerifyResult) Describe(lang string) Report {
	t := catalogue.In(lang)
	v := Report{Verdict: c.Verdict, Title: t.Say(fmt.Sprint("verify.verdict.", c.Verdict))}
	all := worded(t, "verify.fault.", c.Faults)
	for _, m := range c.Missing {
		all = append(all, m.describe(t))
	}
	switch {
	case c.Unreadable && c.HasEvidence:
		all = append(all, t.Say("verify.unread"))
	case c.Unreadable:
		all = append(all, t.Say("verify.unread.file"))
	}
	if c.MatchesEvidence {
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

func (d DeckResult) title(t texts.Language) string {
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

func (d DeckResult) describe(t texts.Language) ReportItem {
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

func worded(t texts.Language, kind string, ids []string) (words []string) {
	for _, id := range ids {
		if w := t.Say(kind + id); !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return words
}

// in letters
const maxCut = 128

const maxTableName = 20

func tableName(table string) string { return texts.Truncate(harmless(table), maxTableName) }
