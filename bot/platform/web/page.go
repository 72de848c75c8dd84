package web

import (
	"cmp"
	"context"
	"net/http"

	"tarockbot/bot/chat"
)

type firstStep struct{ Name, Line string }

var (
	firstSteps       = []firstStep{{"now", "now"}, {"learn", "learn"}, {"friend", "challenge pace=1d"}}
	shortcutCommands = []string{"games", "leaderboard", "history", "profile", "settings", "help"}
)

// page writes the chat or, without a name, the door.
func (s server) page(w http.ResponseWriter, r *http.Request, v visitor) {
	as, show := r.URL.Query().Get("as"), r.URL.Query().Get(showKey)
	switch {
	case as != "" && !v.isSecond(), v.key == "" && v.isSecond():
		s.door.arrive(w, r, v)
	case v.key == "" && show != "" && foreign(r):
		// cookies come only after a click on this page
		s.write(w, http.StatusOK, "notice", noticeData{s.common(v.texts), v.texts.Say("show"), show, s.invited(r, show, v.texts)})
	case v.key == "":
		s.door.writeDoor(w, v, doorData{common: s.common(v.texts), Show: show, Invited: s.invited(r, show, v.texts)})
	case show != "":
		s.openLink(w, r, v, show)
	default:
		s.chat(w, r, v)
	}
}

type privacyData struct {
	common
	Notice screenView
}

func (s server) privacy(w http.ResponseWriter, r *http.Request) {
	t := s.speaksTo(r)
	s.write(w, http.StatusOK, "privacy", privacyData{s.common(t), screenView{Lines: splitLines(s.cfg.Privacy(t.Say("lang")))}})
}

type chatData struct {
	common
	Content  content
	Who      string
	Name     string
	Second   bool
	Act      string // the form's ID without a script
	Alert    string
	Ask      *chat.Ask
	Commands []chat.CommandWord
	Faces    bool
	Outside  string // address for others, or ""
	// FlagsToShare tells a private page's administrator how to let others in; "" for all else.
	FlagsToShare string
}

func (s server) chat(w http.ResponseWriter, r *http.Request, v visitor) {
	flags, err := s.flagsToShare(r.Context(), v)
	if err != nil {
		s.fault(w, r, err)
		return
	}
	seen, lang, left := s.p.hub.read(v.user(), v.texts.Say("lang"))
	s.write(w, http.StatusOK, "page", chatData{
		common: s.common(catalogue.In(lang)), Content: seen, Who: v.key, Name: v.name, Second: v.isSecond(),
		Act: cmp.Or(left.retry, secret(12)), Alert: left.alert, Ask: left.ask, Commands: s.commands(lang),
		Faces: s.cfg.Faces != nil, Outside: s.p.outside, FlagsToShare: flags,
	})
}

func (s server) flagsToShare(ctx context.Context, v visitor) (string, error) {
	if !s.private {
		return "", nil
	}
	if ok, err := s.p.Administers(ctx, Channel, v.user()); err != nil || !ok {
		return "", err
	}
	return "--local.listen 0.0.0.0:" + s.port + " --local.public=true", nil
}

func (s server) commands(lang string) []chat.CommandWord {
	lang = catalogue.In(lang).Say("lang")
	for _, v := range s.cfg.Vocabularies {
		if v.Lang == lang {
			return v.Commands
		}
	}
	return nil
}
