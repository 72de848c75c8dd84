package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/system"
	"tarockbot/render/words"
)

// fairMatch are deals of a match that nobody could choose.
const fairMatch = "../../engine/verify/testdata/match.json"

// fairDeals reads the deals of fairMatch.
func fairDeals(t *testing.T) (deals []map[string]any) {
	t.Helper()
	if err := json.Unmarshal([]byte(readText(t, fairMatch)), &deals); err != nil {
		t.Fatal(err)
	}
	return deals
}

// receiptOf is what somebody has kept of the deal, in a file.
func receiptOf(t *testing.T, deal map[string]any) string {
	t.Helper()
	receipt := make(map[string]any)
	for _, field := range []string{"protocol", "anchor", "context", "commitment", "previous", "key", "signature"} {
		receipt[field] = deal["proof"].(map[string]any)[field]
	}
	return written(t, receipt)
}

func TestVerify(t *testing.T) {
	deals := fairDeals(t)
	anchor := deals[0]["proof"].(map[string]any)["anchor"].(map[string]any)["hash"].(string)
	own := deals[0]["proof"].(map[string]any)["anchor"].(map[string]any)["key"].(string)
	last := receiptOf(t, deals[3])
	forged := fairDeals(t)
	forged[1]["actions"].([]any)[0] = "0 pass"
	alone := fairDeals(t)
	delete(alone[2], "proof")
	strange := fairDeals(t)
	strange[2]["proof"].(map[string]any)["protocol"] = "tarock-deal-v2"
	broken := receiptOf(t, forged[1])
	if err := os.WriteFile(broken, []byte(strings.Replace(readText(t, broken), `"commitment":"`, `"commitment":"00`, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		args []string
		code int
		says []string
	}{
		{"fair", []string{fairMatch}, 0, []string{
			"Draw before deal 1 at table abcd2345 (deck 1): fair\n  Level 1: ", "\nDeal 4 at table abcd2345 (deck 5): fair\n", "it has no result",
			"decks: 5, fair: 5, wrong: 0, not checkable: 0\n", "signed with the key ea4a6c63", "  Seat 1 cut with: Grüß Gott\n", "nothing shows that all this wasn't made afterwards", "can see all hands",
		}},
		{"with what was kept", []string{fairMatch, "--anchor", anchor[:24], "--receipt", last, "--receipt", receiptOf(t, deals[0])}, 0, []string{"fair: 5", "The anchor or receipt that you gave fits."}},
		{"the last deal left out", []string{written(t, deals[:3]), "--receipt", last}, exit.Unchecked, []string{"at table abcd2345: deck 5. It can't be excluded that decks were skipped"}},
		{"a deal left out", []string{written(t, []any{deals[0], deals[2]})}, exit.Unchecked, []string{"at table abcd2345: deck 3. It can't be excluded", "\nA deal at table abcd2345 (deck 4): "}},
		{"a deal alone", []string{written(t, deals[3])}, exit.Unchecked, []string{"A deal at table abcd2345 (deck 5): can't be checked", "decks: 1, fair: 0", "decks may have been skipped", "at table abcd2345: deck 1–4. Only the whole match"}},
		{"a deal alone, with the receipt before it", []string{written(t, deals[3]), "--receipt", receiptOf(t, deals[2])}, 0, []string{"decks: 1, fair: 1"}},
		{"the deals of a match in another order", []string{written(t, []any{deals[3], deals[1], deals[0], deals[2]})}, 0, []string{"Deal 4 at table abcd2345 (deck 5): fair", "\nDeal 2 at table abcd2345 (deck 3): fair", "\nDraw before deal 1 at table abcd2345 (deck 1): fair"}},
		{"a receipt instead of a deal", []string{last}, exit.Unchecked, []string{"Number 1 of the file: can't be checked\n  This is a receipt"}},
		{"the bot's key", []string{fairMatch, "--key", strings.Repeat("00", 32), "--key", own}, 0, []string{"fair: 5"}},
		{"another key", []string{fairMatch, "--key", strings.Repeat("00", 32)}, exit.Findings, []string{"none of the known ones", "  key: the key " + own, "fair: 0, wrong: 5"}},
		{"no key", []string{fairMatch, "--key", "12"}, exit.Usage, nil},
		{"violated", []string{written(t, forged)}, exit.Findings, []string{"(deck 3): wrong\n", "  A move wasn't allowed.\n", "\n  reveal: ", "\n  moves: ", "decks: 5, fair: 4, wrong: 1"}},
		{"another anchor", []string{fairMatch, "--anchor", strings.Repeat("0", 64)}, exit.Findings, []string{"The anchor isn't the one that you gave", "  foreign: no deck here is of the anchor 0000"}},
		{"a record alone, with what was kept", []string{written(t, alone[2]), "--anchor", anchor, "--receipt", last}, exit.Unchecked, []string{"A receipt is of the match at table abcd2345. Nothing of that is here."}},
		{"a record alone", []string{written(t, alone)}, exit.Unchecked, []string{"Number 3 of the file: can't be checked\n  There is no proof", "not checkable: 2"}},
		{"another protocol", []string{written(t, strange)}, exit.Unchecked, []string{"of a kind that isn't known here.\n  verify: the protocol is \"tarock-deal-v2\""}},
		{"no deals", []string{written(t, 7)}, exit.Unchecked, []string{"Number 1 of the file: can't be checked\n  This can't be read"}},
		{"a short anchor", []string{fairMatch, "--anchor", anchor[:15]}, exit.Unchecked, nil},
		{"no such file", []string{"/nowhere/at/all.json"}, exit.Unchecked, nil},
		{"no such receipt", []string{fairMatch, "--receipt", "/nowhere/at/all.json"}, exit.Unchecked, nil},
		{"a receipt that isn't one", []string{fairMatch, "--receipt", broken}, exit.Unchecked, nil},
		{"no input", []string{"-"}, exit.Unchecked, nil},
	} {
		got := tarockbot(t, append([]string{"verify"}, c.args...)...)
		if got.code != c.code || (c.code == 0) != (got.err == "") || strings.Count(got.err, "\n") > 1 {
			t.Errorf("%s: exit %d, want %d; %s%s", c.name, got.code, c.code, got.out, got.err)
		}
		for _, says := range c.says {
			if !strings.Contains(got.out, says) {
				t.Errorf("%s: no %q in\n%s", c.name, says, got.out)
			}
		}
	}
}

// TestVerifyInput: - is the input.
func TestVerifyInput(t *testing.T) {
	var out bytes.Buffer
	if code := run(t.Context(), process{args: []string{"verify", "-"}, in: strings.NewReader(readText(t, fairMatch)), out: &out, err: &out}); code != 0 {
		t.Errorf("exit %d: %s", code, &out)
	}
}

// TestVerifyInGerman: verify speaks the language that the system's variables name, as the page has it, and English
// where that is another.
func TestVerifyInGerman(t *testing.T) {
	forged, deals := fairDeals(t), fairDeals(t)
	forged[1]["actions"].([]any)[0] = "0 pass"
	for _, c := range []struct {
		env  []string
		file string
		says []string
		ends string
	}{
		{[]string{"LANG=de_AT.UTF-8"}, fairMatch, []string{"Spiel 4 am Tisch abcd2345 (Mischung 5): ehrlich\n  Stufe 0: ", "Mischungen: 5, ehrlich: 5, falsch: 0, nicht prüfbar: 0\n", "Unterschrieben ist mit dem Schlüssel ea4a", "Ohne Anker oder Beleg", "alle Karten sehen.\n"}, ""},
		{[]string{"LANG=en_GB.UTF-8", "LC_ALL=de_DE"}, written(t, forged), []string{"  Ein Zug war nicht erlaubt.\n"}, "Hier stimmt etwas nicht"},
		{[]string{"LC_ALL=", "LC_MESSAGES=de"}, written(t, deals[3]), []string{"Ein Spiel am Tisch abcd2345 (Mischung 5): nicht prüfbar\n"}, "Nicht alles lässt sich prüfen"},
		{[]string{"LANG=de"}, written(t, []any{deals[0], deals[1], deals[2]}), []string{"ehrlich: 4"}, ""},
		{[]string{"LANG=de"}, written(t, 7), []string{"Nummer 1 der Datei: nicht prüfbar\n  Das ist nicht zu lesen.\n"}, "Nicht alles lässt sich prüfen"},
		{[]string{"LANG=C.UTF-8"}, fairMatch, []string{"Deal 4 at table"}, ""},
	} {
		got := tarockbotAt(t, append(system.Environment{"HOME=" + t.TempDir()}, c.env...), "verify", c.file)
		for _, says := range c.says {
			if !strings.Contains(got.out, says) {
				t.Errorf("%q: no %q in\n%s", c.env, says, got.out)
			}
		}
		if want := "tarockbot: " + c.ends + "\n"; got.err != want && (c.ends != "" || got.err != "") {
			t.Errorf("%q: ends with %q, want %q", c.env, got.err, want)
		}
		if strings.HasPrefix(strings.Join(c.env, ""), "LANG=de") && (strings.Contains(got.out, " the ") || strings.Contains(got.out, "moves:")) {
			t.Errorf("%q: there is English in\n%s", c.env, got.out)
		}
	}
	used := regexp.MustCompile(`t\.Say\("([a-z]+)"\)`).FindAllStringSubmatch(readText(t, "verify.go"), -1)
	for _, lang := range words.Languages() {
		texts := catalogue.In(lang)
		for id := range texts {
			if id != "lang" && !slices.ContainsFunc(used, func(m []string) bool { return m[1] == id }) {
				t.Errorf("%s: %q is never used", lang, id)
			}
		}
		for _, m := range used {
			if texts.Say(m[1]) == "" {
				t.Errorf("%s: %q has no text", lang, m[1])
			}
		}
	}
}

// TestVerifyPrintable: what a file calls things doesn't reach the terminal as it is.
func TestVerifyPrintable(t *testing.T) {
	deals := fairDeals(t)
	deals[0]["proof"].(map[string]any)["context"].(map[string]any)["table"] = "\x1b[2J" + strings.Repeat("x", 1000)
	got := tarockbot(t, "verify", written(t, deals))
	if got.code != exit.Findings || strings.Contains(got.out, "\x1b") || strings.Contains(got.out, strings.Repeat("x", 100)) || !strings.Contains(got.out, "table [2Jxx") {
		t.Errorf("exit %d: %s", got.code, got.out)
	}
}

// TestVerifyInBrowser: a file is checked on the page of a bot that runs, by somebody who
// hasn't entered, and axe-core finds nothing to object to there.
func TestVerifyInBrowser(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 0)
	file, err := filepath.Abs(fairMatch)
	if err != nil {
		t.Fatal(err)
	}
	for _, scheme := range []string{"light", "dark"} {
		p := &person{page: openPage(t)}
		m.does(p, prefers("color-scheme", scheme), chromedp.Navigate(m.url+"verify"))
		m.isAccessible(p, "the form, "+scheme)
		m.keeps(p, "verify-form-"+scheme)
		m.does(p, chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{file}), steady(chromedp.Click(chromedp.CSS("form button"))), chromedp.WaitVisible(chromedp.CSS(".verdict")))
		m.reads(p, ".verdict", "Deal 4 at table abcd2345 (deck 5)", "Without an anchor")
		m.isAccessible(p, "a verdict, "+scheme)
		m.keeps(p, "verify-"+scheme)
	}
}
