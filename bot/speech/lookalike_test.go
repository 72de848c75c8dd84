package speech

import "testing"

// TestFault51LookAlikes: what is called almost like something else has a sign before
// it; nothing else has.
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
