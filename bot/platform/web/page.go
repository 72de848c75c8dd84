package web

import (
	"cmp"
	"net/http"

	"tarockbot/bot/chat"
)

// firstStep is a way to begin: the key of its texts, and its command.
type firstStep struct{ Name, Line string }

// The commands with buttons.
var (
	firstSteps       = []firstStep{{"now", "now"}, {"learn", "learn"}, {"friend", "challenge"}}
	shortcutCommands = []string{"games", "leaderboard", "history", "profile", "settings", "help"}
)

// page writes the chat or, for a visitor without a name, the door.
func (s server) page(w http.ResponseWriter, r *http.Request, v visitor) {
	as, show := r.URL.Query().Get("as"), r.URL.Query().Get(showKey)
	switch {
	case as != "" && !v.isSecond(), v.key == "" && v.isSecond():
		s.door.arrive(w, r, v)
	case v.key == "" && show != "" && foreign(r):
		// The browser sends its cookies only when the visitor follows a link of the page.
		s.write(w, http.StatusOK, "notice", noticeData{s.common(v.texts), v.texts.Say("show"), show})
	case v.key == "":
		s.door.writeDoor(w, v, doorData{common: s.common(v.texts), Show: show})
	case show != "":
		s.openLink(w, r, v, show)
	default:
		s.chat(w, v)
	}
}

// privacyData is the data for the template "privacy".
type privacyData struct {
	common
	Notice screenView
}

// privacy serves the privacy page to all visitors, with or without a name.
func (s server) privacy(w http.ResponseWriter, r *http.Request) {
	t := s.speaksTo(r)
	s.write(w, http.StatusOK, "privacy", privacyData{s.common(t), screenView{Lines: splitLines(s.cfg.Privacy(t.Say("lang")))}})
}

// chatData is the data for the template "page".
type chatData struct {
	common
	Content  content
	Who      string // the user's key
	Name     string
	Second   bool      // a second identity of the browser
	Act      string    // the form's id without script
	Alert    string    // without script
	Ask      *chat.Ask // a question without script; nil for none
	Commands []chat.CommandWord
	Faces    bool   // card faces are drawn
	Outside  string // the page's address for others; "" if they can't open it
	Port     string
}

// chat writes the page with everything that the visitor sees now.
func (s server) chat(w http.ResponseWriter, v visitor) {
	seen, lang, left := s.p.hub.look(v.user(), v.texts.Say("lang"))
	s.write(w, http.StatusOK, "page", chatData{
		common: s.common(catalogue.In(lang)), Content: seen, Who: v.key, Name: v.name, Second: v.isSecond(),
		Act: cmp.Or(left.retry, secret(12)), Alert: left.alert, Ask: left.ask, Commands: s.commands(lang),
		Faces: s.cfg.Faces != nil, Outside: s.p.outside, Port: s.port,
	})
}

// commands returns the commands offered in the language.
func (s server) commands(lang string) []chat.CommandWord {
	lang = catalogue.In(lang).Say("lang")
	for _, v := range s.cfg.Vocabularies {
		if v.Lang == lang {
			return v.Commands
		}
	}
	return nil
}
