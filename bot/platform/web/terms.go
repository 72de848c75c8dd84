package web

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/texts"
)

// glossary maps inflected forms, in lower case, to meanings.
type glossary map[string]entry

// An everyday word, such as "open", is explained only with a capital letter or alone in its text.
type entry struct {
	meaning  string
	everyday bool
}

// newGlossary prefers a listed word's own meaning to another word's.
func newGlossary(terms []chat.Term, t texts.Language) glossary {
	g, own := make(glossary), make(map[string]bool)
	ends := endings{strings.Fields(t.Say("terms.endings")), strings.Fields(t.Say("terms.dropped"))}
	everyday := strings.Fields(t.Say("terms.everyday"))
	for _, term := range terms {
		for _, word := range term.Words {
			word = strings.ToLower(word)
			e := entry{term.Meaning, slices.Contains(everyday, word)}
			for _, form := range ends.forms(word) {
				if !own[form] {
					g[form] = e
				}
			}
			g[word], own[word] = e, true
		}
	}
	return g
}

// endings holds the endings to add, and those to drop before ("declare", "declaring").
type endings struct{ added, dropped []string }

// forms combines the words' forms: "leere Karte", "leeren Karten".
func (e endings) forms(words string) []string {
	all := []string{""}
	for word := range strings.FieldsSeq(words) {
		var longer []string
		for _, before := range all {
			for _, form := range e.formsOf(word) {
				longer = append(longer, strings.TrimSpace(before+" "+form))
			}
		}
		all = longer
	}
	return all
}

// in letters
const minInflected = 3

func (e endings) formsOf(word string) (all []string) {
	if utf8.RuneCountInString(word) < minInflected {
		return []string{word}
	}
	stems := []string{word}
	for _, end := range e.dropped {
		if stem, ok := strings.CutSuffix(word, end); ok {
			stems = append(stems, stem)
		}
	}
	for _, stem := range stems {
		all = append(all, stem)
		for _, end := range e.added {
			all = append(all, stem+end)
		}
	}
	return all
}

func (g glossary) meaning(words, text string) string {
	e := g[strings.ToLower(words)]
	if first, _ := utf8.DecodeRuneInString(words); e.everyday && !unicode.IsUpper(first) && words != text {
		return ""
	}
	return e.meaning
}

const longestTerm = 2

// split marks words whose meanings aren't in explained, and adds the meanings to explained.
func (g glossary) split(text, class string, explained map[string]bool) (spans []spanView) {
	done := 0
	for from := 0; from < len(text); {
		term, meaning := g.at(text, from)
		if meaning != "" && !explained[meaning] {
			explained[meaning] = true
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

func (g glossary) at(all string, from int) (term, meaning string) {
	text := all[from:]
	ends := wordEnds(text)
	for i := len(ends) - 1; i >= 0; i-- {
		if m := g.meaning(text[:ends[i]], all); m != "" {
			return text[:ends[i]], m
		}
	}
	if len(ends) == 0 {
		return "", ""
	}
	return text[:ends[0]], ""
}

func wordEnds(text string) (ends []int) {
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
	return ends
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' }

func startsWord(text string, at int) bool {
	r, _ := utf8.DecodeRuneInString(text[at:])
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	return utf8.RuneStart(text[at]) && !notLetter(r) && notLetter(before)
}

func (g glossary) terms(lines []lineView) []lineView {
	explained := make(map[string]bool)
	for i, l := range lines {
		if l.Cards {
			continue
		}
		var spans []spanView
		for _, s := range l.Spans {
			if s.At.IsZero() && (s.Class == "plain" || s.Class == "strong" || s.Class == "dim") {
				spans = append(spans, g.split(s.Text, s.Class, explained)...)
				continue
			}
			spans = append(spans, s)
		}
		lines[i].Spans = splitSeatMarks(spans)
	}
	return lines
}

// glossary caches by game and language.
func (p *Platform) glossary(game, lang string) glossary {
	if p.cfg.Glossary == nil || game == "" {
		return nil
	}
	known, ok := p.glossaries.Load([2]string{game, lang})
	if !ok {
		known = newGlossary(p.cfg.Glossary(game, lang), catalogue.In(lang))
		p.glossaries.Store([2]string{game, lang}, known)
	}
	return known.(glossary)
}
