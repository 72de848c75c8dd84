package speech

import (
	"errors"
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/engine"
)

// typed reads a line as Handle does; ok says that it begins with a verb.
func typed(line string) (a engine.Action, ok bool, err error) {
	fields := strings.Fields(line)
	verb, ok := theLexicon().Verbs[PlainWord(fields[0])]
	if ok {
		a, err = theLexicon().Action(verb, fields[1:])
	}
	return a, ok, err
}

func TestTypedAction(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ line, want string }{
		{"exchange H3, D2", "exchange H3 D2"},
		{"exchange h3,d2", "exchange H3 D2"},
		{"tausche ♥3 ♦2", "exchange H3 D2"},
		{"exchange 0", "exchange"},
		{"tausche nichts", "exchange"},
		{"exchange -", "exchange"},
		{"play ♥3", "play H3"},
		{"play ♥\uFE0E3", "play H3"},
		{"play hd", "play HQ"},
		{"spiel ♠b", "play SV"},
		{"spiele HK", "play HK"},
		{"PLAY mond", "play XXI"},
		{"play 19", "play XIX"},
		{"play 21", "play XXI"},
		{"play iv", "play IIII"},
		{"play sküs", "play SKUS"},
		{"play gstiess", "play SKUS"},
		{"play uhu", "play II"},
		{"play spatz", "play I"},
		{"play XVII Ross!", "play XVII ross"},
		{"spiel 18, topschin", "play XVIII topschin"},
		{"take", "take"},
		{"ablöse", "take"},
		{"undertake", "undertake"},
		{"aufnehmen", "undertake"},
		{"zusammenwerfen", "fold"},
		{"melde Könige", "declare kings"},
		{"ansage absolut", "announce absolute"},
		{"ansage Könige", "announce kings"},
		{"ansage ohne-trull", "announce without-trull"},
		{"announce pagat", "announce pagat"},
		{"kontra spiel", "contra game"},
		{"kontra das Spiel", "contra game"},
		{"ansage Pagat ultimo", "announce pagat"},
		{"ansage Ohne Könige", "announce without-kings"},
		{"ansagen vierzig", "announce absolute"},
		{"announce 50 points", "announce panzer"},
		{"ansage Zwei der Trull", "announce honours"},
		{"melde Vier Könige", "declare kings"},
		{"biete Dreier", "bid dreiblatt"},
		{"Unterer", "take"},
		{"halten", "hold"},
		{"aussteigen", "done"},
		{"re game", "re game"},
		{"lege H4 D2", "discard H4 D2"},
		{"talon 1", "talon 0"},
		{"talon 3", "talon 2"},
		{"weiter", "pass"},
		{"gut", "done"},
		{"biete solo", "bid solo"},
	} {
		a, ok, err := typed(tt.line)
		want, wrong := engine.ParseAction(tt.want)
		if wrong != nil {
			t.Errorf("%q: %v", tt.want, wrong)
		} else if !ok || err != nil || a != want {
			t.Errorf("%q: got %q, %v, want %q", tt.line, a, err, tt.want)
		}
	}
}

// TestTypedRefused: what can't be read is refused by a text of its verb, which
// names the way to write it.
func TestTypedRefused(t *testing.T) {
	t.Parallel()
	catalogue := theCatalogue(t)
	for _, tt := range []struct{ line, reason, en, de string }{
		{"exchange", "bare.exchange", "exchange 0", "tausche 0"},
		{"exchange H3 ✈", "typed.exchange", "exchange 0", "tausche 0"},
		{"discard", "bare.discard", "discard H4 D2", "lege H4 D2"},
		{"talon", "bare.talon", "talon 1", "talon 1"},
		{"talon 0", "typed.talon", "talon 1", "talon 1"},
		{"talon links", "typed.talon", "talon 1", "talon 1"},
		{"play", "bare.play", "play XXI", "spiel XXI"},
		{"play 22", "typed.play", "play XXI", "spiel XXI"},
		{"play H3 H4", "typed.play", "play XXI", "spiel XXI"},
		{"bid", "bare.bid", "bid solo", "biete solo"},
		{"announce pagat uhu", "typed.announce", "announce pagat", "ansage pagat"},
		{"contra", "bare.contra", "contra game", "kontra spiel"},
		{"re", "bare.re", "re game", "re spiel"},
		{"sub", "bare.sub", "sub game", "sub spiel"},
		{"hold solo", "typed.hold", "just: hold", "nur: halte"},
		{"pass now", "typed.pass", "just: pass", "nur: weiter"},
		{"done pagat", "typed.done", "just: done", "nur: liege"},
		{"undertake all", "typed.undertake", "just: undertake", "nur: aufnehmen"},
		{"fold it", "typed.fold", "just: fold", "nur: zusammenwerfen"},
		{"declare", "bare.declare", "declare trull", "melde trull"},
		{"play XVII boss", "typed.play", "play XXI", "spiel XXI"},
	} {
		_, ok, err := typed(tt.line)
		var no *chat.Refusal
		if !ok || !errors.As(err, &no) || no.ID != tt.reason {
			t.Errorf("%q: got %v, want the refusal %s", tt.line, err, tt.reason)
			continue
		}
		_, typed, _ := strings.Cut(tt.line, " ")
		for lang, way := range map[string]string{"en": tt.en, "de": tt.de} {
			text := catalogue.In(lang).Say("refuse."+no.ID, no.Gaps...)
			if !strings.Contains(text, way) || !strings.Contains(text, typed) {
				t.Errorf("%q: %q names neither %q nor what was typed", tt.line, text, way)
			}
		}
	}
}

func TestTypedCard(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ typed, want string }{
		{"H3", "H3"}, {"♥3", "H3"}, {"♦2", "D2"}, {"♠10", "S10"}, {"♣K", "CK"}, {"♥\uFE0FK", "HK"},
		{"HD", "HQ"}, {"DD", "DQ"}, {"♣B", "CV"}, {"SJ", "SV"}, {"HQ", "HQ"},
		{"MOND", "XXI"}, {"SKÜS", "SKUS"}, {"SKUES", "SKUS"}, {"PAGAT", "I"}, {"KAKADU", "III"}, {"IV", "IIII"}, {"MARABU", "IIII"},
		{"1", "I"}, {"4", "IIII"}, {"19", "XIX"}, {"21", "XXI"}, {"0", "0"}, {"22", "22"}, {"-1", "-1"}, {"", ""}, {"LINKS", "LINKS"},
	} {
		if got := typedCard(tt.typed); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.typed, got, tt.want)
		}
	}
}
