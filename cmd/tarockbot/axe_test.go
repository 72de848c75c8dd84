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

func (m *match) findViolations(p *person) []string {
	m.Helper()
	m.waitFor(p, isLoaded)
	m.runSteps(p, chromedp.Evaluate[chromedp.Void](`if (!window.axe) { `+axeScript+` }; undefined`))
	return runAs(m, p, chromedp.Evaluate[[]string](`axe.run(document, {resultTypes: ["violations"]}).then((r) =>
		r.violations.flatMap((v) => v.nodes.map((n) => v.id + ": " + v.help + ": " + n.html.slice(0, 160) + (n.any[0] ? " " + n.any[0].message : ""))))`,
		chromedp.EvalAwaitPromise))
}

type auditCase struct {
	name, scheme   string
	window         window
	practice       string
	setting        string
	waitsForReader string
	phases         []string
}

// currentPhase is a script that returns the reader's current task.
const currentPhase = `(() => {
	const table = document.querySelector(".open .table") || document.getElementById("list-panels");
	if (table.querySelector(".bill:not(.dismissed)")) return "the result";
	if (table.querySelector(".trick-area, .row .card")) return "a trick";
	return table.querySelector(".choice") ? "a choice" : "words";
})()`

func TestAccessible(t *testing.T) {
	t.Parallel()
	table := `document.querySelector(".open .seat.own.turn, .open .bill:not(.dismissed)") !== null`
	chat := `document.querySelector("#list-panels .panel.waiting") !== null`
	for _, l := range firstUnlessWhole(1, []auditCase{
		{"light", "light", windows[0], "practice bamberger 2", "settings table", table, []string{"a choice", "a trick", "the result"}},
		{"dark", "dark", windows[6], "practice spieleversum 2", "settings table", table, []string{"a choice", "a trick", "the result"}},
		{"strohmandeln", "light", windows[6], "practice strohmandeln classic 2", "settings table", table, []string{"words", "a trick", "the result"}},
		{"illustrated", "dark", windows[0], "practice illustrated beck", "settings table", table, []string{"words", "a trick"}},
		{"chat", "dark", windows[0], "practice bamberger 2", "settings chat", chat, []string{"a choice", "a trick"}},
	}) {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			m := newMatch(t, 1)
			p := m.people[0]
			m.runSteps(p, chromedp.EmulateViewport(int64(l.window.width), int64(l.window.height), chromedp.EmulateMobile), setPreference("color-scheme", l.scheme))
			m.typeCommand(p, l.setting)
			m.waitForText(p, "#list-answers", "Your settings")
			m.checkAccessible(p, "home")
			m.typeCommand(p, l.practice)
			m.audit(p, l)
		})
	}
}

func (m *match) checkAccessible(p *person, where string) {
	m.Helper()
	for _, v := range m.findViolations(p) {
		m.Errorf("%s: %s", where, v)
	}
}

// audit plays until it has checked every phase. It resigns if only the result is missing.
func (m *match) audit(p *person, l auditCase) {
	m.Helper()
	seen := make(map[string]bool)
	isMissing := func(phases []string) bool {
		return slices.ContainsFunc(phases, func(p string) bool { return !seen[p] })
	}
	for n := 0; n < 80 && isMissing(l.phases); n++ {
		m.waitFor(p, l.waitsForReader)
		now := runAs(m, p, chromedp.Evaluate[string](currentPhase))
		if !seen[now] {
			seen[now] = true
			m.checkAccessible(p, now)
		}
		if last := len(l.phases) - 1; l.phases[last] == "the result" && isMissing(l.phases) && !isMissing(l.phases[:last]) {
			m.typeCommand(p, "resign yes")
			m.waitFor(p, currentPhase+` === "the result"`)
			continue
		}
		if line := p.choose(m.offers(p), false); line != "" && now != "the result" {
			m.press(p, line)
		}
	}
	if isMissing(l.phases) {
		m.Errorf("got the phases %v, want all of %q", seen, l.phases)
	}
	for _, drawer := range []string{"story", "menu"} {
		m.runSteps(p, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelector(".open .bill .continue")?.click();
			for (const drawer of document.querySelectorAll(".open .%s")) drawer.open = true`, drawer)))
		m.checkAccessible(p, "the "+drawer)
	}
}
