package displayname

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/norm"

	"tarockbot/engine/enginetest/golden"
	"tarockbot/engine/robot"
	"tarockbot/render/words"
)

func TestFault51Names(t *testing.T) {
	t.Parallel()
	golden.Transcript(t, "testdata/names.txt", func(title string) (golden.Play, error) {
		return func(line string) ([]string, error) {
			raw, err := strconv.Unquote(`"` + strings.Trim(line, `"`) + `"`)
			switch {
			case strings.HasPrefix(title, "Cleaned"):
				checkName(t, raw)
				return []string{strconv.Quote(Clean(raw))}, err
			case strings.HasPrefix(title, "Signed"):
				return []string{StripIsolates(Isolate(raw))[0]}, err
			}
			all := strings.Split(strings.ReplaceAll(raw, "deleted", Deleted), " | ")
			return []string{strings.ReplaceAll(strings.Join(markMisleading(all), " | "), Deleted, "deleted")}, err
		}, nil
	})
}

func TestFault51EndlessGraphemes(t *testing.T) {
	t.Parallel()
	for _, part := range []string{"\u1100", "👨\u200d", "\u0915\u094d", "a\u0903", "\u0600", "🇦"} {
		checkName(t, strings.Repeat(part, 5000))
	}
}

func FuzzClean(f *testing.F) {
	for _, seed := range []string{
		"  Anna \t\n  Maria ", "\u2067anna\u2069", "👨\u200d👩\u200d👧", "❤\ufe0f anna",
		"a\u0301\u0302\u0303\u0304\u0305b", "an\x00\x07\x1b[31mna", "an\xff\xfena",
		"\u1100\u1161\u11a8", "\u0fb2\u0f71\u0f80", "각\u11a8", "a\u0345\u0301", "\U0001d15e", "﷽", "🏴\U000e0067\U000e007f"} {
		f.Add(seed)
	}
	f.Fuzz(checkName)
}

func checkName(t *testing.T, raw string) {
	got := Clean(raw)
	switch {
	case !utf8.ValidString(got):
		t.Errorf("Clean(%+q) = %+q is not UTF-8", raw, got)
	case uniseg.GraphemeClusterCount(got) > 24:
		t.Errorf("Clean(%+q) = %+q has %d characters", raw, got, uniseg.GraphemeClusterCount(got))
	case utf8.RuneCountInString(got) > 200:
		t.Errorf("Clean(%+q) has %d runes", raw, utf8.RuneCountInString(got))
	case !norm.NFC.IsNormalString(got):
		t.Errorf("Clean(%+q) = %+q is not NFC", raw, got)
	case strings.TrimSpace(got) != got || strings.ContainsAny(got, "\r\n\t") || strings.Contains(got, "  "):
		t.Errorf("Clean(%+q) = %+q has needless blanks", raw, got)
	case Clean(got) != got:
		t.Errorf("Clean(%+q) = %+q, cleaned again %+q", raw, got, Clean(got))
	}
	for _, r := range got {
		if unicode.In(r, unicode.C) && r != '\u200d' {
			t.Errorf("Clean(%+q) = %+q has %U", raw, got, r)
		}
	}
}

func TestComputerNames(t *testing.T) {
	t.Parallel()
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		people []string
		levels []robot.Level
		want   string
	}{
		{[]string{"anna", "", ""}, []robot.Level{"", "medium", "medium"}, "anna, Resi, Mitzi"},
		{[]string{"Resi", "", ""}, []robot.Level{"", "medium", "medium"}, "☺ Resi, Mitzi, Resi 2"},
		{[]string{"resi 2", "", ""}, []robot.Level{"", "medium", "medium"}, "☺ resi 2, Resi, Mitzi"},
		{[]string{"P0LDI.", "", ""}, []robot.Level{"", "easy", "strong"}, "☺ P0LDI., Gustl, Hofrat"},
		{[]string{"Нofrаt", "", ""}, []robot.Level{"", "strong", "easy"}, "⚠ Нofrаt, Sektionschef, Poldi"}, // Cyrillic
		{[]string{"ʀᴇꜱɪ", "", ""}, []robot.Level{"", "medium", ""}, "⚠ ʀᴇꜱɪ, Mitzi, Computer"},
		{[]string{"computer", "", ""}, nil, "☺ computer, Computer 2, Computer 3"},
	} {
		for _, lang := range words.Languages() {
			players := make([]Player, len(tt.people))
			for s, name := range tt.people {
				players[s] = Player{Name: name, Computer: s > 0}
				if s < len(tt.levels) {
					players[s].Level = tt.levels[s]
				}
			}
			if got := StripIsolates(OfTable(catalogue.In(lang), players)...); strings.Join(got, ", ") != tt.want {
				t.Errorf("%s: the players %q are called %q, want %s", lang, tt.people, got, tt.want)
			}
		}
	}
}

func TestComputersAreKnown(t *testing.T) {
	t.Parallel()
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range words.Languages() {
		for _, level := range append(robot.Levels(), "") {
			for _, name := range computerNames(catalogue.In(lang), level) {
				if !slices.Contains(computers, looksOf(name)) {
					t.Errorf("%s: computers lacks %s", lang, name)
				}
			}
		}
	}
}

func TestLookalikeTables(t *testing.T) {
	t.Parallel()
	if like, as := utf8.RuneCountInString(likeLatin), utf8.RuneCountInString(asLatin); like != as {
		t.Errorf("likeLatin has %d letters, asLatin %d", like, as)
	}
	if like, as := utf8.RuneCountInString(likePlain), utf8.RuneCountInString(asPlain); like != as {
		t.Errorf("likePlain has %d runes, asPlain %d", like, as)
	}
}
