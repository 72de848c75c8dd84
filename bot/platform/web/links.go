package web

import (
	"cmp"
	"net/http"
	"net/url"
	"strings"

	qr "github.com/piglig/go-qr"

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

// invitation tells a challenger how others can accept.
type invitation struct {
	Link string // "" if only the channel's visitors can accept
	Code string
}

// invited describes the challenge that a link leads to; nil for other links.
func (s *site) invited(r *http.Request, code string, t texts.Language) []lineView {
	if s.cfg.Invitation == nil || code == "" || len(code) > maxCode {
		return nil
	}
	return splitLines(s.cfg.Invitation(r.Context(), code, t.Say("lang")))
}

// qr draws a challenge's link as a QR code.
func (p *Platform) qr(w http.ResponseWriter, r *http.Request) {
	link := p.Link("accept " + texts.Truncate(r.PathValue("code"), maxCode))
	if link == "" {
		p.missing(w, r)
		return
	}
	code, err := qr.EncodeText(link, qr.Medium)
	if err != nil {
		p.fault(w, r, err)
		return
	}
	const scale, border = 8, 4 // pixels in a module, modules around the code
	data, err := code.ToPNGBytes(qr.NewQrCodeImgConfig(scale, border))
	if err != nil {
		p.fault(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	_, _ = w.Write(data)
}

// backTo returns the page's address with the code of a link, if any.
func backTo(base, code string) string {
	if code == "" {
		return base
	}
	return base + "?" + url.Values{showKey: {code}}.Encode()
}
