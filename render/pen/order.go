package pen

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/bidi"
)

// run is a stretch of text that runs one way. Its level is even from left to
// right and odd from right to left, and higher the deeper it is nested.
type run struct {
	text  string
	level int
}

// visual is a line of text in the order in which it stands from left to right.
// The bidi package finds the stretches but does not put them in order.
func visual(text string) string {
	if strings.IndexFunc(text, rightToLeft) < 0 {
		return text
	}
	var p bidi.Paragraph
	if _, err := p.SetString(text); err != nil {
		return text
	}
	order, err := p.Order()
	if err != nil {
		return text
	}
	var b strings.Builder
	for _, r := range reorder(runs(order, base(text))) {
		if r.level%2 == 1 {
			r.text = bidi.ReverseString(r.text)
		}
		b.WriteString(r.text)
	}
	return b.String()
}

// rightToLeft says whether a letter runs that way.
func rightToLeft(r rune) bool {
	p, _ := bidi.LookupRune(r)
	return p.Class() == bidi.R || p.Class() == bidi.AL
}

// base is the level of the whole line, that of its first letter.
func base(text string) int {
	for _, r := range text {
		switch p, _ := bidi.LookupRune(r); p.Class() {
		case bidi.L:
			return 0
		case bidi.R, bidi.AL:
			return 1
		}
	}
	return 0
}

// runs gives the stretches their levels. In a line from right to left all that
// runs the other way is nested in it; in a line from left to right, numbers that
// follow a stretch from right to left are nested in that.
func runs(order bidi.Ordering, base int) (all []run) {
	for i := range order.NumRuns() {
		stretch := order.Run(i)
		text := stretch.String()
		switch {
		case stretch.Direction() == bidi.RightToLeft:
			all = append(all, run{text, 1})
		case base == 1:
			all = append(all, run{text, 2})
		case i > 0:
			letters := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsDigit(r) })
			if letters < 0 {
				letters = len(text)
			}
			all = append(all, run{text[:letters], 2})
			if letters < len(text) {
				all = append(all, run{text[letters:], 0})
			}
		default:
			all = append(all, run{text, 0})
		}
	}
	return all
}

// reorder turns round, from the deepest level to the lowest that runs from
// right to left, every sequence of runs of at least that level (UAX 9, L2).
func reorder(all []run) []run {
	for level := 2; level > 0; level-- {
		for i := 0; i < len(all); i++ {
			end := i
			for end < len(all) && all[end].level >= level {
				end++
			}
			slices.Reverse(all[i:end])
			i = max(i, end-1)
		}
	}
	return all
}
