package main

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// elsewhere makes a page believe that its reader looks elsewhere, and records its notifications and tones.
const elsewhere = `
	window.told = [], window.tones = 0, window.skew = 0;
	document.hasFocus = () => false;
	window.Notification = class { static permission = "granted"; static requestPermission = async () => "granted"; };
	ServiceWorkerRegistration.prototype.showNotification = async (_, how) => window.told.push(how.body);
	window.AudioContext = class { state = "running"; currentTime = 0; destination = {}; resume() { return Promise.resolve(); } };
	window.GainNode = class { gain = {linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {}}; connect(to) { return to; } };
	window.OscillatorNode = class { connect(to) { return to; } start() { window.tones++; } stop() {} };
	const real = Date.now;
	Date.now = () => real() + window.skew;`

func TestCalled(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 2)
	anna, bert := m.people[0], m.people[1]
	m.does(anna, onNewPages(elsewhere), chromedp.Reload(), chromedp.WaitVisible(chromedp.CSS(".sound")),
		steady(chromedp.Click(chromedp.CSS(".sound"))), steady(chromedp.Click(chromedp.CSS(".notify"))))
	m.until(anna, `document.querySelector(".sound").ariaPressed === "true" && document.querySelector(".notify").ariaPressed === "true"`)
	m.does(bert, tell(emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: "Asia/Kolkata"}),
		chromedp.Reload(), chromedp.WaitVisible(chromedp.CSS("#command")))
	m.sitDown("challenge bamberger live 2")
	m.until(bert, `(() => {
		const moment = document.querySelector("#list-channel .moment"), text = moment && moment.textContent;
		window.first ??= text;
		return text && text !== window.first && text.startsWith(new Date(moment.dateTime).toLocaleTimeString("en-GB")) && / \(\d+:\d\d\)$/.test(text);
	})()`)
	if vienna := asks(m, bert, chromedp.Evaluate[bool](`document.getElementById("list-channel").textContent.includes("Vienna")`)); vienna {
		t.Error("the board shows Vienna time")
	}
	m.until(bert, `/^\d+:\d\d$/.test(document.querySelector(".open .clock").textContent)`)
	// A page is silent before the first touch, and a touch ends a call. So Anna touches before each press until she is
	// called at her turn.
	const touch = `for (const kind of ["pointerdown", "pointerup"]) document.body.dispatchEvent(new PointerEvent(kind, {bubbles: true}))`
	const isCalled = `window.tones > 0 && document.title.startsWith("● ")
		&& window.told.includes(document.querySelector(".laid-out.calls .todo > span:not([aria-hidden])")?.textContent.trim())`
	called := func() bool { return asks(m, anna, chromedp.Evaluate[bool](isCalled)) }
	for !called() {
		for _, p := range m.people {
			if line := p.choose(m.offers(p), false); line != "" && !called() {
				m.does(p, chromedp.Evaluate[chromedp.Void](touch))
				m.press(p, line)
			}
		}
	}
	m.until(anna, `window.told.some((words) => document.title.startsWith("● " + words + " – ")) && document.querySelector("link[rel=icon]").href.includes("called")`)
	m.does(anna, chromedp.Evaluate[chromedp.Void](`window.dispatchEvent(new Event("focus"))`))
	m.until(anna, `!document.title.startsWith("● ") && !document.querySelector("link[rel=icon]").href.includes("called")`)

	m.end()
	m.until(anna, `!document.getElementById("state").hidden`)
	m.does(anna, chromedp.Evaluate[chromedp.Void](`window.skew = 12000`))
	m.until(anna, `/ (\d+) s /.exec(document.getElementById("state").textContent)?.[1] >= 12`)
	m.again()
	m.until(anna, `document.getElementById("state").hidden && document.querySelector(".open .table") !== null`)
}

func TestTables(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 2)
	p := m.people[0]
	m.does(p, chromedp.WaitVisible(chromedp.CSS("button.first")), steady(chromedp.Click(chromedp.CSS(`button.first[value="now"]`))),
		chromedp.WaitVisible(chromedp.CSS(".open .table")))
	open := func() string {
		return asks(m, p, chromedp.Evaluate[string](`document.querySelector(".open").dataset.table`))
	}
	first := open()
	m.types(p, "practice bamberger 4")
	m.until(p, fmt.Sprintf(`document.querySelector(".open").dataset.table !== %q`, first))
	second := open()
	m.until(p, `document.querySelector(".open .next").textContent === "» 1"`)
	const next = `document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "n", bubbles: true}))`
	const here = `((document.querySelector(".open") || document.activeElement.closest(".panel.calls"))?.id || "")`
	m.does(p, chromedp.Evaluate[chromedp.Void](next))
	if got := open(); got != first {
		t.Errorf("the key leads to %s, want %s", got, first)
	}
	m.types(m.people[1], "challenge @anna bamberger")
	m.until(p, `document.querySelector(".open .next").textContent === "» 2"`)
	seen := make(map[string]bool)
	for range 3 {
		m.does(p, chromedp.Evaluate[chromedp.Void](next))
		m.until(p, here+` !== ""`)
		seen[asks(m, p, chromedp.Evaluate[string](here))] = true
	}
	if len(seen) != 3 {
		t.Errorf("the key leads to %d of 3 waiting tables: %v", len(seen), seen)
	}
	m.does(p, chromedp.Evaluate[chromedp.Void](`document.querySelector(".open button.home")?.click()`), chromedp.WaitVisible(chromedp.CSS("button.first")))
	m.does(p, chromedp.Reload(), chromedp.WaitVisible(chromedp.CSS("button.first")))
	m.does(p, steady(chromedp.Click(chromedp.CSS(fmt.Sprintf(`[data-table="%s"] .enter-table`, second)))), chromedp.WaitVisible(chromedp.CSS(".open .table")))
	if got := open(); got != second {
		t.Errorf("the button leads to %s, want %s", got, second)
	}
}
