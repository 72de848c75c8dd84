package main

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// questionScript answers "games" with a question and records the page's requests.
const questionScript = `
	window.sent = [];
	const plain = window.fetch;
	window.fetch = (to, how) => {
		if (how?.body?.get("line") === "games") return Promise.resolve(Response.json({
			ask: {Title: "Cut the deck", Label: "Any text", Hint: "Whatever comes to mind", Line: "rules", Max: 30}}));
		if (how?.body) window.sent.push(how.body.get("line") + "|" + how.body.get("text"));
		return plain(to, how);
	};`

func TestAskDialog(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 1)
	p := m.people[0]
	const field, isOpen = chromedp.CSS("#prompt-text"), `document.querySelector("#prompt").matches(":modal")`
	m.runSteps(p, chromedp.Evaluate[chromedp.Void](questionScript))
	ask := func() {
		m.runSteps(p, chromedp.Evaluate[chromedp.Void](`document.querySelector("[form=home][value=games]").focus()`), chromedp.KeyEvent(kb.Enter))
		m.waitFor(p, isOpen+` && document.activeElement.id === "prompt-text"`)
	}
	expectClosed := func(how string) {
		m.waitFor(p, "!"+isOpen)
		if at := runAs(m, p, chromedp.Evaluate[string](`document.activeElement.value`)); at != "games" {
			t.Errorf("%s moves the focus to %q, want the button of games", how, at)
		}
	}
	ask()
	m.waitForText(p, "#prompt", "Cut the deck", "Any text")
	m.checkAccessible(p, "a question")
	m.runSteps(p, chromedp.KeyEvent("not this"), chromedp.KeyEvent(kb.Escape))
	expectClosed("Escape")
	ask()
	m.runSteps(p, repeatIfReplaced(chromedp.Click(chromedp.CSS("#prompt button[formmethod]"))))
	expectClosed("the button")
	ask()
	m.runSteps(p, chromedp.KeyEvent(kb.Enter))
	m.runSteps(p, repeatIfReplaced(chromedp.SendKeys(field, "  "+strings.Repeat("Ü", 40)+kb.Enter)))
	expectClosed("Enter")
	sent := runAs(m, p, chromedp.Evaluate[[]string](`window.sent`))
	if want := "rules|  " + strings.Repeat("Ü", 28); len(sent) != 1 || sent[0] != want {
		t.Errorf("sent %q, want %q", sent, want)
	}
	m.waitFor(p, `document.querySelector("#toast-text").textContent !== ""`)
}

func TestCutOnThePage(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 2)
	anna, bert := m.people[0], m.people[1]
	m.runSteps(anna, chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	m.sitDown("challenge @Bert bamberger 4")
	m.waitFor(anna, `document.querySelector(".open button[value^='cut ']") !== null`)
	m.saveScreenshot(anna, "cut-table")
	m.runSteps(anna, chromedp.Evaluate[chromedp.Void](`document.querySelector(".open button[value^='cut ']").click()`))
	m.waitFor(anna, `document.querySelector("#prompt").matches(":modal")`)
	m.saveScreenshot(anna, "cut-asked")
	m.runSteps(anna, repeatIfReplaced(chromedp.SendKeys(chromedp.CSS("#prompt-text"), "<b>mäsh</b> @everyone"+kb.Enter)))
	m.waitFor(anna, `document.body.textContent.includes("<b>mäsh</b> @everyone")`)
	m.waitFor(bert, `document.body.textContent.includes("<b>mäsh</b> @everyone")`)
	m.waitFor(anna, `document.querySelector(".open button[value^='cut ']") === null`)
	m.runSteps(anna, chromedp.Evaluate[chromedp.Void](`document.querySelector(".open .menu").open = true`))
	m.saveScreenshot(anna, "cut-done")
	m.runSteps(anna, chromedp.Evaluate[chromedp.Void](`document.querySelector(".open button[value^='proof ']").click()`))
	m.waitFor(anna, `document.querySelector("a[download^='tarock-receipt-']") !== null`)
	m.saveScreenshot(anna, "proof")
}
