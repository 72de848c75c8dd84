package main

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// asking answers "games" with a question and records what the page sends.
const asking = `
	window.sent = [];
	const plain = window.fetch;
	window.fetch = (to, how) => {
		if (how?.body?.get("line") === "games") return Promise.resolve(Response.json({
			ask: {Title: "Cut the deck", Label: "Any text", Hint: "Whatever comes to mind", Line: "rules", Max: 30}}));
		if (how?.body) window.sent.push(how.body.get("line") + "|" + how.body.get("text"));
		return plain(to, how);
	};`

func TestAsk(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 1)
	p := m.people[0]
	const field, isOpen = chromedp.CSS("#ask-text"), `document.querySelector("#ask").matches(":modal")`
	m.does(p, chromedp.Evaluate[chromedp.Void](asking))
	ask := func() {
		m.does(p, chromedp.Evaluate[chromedp.Void](`document.querySelector("#home button[value=games]").focus()`), chromedp.KeyEvent(kb.Enter))
		m.until(p, isOpen+` && document.activeElement.id === "ask-text"`)
	}
	back := func(how string) {
		m.until(p, "!"+isOpen)
		if at := asks(m, p, chromedp.Evaluate[string](`document.activeElement.value`)); at != "games" {
			t.Errorf("%s leads to %q", how, at)
		}
	}
	ask()
	m.reads(p, "#ask", "Cut the deck", "Any text")
	m.isAccessible(p, "a question")
	m.does(p, chromedp.KeyEvent("not this"), chromedp.KeyEvent(kb.Escape))
	back("Escape")
	ask()
	m.does(p, steady(chromedp.Click(chromedp.CSS("#ask button[formmethod]"))))
	back("the button")
	ask()
	m.does(p, chromedp.KeyEvent(kb.Enter))
	m.does(p, steady(chromedp.SendKeys(field, "  "+strings.Repeat("Ü", 40)+kb.Enter)))
	back("Enter")
	sent := asks(m, p, chromedp.Evaluate[[]string](`window.sent`))
	if want := "rules|  " + strings.Repeat("Ü", 28); len(sent) != 1 || sent[0] != want {
		t.Errorf("sent %q, want %q", sent, want)
	}
	m.until(p, `document.querySelector("#toast-text").textContent !== ""`)
}

func TestCutOnThePage(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 2)
	anna, bert := m.people[0], m.people[1]
	m.does(anna, chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	m.sitDown("challenge @Bert bamberger 4")
	m.until(anna, `document.querySelector(".open button[value^='cut ']") !== null`)
	m.keeps(anna, "cut-table")
	m.does(anna, chromedp.Evaluate[chromedp.Void](`document.querySelector(".open button[value^='cut ']").click()`))
	m.until(anna, `document.querySelector("#ask").matches(":modal")`)
	m.keeps(anna, "cut-asked")
	m.does(anna, steady(chromedp.SendKeys(chromedp.CSS("#ask-text"), "<b>mäsh</b> @everyone"+kb.Enter)))
	m.until(anna, `document.body.textContent.includes("<b>mäsh</b> @everyone")`)
	m.until(bert, `document.body.textContent.includes("<b>mäsh</b> @everyone")`)
	m.until(anna, `document.querySelector(".open button[value^='cut ']") === null`)
	m.does(anna, chromedp.Evaluate[chromedp.Void](`document.querySelector(".open .menu").open = true`))
	m.keeps(anna, "cut-done")
	m.does(anna, chromedp.Evaluate[chromedp.Void](`document.querySelector(".open button[value^='proof ']").click()`))
	m.until(anna, `document.querySelector("a[download^='tarock-receipt-']") !== null`)
	m.keeps(anna, "proof")
}
