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

// limitSpeed limits the page's connection to bytes per second, with 200 ms latency.
func limitSpeed(bytes float64) chromedp.Action[chromedp.Void] {
	return chromedp.Steps(devToolsCommand(network.Enable, network.EnableParams{}),
		devToolsCommand(network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
			MatchedNetworkConditions: []*network.Conditions{{Latency: 200, DownloadThroughput: bytes, UploadThroughput: bytes}}}))
}

const pictureRequests = `performance.getEntriesByType("resource").filter((r) => r.name.includes("/picture/")).length`

func TestSlowConnection(t *testing.T) {
	t.Parallel()
	studio, catalogue := studioAndWords(t)
	hand := panelAt(t, studio, kosakeln, "play early")
	board := screens.Board{Table: hand.Table, SharedTableData: hand.SharedTableData}
	board.Awaited.ReaderMessage.Seat = engine.Nobody
	var p *web.Platform
	show := func(ctx context.Context, place chat.Place, s *chat.Screen) {
		if _, err := p.Show(ctx, place, "", *s); err != nil {
			t.Error(err)
		}
	}
	p = startWebPlatform(t, func(ctx context.Context, in chat.Input) (chat.Answer, error) {
		if in.Line == "now" {
			show(ctx, chat.Place{User: in.User}, hand.Screen(catalogue.In("en")))
		}
		return chat.Answer{}, nil
	})
	for range 6 {
		show(t.Context(), chat.Place{Chat: web.Channel}, board.Screen(catalogue.In("en")))
	}
	page := openPage(t)
	runOn(t, page, chromedp.Steps(chromedp.EmulateViewport(phoneWidth, phoneHeight, chromedp.EmulateMobile), chromedp.Navigate(p.URL()),
		limitSpeed(20<<10), signIn("Anna"),
		chromedp.Poll[chromedp.Void](`document.body?.classList.contains("scripted")`, pollOften),
		limitSpeed(6<<10), chromedp.Evaluate[chromedp.Void](`document.querySelector("#home button[value=now]").click()`),
		chromedp.Poll[chromedp.Void](`document.querySelector(".open .table") !== null`, pollOften)))
	if n := runOn(t, page, chromedp.Evaluate[int](pictureRequests)); n > 1 {
		t.Errorf("the page requested %d pictures, want at most the visible one", n)
	}
	runOn(t, page, chromedp.Steps(
		limitSpeed(-1), chromedp.Evaluate[chromedp.Void](`document.querySelector(".open .button.to-channel").click()`),
		chromedp.WaitVisible(chromedp.CSS("#list-channel .picture")),
		chromedp.Poll[chromedp.Void](pictureRequests+` > 1`, pollOften),
		repeatIfReplaced(chromedp.Click(chromedp.CSS("#list-channel article:last-child .picture img")))))
	if at := runOn(t, page, chromedp.Evaluate[string](`location.pathname`)); at != "/" {
		t.Errorf("a tap on a board opens %s, want the page to stay", at)
	}
}
