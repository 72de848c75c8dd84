package main

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func TestEnterTableFromNotice(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 2)
	anna, bert := m.people[0], m.people[1]
	m.typeCommand(anna, "challenge @bert bamberger")
	m.waitFor(anna, `document.getElementById("command").value === ""`)
	m.waitFor(anna, `document.getElementById("toast-text").textContent !== ""`)
	m.runSteps(anna, chromedp.Evaluate[chromedp.Void](`import("/static/submit.js").then((press) => { press.lastPress.until = 0; })`, chromedp.EvalAwaitPromise))
	const accept = chromedp.CSS(`#list-panels button[value^="accept "]`)
	m.waitFor(bert, `document.getElementById("toast-action").textContent === "See it" && !document.getElementById("toast-action").hidden`)
	m.runSteps(bert, chromedp.WaitVisible(accept), repeatIfReplaced(chromedp.Click(accept)), chromedp.WaitVisible(chromedp.CSS(".open .table")))
	m.waitFor(anna, `/^Your match begins: Bert/.test(document.getElementById("toast-text").textContent)`)
	m.runSteps(anna, repeatIfReplaced(chromedp.Click(chromedp.CSS("#toast-action"))))
	m.waitFor(anna, `document.getElementById("toast-text").textContent === ""`)
	for _, p := range []*person{bert, anna} {
		m.runSteps(p, chromedp.WaitVisible(chromedp.CSS(".open .table")),
			chromedp.WaitVisible(chromedp.CSS(`.open .seat:not(.own) .presence[aria-label="is there"]`)))
	}
	m.runSteps(bert, repeatIfReplaced(chromedp.Click(chromedp.CSS(`.tab[data-message=""]`))), chromedp.WaitVisible(chromedp.CSS("#list-channel article")),
		repeatIfReplaced(chromedp.Click(chromedp.CSS(`.tab:not([data-message=""])`))), chromedp.WaitVisible(chromedp.CSS(".open .table")))
}

func TestOneTouch(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 1)
	p := m.startTapping("practice strohmandeln classic 2")
	touch := `(() => {
		window.clock += 2000;
		const r = document.querySelector(".open .card-button.playable").getBoundingClientRect(), before = window.sent.length;
		window.tap(r.left + 10, r.top + 10);
		return window.sent.length - before;
	})()`
	undertake := `[...document.querySelectorAll(".open .actions button")].find((b) => / (undertake|pass)$/.test(b.value))?.click()`
	m.waitFor(p, `(() => { `+undertake+`; return document.querySelector(".open .seat.own.turn") && document.querySelector(".open [data-plays-now] .card-button.playable"); })()`)
	if n := runAs(m, p, chromedp.Evaluate[int](touch)); n != 0 {
		t.Fatalf("the first touch sends %d moves, want none", n)
	}
	m.runSteps(p, chromedp.Evaluate[chromedp.Void](`(() => {
		document.querySelector(".open .menu").open = true;
		document.querySelector(".open .one-touch").click();
	})()`))
	m.waitFor(p, `localStorage.getItem("one-touch") === "yes"`)
	m.runSteps(p, chromedp.Evaluate[chromedp.Void](`document.querySelector(".open .menu").open = false`))
	m.runSteps(p, chromedp.Evaluate[chromedp.Void](`for (const card of document.querySelectorAll(".raised")) card.classList.remove("raised")`))
	if n := runAs(m, p, chromedp.Evaluate[int](touch)); n != 1 {
		t.Errorf("with the one-touch setting, a touch sends %d moves, want 1", n)
	}
}

// TestDealEndDialog checks that the dialog of a finished deal keeps the focus until the reader closes it, and doesn't
// interrupt typing.
func TestDealEndDialog(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 2)
	anna, bert := m.people[0], m.people[1]
	m.sitDown("challenge bamberger easy 4")
	m.typeCommand(bert, "resign yes")
	const bill = `document.querySelector(".open .bill:not(.dismissed)")`
	for _, p := range m.people {
		m.waitFor(p, bill+` !== null && `+bill+` === document.activeElement && [...`+bill+`.parentElement.children].every((part) => part.inert !== part.matches(".bill"))`)
	}
	m.runSteps(bert, chromedp.Evaluate[chromedp.Void](bill+`.querySelector(".continue").click()`))
	m.typeCommand(anna, "exchange 0")
	m.typeCommand(bert, "exchange 0")
	m.waitFor(anna, `/finished exchanging/.test(document.querySelector(".open .events").textContent) && /bid/.test(document.querySelector(".open .seats").textContent)`)
	if !runAs(m, anna, chromedp.Evaluate[bool](bill+` !== null`)) {
		t.Error("the dialog closed before its reader closed it")
	}
	m.runSteps(anna, chromedp.Evaluate[chromedp.Void](bill+`.querySelector(".continue").click()`))
	m.waitFor(anna, bill+` === null && ![...document.querySelector(".open .table").children].some((part) => part.inert)`)

	m.runSteps(bert, pressSlash, chromedp.KeyEvent("rul"))
	m.typeCommand(anna, "resign yes")
	m.waitFor(bert, bill+` !== null`)
	m.runSteps(bert, chromedp.KeyEvent("es"))
	if got := runAs(m, bert, chromedp.Evaluate[string](`document.getElementById("command").value`)); got != "rules" {
		t.Errorf("the end of the deal changed the typed command to %q", got)
	}
}

// TestMatchEnd checks that the last deal ends like any other, and then shows the match's outcome and a rematch.
func TestMatchEnd(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 2)
	bert := m.people[1]
	m.sitDown("challenge bamberger easy 2")
	const bill = `document.querySelector(".open .bill:not(.dismissed)")`
	for _, heading := range []string{"Deal 1", "Deal 2"} {
		m.typeCommand(bert, "resign yes")
		for _, p := range m.people {
			m.waitFor(p, bill+`?.textContent.includes("`+heading+`")`)
			m.runSteps(p, chromedp.Evaluate[chromedp.Void](bill+`.querySelector(".continue").click()`))
		}
	}
	for i, want := range []string{"You win the match", "Anna wins the match"} {
		p := m.people[i]
		m.waitFor(p, `document.activeElement.matches(".match-result") && document.querySelector(".match-result h3").textContent === "`+want+`"`)
		for _, size := range windows[:len(windows)-1] {
			m.runSteps(p, chromedp.EmulateViewport(int64(size.width), int64(size.height)))
			m.waitFor(p, `(() => {
				const inWindow = (e) => { const r = e.getBoundingClientRect(); return r.width > 0 && r.top >= 0 && r.bottom <= innerHeight && r.left >= 0 && r.right <= innerWidth; };
				return [...document.querySelectorAll(".open :is(.match-result h3, .total, .deals, .actions button)")].every(inWindow);
			})()`)
		}
		m.runSteps(p, chromedp.Evaluate[chromedp.Void](`document.querySelector('.open .actions button[value^="rematch "]').click()`))
	}
	for _, p := range m.people {
		m.waitFor(p, `document.querySelector(".open:not(.ended) .table") !== null`)
	}
}

func TestDrawers(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 1)
	p := m.people[0]
	m.runSteps(p, chromedp.EmulateViewport(phoneWidth, phoneHeight, chromedp.EmulateMobile))
	m.typeCommand(p, "practice strohmandeln classic 2")
	m.waitFor(p, `document.querySelector(".open .menu") !== null`)
	for _, want := range []string{"on", "off"} {
		m.runSteps(p, repeatIfReplaced(chromedp.Click(chromedp.CSS(".open .menu summary"))), repeatIfReplaced(chromedp.Click(chromedp.CSS(".open .switch:has(.sound-switch)"))))
		m.waitFor(p, `localStorage.getItem("sounds") === "`+want+`"`)
		m.runSteps(p, chromedp.Evaluate[chromedp.Void](`document.querySelector(".open .menu").open = false`))
	}
	m.waitFor(p, `(() => { document.querySelector(".open .actions button")?.click(); return document.querySelector('.open .menu button[value^="undo "]') !== null; })()`)
	m.runSteps(p, repeatIfReplaced(chromedp.Click(chromedp.CSS(".open .menu summary"))), repeatIfReplaced(chromedp.Click(chromedp.CSS(`.open .menu button[value^="undo "]`))))
	m.waitFor(p, `document.querySelector(".open .menu[open]") === null && document.getElementById("toast-text").textContent !== ""`)
	m.runSteps(p, repeatIfReplaced(chromedp.Click(chromedp.CSS(".open .story summary"))), repeatIfReplaced(chromedp.Click(chromedp.CSS(".open .story .close-drawer"))))
	m.waitFor(p, `document.querySelector(".open .story[open]") === null && document.activeElement.matches(".story summary")`)
}

func TestLateTableStaysClosed(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 1)
	p := m.people[0]
	m.runSteps(p, chromedp.Evaluate[chromedp.Void](`
		const plain = window.fetch, later = window.setTimeout;
		window.setTimeout = (then, ms) => ms === 2000 ? 0 : later(then, ms); // otherwise the page assumes after 2 s that the touch has ended
		window.finger = (kind) => document.body.dispatchEvent(new PointerEvent("pointer" + kind, {bubbles: true}));
		window.fetch = async (to, how) => {
			const answer = await plain(to, how), body = await answer.json();
			return Response.json({...body, at: 1, table: window.begun ? body.table : ""}, {status: answer.status});
		};`))
	for n, begun := range []bool{false, true} {
		m.runSteps(p, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`window.begun = %v; window.finger("down")`, begun)))
		m.typeCommand(p, "practice bamberger 2")
		m.runSteps(p, chromedp.Evaluate[chromedp.Void](`window.finger("up")`))
		m.waitFor(p, fmt.Sprintf(`document.querySelectorAll("#list-panels .laid-out").length > %d`, n))
		if begun {
			m.runSteps(p, chromedp.WaitVisible(chromedp.CSS(".open .table")))
		} else if runAs(m, p, chromedp.Evaluate[bool](`document.querySelector(".open") !== null`)) {
			t.Error("a table opens, though the last command didn't begin it")
		}
	}
}

// TestKeyboard plays with the keyboard: the hand is one tab stop, and the arrow keys reach only cards that can be pressed.
func TestKeyboard(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 1)
	p := m.people[0]
	m.typeCommand(p, "practice spieleversum 2")
	m.waitFor(p, `document.querySelectorAll(".open .card-button.playable").length > 1`)
	if n := runAs(m, p, chromedp.Evaluate[int](`document.querySelectorAll(".open .card-button:not([tabindex='-1'])").length`)); n != 1 {
		t.Errorf("the hand has %d tab stops, want 1", n)
	}
	free := runAs(m, p, chromedp.Evaluate[int](`document.querySelectorAll(".open .card-button.playable").length`))
	reached := make(map[string]bool)
	for range free {
		m.runSteps(p, chromedp.KeyEvent(kb.ArrowRight))
		m.waitFor(p, `document.activeElement.matches(".open .card-button.playable")`)
		reached[runAs(m, p, chromedp.Evaluate[string](`document.activeElement.dataset.card`))] = true
	}
	if len(reached) != free {
		t.Errorf("the arrow keys reach %d cards, want %d", len(reached), free)
	}
	m.runSteps(p, chromedp.KeyEvent(kb.Enter))
	m.waitFor(p, `document.activeElement.matches(".card-button.playable[aria-pressed=true]")`)
	m.runSteps(p, chromedp.Evaluate[chromedp.Void](`document.querySelector(".open .menu summary").click()`))
	m.waitFor(p, `document.querySelector(".open .menu").open`)
	m.runSteps(p, chromedp.KeyEvent(kb.Escape))
	m.waitFor(p, `!document.querySelector(".open .menu").open`)
	m.typeCommand(p, "settings")
	m.waitFor(p, `document.querySelector(".answer-overlay") !== null`)
	m.runSteps(p, chromedp.KeyEvent(kb.Escape))
	m.waitFor(p, `document.querySelector(".answer-overlay") === null`)
}
