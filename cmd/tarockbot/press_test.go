package main

import (
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
)

// pressOffers presses buttons until the table is gone or the limit is reached. It returns the milliseconds from each
// press to the page's change.
const pressOffers = `(async (limit) => {
	const times = [], list = document.getElementById("list-panels");
	const table = () => document.querySelector(".open .table");
	const offered = () => {
		document.querySelector(".open .bill:not(.dismissed) .continue")?.click();
		const confirm = table().querySelector(".actions .choice .primary:not(:disabled)");
		return confirm || table().querySelector("[data-plays-now] .card-button.playable, .card-button.playable[aria-pressed=false][value^='pick '], .actions > .row button, .packet-button") ||
			("playsNow" in table().dataset && table().querySelector(".card-button.playable"));
	};
	const change = () => new Promise((done) => {
		setTimeout(done, 1000, 0); // the press was refused, because the table had changed
		const seen = new MutationObserver(() => { seen.disconnect(); done(performance.now()); });
		seen.observe(list, {childList: true});
	});
	while (times.length < limit && table()) {
		const b = offered();
		if (!b) { await new Promise((done) => setTimeout(done, 5)); continue; }
		const changed = change(), start = performance.now();
		b.click();
		const ms = await changed - start;
		if (ms > 0) times.push(ms);
	}
	return times;
})`

func BenchmarkPress(b *testing.B) {
	m := newMatch(b, 1)
	p := m.people[0]
	var times []float64
	for b.Loop() {
		m.typeCommand(p, "practice bamberger 2")
		m.runSteps(p, chromedp.WaitVisible(chromedp.CSS(".open .table")))
		times = append(times, runAs(m, p, chromedp.Evaluate[[]float64](pressOffers+"(1000)", chromedp.EvalAwaitPromise))...)
		m.runSteps(p, repeatIfReplaced(chromedp.Click(chromedp.CSS(".open .home"))))
	}
	slices.Sort(times)
	b.ReportMetric(0, "ns/op") // the time of a match is meaningless
	b.ReportMetric(float64(len(times)), "presses")
	b.ReportMetric(times[len(times)/2], "ms50")
	b.ReportMetric(times[len(times)*99/100], "ms99")
}
