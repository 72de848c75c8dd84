package web

import (
	"cmp"
	"net/http"
	"net/url"
	"strings"

	"tarockbot/bot/platform/texts"
)

// "?show=abcd2345-1" shows a deal, "?show=abcd2345" a challenge.
const (
	showKey = "show"
	maxCode = 60 // letters
)

// Link returns an address for "replay CODE" and "accept CODE", or "".
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

// openLink never makes a move, because anybody can write a link.
func (s server) openLink(w http.ResponseWriter, r *http.Request, v visitor, code string) {
	word := ""
	if words := strings.Fields(strings.ToValidUTF8(code, "")); len(words) > 0 {
		word = words[0]
	}
	command := "offer "
	if strings.Contains(word, "-") {
		command = "replay "
	}
	s.decide(w, r, v, press{id: secret(12), line: command + texts.Truncate(word, maxCode), typed: true})
}

// backTo returns the page's address with the code of a link, if any.
func backTo(base, code string) string {
	if code == "" {
		return base
	}
	return base + "?" + url.Values{showKey: {code}}.Encode()
}
