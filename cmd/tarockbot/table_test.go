package main

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

func TestAtTable(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 2)
	anna, bert := m.people[0], m.people[1]
	m.types(anna, "challenge @bert bamberger")
	m.until(anna, `document.getElementById("command").value === ""`)
	m.until(anna, `document.getElementById("toast-text").textContent !== ""`)
	m.does(anna, chromedp.Evaluate[chromedp.Void](`import("/static/press.js").then((press) => { press.wish.until = 0; })`, chromedp.EvalAwaitPromise))
	const accept = chromedp.CSS(`#list-panels button[value^="accept "]`)
	m.until(bert, `document.getElementById("toast-act").textContent === "See it" && !document.getElementById("toast-act").hidden`)
	m.does(bert, chromedp.WaitVisible(accept), steady(chromedp.Click(accept)), chromedp.WaitVisible(chromedp.CSS(".open .table")))
	m.until(anna, `/^Your match begins: Bert/.test(document.getElementById("toast-text").textContent)`)
	m.does(anna, steady(chromedp.Click(chromedp.CSS("#toast-act"))))
	m.until(anna, `document.getElementById("toast-text").textContent === ""`)
	for _, p := range []*person{bert, anna} {
		m.does(p, chromedp.WaitVisible(chromedp.CSS(".open .table")),
			chromedp.WaitVisible(chromedp.CSS(`.open .seat:not(.own) .there[aria-label="is there"]`)))
	}
	m.does(bert, steady(chromedp.Click(chromedp.CSS(`.tab[data-message=""]`))), chromedp.WaitVisible(chromedp.CSS("#list-channel article")),
		steady(chromedp.Click(chromedp.CSS(`.tab:not([data-message=""])`))), chromedp.WaitVisible(chromedp.CSS(".open .table")))
}

func TestOneTouch(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 1)
	p := m.touches("practice strohmandeln classic 2")
	touch := `(() => {
		window.clock += 2000;
		const r = document.querySelector(".open .held.free").getBoundingClientRect(), before = window.sent.length;
		window.tap(r.left + 10, r.top + 10);
		return window.sent.length - before;
	})()`
	undertakes := `[...document.querySelectorAll(".open .deeds button")].find((b) => / (undertake|pass)$/.test(b.value))?.click()`
	m.until(p, `(() => { `+undertakes+`; return document.querySelector(".open .seat.own.turn") && document.querySelector(".open [data-plays] .held.free"); })()`)
	if n := asks(m, p, chromedp.Evaluate[int](touch)); n != 0 {
		t.Fatalf("a first touch sends %d moves", n)
	}
	m.does(p, chromedp.Evaluate[chromedp.Void](`(() => {
		document.querySelector(".open .menu").open = true;
		document.querySelector(".open .one-touch").click();
	})()`))
	m.until(p, `localStorage.getItem("one-touch") === "yes"`)
	m.does(p, chromedp.Evaluate[chromedp.Void](`document.querySelector(".open .menu").open = false`))
	m.does(p, chromedp.Evaluate[chromedp.Void](`for (const card of document.querySelectorAll(".raised")) card.classList.remove("raised")`))
	if n := asks(m, p, chromedp.Evaluate[int](touch)); n != 1 {
		t.Errorf("by one touch %d moves are sent", n)
	}
}

// TestDealEnds checks that a finished deal's dialog keeps the focus until its reader goes on, but doesn't interrupt
// typing.
func TestDealEnds(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 2)
	anna, bert := m.people[0], m.people[1]
	m.sitDown("challenge bamberger easy 4")
	m.types(bert, "resign yes")
	const bill = `document.querySelector(".open .bill:not(.seen)")`
	for _, p := range m.people {
		m.until(p, bill+` !== null && `+bill+` === document.activeElement && [...`+bill+`.parentElement.children].every((part) => part.inert !== part.matches(".bill"))`)
	}
	m.does(bert, chromedp.Evaluate[chromedp.Void](bill+`.querySelector(".on").click()`))
	m.types(anna, "exchange 0")
	m.types(bert, "exchange 0")
	m.until(anna, `/finished exchanging/.test(document.querySelector(".open .events").textContent) && /bid/.test(document.querySelector(".open .seats").textContent)`)
	if !asks(m, anna, chromedp.Evaluate[bool](bill+` !== null`)) {
		t.Error("the bill closed before its reader went on")
	}
	m.does(anna, chromedp.Evaluate[chromedp.Void](bill+`.querySelector(".on").click()`))
	m.until(anna, bill+` === null && ![...document.querySelector(".open .table").children].some((part) => part.inert)`)

	m.does(bert, slash, chromedp.KeyEvent("rul"))
	m.types(anna, "resign yes")
	m.until(bert, bill+` !== null`)
	m.does(bert, chromedp.KeyEvent("es"))
	if got := asks(m, bert, chromedp.Evaluate[string](`document.getElementById("command").value`)); got != "rules" {
		t.Errorf("the end of the deal changed the typed command to %q", got)
	}

	m.leave(anna)
	for _, size := range []window{{1280, 800, 0, 100}, {1920, 1080, 0, 100}} {
		m.does(anna, chromedp.EmulateViewport(int64(size.width), int64(size.height)))
		m.until(anna, `(() => {
			const seen = (e) => { const r = e?.getBoundingClientRect(); return r && r.width > 0 && r.top >= 0 && r.bottom <= innerHeight && r.right <= innerWidth; };
			const message = document.querySelector(".open");
			return [".picture img", "h3", ".line:last-of-type", ".button.primary"].every((part) => seen(message?.querySelector(part)));
		})()`)
	}
}

func TestDrawers(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 1)
	p := m.people[0]
	m.does(p, chromedp.EmulateViewport(phoneWidth, phoneHeight, chromedp.EmulateMobile))
	m.types(p, "practice strohmandeln classic 2")
	m.until(p, `document.querySelector(".open .menu") !== null`)
	for _, want := range []string{"on", "off"} {
		m.does(p, steady(chromedp.Click(chromedp.CSS(".open .menu summary"))), steady(chromedp.Click(chromedp.CSS(".open .switch:has(.sounds)"))))
		m.until(p, `localStorage.getItem("sounds") === "`+want+`"`)
		m.does(p, chromedp.Evaluate[chromedp.Void](`document.querySelector(".open .menu").open = false`))
	}
	m.until(p, `(() => { document.querySelector(".open .deeds button")?.click(); return document.querySelector('.open .menu button[value^="undo "]') !== null; })()`)
	m.does(p, steady(chromedp.Click(chromedp.CSS(".open .menu summary"))), steady(chromedp.Click(chromedp.CSS(`.open .menu button[value^="undo "]`))))
	m.until(p, `document.querySelector(".open .menu[open]") === null && document.getElementById("toast-text").textContent !== ""`)
	m.does(p, steady(chromedp.Click(chromedp.CSS(".open .story summary"))), steady(chromedp.Click(chromedp.CSS(".open .story .shut"))))
	m.until(p, `document.querySelector(".open .story[open]") === null && document.activeElement.matches(".story summary")`)
}

func TestLateTable(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 1)
	p := m.people[0]
	m.does(p, chromedp.Evaluate[chromedp.Void](`
		const plain = window.fetch, later = window.setTimeout;
		window.setTimeout = (then, ms) => ms === 2000 ? 0 : later(then, ms); // the finger stays down
		window.finger = (kind) => document.body.dispatchEvent(new PointerEvent("pointer" + kind, {bubbles: true}));
		window.fetch = async (to, how) => {
			const answer = await plain(to, how), word = await answer.json();
			return Response.json({...word, at: 1, table: window.begun ? word.table : ""}, {status: answer.status});
		};`))
	for n, begun := range []bool{false, true} {
		m.does(p, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`window.begun = %v; window.finger("down")`, begun)))
		m.types(p, "practice bamberger 2")
		m.does(p, chromedp.Evaluate[chromedp.Void](`window.finger("up")`))
		m.until(p, fmt.Sprintf(`document.querySelectorAll("#list-panels .laid-out").length > %d`, n))
		if begun {
			m.does(p, chromedp.WaitVisible(chromedp.CSS(".open .table")))
		} else if asks(m, p, chromedp.Evaluate[bool](`document.querySelector(".open") !== null`)) {
			t.Error("a late table opens, though the act hasn't begun it")
		}
	}
}
