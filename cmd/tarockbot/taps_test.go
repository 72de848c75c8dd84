package main

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

const recordRequests = `
	window.sent = [];
	window.answered = {}; // by line
	window.clock = 1e6;
	performance.now = () => window.clock;
	const plain = window.fetch;
	window.fetch = (to, how) => {
		const answer = plain(to, how);
		if (how && how.body) {
			const line = how.body.get("line");
			window.sent.push(line);
			answer.then((a) => a.clone().json()).catch(String).then((reply) => (window.answered[line] = reply));
		}
		return answer;
	};`

const defineTap = `
	window.tap = (x, y) => {
		const at = {clientX: x, clientY: y, bubbles: true, cancelable: true, pointerType: "touch", detail: 1};
		const on = document.elementFromPoint(x, y);
		window.touched = on.closest(".card-button, .packet-button")?.dataset.card;
		for (const kind of ["pointerdown", "pointerup"]) on.dispatchEvent(new PointerEvent(kind, at));
		on.dispatchEvent(new PointerEvent("click", at));
	};`

// tapInPairs makes pairs of taps on one spot with varying pauses, and returns the problems.
const tapInPairs = `(async (limit) => {
	const wrong = [], wait = (ms) => new Promise((done) => setTimeout(done, ms));
	const table = () => document.querySelector(".open .table");
	const lines = () => new Set([...document.querySelectorAll(".open button[name=line]")].map((b) => b.value));
	const waitsForReader = () => !table() || document.querySelector(".open .seat.own.turn, .open .bill:not(.dismissed)") || table().querySelector(".match-result");
	let shownCount = 0; // of the sent lines
	const hasUnshownMove = () => {
		const offered = lines();
		return window.sent.slice(shownCount).some((line) => / play /.test(line) && offered.has(line) && !window.answered[line]?.alert);
	};
	const waitUntilIdle = async () => { // until the page no longer changes and waits for the reader
		for (let before = "", quiet = 0; quiet < 3; await wait(15)) {
			const now = document.getElementById("list-panels").innerHTML;
			if (table() && !hasTask()) wrong.push("the page shows no task");
			quiet = now === before && !now.includes("aria-busy") && !hasUnshownMove() && waitsForReader() ? quiet + 1 : 0;
			before = now;
		}
		shownCount = window.sent.length;
	};
	const hasTask = () => [...table().querySelectorAll(".todo > span")].some((s) => s.checkVisibility({visibilityProperty: true}) && s.textContent.trim());
	const passTime = () => (window.clock += 1300);
	const choices = () => {
		const all = [...table().querySelectorAll(".card-button.playable:not([aria-pressed=true])")];
		const done = table().querySelector(".actions .choice .primary:not(:disabled)");
		const words = [...table().querySelectorAll(".actions > .row button, .packet-button")];
		return done ? [done] : all.length ? all : words;
	};
	const others = (n) => { // sometimes the menu or a message
		const all = document.querySelectorAll({2: ".open .menu summary", 4: "#toast-close:not([hidden])"}[n % 6] || "none");
		return all.length ? [...all] : null;
	};
	let moves = 0, taps = 0, bills = 0;
	while (table() && taps < limit) {
		await waitUntilIdle();
		const bill = document.querySelector(".open .bill:not(.dismissed)");
		const what = bill ? [bill.querySelector(".continue")] : others(taps) || choices();
		if (what.length === 0) { await wait(20); continue; }
		taps++;
		const b = what[taps % what.length], r = b.getBoundingClientRect();
		const x = r.left + Math.min(15, r.width / 2), y = r.top + Math.min(15, r.height / 2);
		const offered = lines(), before = window.sent.length;
		const wasRaised = b.matches(".raised") && b.dataset.card === window.touched; // by the pair before
		const state = "pair " + taps + ", after a tap on " + window.touched + ", " + (b.matches(".raised") ? "raised" : "not raised") + ", " + ("playsNow" in table().dataset ? "plays" : "chooses") + ": " + table().querySelector(".todo")?.textContent;
		passTime();
		tap(x, y);
		if (taps % 2) await waitUntilIdle(); // the first tap's effect comes before the second tap
		window.clock += 30 + (taps * 97) % 569;
		if (document.elementFromPoint(x, y)) tap(x, y);
		await waitUntilIdle();
		const now = window.sent.slice(before);
		if (now.length > 1) wrong.push("two taps sent " + now.join(" and "));
		if (bill) bills++;
		if ((bill || b.matches("summary, #toast-close")) && now.length) wrong.push(b.className + " sent " + now);
		if (b.matches("summary")) {
			if (!b.parentElement.open) wrong.push("a second tap closed the menu");
			passTime();
			tap(x, y);
			if (b.isConnected && b.parentElement.open) wrong.push("a later tap doesn't close the menu");
		}
		for (const line of now) if (!offered.has(line)) wrong.push(line + " wasn't offered at the first tap");
		if (b.matches(".card-button, .packet-button") && "playsNow" in table()?.dataset) {
			if (now.length && !wasRaised) wrong.push("a first touch played " + now + ", " + state);
			passTime();
			const raised = !now.length && document.querySelector(".open .raised")?.getBoundingClientRect(); // the layout may have changed
			if (raised) tap(raised.left + Math.min(15, raised.width / 2), raised.top + Math.min(15, raised.height / 2));
			await waitUntilIdle();
			const played = window.sent.slice(before);
			if (played.length !== 1) wrong.push("a second touch sent " + played.length + " moves, " + state);
			const refused = window.answered[played[0]]?.alert;
			if (refused) wrong.push(played + " was refused: " + refused);
			moves++;
		}
	}
	return {Wrong: wrong, Moves: moves, Taps: taps, Bills: bills};
})`

// TestDoubleTaps checks the second tap of a pair, 30 to 600 ms after the first. It must not repeat the move, nor make a
// move that wasn't offered at the first tap.
func TestDoubleTaps(t *testing.T) {
	t.Parallel()
	for _, c := range firstUnlessWhole(1, []struct {
		practice, rules string
		bills           int
	}{
		{"practice strohmandeln forty 2", "strohmandeln/forty", 1},
		{"practice bamberger 2", "kosakeln/bamberger", 1},
		{"practice illustrated mayr-sedlaczek", "illustrated/mayr-sedlaczek", 0},
	}) {
		t.Run(c.rules, func(t *testing.T) {
			t.Parallel()
			m := newMatch(t, 1)
			p := m.startTapping(c.practice)
			atLeast := 10 // moves, because a deal may be resigned early
			var saw tapResult
			if *whole {
				saw = m.tapPairs(p, 150)
			} else {
				saw, atLeast = m.tapPairs(p, 16), 4
				m.typeCommand(p, "resign yes")
				m.waitFor(p, `document.querySelector(".open .bill:not(.dismissed)") !== null`)
				saw.Bills += m.tapPairs(p, 1).Bills
			}
			if saw.Moves < atLeast {
				t.Errorf("got only %d cards played with %d pairs of taps", saw.Moves, saw.Taps)
			}
			if saw.Bills < c.bills {
				t.Errorf("got %d finished deals, want %d", saw.Bills, c.bills)
			}
			t.Logf("%d cards, %d pairs of taps, %d deals", saw.Moves, saw.Taps, saw.Bills)
		})
	}
}

type tapResult struct {
	Wrong              []string
	Moves, Taps, Bills int
}

func (m *match) tapPairs(p *person, pairs int) tapResult {
	m.Helper()
	saw := runAs(m, p, chromedp.Evaluate[tapResult](fmt.Sprintf("%s(%d)", tapInPairs, pairs), chromedp.EvalAwaitPromise))
	for _, wrong := range saw.Wrong {
		m.Error(wrong)
	}
	return saw
}

func (m *match) startTapping(practice string) *person {
	m.Helper()
	p := m.people[0]
	m.runSteps(p, chromedp.EmulateViewport(phoneWidth, phoneHeight, chromedp.EmulateMobile),
		onNewPages(recordRequests+defineTap), chromedp.Reload(), chromedp.WaitVisible(chromedp.CSS("#home")))
	m.typeCommand(p, practice)
	m.runSteps(p, chromedp.WaitVisible(chromedp.CSS(".open .table")))
	return p
}

func TestQuickTaps(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 1)
	p := m.startTapping("practice bamberger 2")
	want := runAs(m, p, chromedp.Evaluate[int](`(async () => {
		const chosen = document.querySelectorAll(".open .card-button[aria-pressed=true]").length; // cards that must be chosen
		const free = [...document.querySelectorAll(".open .card-button.playable[aria-pressed=false]")].slice(0, 8).map((b) => b.dataset.card);
		for (const code of free) {
			const r = document.querySelector('.open .card-button[data-card="' + code + '"]').getBoundingClientRect();
			window.clock += 300;
			window.tap(r.left + 15, r.top + 15);
			await new Promise((done) => setTimeout(done, 10));
		}
		return chosen + free.length;
	})()`, chromedp.EvalAwaitPromise))
	m.waitFor(p, fmt.Sprintf(`document.querySelectorAll(".open .card-button[aria-pressed=true]").length === %d`, want))
}
