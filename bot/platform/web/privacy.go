package web

import "net/http"

// privacy tells anybody who runs the bot and what becomes of people's data, without having entered.
func (s server) privacy(w http.ResponseWriter, r *http.Request) {
	t := s.p.speaksTo(r)
	s.write(w, http.StatusOK, "privacy", pageData{T: t, PrivacyLines: screenView{Lines: splitLines(s.p.cfg.Privacy(t.Say("lang")))}})
}
