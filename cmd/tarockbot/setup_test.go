package main

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestSetupInSight: what a challenge is sent with stands right above the lower bar, at every
// size of a window, and no option below it.
func TestSetupInSight(t *testing.T) {
	t.Parallel()
	m := newMatch(startBrowser(t, findBrowser(t)), t, built(t), "kosakeln/bamberger")
	p := m.people[0]
	m.types(p, "challenge")
	m.reads(p, answers, "Post the challenge")
	for _, size := range windows {
		m.does(p, chromedp.EmulateViewport(int64(size.width), int64(size.height), chromedp.EmulateMobile))
		m.until(p, `(() => {
			const message = document.querySelector("#list-answers .answer:has(.part)"), row = message?.lastElementChild;
			if (!row) return false;
			message.scrollIntoView({block: "start", behavior: "instant"});
			const sent = row.getBoundingClientRect(), bar = document.querySelector(".bottom").getBoundingClientRect();
			const b = row.firstElementChild.getBoundingClientRect();
			const seen = document.elementFromPoint((b.left + b.right) / 2, (b.top + b.bottom) / 2);
			const low = message.getBoundingClientRect().bottom > bar.top; // else there is nothing below to be covered
			return row.contains(seen) && sent.top < bar.top && (!low || Math.abs(sent.bottom - bar.top) < 12);
		})()`)
	}
}
