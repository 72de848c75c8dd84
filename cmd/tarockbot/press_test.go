package main

import (
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
)

// pressed presses offers until the table is gone or the limit is reached, and returns the milliseconds until each
// change.
const pressed = `(async (most) => {
	const times = [], list = document.getElementById("list-panels");
	const table = () => document.querySelector(".open .table");
	const offered = () => {
		document.querySelector(".open .bill:not(.seen) .on")?.click();
		const confirm = table().querySelector(".deeds .choice .primary:not(:disabled)");
		return confirm || table().querySelector("[data-plays] .held.free, .held.free[aria-pressed=false][value^='pick '], .deeds > .row button, .pack") ||
			("plays" in table().dataset && table().querySelector(".held.free"));
	};
	const change = () => new Promise((done) => {
		setTimeout(done, 1000, 0); // a refused press: the table had changed
		const seen = new MutationObserver(() => { seen.disconnect(); done(performance.now()); });
		seen.observe(list, {childList: true});
	});
	while (times.length < most && table()) {
		const b = offered();
		if (!b) { await new Promise((done) => setTimeout(done, 5)); continue; }
		const came = change(), at = performance.now();
		b.click();
		const ms = await came - at;
		if (ms > 0) times.push(ms);
	}
	return times;
})`

func BenchmarkPress(b *testing.B) {
	m := newMatch(b, 1)
	p := m.people[0]
	var times []float64
	for b.Loop() {
		m.types(p, "practice bamberger 2")
		m.does(p, chromedp.WaitVisible(chromedp.CSS(".open .table")))
		times = append(times, asks(m, p, chromedp.Evaluate[[]float64](pressed+"(1000)", chromedp.EvalAwaitPromise))...)
		m.does(p, steady(chromedp.Click(chromedp.CSS(".open .home"))))
	}
	slices.Sort(times)
	b.ReportMetric(0, "ns/op") // a whole match says nothing
	b.ReportMetric(float64(len(times)), "presses")
	b.ReportMetric(times[len(times)/2], "ms50")
	b.ReportMetric(times[len(times)*99/100], "ms99")
}
