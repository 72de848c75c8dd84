package web

import (
	"cmp"
	"net/http"
	"net/url"
	"strings"
)

// showKey is what an address ends with that leads to a deal, "?show=abcd2345-1", or to a
// challenge, "?show=abcd2345".
const showKey = "show"

// Link is the page's address with the deal that "replay CODE" names, or the challenge that
// "accept CODE" does: there it can be seen first, for what an address says may have been
// written by anybody. Other lines have none. Nor has a challenge if others can't open the
// page.
func (p *Platform) Link(line string) string {
	code, replay := strings.CutPrefix(line, "replay ")
	if challenge, is := strings.CutPrefix(line, "accept "); is && p.outside != "" {
		return backTo(p.outside, challenge)
	}
	if !replay || p.outside == "" && !p.private {
		return ""
	}
	return backTo(cmp.Or(p.outside, p.URL()), code)
}

// show shows the visitor the deal or the challenge of that code, and leads to the page.
func (s server) openLink(w http.ResponseWriter, r *http.Request, v visitor, code string) {
	word := ""
	if words := strings.Fields(strings.ToValidUTF8(code, "")); len(words) > 0 {
		word = words[0]
	}
	command := "offer "
	if strings.Contains(word, "-") {
		command = "replay "
	}
	s.decide(w, r, v, press{id: secret(12), line: command + shorten(word, maxCaption), typed: true})
}

// backTo is where somebody goes on who has entered, and was on the way to a deal.
func backTo(base, code string) string {
	if code == "" {
		return base
	}
	return base + "?" + url.Values{showKey: {code}}.Encode()
}
