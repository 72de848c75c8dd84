package local

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"tarockbot/bot/chat"
)

// glossary are the meanings of a game's words. Short words are often something else:
// they count only as they are written there, longer ones in lower case, too.
type glossary map[string]string

// shortTerm is the length of such a word, in letters.
const shortTerm = 5

func newGlossary(terms []chat.Term) glossary {
	g := make(glossary)
	for _, t := range terms {
		for _, word := range t.Words {
			g[word] = t.Meaning
			if utf8.RuneCountInString(word) > shortTerm {
				g[strings.ToLower(word)] = t.Meaning
			}
		}
	}
	return g
}

// endings are what a word has when it isn't alone: "Defenders", "des Alleinspielers".
var endings = []string{"", "s", "n", "en", "e"}

// meaning is that of the word, whatever its ending; "" if it has none here.
func (g glossary) meaning(word string) string {
	for _, end := range endings {
		stem, ok := strings.CutSuffix(word, end)
		if m := g[stem]; ok && m != "" {
			return m
		}
		if m := g[strings.ToLower(stem)]; ok && m != "" && utf8.RuneCountInString(stem) > shortTerm {
			return m
		}
	}
	return ""
}

// longestTerm is how many words one may have.
const longestTerm = 2

// split is the text with what its words mean, each where it comes first: told are those
// that have come.
func (g glossary) split(text, class string, told map[string]bool) (spans []spanView) {
	done := 0
	for from := 0; from < len(text); {
		term, meaning := g.at(text[from:])
		if meaning != "" && !told[meaning] {
			told[meaning] = true
			if done < from {
				spans = append(spans, spanView{Text: text[done:from], Class: class})
			}
			spans = append(spans, spanView{Text: term, Class: class, Says: meaning})
			done = from + len(term)
		}
		from += max(len(term), 1)
		for from < len(text) && !startsWord(text, from) {
			from++
		}
	}
	if done < len(text) {
		spans = append(spans, spanView{Text: text[done:], Class: class})
	}
	return spans
}

// at is the word, or the words, that the text begins with, and what they mean; "" if
// nothing.
func (g glossary) at(text string) (term, meaning string) {
	var ends []int
	for end := 0; len(ends) < longestTerm; end++ {
		n := strings.IndexFunc(text[end:], notLetter)
		if n < 0 {
			n = len(text) - end
		}
		if n == 0 {
			break
		}
		end += n
		ends = append(ends, end)
		if end == len(text) || text[end] != ' ' {
			break
		}
	}
	for i := len(ends) - 1; i >= 0; i-- {
		if m := g.meaning(text[:ends[i]]); m != "" {
			return text[:ends[i]], m
		}
	}
	if len(ends) == 0 {
		return "", ""
	}
	return text[:ends[0]], ""
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' }

// startsWord says whether a word begins at that byte of the text.
func startsWord(text string, at int) bool {
	r, _ := utf8.DecodeRuneInString(text[at:])
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	return utf8.RuneStart(text[at]) && !notLetter(r) && notLetter(before)
}

// terms marks the words of lines that have a meaning.
func (g glossary) terms(lines []lineView) []lineView {
	told := make(map[string]bool)
	for i, l := range lines {
		if l.Cards {
			continue
		}
		var spans []spanView
		for _, s := range l.Spans {
			if s.Class == "plain" || s.Class == "strong" || s.Class == "dim" {
				spans = append(spans, g.split(s.Text, s.Class, told)...)
				continue
			}
			spans = append(spans, s)
		}
		lines[i].Spans = quiet(spans)
	}
	return lines
}
