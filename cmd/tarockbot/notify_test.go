package main

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// unfocusedPage takes the focus from a page, and records its notifications and tones.
const unfocusedPage = `
	window.notified = [], window.tones = 0, window.skew = 0;
	document.hasFocus = () => false;
	window.Notification = class { static permission = "granted"; static requestPermission = async () => "granted"; };
	ServiceWorkerRegistration.prototype.showNotification = async (_, how) => window.notified.push(how.body);
	window.AudioContext = class { state = "running"; currentTime = 0; destination = {}; resume() { return Promise.resolve(); } };
	window.GainNode = class { gain = {linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {}}; connect(to) { return to; } };
	window.OscillatorNode = class { connect(to) { return to; } start() { window.tones++; } stop() {} };
	const real = Date.now;
	Date.now = () => real() + window.skew;`

func TestCallsPlayerInTurn(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 2)
	anna, bert := m.people[0], m.people[1]
	m.runSteps(anna, onNewPages(unfocusedPage), chromedp.Reload(), chromedp.WaitVisible(chromedp.CSS(".sound")),
		repeatIfReplaced(chromedp.Click(chromedp.CSS(".sound"))), repeatIfReplaced(chromedp.Click(chromedp.CSS(".notify"))))
	m.waitFor(anna, `document.querySelector(".sound").ariaPressed === "true" && document.querySelector(".notify").ariaPressed === "true"`)
	m.runSteps(bert, devToolsCommand(emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: "Asia/Kolkata"}),
		chromedp.Reload(), chromedp.WaitVisible(chromedp.CSS("#home")))
	m.sitDown("challenge bamberger live 2")
	m.waitFor(bert, `(() => {
		const moment = document.querySelector("#list-channel .local-time"), text = moment && moment.textContent;
		window.first ??= text;
		return text && text !== window.first && text.startsWith(new Date(moment.dateTime).toLocaleTimeString("en-GB")) && / \(\d+:\d\d\)$/.test(text);
	})()`)
	if vienna := runAs(m, bert, chromedp.Evaluate[bool](`document.getElementById("list-channel").textContent.includes("Vienna")`)); vienna {
		t.Error("the board shows Vienna time")
	}
	m.waitFor(bert, `/^\d+:\d\d$/.test(document.querySelector(".open .clock").textContent)`)
	// A page is silent before the first touch, and a touch ends a call. So Anna touches the page before each press until
	// she is called.
	const touch = `for (const kind of ["pointerdown", "pointerup"]) document.body.dispatchEvent(new PointerEvent(kind, {bubbles: true}))`
	const isCalled = `window.tones > 0 && document.title.startsWith("● ")
		&& window.notified.includes(document.querySelector(".laid-out.waiting .todo > span:not([aria-hidden])")?.textContent.trim())`
	called := func() bool { return runAs(m, anna, chromedp.Evaluate[bool](isCalled)) }
	for !called() {
		for _, p := range m.people {
			if line := p.choose(m.offers(p), false); line != "" && !called() {
				m.runSteps(p, chromedp.Evaluate[chromedp.Void](touch))
				m.press(p, line)
			}
		}
	}
	m.waitFor(anna, `window.notified.some((words) => document.title.startsWith("● " + words + " – ")) && document.querySelector("link[rel=icon]").href.includes("alert")`)
	m.runSteps(anna, chromedp.Evaluate[chromedp.Void](`window.dispatchEvent(new Event("focus"))`))
	m.waitFor(anna, `!document.title.startsWith("● ") && !document.querySelector("link[rel=icon]").href.includes("alert")`)

	m.stop()
	m.waitFor(anna, `!document.getElementById("status").hidden`)
	m.runSteps(anna, chromedp.Evaluate[chromedp.Void](`window.skew = 12000`))
	m.waitFor(anna, `/ (\d+) s /.exec(document.getElementById("status").textContent)?.[1] >= 12`)
	m.restart()
	m.waitFor(anna, `document.getElementById("status").hidden && document.querySelector(".open .table") !== null`)
}

func TestMoveBetweenTables(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 2)
	p := m.people[0]
	m.runSteps(p, chromedp.WaitVisible(chromedp.CSS("button.first-step")), repeatIfReplaced(chromedp.Click(chromedp.CSS(`button.first-step[value="now"]`))),
		chromedp.WaitVisible(chromedp.CSS(".open .table")))
	openTable := func() string {
		return runAs(m, p, chromedp.Evaluate[string](`document.querySelector(".open").dataset.table`))
	}
	first := openTable()
	m.typeCommand(p, "practice bamberger 4")
	m.waitFor(p, fmt.Sprintf(`document.querySelector(".open").dataset.table !== %q`, first))
	second := openTable()
	m.waitFor(p, `document.querySelector(".open .next-table").textContent === "» 1"`)
	const pressNext = `document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "n", bubbles: true}))`
	const currentTable = `((document.querySelector(".open") || document.activeElement.closest(".panel.waiting"))?.id || "")`
	m.runSteps(p, chromedp.Evaluate[chromedp.Void](pressNext))
	if got := openTable(); got != first {
		t.Errorf("the key opens table %s, want %s", got, first)
	}
	m.typeCommand(m.people[1], "challenge @anna bamberger")
	m.waitFor(p, `document.querySelector(".open .next-table").textContent === "» 2"`)
	seen := make(map[string]bool)
	for range 3 {
		m.runSteps(p, chromedp.Evaluate[chromedp.Void](pressNext))
		m.waitFor(p, currentTable+` !== ""`)
		seen[runAs(m, p, chromedp.Evaluate[string](currentTable))] = true
	}
	if len(seen) != 3 {
		t.Errorf("the key reaches %d of 3 waiting tables: %v", len(seen), seen)
	}
	m.runSteps(p, chromedp.Evaluate[chromedp.Void](`document.querySelector(".open button.home")?.click()`), chromedp.WaitVisible(chromedp.CSS("button.first-step")))
	m.runSteps(p, chromedp.Reload(), chromedp.WaitVisible(chromedp.CSS("button.first-step")))
	m.runSteps(p, repeatIfReplaced(chromedp.Click(chromedp.CSS(fmt.Sprintf(`[data-table="%s"] .enter-table`, second)))), chromedp.WaitVisible(chromedp.CSS(".open .table")))
	if got := openTable(); got != second {
		t.Errorf("the button opens table %s, want %s", got, second)
	}
}
