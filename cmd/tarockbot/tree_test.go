package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"

	"tarockbot/bot/chat"
	"tarockbot/bot/screens"
	"tarockbot/engine/enginetest/golden"
	"tarockbot/render"
)

const treeFile = "testdata/tree.txt"

func TestTree(t *testing.T) {
	t.Parallel()
	studio, catalogue := studioAndWords(t)
	p, page := startWebPlatform(t, ignoreInput), openPage(t)
	runOn(t, page, chromedp.Steps(chromedp.Navigate(p.URL()), signIn("Anna")))
	var trees strings.Builder
	for _, c := range []struct{ record, phase string }{
		{kosakeln, "exchange"}, {kosakeln, "auction"}, {kosakeln, "play early"},
		{strohmandeln, "undertake"}, {strohmandeln, "play late"},
		{illustrated, "auction"}, {illustrated, "talon"}, {illustrated, "play late"},
	} {
		ref, err := p.Show(t.Context(), chat.Place{User: "local:anna"}, "", *panelAt(t, studio, c.record, c.phase).Screen(catalogue.In("en")))
		if err != nil {
			t.Fatal(err)
		}
		runOn(t, page, chromedp.Poll[chromedp.Void](fmt.Sprintf("document.getElementById(%q) !== null", ref), pollOften))
		runOn(t, page, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.getElementById(%q).querySelector(".enter-table").click()`, ref)))
		fmt.Fprintf(&trees, "==== %s: %s\n%s", c.record, c.phase, spokenTree(t, runOn(t, page, getAccessibilityTree)))
	}
	golden.Expect(t, treeFile, trees.String())
}

func getAccessibilityTree(ctx context.Context, to *chromedp.Target) (accessibility.GetFullAXTreeResult, error) {
	return cdp.Call(ctx, to, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
}

const (
	kosakeln     = "kosakeln/testdata/records/kosakeln-bamberger-classic.json"
	strohmandeln = "strohmandeln/testdata/records/strohmandeln-classic.json"
	illustrated  = "illustrated/testdata/records/illustrated-mayr-sedlaczek.json"
)

func panelAt(t *testing.T, studio *render.Studio, record, phase string) screens.Panel {
	t.Helper()
	all := scenesOf(t, studio, recordsOf(t, "../../engine/"+record)[0])
	i := slices.IndexFunc(all, func(s scene) bool { return strings.HasSuffix(s.name, ", "+phase+", in turn") })
	if i < 0 {
		t.Fatalf("no %s in the deal", phase)
	}
	m := all[i].panel
	m.Awaited.Clocks = make([]screens.SeatClock, len(m.Awaited.Clocks))
	return m
}

var spokenRoles = []string{
	"button", "link", "list", "listitem", "status", "group", "article", "region", "heading", "image", "log", "main", "contentinfo", "textbox",
}

func spokenTree(t *testing.T, tree accessibility.GetFullAXTreeResult) string {
	t.Helper()
	nodes := make(map[accessibility.NodeID]*accessibility.Node)
	for _, n := range tree.Nodes {
		nodes[n.NodeID] = n
	}
	var b strings.Builder
	var writeNode func(n *accessibility.Node, depth int, above string)
	writeNode = func(n *accessibility.Node, depth int, above string) {
		role, name := valueText(n.Role), strings.TrimSpace(valueText(n.Name))
		if strings.HasPrefix(role, "DisclosureTriangle") { // a role that only Chromium has
			role = "button"
		}
		if !n.Ignored && (slices.Contains(spokenRoles, role) || role == "StaticText" && name != "" && name != above) {
			fmt.Fprintf(&b, "%s%s\n", strings.Repeat("  ", depth), strings.TrimSpace(role+" "+name+stateOf(n)))
			depth, above = depth+1, name
		}
		if role == "button" || role == "link" {
			return
		}
		for _, id := range n.ChildIDs {
			if child := nodes[id]; child != nil {
				writeNode(child, depth, above)
			}
		}
	}
	writeNode(tree.Nodes[0], 0, "")
	return b.String()
}

func stateOf(n *accessibility.Node) (state string) {
	for _, p := range n.Properties {
		if p.Name == "pressed" || p.Name == "disabled" {
			state += fmt.Sprintf(" (%s %s)", p.Name, valueText(p.Value))
		}
	}
	return state
}

func valueText(v *accessibility.Value) string {
	if v == nil || len(v.Value) == 0 {
		return ""
	}
	var text any
	if err := json.Unmarshal(v.Value, &text); err != nil {
		return string(v.Value)
	}
	return fmt.Sprint(text)
}
