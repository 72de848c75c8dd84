package web

import (
	"cmp"
	"embed"
	"io/fs"
	"net/http"
	"path"
	"slices"

	"golang.org/x/text/language"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/texts"
)

// server answers requests with the help of the bot's handler.
type server struct {
	*site
	p      *Platform
	door   entrance
	handle chat.Handler
}

// handler returns the routes of the page. The routes of a user exist below "/" for the browser's first
// identity and below "/as/NAME/" for second identities.
func (p *Platform) handler(handle chat.Handler) http.Handler {
	s := server{site: p.site, p: p, door: entrance{p.site, p.owners, handle}, handle: handle}
	mux := http.NewServeMux()
	for _, base := range []string{"/", "/as/{name}/"} {
		mux.HandleFunc("GET "+base+"{$}", s.visit(s.page))
		mux.HandleFunc("GET "+base+"events", s.member(s.events))
		mux.HandleFunc("GET "+base+"picture/{ref}/{key}", s.member(s.picture))
		mux.HandleFunc("GET "+base+"file/{key}", s.member(s.file))
		mux.HandleFunc("POST "+base+"enter", s.visit(s.door.enter))
		mux.HandleFunc("POST "+base+"leave", s.visit(s.door.leave))
		mux.HandleFunc("POST "+base+"do", s.member(s.act))
		mux.HandleFunc("POST "+base+"dismiss", s.member(s.dismiss))
	}
	mux.HandleFunc("GET /as/{name}", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, secondBase(r.PathValue("name")), http.StatusSeeOther)
	})
	if p.cfg.Verify != nil {
		mux.HandleFunc("GET "+verifyPath, func(w http.ResponseWriter, r *http.Request) { p.checker.verifyPage(w, r, nil) })
		mux.HandleFunc("POST "+verifyPath, p.checker.verify)
	}
	if p.cfg.Privacy != nil {
		mux.HandleFunc("GET /privacy", s.privacy)
	}
	mux.HandleFunc("GET /static/{file}", p.artwork.static)
	mux.HandleFunc("GET /cards/{file}", p.artwork.cards)
	mux.HandleFunc("GET /app/manifest.webmanifest", p.artwork.manifest)
	mux.HandleFunc("GET /app/{icon}", p.artwork.appIcon)
	mux.HandleFunc("/", s.missing)
	return s.guard(mux)
}

// route answers a visitor's request.
type route func(w http.ResponseWriter, r *http.Request, v visitor)

// visit identifies the visitor and calls the route.
func (s server) visit(to route) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := s.p.owners.identify(r)
		if err != nil {
			s.fault(w, r, err)
			return
		}
		to(w, r, v)
	}
}

// member is visit for visitors with a name. It refuses a form from a page made for another user: another
// tab may have changed the browser's identity.
func (s server) member(to route) http.HandlerFunc {
	return s.visit(func(w http.ResponseWriter, r *http.Request, v visitor) {
		if err := r.ParseForm(); err != nil {
			s.badForm(w, r, err)
			return
		}
		who := r.PostForm.Get("who")
		if v.key == "" || who != "" && who != v.key {
			s.refuse(w, r, http.StatusForbidden, "nobody")
			return
		}
		to(w, r, v)
	})
}

// policy allows only the page's own files and forbids frames.
const policy = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"

// maxBody is the largest request body in bytes, except for deals to be checked.
const maxBody = 16 << 10

// bodyOf returns the largest allowed body of the request in bytes.
func bodyOf(r *http.Request) int64 {
	if r.URL.Path == verifyPath {
		return maxDeals
	}
	return maxBody
}

// guard wraps all routes: it refuses foreign requests, sets security headers and recovers from panics.
func (s server) guard(next http.Handler) http.Handler {
	cross := http.NewCrossOriginProtection()
	cross.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.refuse(w, r, http.StatusForbidden, "foreign")
	}))
	inner := cross.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer s.answerPanic(w, r)
		setHeaders(w.Header())
		if !s.ownHost(r) || s.private && proxied(r) {
			s.refuse(w, r, http.StatusMisdirectedRequest, "host")
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, bodyOf(r))
		inner.ServeHTTP(w, r)
	})
}

func setHeaders(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
}

// answerPanic logs a handler's panic and answers the request.
func (s server) answerPanic(w http.ResponseWriter, r *http.Request) {
	v := recover()
	if v == nil {
		return
	}
	if v == http.ErrAbortHandler { //nolint:errorlint // net/http panics with this value itself
		panic(v)
	}
	s.cfg.Log.Error("local: a request panicked", "route", r.Pattern, "err", chat.Recovered(v))
	s.refuse(w, r, http.StatusInternalServerError, "failed")
}

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

//go:embed web
var assets embed.FS

// modules are the files of the page's script, without separate scripts.
var modules = slices.DeleteFunc(scripts(), func(name string) bool { return name == "enter.js" || name == "worker.js" })

func scripts() (names []string) {
	paths, _ := fs.Glob(assets, "web/*.js") // the pattern is right
	for _, p := range paths {
		names = append(names, path.Base(p))
	}
	return names
}

// catalogue holds the page's own texts.
var catalogue = texts.Of("web")

// firstStep is a way to begin: the key of its texts, and its command.
type firstStep struct{ Name, Line string }

// The commands with buttons.
var (
	firstSteps       = []firstStep{{"now", "now"}, {"learn", "learn"}, {"friend", "challenge"}}
	shortcutCommands = []string{"games", "leaderboard", "history", "profile", "settings", "help"}
)

// maxTag is the length of the longest language tag accepted.
const maxTag = 35

// accepted returns the languages of an Accept-Language header, best first, or none if the header is
// invalid. "mul" is any language.
func accepted(header string) (tags []string) {
	wanted, _, _ := language.ParseAcceptLanguage(header)
	for _, tag := range wanted {
		if text := tag.String(); len(text) <= maxTag {
			tags = append(tags, text)
		}
	}
	return tags
}
