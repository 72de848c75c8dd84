package guides

import (
	"strings"
	"testing"

	"tarockbot/engine"
)

// EachWording calls visit for each language of the game's guide, with the test's wording in that language. A language
// for which the test has no wording fails the test.
func EachWording[W any](t testing.TB, g engine.Game, wordings map[string]W, visit func(lang string, w W)) {
	t.Helper()
	for _, lang := range languages(t, g) {
		visit(lang, wordingIn(t, wordings, "wording", lang))
	}
}

// wordingIn returns the wording in a language. A language without one fails the test with a message that says what is
// missing.
func wordingIn[W any](t testing.TB, wordings map[string]W, what, lang string) W {
	t.Helper()
	w, ok := wordings[lang]
	if !ok {
		t.Fatalf("no %s in %q", what, lang)
	}
	return w
}

// Bullets returns the lines as bullets: each with "- " before it.
func Bullets(lines []string) (bullets []string) {
	for _, line := range lines {
		bullets = append(bullets, "- "+line)
	}
	return bullets
}

// Capitalized returns the name of the word with a capital first letter.
func Capitalized(w engine.Word) string {
	name := w.String()
	return strings.ToUpper(name[:1]) + name[1:]
}
