package main

import (
	_ "embed"
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// axeScript is axe-core 4, by Deque Systems, under the Mozilla Public License 2.0: see
// testdata/axe/LICENSE.
//
//go:embed testdata/axe/axe.min.js
var axeScript string

// violations are what axe-core finds wrong with the page as it is now.
func (m *match) violations(p *person) []string {
	m.Helper()
	m.does(p, chromedp.Evaluate[chromedp.Void](`if (!window.axe) { `+axeScript+` }; undefined`))
	return asks(m, p, chromedp.Evaluate[[]string](`axe.run(document, {resultTypes: ["violations"]}).then((r) =>
		r.violations.flatMap((v) => v.nodes.map((n) => v.id + ": " + v.help + ": " + n.html.slice(0, 160) + (n.any[0] ? " " + n.any[0].message : ""))))`,
		chromedp.EvalAwaitPromise))
}

// TestAccessible: axe-core finds nothing to object to, at home and at a table, from the
// exchange to the end of a deal.
func TestAccessible(t *testing.T) {
	t.Parallel()
	m := newMatch(startBrowser(t, findBrowser(t)), t, built(t), "kosakeln/bamberger")
	p := m.people[0]
	clean := func(where string) {
		t.Helper()
		for _, v := range m.violations(p) {
			t.Errorf("%s: %s", where, v)
		}
	}
	m.does(p, chromedp.EmulateViewport(phoneWidth, phoneHeight, chromedp.EmulateMobile))
	clean("home")
	m.types(p, "practice bamberger 2")
	m.does(p, chromedp.WaitVisible(chromedp.CSS(".open .table")))
	seen := make(map[string]bool)
	for n := 0; n < 80 && !seen["the bill"]; n++ {
		m.until(p, `document.querySelector(".open .seat.own.turn, .open .bill:not(.seen)") !== null`)
		phase := asks(m, p, chromedp.Evaluate[string](`(() => {
			const table = document.querySelector(".open .table");
			if (table.querySelector(".bill:not(.seen)")) return "the bill";
			if (table.querySelector(".trick-area")) return "a trick";
			return table.querySelector(".deeds .choice") ? "a choice" : "words";
		})()`))
		if !seen[phase] {
			seen[phase] = true
			clean(phase)
		}
		if line := p.choose(m.offers(p), false); line != "" && phase != "the bill" {
			m.press(p, line)
		}
	}
	for _, phase := range []string{"a choice", "a trick", "the bill"} {
		if !seen[phase] {
			t.Errorf("%s was never seen", phase)
		}
	}
	for _, drawer := range []string{"story", "menu"} {
		m.does(p, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelector(".open .bill .on")?.click(); document.querySelector(".open .%s").open = true`, drawer)))
		clean("the " + drawer)
	}
}
