package web

import (
	"maps"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/render/pen"
	"tarockbot/render/rendertest"
)

func TestCardClass(t *testing.T) {
	for label, want := range map[string]string{
		"♥K": "hearts", "♦\uFE0E10*": "diamonds", "♠\uFE0ED°": "spades", "♣7": "clubs",
		"XX": "tarock", "II": "tarock", "Sküs": "honour", "XXI*": "honour", "I°": "honour",
	} {
		style := chat.Trump
		if sign(label) != "" {
			style = chat.Black
		}
		if got := styleOf(style, label); got != want {
			t.Errorf("%s is %q, want %q", label, got, want)
		}
	}
	if got := styleOf(chat.Strong, "I"); got != "strong" {
		t.Errorf("a bold text is %q", got)
	}
}

func TestSuitsAreReadable(t *testing.T) {
	sheet, err := assets.ReadFile("web/style.css")
	if err != nil {
		t.Fatal(err)
	}
	day, night, found := strings.Cut(string(sheet), "@media (prefers-color-scheme: dark)")
	if !found {
		t.Fatal("no dark colours")
	}
	colors := colorsIn(day)
	checkSuits(t, colors)
	night, _, _ = strings.Cut(night, "\n}")
	maps.Copy(colors, colorsIn(night))
	checkSuits(t, colors)
}

func checkSuits(t *testing.T, colors map[string]string) {
	t.Helper()
	const least, chosen = 4.5, "#ffe7a6"
	seen := make(map[string]string)
	for _, suit := range []string{"hearts", "diamonds", "spades", "clubs", "tarock", "honour"} {
		ink, written := colors[suit], colors["text-"+suit]
		if written == "" {
			written = ink
		}
		if other, taken := seen[ink]; taken || ink == "" {
			t.Errorf("%s has the colour %q of %q", suit, ink, other)
		}
		seen[ink] = suit
		for _, pair := range [][2]string{
			{ink, colors["card"]}, {ink, colors["flat-card"]}, {ink, chosen},
			{written, colors["paper"]}, {written, colors["button"]},
		} {
			if got := rendertest.Contrast(colorOf(t, pair[0]), colorOf(t, pair[1])); got < least {
				t.Errorf("%s: %s on %s has a contrast of %.2f, want %.1f", suit, pair[0], pair[1], got, least)
			}
		}
	}
}

func colorsIn(sheet string) map[string]string {
	colors := make(map[string]string)
	for _, m := range regexp.MustCompile(`--([a-z-]+): (#[0-9a-f]{6});`).FindAllStringSubmatch(sheet, -1) {
		colors[m[1]] = m[2]
	}
	return colors
}

func colorOf(t *testing.T, name string) pen.Color {
	t.Helper()
	n, err := strconv.ParseUint(strings.TrimPrefix(name, "#"), 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	return pen.RGB(uint32(n))
}
