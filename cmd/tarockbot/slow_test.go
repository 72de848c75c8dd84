package main

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/web"
	"tarockbot/bot/screens"
	"tarockbot/engine"
)

// slowly limits the page's connection to bytes per second, with 200 ms latency.
func slowly(bytes float64) chromedp.Action[chromedp.Void] {
	return chromedp.Steps(tell(network.Enable, network.EnableParams{}),
		tell(network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
			MatchedNetworkConditions: []*network.Conditions{{Latency: 200, DownloadThroughput: bytes, UploadThroughput: bytes}}}))
}

const fetched = `performance.getEntriesByType("resource").filter((r) => r.name.includes("/picture/")).length`

func TestSlowLine(t *testing.T) {
	t.Parallel()
	studio, catalogue := studioAndWords(t)
	hand := panelIn(t, studio, kosakeln, "play early")
	board := screens.Board{Table: hand.Table, Shared: hand.Shared}
	board.Waits.Message.Seat = engine.Nobody
	var p *web.Platform
	show := func(ctx context.Context, place chat.Place, s *chat.Screen) {
		if _, err := p.Show(ctx, place, "", *s); err != nil {
			t.Error(err)
		}
	}
	p = onlyPage(t, func(ctx context.Context, in chat.Input) (chat.Answer, error) {
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
		slowly(20<<10), signIn("Anna"),
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
