package telegram

import (
	"strings"
	"testing"
)

// TestFault52Identity: a user name means its current owner.
func TestFault52Identity(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, nil)
		anna, bert := r.newPerson("Anna"), r.newPerson("Bert")
		r.awaitConfirmed()
		if id, name, ok := r.platform.Find(t.Context(), "BERT"); !ok || id != userID(bert.ID) || name != "Bert" {
			t.Errorf("@bert is %s %q %v", id, name, ok)
		}
		bert.Username, anna.Username = "other", "bert"
		anna.Says(anna.Private(), "hi")
		r.awaitConfirmed()
		r.restart()
		if id, _, ok := r.platform.Find(t.Context(), "bert"); !ok || id != userID(anna.ID) {
			t.Errorf("@bert is %s %v", id, ok)
		}
		if _, _, ok := r.platform.Find(t.Context(), "nobody"); ok {
			t.Error("an unknown name has an owner")
		}
		anna.Says(r.group, "/challenge Cilli", map[string]any{"type": "text_mention", "offset": 11, "length": 5,
			"user": map[string]any{"id": 4711, "first_name": "Cilli"}})
		r.awaitConfirmed()
		if id, name, ok := r.platform.Find(t.Context(), "4711"); !ok || id != "telegram:4711" || name != "Cilli" {
			t.Errorf("4711 is %s %q %v", id, name, ok)
		}
		if lines := r.lines(); lines[len(lines)-1] != "challenge @4711" {
			t.Errorf("got lines %q, want the mention as @4711 in the last", lines)
		}
		if id, _, ok := r.platform.Find(t.Context(), "815"); ok || id != "telegram:815" {
			t.Errorf("an unknown number is %s, known %v", id, ok)
		}
	})
}

func TestInline(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newWorld(t)
		anna, bert := w.twoPeople()
		expectNothing := func(query string) {
			t.Helper()
			got, button, err := bert.Inline(w.ctx, query)
			if err != nil || len(got) != 0 || !strings.Contains(button, "challenge") {
				t.Errorf("%q offers %v, button %q, %v", query, got, button, err)
			}
		}
		for _, query := range []string{"", "hello", "x y?z", "abcd2345"} {
			expectNothing(query)
		}
		anna.Says(anna.Private(), "/challenge easy 2")
		m, data := w.awaitButton(anna.Private(), "decline ")
		code := strings.TrimPrefix(data, "decline ")
		if last := m.Keyboard[len(m.Keyboard)-1][0]; last.Share == nil || last.Share.Query != code {
			t.Fatalf("the challenge has no button to share it: %+v", m.Keyboard)
		}
		got, _, err := bert.Inline(w.ctx, " "+strings.ToUpper(code)+" ")
		if err != nil || len(got) != 1 || !strings.Contains(got[0].Content.Text, "Anna") {
			t.Fatalf("a challenge's code offers %+v %v", got, err)
		}
		if !got[0].Content.Preview.Off { // fault 50
			t.Error("a link would have a preview")
		}
		_, payload, _ := strings.Cut(got[0].Markup.Rows[0][0].URL, "?start=")
		w.start(bert, payload)
		w.awaitButton(bert.Private(), "confirm ")
		expectNothing(code)
	})
}
