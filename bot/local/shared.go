package local

import (
	"net/http"
	"net/url"
	"strings"
)

// showKey is what an address ends with that leads to a deal: "?show=abcd2345-1".
const showKey = "show"

// Link is the page's address with the deal that "replay CODE" names. Other lines
// have none: what an address says may have been written by anybody.
func (p *Platform) Link(line string) string {
	code, is := strings.CutPrefix(line, "replay ")
	home := p.home()
	if !is || home == "" {
		return ""
	}
	return home + "?" + url.Values{showKey: {code}}.Encode()
}

// home is where people open the page: by its public name, which a proxy with a
// certificate has, or on this machine; "" if neither is known.
func (p *Platform) home() string {
	switch {
	case p.public != "":
		return "https://" + p.public + "/"
	case p.private:
		return p.URL()
	}
	return ""
}

// show shows the visitor the deal of that code, and leads to the page.
func (s server) show(w http.ResponseWriter, r *http.Request, v visitor, code string) {
	id, err := s.p.secret(12)
	if err != nil {
		s.fault(w, r, err)
		return
	}
	s.decide(w, r, v, press{id: id, line: "replay " + shorten(oneWord(code), maxCaption), typed: true})
}

// oneWord is the text as far as it is one.
func oneWord(text string) string {
	words := strings.Fields(strings.ToValidUTF8(text, ""))
	if len(words) == 0 {
		return ""
	}
	return words[0]
}

// backTo is where somebody goes on who has entered, and was on the way to a deal.
func backTo(base, code string) string {
	if code == "" {
		return base
	}
	return base + "?" + url.Values{showKey: {code}}.Encode()
}
