// Command pseudo makes a language up, to try what another one would break: every English text, 40 % longer and with
// accents. It writes the files into a directory, and an overlay with which Go takes them for files of this repository:
//
//	go run ./.ci/pseudo cs DIR
//	go test -overlay DIR/overlay.json ./bot/platform/discord
//
// "en" makes English itself longer, so that all that people in tests read is.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

const source = "en"

// overlay is the file that the flag -overlay of Go reads: which file takes the place of which.
type overlay struct {
	Replace map[string]string

	lang, dir string
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: pseudo LANG DIR")
	}
	if err := write(os.Args[1], os.Args[2]); err != nil {
		log.Fatal("pseudo: ", err)
	}
}

func write(lang, dir string) error {
	o := &overlay{make(map[string]string), lang, dir}
	err := errors.Join(o.catalogues(), o.guides("guide", page), o.guides("lessons", lesson))
	if err != nil {
		return err
	}
	data, err := json.MarshalIndent(o, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "overlay.json"), data, 0o600)
}

// put has the text take the place of the file.
func (o *overlay) put(file, text string) error {
	instead, err := filepath.Abs(filepath.Join(o.dir, strings.ReplaceAll(file, "/", "_")))
	if err != nil {
		return err
	}
	o.Replace[file] = instead
	return os.WriteFile(instead, []byte(text), 0o600)
}

// read decodes the JSON of the file.
func read(file string, v any) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, v)
}

// encode is the value as JSON, in which nothing is written as HTML needs it.
func encode(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // maps of texts can always be encoded
	}
	return b.String()
}

// catalogues makes the language's catalogue, and tells the others its name.
func (o *overlay) catalogues() error {
	var english map[string]any
	if err := read("render/words/en.json", &english); err != nil {
		return err
	}
	made := make(map[string]any)
	for id, text := range english {
		made[id] = o.catalogued(id, text)
	}
	files, err := filepath.Glob("render/words/*.json")
	if err != nil {
		return err
	}
	name := "language." + o.lang
	for _, file := range files {
		var texts map[string]any
		if err := read(file, &texts); err != nil {
			return err
		}
		if texts[name] == nil {
			texts[name] = "Pseudo"
		}
		if err := o.put(file, encode(texts)); err != nil {
			return err
		}
	}
	made[name] = "Pseudo"
	return o.put("render/words/"+o.lang+".json", encode(made))
}

// catalogued is the text of the catalogue with that id, or its plural forms, in the language.
func (o *overlay) catalogued(id string, text any) any {
	forms, counted := text.(map[string]any)
	switch {
	case counted:
		made := make(map[string]any)
		for form, text := range forms {
			made[form] = o.catalogued(id, text)
		}
		if o.lang != source { // as Czech has them
			made["few"], made["many"] = made["other"], made["other"]
		}
		return made
	case strings.HasPrefix(id, "rank."), strings.HasPrefix(id, "spoken."), strings.HasPrefix(id, "language."):
		return text
	case strings.HasPrefix(id, "typed."), strings.HasPrefix(id, "field.name."):
		return o.typed(text.(string))
	}
	return longer(text.(string))
}

// guides makes the games' files in the folder.
func (o *overlay) guides(folder string, translate func(string) string) error {
	files, err := filepath.Glob("engine/*/" + folder + "/" + source + "/*.md")
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		in := filepath.Join(filepath.Dir(filepath.Dir(file)), o.lang, filepath.Base(file))
		if err := o.put(in, translate(string(text))); err != nil {
			return err
		}
	}
	return nil
}

// lines are the text's, each translated.
func lines(text string, translate func(string) string) string {
	var all strings.Builder
	for line := range strings.Lines(text) {
		all.WriteString(translate(line))
	}
	return all.String()
}

func page(text string) string { return lines(text, longer) }

// kept are the beginnings of a lesson's lines that aren't words: which deal a step shows, what
// an answer answers, which phase is told of.
var kept = regexp.MustCompile(`^(## (deal|after).*|Topics: .*|- \[.\] [^":]*: |- \*\*[a-z-]+\*\*: )`)

func lesson(text string) string {
	records, told := "", text
	if parts := strings.SplitAfterN(text, "---\n", 3); len(parts) == 3 {
		records, told = parts[0]+parts[1], parts[2]
	}
	return records + lines(told, func(line string) string {
		start := kept.FindString(line)
		asked, end := line[len(start):], "(any card)\n"
		if !strings.HasSuffix(asked, end) {
			return start + longer(asked)
		}
		return start + longer(strings.TrimSuffix(asked, end)) + end
	})
}

// apart are what isn't translated: gaps, verbs of formats, and what has signs or digits in it. A command in a gap is
// typed in English.
var apart = regexp.MustCompile(`\{\{(?:[^{}]|\{\{[^{}]*\}\})*\}\}|%[a-z]|\S*[0-9@#/=]\S*`)

// longer is the text with accents, and 40 % longer.
func longer(text string) string {
	var made strings.Builder
	owed, at := 0, 0
	for _, m := range apart.FindAllStringIndex(text, -1) {
		owed = stretch(&made, text[at:m[0]], owed)
		made.WriteString(text[m[0]:m[1]])
		at = m[1]
	}
	stretch(&made, text[at:], owed)
	return made.String()
}

var word = regexp.MustCompile(`\pL{2,}`)

// stretch writes the text with its words made longer, and returns how many tenths of a letter are still owed.
func stretch(made *strings.Builder, text string, owed int) int {
	at := 0
	for _, m := range word.FindAllStringIndex(text, -1) {
		letters := []rune(accents.Replace(text[m[0]:m[1]]))
		owed += 4 * (utf8.RuneCountInString(text[at:m[0]]) + len(letters))
		more := (owed + 5) / 10
		owed -= 10 * more
		last := unicode.ToLower(letters[len(letters)-1])
		made.WriteString(text[at:m[0]] + string(letters) + strings.Repeat(string(last), more))
		at = m[1]
	}
	made.WriteString(text[at:])
	return owed + 4*utf8.RuneCountInString(text[at:])
}

var accents = strings.NewReplacer("a", "á", "e", "é", "i", "í", "o", "ó", "u", "ú", "c", "č", "n", "ň", "r", "ř", "s", "š", "t", "ť", "z", "ž")

// typed is what is typed: longer, but of the letters that every network allows in a command. In English it stays, for
// people in tests type it.
func (o *overlay) typed(text string) string {
	if o.lang == source {
		return text
	}
	return word.ReplaceAllStringFunc(text, func(w string) string {
		return w + strings.Repeat(w[len(w)-1:], (4*len(w)+5)/10)
	})
}
