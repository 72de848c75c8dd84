package web

import (
	"cmp"
	"net/http"
	"net/url"
	"strings"

	"tarockbot/bot/platform/texts"
)

// showKey is the query key of links to a deal, "?show=abcd2345-1", or to a challenge, "?show=abcd2345".
const showKey = "show"

// Link returns an address that shows the deal of the command "replay CODE" or the challenge of "accept
// CODE". The visitor only sees it there, because anybody can write a link. Other commands have no link;
// nor has a challenge if others can't open the page.
func (p *Platform) Link(line string) string {
	command, code, _ := strings.Cut(line, " ")
	switch {
	case code == "":
	case command == "replay" && (p.outside != "" || p.private):
		return backTo(cmp.Or(p.outside, p.URL()), code)
	case command == "accept" && p.outside != "":
		return backTo(p.outside, code)
	}
	return ""
}

// openLink shows the visitor the deal or challenge with the code, and redirects to the page.
func (s server) openLink(w http.ResponseWriter, r *http.Request, v visitor, code string) {
	word := ""
	if words := strings.Fields(strings.ToValidUTF8(code, "")); len(words) > 0 {
		word = words[0]
	}
	command := "offer "
	if strings.Contains(word, "-") {
		command = "replay "
	}
	s.decide(w, r, v, press{id: secret(12), line: command + texts.Truncate(word, maxCaption), typed: true})
}

// backTo returns the address to continue at after entering, with the code of the link if there is one.
func backTo(base, code string) string {
	if code == "" {
		return base
	}
	return base + "?" + url.Values{showKey: {code}}.Encode()
}
