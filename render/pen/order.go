package pen

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/bidi"
)

// run has an even level for left to right, an odd one for right to left. The level rises with nesting.
type run struct {
	text  string
	level int
}

// visual orders a line from left to right. The bidi package finds the runs but does not order them.
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

func rightToLeft(r rune) bool {
	p, _ := bidi.LookupRune(r)
	return p.Class() == bidi.R || p.Class() == bidi.AL
}

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

// runs nests left-to-right runs in a right-to-left line, and numbers after a right-to-left run in a left-to-right line.
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

// reorder applies rule L2 of UAX 9.
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
