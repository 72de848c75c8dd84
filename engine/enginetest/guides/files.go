package guides

import (
	"io/fs"
	"testing"

	"tarockbot/engine"
)

func languages(t testing.TB, g engine.Game) []string {
	t.Helper()
	return namesIn(t, g.Guide, ".")
}

func namesIn(t testing.TB, files fs.FS, folder string) (names []string) {
	t.Helper()
	entries, err := fs.ReadDir(files, folder)
	if err != nil || len(entries) == 0 {
		t.Fatalf("nothing in the folder %s: %v", folder, err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func requireTopic(t testing.TB, g engine.Game, topic string) {
	t.Helper()
	_ = topicText(t, g, languages(t, g)[0], topic)
}

func topicText(t testing.TB, g engine.Game, lang, topic string) string {
	t.Helper()
	found, err := fs.Glob(g.Guide, lang+"/[0-9][0-9]-"+topic+".md")
	if err != nil || len(found) != 1 {
		t.Fatalf("%s: topic %s is in files %v, %v", lang, topic, found, err)
	}
	return readGuide(t, g, found[0])
}

func readGuide(t testing.TB, g engine.Game, file string) string {
	t.Helper()
	text, err := fs.ReadFile(g.Guide, file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
