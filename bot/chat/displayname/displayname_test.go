package displayname

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/norm"

	"tarockbot/engine/robot"
	"tarockbot/render/words"
)

// names lists names as people and attackers choose them, and their cleaned forms.
var names = []struct{ name, raw, want string }{
	{"plain", "Anna", "Anna"},
	{"inner space", "  Anna \t\n  Maria ", "Anna Maria"},
	{"nothing", "", ""},
	{"only invisible", "\u200b\u2060\ufeff\u3164\u2800", ""},
	{"two ways to write ü", "u\u0308ber", "über"},
	{"a letter and a mark parted by an invisible one", "u\u200b\u0308ber", "über"},
	{"right to left override", "anna\u202egnp.exe", "annagnp.exe"},
	{"isolates", "\u2067anna\u2069", "anna"},
	{"written right to left", "דניאל", "דניאל"},
	{"zero width space", "an\u200bna", "anna"},
	{"joiner between letters", "an\u200dna", "anna"},
	{"a family is one picture", "👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"},
	{"joiner between picture and letter", "👨\u200danna", "👨anna"},
	{"joiner between parts of a syllable", "\u1100\u200d\u1161", "가"},
	{"joiner at the end", "👨\u200d", "👨"},
	{"heart in colour", "❤\ufe0f anna", "❤\ufe0f anna"},
	{"variation selectors on letters", "a\ufe0fn\U000e0100na", "anna"},
	{"tag letters", "anna\U000e0041\U000e0042", "anna"},
	{"zalgo", "a\u0301\u0302\u0303\u0304\u0305b", "á\u0302\u0303b"},
	{"a mark without a letter", "\u0301\u0308anna", "anna"},
	{"controls", "an\x00\x07\x1b[31mna", "an[31mna"},
	{"line separators", "a\u2028b\u2029c", "a b c"},
	{"invalid bytes", "an\xff\xfena", "anna"},
	{"ping for all", "@everyone", "@everyone"},
	{"markdown", "**[x](http://y)** `z`", "**[x](http://y)** `z`"},
	{"HTML", "<b>&lt;</b>", "<b>&lt;</b>"},
	{"homoglyph", "Аnnа", "Аnnа"}, // Cyrillic: shown, but told apart by mark and short id
	{"long", strings.Repeat("ä", 100), strings.Repeat("ä", 24)},
}

func TestFault51Clean(t *testing.T) {
	t.Parallel()
	for _, tt := range names {
		t.Run(tt.name, func(t *testing.T) {
			if got := Clean(tt.raw); got != tt.want {
				t.Errorf("Clean(%+q) = %+q, want %+q", tt.raw, got, tt.want)
			}
			checkName(t, tt.raw)
		})
	}
}

// TestFault51EndlessGraphemes: a single character on the screen may have any number of runes.
func TestFault51EndlessGraphemes(t *testing.T) {
	t.Parallel()
	for _, part := range []string{"\u1100", "👨\u200d", "\u0915\u094d", "a\u0903", "\u0600", "🇦"} {
		checkName(t, strings.Repeat(part, 5000))
	}
}

func FuzzClean(f *testing.F) {
	for _, tt := range names {
		f.Add(tt.raw)
	}
	for _, seed := range []string{"\u1100\u1161\u11a8", "\u0fb2\u0f71\u0f80", "각\u11a8", "a\u0345\u0301", "\U0001d15e", "﷽", "🏴\U000e0067\U000e007f"} {
		f.Add(seed)
	}
	f.Fuzz(checkName)
}

// checkName checks the properties of every cleaned name.
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
		t.Errorf("Clean(%+q) = %+q has loose blanks", raw, got)
	case Clean(got) != got:
		t.Errorf("Clean(%+q) = %+q, and of that %+q", raw, got, Clean(got))
	}
	for _, r := range got {
		if unicode.In(r, unicode.C) && r != '\u200d' {
			t.Errorf("Clean(%+q) = %+q has %U", raw, got, r)
		}
	}
}

// TestFault51LookAlikes: exactly the names that can be taken for others get a sign.
func TestFault51LookAlikes(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"Anna": false, "Anna Maria": false, "Änne": false, "Łukasz": false, "anna_99": false, "Anna ♥": false, "👨\u200d👩\u200d👧": false, "99": false,
		"Анна": false, "Άννα": false, "Юрий": false, "דניאל": false, "محمد": false, "अनु": false, "ამირანი": false, "สมชาย": false,
		"李雷": false, "李Anna": false, "アンナ": false, "はなAnna": false, "한나Anna": false, "李ㄅAnna": false, "Annaー": false,
		"Аnna":   true, // Cyrillic А
		"Annа":   true, // Cyrillic а
		"Anna Я": true, "Ꭺnna": true, "ᎪᏁᏁᎪ": true, "ꓮꓠꓠꓮ": true, "Сара": true, "ΑΝΝΑ": true, "օո": true,
		"𝐀nna": true, "𝓐𝓷𝓷𝓪": true, "Ａｎｎａ": true, "ᵃnna": true, "はな한": true, "ⲀⲚⲚⲀ": true, "Aннa": true,
		"Annɑ": true, "ᴀnna": true, "ʟena": true, "Ƅert": true, "Əli": false, "Kɔjo": false, "Ŋaba": false, "Đorđe": false,
	} {
		if got := Isolate(name) == "\u2068⚠ "+name+"\u2069"; got != want {
			t.Errorf("%s (%+q): marked %v, want %v", name, name, got, want)
		}
	}
}

// TestMarkMisleading: of names that look alike the one that is spelt less plainly gets a sign. A person with a name like
// the computer's gets another one. No other name gets any.
func TestMarkMisleading(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ names, want []string }{
		{[]string{"chief", "chıef"}, []string{"chief", "⚠ chıef"}},
		{[]string{"ch1ef", "chief"}, []string{"⚠ ch1ef", "chief"}},
		{[]string{"chief", "anna", "chief."}, []string{"chief", "anna", "⚠ chief."}},
		{[]string{"chief", "ch!ef"}, []string{"chief", "⚠ ch!ef"}},
		{[]string{"chief", "chief!"}, []string{"chief", "⚠ chief!"}},
		{[]string{"Rene", "René"}, []string{"Rene", "⚠ René"}},
		{[]string{"chief", "ϲhief"}, []string{"chief", "⚠ ϲhief"}}, // Greek
		{[]string{"lan", "Ian"}, []string{"lan", "⚠ Ian"}},
		{[]string{"Arne", "Ame", "Franzi", "Franzl", "Ilse", "Lise", "Resl"}, []string{"Arne", "Ame", "Franzi", "Franzl", "Ilse", "Lise", "Resl"}},
		{[]string{"Jurgen", "Jürgen", "Löw", "Low"}, []string{"Jurgen", "Jürgen", "Löw", "Low"}},
		{[]string{"ch1ef", "ch|ef"}, []string{"ch1ef", "⚠ ch|ef"}},
		{[]string{"ch1ef"}, []string{"ch1ef"}},
		{[]string{"Chief", "chief", "chief"}, []string{"Chief", "chief", "chief"}},
		{[]string{"chief", "chef"}, []string{"chief", "chef"}},
		{[]string{"♥", "♦", "", Deleted, Deleted}, []string{"♥", "♦", "", Deleted, Deleted}},
		{[]string{"Resi", "Poldi", "hofrat", "COMPUTER"}, []string{"☺ Resi", "☺ Poldi", "☺ hofrat", "☺ COMPUTER"}},
		{[]string{"Resi 2", "P0ldi."}, []string{"☺ Resi 2", "☺ P0ldi."}},
		{[]string{"Res1"}, []string{"☺ Res1"}},
		{[]string{"☺ Resi"}, []string{"☺ ☺ Resi"}},
		{[]string{"Resi (computer, medium)", "Hofrat (stark)", "Resi Huber"}, []string{"☺ Resi (computer, medium)", "☺ Hofrat (stark)", "Resi Huber"}},
		{[]string{"Rеsi"}, []string{"⚠ Rеsi"}}, // Cyrillic
	} {
		if got := markMisleading(tt.names); !slices.Equal(got, tt.want) {
			t.Errorf("%q are shown as %q, want %q", tt.names, got, tt.want)
		}
	}
}

// TestComputerNames: no computer player's name looks like a person's or another computer player's.
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
		{[]string{"anna", "", ""}, []robot.Level{"", "medium", "medium"}, "anna, Resi, Resi 2"},
		{[]string{"Resi", "", ""}, []robot.Level{"", "medium", "medium"}, "☺ Resi, Resi 2, Resi 3"},
		{[]string{"resi 2", "", ""}, []robot.Level{"", "medium", "medium"}, "☺ resi 2, Resi, Resi 3"},
		{[]string{"P0LDI.", "", ""}, []robot.Level{"", "easy", "strong"}, "☺ P0LDI., Poldi 2, Hofrat"},
		{[]string{"Нofrаt", "", ""}, []robot.Level{"", "strong", "easy"}, "⚠ Нofrаt, Hofrat 2, Poldi"}, // Cyrillic
		{[]string{"ʀᴇꜱɪ", "", ""}, []robot.Level{"", "medium", ""}, "⚠ ʀᴇꜱɪ, Resi 2, Computer"},
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
				t.Errorf("%s: beside %q there are %q, want %s", lang, tt.people, got, tt.want)
			}
		}
	}
}

// TestComputersAreKnown: names that look like the computer's are found in every language.
func TestComputersAreKnown(t *testing.T) {
	t.Parallel()
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range words.Languages() {
		for _, level := range append(robot.Levels(), "") {
			if name := computerName(catalogue.In(lang), level); !slices.Contains(computers, looksOf(name)) {
				t.Errorf("%s: computers lacks %s", lang, name)
			}
		}
	}
}

// TestLetters: each letter of a list has its counterpart in the other list.
func TestLetters(t *testing.T) {
	t.Parallel()
	if like, as := utf8.RuneCountInString(likeLatin), utf8.RuneCountInString(asLatin); like != as {
		t.Errorf("%d letters are like %d Latin ones", like, as)
	}
	if like, as := utf8.RuneCountInString(likePlain), utf8.RuneCountInString(asPlain); like != as {
		t.Errorf("%d letters and signs are like %d plain ones", like, as)
	}
}
