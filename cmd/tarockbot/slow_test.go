package main

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/web"
	"tarockbot/bot/screens"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// slowly makes the page's line one of so many bytes a second.
func slowly(bytes float64) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, to *chromedp.Target) error {
		if _, err := cdp.Call(ctx, to, network.Enable, network.EnableParams{}); err != nil {
			return err
		}
		const latency = 200 // ms
		_, err := cdp.Call(ctx, to, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
			MatchedNetworkConditions: []*network.Conditions{{Latency: latency, DownloadThroughput: bytes, UploadThroughput: bytes}}})
		return err
	})
}

// fetched are the pictures that the page has asked for.
const fetched = `performance.getEntriesByType("resource").filter((r) => r.name.includes("/picture/")).length`

// TestSlowLine: on a phone with a slow line, and boards in the channel, no picture is
// fetched that isn't in sight, and what is pressed opens its table however late that comes.
// A tap on a board leads nowhere.
func TestSlowLine(t *testing.T) {
	t.Parallel()
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	studio, err := studio()
	if err != nil {
		t.Fatal(err)
	}
	hand := panelIn(t, studio, kosakeln, "play early")
	board := screens.Board{Table: hand.Table, Shared: hand.Shared}
	board.Waits.Message.Seat = engine.Nobody
	var p *web.Platform
	show := func(ctx context.Context, place chat.Place, s *chat.Screen) {
		if _, err := p.Show(ctx, place, "", *s); err != nil {
			t.Error(err)
		}
	}
	p = onlyPage(t, catalogue, studio, func(ctx context.Context, in chat.Input) (chat.Answer, error) {
		if in.Line == "now" {
			show(ctx, chat.Place{User: in.User}, hand.Screen(catalogue.In("en")))
		}
		return chat.Answer{}, nil
	})
	for range 6 {
		show(t.Context(), chat.Place{Chat: web.Channel}, board.Screen(catalogue.In("en")))
	}
	page := openPage(t)
	in(t, page, chromedp.Steps(chromedp.EmulateViewport(phoneWidth, phoneHeight, chromedp.EmulateMobile), chromedp.Navigate(p.URL()),
		slowly(20<<10), steady(chromedp.SendKeys(chromedp.CSS("#name"), "Anna")), steady(chromedp.Click(chromedp.CSS("form.enter button"))),
		chromedp.WaitVisible(chromedp.CSS("#command")),
		chromedp.Poll[chromedp.Void](`document.body?.classList.contains("scripted")`, always),
		slowly(6<<10), chromedp.Evaluate[chromedp.Void](`document.querySelector("#home button[value=now]").click()`),
		chromedp.Poll[chromedp.Void](`document.querySelector(".open .table") !== null`, always)))
	if n := in(t, page, chromedp.Evaluate[int](fetched)); n > 1 {
		t.Errorf("%d pictures are fetched, and at most one is in sight", n)
	}
	in(t, page, chromedp.Steps(
		slowly(-1), chromedp.Evaluate[chromedp.Void](`document.querySelector(".open .button.to-channel").click()`),
		chromedp.WaitVisible(chromedp.CSS("#list-channel .picture")),
		chromedp.Poll[chromedp.Void](fetched+` > 1`, always),
		steady(chromedp.Click(chromedp.CSS("#list-channel article:last-child .picture img")))))
	if at := in(t, page, chromedp.Evaluate[string](`location.pathname`)); at != "/" {
		t.Errorf("a tap on a board leads to %s", at)
	}
}
