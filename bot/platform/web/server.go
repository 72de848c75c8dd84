package web

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"html/template"
	"io/fs"
	"net"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/language"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/driver"
	"tarockbot/bot/platform/texts"
)

// server answers requests with the help of the bot's handler.
type server struct {
	p      *Platform
	handle chat.Handler
}

// handler is the whole page: every route stands below "/" for the browser's
// own person and below "/as/NAME/" for further ones.
func (p *Platform) handler(handle chat.Handler) http.Handler {
	s := server{p, handle}
	mux := http.NewServeMux()
	for _, base := range []string{"/", "/as/{name}/"} {
		mux.HandleFunc("GET "+base+"{$}", s.visit(s.page))
		mux.HandleFunc("GET "+base+"events", s.member(s.events))
		mux.HandleFunc("GET "+base+"picture/{ref}/{key}", s.member(s.picture))
		mux.HandleFunc("GET "+base+"file/{key}", s.member(s.file))
		mux.HandleFunc("POST "+base+"enter", s.visit(s.enter))
		mux.HandleFunc("POST "+base+"leave", s.visit(s.leave))
		mux.HandleFunc("POST "+base+"do", s.member(s.act))
		mux.HandleFunc("POST "+base+"dismiss", s.member(s.dismiss))
	}
	mux.HandleFunc("GET /as/{name}", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, secondBase(r.PathValue("name")), http.StatusSeeOther)
	})
	if p.cfg.Verify != nil {
		mux.HandleFunc("GET "+verifyPath, func(w http.ResponseWriter, r *http.Request) { s.verifyPage(w, r, nil) })
		mux.HandleFunc("POST "+verifyPath, s.verify)
	}
	if p.cfg.Privacy != nil {
		mux.HandleFunc("GET /privacy", s.privacy)
	}
	mux.HandleFunc("GET /static/{file}", s.static)
	mux.HandleFunc("GET /cards/{file}", s.cards)
	mux.HandleFunc("GET /app/manifest.webmanifest", s.manifest)
	mux.HandleFunc("GET /app/{icon}", s.appIcon)
	mux.HandleFunc("/", s.missing)
	return s.guard(mux)
}

// route answers a visitor's request.
type route func(w http.ResponseWriter, r *http.Request, v visitor)

// visit answers a visitor.
func (s server) visit(to route) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := s.visitor(r)
		if err != nil {
			s.fault(w, r, err)
			return
		}
		to(w, r, v)
	}
}

// lookTime is how long somebody who only looks waits for the store: they see soon that it is away, and a later look
// loses nothing. What somebody does waits as long as the store tries.
const lookTime = 900 * time.Millisecond

// visitor finds out who asks.
func (s server) visitor(r *http.Request) (visitor, error) {
	if r.Method == http.MethodPost {
		return s.p.visitor(r)
	}
	ctx, cancel := context.WithTimeout(r.Context(), lookTime)
	defer cancel()
	return s.p.visitor(r.WithContext(ctx))
}

// member is visit for those who have entered. A form must be of a page that was made for
// the same person: another tab may have changed who this browser is.
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

// pageData is what the templates "page", "enter", "notice", "verify" and "privacy" are filled with.
type pageData struct {
	T       texts.Language
	Private bool
	Port    string
	Now     int64 // ms since 1970
	Name    string
	Problem string
	AtOnce  bool   // the script enters without being asked
	Show    string // the deal that somebody at the door is on the way to; "" for none

	Verifies bool // there is a page that checks deals
	Tells    bool // there is a page that tells of data

	// Of the page that tells of data alone:
	PrivacyLines screenView

	// Of the check of deals alone:
	Keys    []driver.PublicKey
	Verdict *Report // nil before anything was given

	// Of the chat alone:
	Seen                     string
	Second                   bool
	Faces                    bool   // there is a sheet of card faces
	Who                      string // key of whom the page was made for
	Act                      string // id of the next act made without script
	Alert                    string
	Ask                      *chat.Ask // what a reader without script is asked; nil for nothing
	Channel, Panels, Answers []template.HTML
	First                    []firstStep
	Shortcuts                []string
	Outside                  string // the page's address for others; "" if they can't open it
	Commands                 []chat.CommandWord
	Modules                  []string // of the script: to be fetched at once, not each when another asks for it
}

// write sends a page made by the template.
func (s server) write(w http.ResponseWriter, status int, name string, data pageData) {
	data.Private, data.Port, data.Now, data.Verifies, data.Tells = s.p.private, s.p.port, s.p.cfg.Now().UnixMilli(), s.p.cfg.Verify != nil, s.p.cfg.Privacy != nil
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, name, data); err != nil {
		s.p.cfg.Log.Error("local: a page can't be made", "page", name, "error", err)
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}

// reply is the answer to a script's request.
type reply struct {
	Alert   string   `json:"alert,omitempty"`
	Refused bool     `json:"refused,omitempty"`
	Open    chat.Ref `json:"open,omitempty"`  // the message that the act leads to
	Table   string   `json:"table,omitempty"` // that has begun by the act
	At      int64    `json:"at,omitempty"`    // when the bot had done it, in ms since 1970

	Ask *chat.Ask `json:"ask,omitempty"` // what the reader is asked; nil for nothing
}

// scripted says whether the request is a script's, which reads JSON.
func scripted(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), "application/json")
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

// refuse says kindly why a request isn't served.
func (s server) refuse(w http.ResponseWriter, r *http.Request, status int, text string) {
	t := catalogue.In(accepted(r.Header.Get("Accept-Language"))...)
	if scripted(r) {
		writeJSON(w, status, reply{Alert: t.Say(text), Refused: true})
		return
	}
	s.write(w, status, "notice", pageData{T: t, Problem: t.Say(text)})
}

func (s server) missing(w http.ResponseWriter, r *http.Request) {
	s.refuse(w, r, http.StatusNotFound, "missing")
}

// static serves the style sheets, the scripts and the icons.
func (s server) static(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("file")
	data, err := files.ReadFile("web/" + name)
	if err != nil || path.Ext(name) == ".html" {
		s.missing(w, r)
		return
	}
	serveFile(w, r, name, data)
}

// serveFile serves a file that looks the same to everybody, compressed for who takes
// that. Browsers ask each time whether theirs is the newest. What somebody sees alone is
// never compressed: how long it comes out would tell of it.
func serveFile(w http.ResponseWriter, r *http.Request, name string, data []byte) {
	sum := sha256.Sum256(data)
	tag := hex.EncodeToString(sum[:8])
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	h.Set("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, _ = z.Write(data) // into memory
		_ = z.Close()
		data, tag = b.Bytes(), tag+"-gzip"
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("ETag", `"`+tag+`"`)
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(data))
}

// policy lets the page have nothing but its own files, and nobody frame it.
const policy = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"

// maxBody is the size of the largest request body, in bytes, but of deals to be checked.
const maxBody = 16 << 10

// bodyOf is the size of the largest body that the request may have.
func bodyOf(r *http.Request) int64 {
	if r.URL.Path == verifyPath {
		return maxDeals
	}
	return maxBody
}

// guard stands before every route: it refuses strangers' requests, sets the
// headers that keep browsers careful, and survives a panic.
func (s server) guard(next http.Handler) http.Handler {
	cross := http.NewCrossOriginProtection()
	cross.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.refuse(w, r, http.StatusForbidden, "foreign")
	}))
	inner := cross.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer s.recover(w, r)
		setHeaders(w.Header())
		if !s.p.ownHost(r) || s.p.private && s.proxied(r) {
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

// recover answers for a handler that panicked and logs where.
func (s server) recover(w http.ResponseWriter, r *http.Request) {
	v := recover()
	if v == nil {
		return
	}
	if v == http.ErrAbortHandler { //nolint:errorlint // net/http panics with this very value
		panic(v)
	}
	s.p.cfg.Log.Error("local: a request panicked", "route", r.Pattern, "err", chat.Recovered(v))
	s.refuse(w, r, http.StatusInternalServerError, "failed")
}

// allowedHosts are the names this machine has for the page, and the given, which stand
// behind a proxy's port as often as not.
func allowedHosts(port string, given []string) map[string]bool {
	hosts := make(map[string]bool)
	for _, h := range []string{"127.0.0.1", "localhost", "[::1]"} {
		hosts[h+":"+port], hosts[h] = true, port == "80"
	}
	for _, h := range given {
		h = strings.ToLower(h)
		hosts[h+":"+port], hosts[h] = true, true
	}
	return hosts
}

// ownHost says whether the browser asked for this page by a name of ours. A foreign name
// that leads here is a rebinding attack. The address that was connected to is never a name.
func (p *Platform) ownHost(r *http.Request) bool {
	host := strings.ToLower(r.Host)
	if p.hosts[host] {
		return true
	}
	addr, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return ok && host == addr.String()
}

// page is the chat, or the door for somebody who hasn't entered.
func (s server) page(w http.ResponseWriter, r *http.Request, v visitor) {
	as, show := r.URL.Query().Get("as"), r.URL.Query().Get(showKey)
	switch {
	case as != "" && !v.second(), v.key == "" && v.second():
		s.arrive(w, r, v)
	case v.key == "" && show != "" && foreign(r):
		// A browser says who it is only to whom follows a link of the page itself.
		s.write(w, http.StatusOK, "notice", pageData{T: v.texts, Problem: v.texts.Say("show"), Show: show})
	case v.key == "":
		door(s, w, r, v, pageData{T: v.texts, Show: show})
	case show != "":
		s.show(w, r, v, show)
	default:
		s.chat(w, v)
	}
}

// chat writes the page with all that the visitor sees now.
func (s server) chat(w http.ResponseWriter, v visitor) {
	data, lang, left := s.p.hub.look(v.user(), v.texts.Say("lang"))
	data.Faces, data.Outside, data.Modules = s.p.cfg.Faces != nil, s.p.outside, modules
	data.Who, data.Second, data.Alert, data.Act = v.key, v.second(), left.alert, cmp.Or(left.retry, secret(12))
	data.Ask = left.ask
	data.T, data.Name, data.First, data.Shortcuts, data.Commands = catalogue.In(lang), v.name, first, shortcuts, s.commands(lang)
	s.write(w, http.StatusOK, "page", data)
}

// commands are those that are offered to who reads the language.
func (s server) commands(lang string) []chat.CommandWord {
	lang = catalogue.In(lang).Say("lang")
	for _, v := range s.p.cfg.Vocabularies {
		if v.Lang == lang {
			return v.Commands
		}
	}
	return nil
}

// fault says that something of ours failed, and logs what.
func (s server) fault(w http.ResponseWriter, r *http.Request, err error) {
	s.p.cfg.Log.Error("local: a request failed", "route", r.Pattern, "error", err)
	s.refuse(w, r, http.StatusServiceUnavailable, "failed")
}

// badForm says why a form couldn't be read.
func (s server) badForm(w http.ResponseWriter, r *http.Request, err error) {
	if errors.As(err, new(*http.MaxBytesError)) {
		s.refuse(w, r, http.StatusRequestEntityTooLarge, "long")
		return
	}
	s.refuse(w, r, http.StatusBadRequest, "unclear")
}

//go:embed web
var files embed.FS

// modules are the files of the page's script, but those that are scripts of their own.
var modules = slices.DeleteFunc(scripts(), func(name string) bool { return name == "enter.js" || name == "worker.js" })

func scripts() (names []string) {
	paths, _ := fs.Glob(files, "web/*.js") // the pattern is right
	for _, p := range paths {
		names = append(names, path.Base(p))
	}
	return names
}

// catalogue has the page's own words.
var catalogue = texts.Of("web")

// firstStep is how one begins: the name of its words, and the line that it says.
type firstStep struct{ Name, Line string }

// What has a button of its own: how one begins, and other commands.
var (
	first     = []firstStep{{"now", "now"}, {"learn", "learn"}, {"friend", "challenge"}}
	shortcuts = []string{"games", "leaderboard", "history", "profile", "settings", "help"}
)

// maxTag is the length of the longest language tag that is believed.
const maxTag = 35

// accepted returns the languages of an Accept-Language header, best first; none if it
// isn't one. "mul" is any language.
func accepted(header string) (tags []string) {
	wanted, _, _ := language.ParseAcceptLanguage(header)
	for _, tag := range wanted {
		if text := tag.String(); len(text) <= maxTag {
			tags = append(tags, text)
		}
	}
	return tags
}
