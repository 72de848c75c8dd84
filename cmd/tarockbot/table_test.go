package main

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestAtTable: whoever accepts a challenge to them is at the table, sees that the other is
// there, too, and can look at the channel and come back.
func TestAtTable(t *testing.T) {
	t.Parallel()
	m := newMatch(startBrowser(t, findBrowser(t)), t, built(t), "kosakeln/bamberger")
	anna, bert := m.people[0], m.people[1]
	m.types(anna, "challenge @bert bamberger")
	const accept = chromedp.CSS(`#list-panels button[value^="accept "]`)
	m.does(bert, chromedp.WaitVisible(accept), chromedp.Click(accept))
	for _, p := range []*person{bert, anna} {
		m.does(p, chromedp.WaitVisible(chromedp.CSS(".open .table")),
			chromedp.WaitVisible(chromedp.CSS(`.open .seat:not(.own) .there[aria-label="is there"]`)))
	}
	m.does(bert, chromedp.Click(chromedp.CSS(`.tab[data-message=""]`)), chromedp.WaitVisible(chromedp.CSS("#list-channel article")),
		chromedp.Click(chromedp.CSS(`.tab:not([data-message=""])`)), chromedp.WaitVisible(chromedp.CSS(".open .table")))
}
