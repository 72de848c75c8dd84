package main

import (
	"testing"

	"github.com/chromedp/chromedp"
)

func TestSetupInSight(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 1)
	p := m.people[0]
	m.typeCommand(p, "challenge")
	m.waitForText(p, answersList, "Post the challenge")
	for _, size := range windowsToTest() {
		m.runSteps(p, chromedp.EmulateViewport(int64(size.width), int64(size.height), chromedp.EmulateMobile))
		m.waitFor(p, `(() => {
			const message = document.querySelector("#list-answers .answer:has(.group-label)"), row = message?.lastElementChild;
			if (!row) return false;
			message.scrollIntoView({block: "start", behavior: "instant"});
			const sent = row.getBoundingClientRect(), bar = document.querySelector(".page-footer").getBoundingClientRect();
			const b = row.firstElementChild.getBoundingClientRect();
			const seen = document.elementFromPoint((b.left + b.right) / 2, (b.top + b.bottom) / 2);
			const low = message.getBoundingClientRect().bottom > bar.top; // otherwise the bar covers nothing
			return row.contains(seen) && sent.top < bar.top && (!low || Math.abs(sent.bottom - bar.top) < 12);
		})()`)
	}
}

func TestCopyButton(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 1)
	p := m.people[0]
	m.runSteps(p, chromedp.EmulateViewport(phoneWidth, phoneHeight, chromedp.EmulateMobile))
	m.typeCommand(p, "challenge bamberger")
	m.waitFor(p, `(() => {
		const copy = document.querySelector("#list-channel .copy"), r = copy?.getBoundingClientRect();
		return r && document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2) === copy;
	})()`)
	toastText := `document.getElementById("toast-text").textContent`
	m.waitFor(p, `document.getElementById("command").value === ""`)
	for _, c := range []struct{ copyWorks, message, selected string }{
		{"true", "document.body.dataset.copied", `""`},
		{"false", "document.body.dataset.copyByHand", `document.querySelector(".copy").dataset.copy`},
	} {
		m.runSteps(p, chromedp.Evaluate[chromedp.Void](`
			Object.defineProperty(navigator, "clipboard", {value: undefined, configurable: true});
			document.execCommand = () => `+c.copyWorks+`;
			document.querySelector(".copy").click()`))
		m.waitFor(p, toastText+` === `+c.message+` && (document.querySelector(".copy-field")?.value || "") === `+c.selected)
	}
}
