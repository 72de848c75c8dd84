package bot_test

import (
	"strings"
	"testing"

	"tarockbot/bot"
)

// TestFault51LookAlikes: who is called almost like somebody else has a sign before the
// name, on boards and panels, in lists and pictures; nobody else has.
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
		w := newWorld(t)
		in := bot.Input{ID: w.newID(), User: "fake:other", Name: name, Lang: "en", Chat: channel, Line: "challenge bamberger 2"}
		if a := w.input(in); a.Refused {
			t.Fatal(a.Alert)
		}
		board := text(w.wait(public, func(s bot.Screen) bool { return line(s, "accept ") != "" }))
		if got := strings.Contains(board, "\u2068⚠ "+name+"\u2069"); got != want || !strings.Contains(board, name) {
			t.Errorf("%s (%+q): marked %v, want %v\n%s", name, name, got, want, board)
		}
	}
}
