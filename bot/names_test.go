package bot_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/storage/memory"
)

// hostileNames ping, format, imitate or break lines.
var hostileNames = []string{
	"@everyone", "<@123456>", "**bold** `code` [x](http://evil.example)", "<b>x</b><script>alert(1)</script>", "&lt;", "{{.Name}}",
	"_*[]()~`>#+-=|{}.!\\", "\u202etxet\u202c", "a\u200b\u200dna", "Аnnа", "\u2069\u2069① anna", strings.Repeat("W", 400), "دانيال", "",
	"\x1b[31mred", "anna\n\nbert", "%s %d %!", "\\*b*", "①", "Computer",
}

func TestFault50HostileNames(t *testing.T) {
	t.Parallel()
	for _, name := range hostileNames {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var mu sync.Mutex
				var screens []chat.Screen
				show := func(_ chat.Place, _ chat.Ref, s chat.Screen) error {
					mu.Lock()
					defer mu.Unlock()
					screens = append(screens, s)
					return nil
				}
				w := startWorld(t, memory.New(), withHook(show))
				found, clean := 0, displayname.Clean(name)
				for _, command := range []string{
					"bert help", "anna challenge @bert bamberger easy 2", "bert accept", "anna games", "anna hand", "anna exchange 0", "bert exchange 0",
					"anna bid dreiblatt", "bert bid dreiblatt", "anna undo", "bert hand", "anna leave yes", "anna leaderboard", "anna history", "carl challenge",
				} {
					who, line, _ := strings.Cut(command, " ")
					in := w.in(who, line)
					in.Name = name
					if a := w.input(in); a.Screen != nil {
						_ = show(in.Place(), "", *a.Screen)
					}
					synctest.Wait()
				}
				for _, s := range screens {
					all := text(s)
					for _, b := range slices.Concat(s.Buttons...) {
						all += b.Label + "\n"
					}
					for l := range strings.Lines(all) {
						found += countName(t, l, clean)
					}
				}
				if found < 20 && clean != "" {
					t.Errorf("the name is in %d places, want at least 20", found)
				}
			})
		})
	}
}

// countName counts the name. A sign may precede a name that resembles another.
func countName(t *testing.T, shown, clean string) int {
	t.Helper()
	shown = strings.NewReplacer("\u2068⚠ ", "\u2068", "\u2068☺ ", "\u2068").Replace(shown)
	n := strings.Count(shown, "\u2068"+clean+"\u2069")
	rest := strings.ReplaceAll(shown, "\u2068"+clean+"\u2069", "")
	if strings.Count(rest, "\u2068") != strings.Count(rest, "\u2069") {
		t.Errorf("%+q has unbalanced isolates", shown)
	}
	if len(clean) > 3 && clean != "Computer" && strings.Contains(rest, clean) {
		t.Errorf("%+q has the name outside of isolates", shown)
	}
	return n
}
