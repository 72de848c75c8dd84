package main

import (
	_ "embed"
	"fmt"
	"slices"
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
	m.until(p, loaded)
	m.does(p, chromedp.Evaluate[chromedp.Void](`if (!window.axe) { `+axeScript+` }; undefined`))
	return asks(m, p, chromedp.Evaluate[[]string](`axe.run(document, {resultTypes: ["violations"]}).then((r) =>
		r.violations.flatMap((v) => v.nodes.map((n) => v.id + ": " + v.help + ": " + n.html.slice(0, 160) + (n.any[0] ? " " + n.any[0].message : ""))))`,
		chromedp.EvalAwaitPromise))
}

// look is a way to look at the page.
type look struct {
	name, scheme string
	window       window
	practice     string   // the command that begins a game
	setting      string   // the command that chooses it
	waits        string   // a script's condition: the bot waits for the reader, or shows how the deal ended
	phases       []string // that are to be seen
}

// phase is a script's name for what the reader does now.
const phase = `(() => {
	const table = document.querySelector(".open .table") || document.getElementById("list-panels");
	if (table.querySelector(".bill:not(.seen)")) return "the bill";
	if (table.querySelector(".trick-area, .row .card")) return "a trick";
	return table.querySelector(".choice") ? "a choice" : "words";
})()`

// TestAccessible: axe-core finds nothing to object to, at home and at a table, from the exchange
// to the end of a deal. With -whole it looks at tables of each game, on a phone and at a desk,
// by light and in the dark, laid out and as a chat.
func TestAccessible(t *testing.T) {
	t.Parallel()
	table := `document.querySelector(".open .seat.own.turn, .open .bill:not(.seen)") !== null`
	chat := `document.querySelector("#list-panels .panel.calls") !== null`
	for _, l := range some(1, []look{
		{"light", "light", windows[0], "practice bamberger 2", "settings table", table, []string{"a choice", "a trick", "the bill"}},
		{"dark", "dark", windows[6], "practice spieleversum 2", "settings table", table, []string{"a choice", "a trick", "the bill"}},
		{"strohmandeln", "light", windows[6], "practice strohmandeln classic 2", "settings table", table, []string{"words", "a trick", "the bill"}},
		{"illustrated", "dark", windows[0], "practice illustrated beck", "settings table", table, []string{"words", "a trick"}},
		{"chat", "dark", windows[0], "practice bamberger 2", "settings chat", chat, []string{"a choice", "a trick"}},
	}) {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			m := newMatch(t, 1)
			p := m.people[0]
			m.does(p, chromedp.EmulateViewport(int64(l.window.width), int64(l.window.height), chromedp.EmulateMobile), prefers("color-scheme", l.scheme))
			m.types(p, l.setting)
			m.reads(p, "#list-answers", "Your settings")
			m.isAccessible(p, "home")
			m.types(p, l.practice)
			m.audit(p, l)
		})
	}
}

// isAccessible lets the test fail for what axe-core objects to.
func (m *match) isAccessible(p *person, where string) {
	m.Helper()
	for _, v := range m.violations(p) {
		m.Errorf("%s: %s", where, v)
	}
}

// audit plays until every phase has been looked at. If only the bill is left, the deal is given
// up.
func (m *match) audit(p *person, l look) {
	m.Helper()
	seen := make(map[string]bool)
	lacks := func(phases []string) bool {
		return slices.ContainsFunc(phases, func(p string) bool { return !seen[p] })
	}
	for n := 0; n < 80 && lacks(l.phases); n++ {
		m.until(p, l.waits)
		now := asks(m, p, chromedp.Evaluate[string](phase))
		if !seen[now] {
			seen[now] = true
			m.isAccessible(p, now)
		}
		if last := len(l.phases) - 1; l.phases[last] == "the bill" && lacks(l.phases) && !lacks(l.phases[:last]) {
			m.types(p, "resign yes")
			m.until(p, phase+` === "the bill"`)
			continue
		}
		if line := p.choose(m.offers(p), false); line != "" && now != "the bill" {
			m.press(p, line)
		}
	}
	if lacks(l.phases) {
		m.Errorf("seen are %v, not all of %q", seen, l.phases)
	}
	for _, drawer := range []string{"story", "menu"} {
		m.does(p, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelector(".open .bill .on")?.click();
			for (const drawer of document.querySelectorAll(".open .%s")) drawer.open = true`, drawer)))
		m.isAccessible(p, "the "+drawer)
	}
}
