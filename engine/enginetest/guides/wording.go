package guides

import (
	"strings"
	"testing"

	"tarockbot/engine"
)

// EachWording calls visit with the wording of each language of the guide.
func EachWording[W any](t testing.TB, g engine.Game, wordings map[string]W, visit func(lang string, w W)) {
	t.Helper()
	for _, lang := range languages(t, g) {
		visit(lang, wordingIn(t, wordings, "wording", lang))
	}
}

func wordingIn[W any](t testing.TB, wordings map[string]W, what, lang string) W {
	t.Helper()
	w, ok := wordings[lang]
	if !ok {
		t.Fatalf("no %s in %q", what, lang)
	}
	return w
}

// Bullets puts "- " before each line.
func Bullets(lines []string) (bullets []string) {
	for _, line := range lines {
		bullets = append(bullets, "- "+line)
	}
	return bullets
}

// Capitalized returns the word's name with a capital first letter.
func Capitalized(w engine.Word) string {
	name := w.String()
	return strings.ToUpper(name[:1]) + name[1:]
}
