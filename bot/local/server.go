package local

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"html/template"
	"net"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/texts"
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
		mux.HandleFunc("GET "+base+"{$}", s.page)
		mux.HandleFunc("GET "+base+"events", s.events)
		mux.HandleFunc("GET "+base+"picture/{ref}/{key}", s.picture)
		mux.HandleFunc("GET "+base+"file/{key}", s.file)
		mux.HandleFunc("POST "+base+"enter", s.enter)
		mux.HandleFunc("POST "+base+"leave", s.leave)
		mux.HandleFunc("POST "+base+"do", s.act)
		mux.HandleFunc("POST "+base+"dismiss", s.dismiss)
	}
	mux.HandleFunc("GET /as/{name}", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, secondBase(r.PathValue("name")), http.StatusSeeOther)
	})
	mux.HandleFunc("GET /static/{file}", s.static)
	mux.HandleFunc("/", s.missing)
	return s.guard(mux)
}

// pageData is what the templates "page", "enter" and "notice" are filled with.
type pageData struct {
	T       texts.Language
	Private bool
	Name    string
	Problem string
	AtOnce  bool   // the script enters without being asked
	Show    string // the deal that somebody at the door is on the way to; "" for none
	chatData
}

// write sends a page made by the template.
func (s server) write(w http.ResponseWriter, status int, name string, data pageData) {
	data.Private = s.p.private
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, name, data); err != nil {
		s.p.log.Error("local: a page can't be made", "page", name, "error", err)
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}

// reply is the answer to a script's request.
type reply struct {
	Alert   string `json:"alert,omitempty"`
	Refused bool   `json:"refused,omitempty"`
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

// static serves the style sheet, the script and the icon; browsers ask each
// time whether theirs is the newest.
func (s server) static(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("file")
	data, err := files.ReadFile("web/" + name)
	if err != nil || path.Ext(name) == ".html" {
		s.missing(w, r)
		return
	}
	sum := sha256.Sum256(data)
	w.Header().Set("ETag", `"`+hex.EncodeToString(sum[:8])+`"`)
	w.Header().Set("Cache-Control", "no-cache")
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(data))
}

// policy lets the page have nothing but its own files, and nobody frame it.
const policy = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"

// maxBody is the size of the largest request body, in bytes.
const maxBody = 16 << 10

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
		if !s.ownHost(r) || s.p.private && s.proxied(r) {
			s.refuse(w, r, http.StatusMisdirectedRequest, "host")
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
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
	s.p.log.Error("local: a request panicked", "route", r.Pattern, "err", chat.Recovered(v))
	s.refuse(w, r, http.StatusInternalServerError, "failed")
}

// allowedHosts are the names this machine has for the page, and the given.
func allowedHosts(port string, more []string) map[string]bool {
	hosts := make(map[string]bool)
	for _, h := range append([]string{"127.0.0.1", "localhost", "[::1]"}, more...) {
		h = strings.ToLower(h)
		hosts[h+":"+port] = true
		if port == "80" || strings.Contains(strings.Trim(h, "[]"), ":") || isConfigured(h, more) {
			hosts[h] = true
		}
	}
	return hosts
}

// isConfigured says whether the host is among the given names, which stand
// behind a proxy's port as often as not.
func isConfigured(h string, given []string) bool {
	for _, g := range given {
		if strings.EqualFold(g, h) {
			return true
		}
	}
	return false
}

// ownHost says whether the browser asked for this page by a name of ours. A
// foreign name that leads here is a rebinding attack. The address that was
// connected to is never a name.
func (s server) ownHost(r *http.Request) bool {
	host := strings.ToLower(r.Host)
	if s.p.hosts[host] {
		return true
	}
	addr, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return ok && host == addr.String()
}

// chatData is what only the chat needs of a page.
type chatData struct {
	Seen                     string
	Second                   bool
	Who                      string // key of whom the page was made for
	Act                      string // id of the next act made without script
	Alert                    string
	Channel, Panels, Answers []template.HTML
	Shortcuts, Commands      []offer
}

// offer is a command that the page proposes.
type offer struct{ Line, Label string }

// page is the chat, or the door for somebody who hasn't entered.
func (s server) page(w http.ResponseWriter, r *http.Request) {
	v, err := s.p.visitor(r)
	switch as := r.URL.Query().Get("as"); {
	case err != nil:
		s.fault(w, r, err)
	case as != "" && !v.second():
		s.second(w, r, as)
	case v.key == "" && v.second():
		s.arrive(w, r, v)
	case v.key == "" && r.URL.Query().Get(showKey) != "" && foreign(r):
		// A browser says who it is only to whom follows a link of the page itself.
		s.write(w, http.StatusOK, "notice", pageData{T: v.texts, Problem: v.texts.Say("show"), Show: r.URL.Query().Get(showKey)})
	case v.key == "":
		s.write(w, http.StatusOK, "enter", pageData{T: v.texts, Show: r.URL.Query().Get(showKey)})
	case r.URL.Query().Get(showKey) != "":
		s.show(w, r, v, r.URL.Query().Get(showKey))
	default:
		s.chat(w, r, v)
	}
}

// chat writes the page with all that the visitor sees now.
func (s server) chat(w http.ResponseWriter, r *http.Request, v visitor) {
	id, err := s.p.secret(12)
	if err != nil {
		s.fault(w, r, err)
		return
	}
	now := s.p.hub.look(v.user())
	if now.flash.retry != "" {
		id = now.flash.retry
	}
	t := v.texts
	if now.lang != "" {
		t = catalogue.In(now.lang, t.Say("lang"))
	}
	s.write(w, http.StatusOK, "page", pageData{T: t, Name: v.name, chatData: chatData{
		Seen: now.seen, Who: v.key, Second: v.second(), Act: id, Alert: now.flash.alert,
		Channel: trusted(now.channel), Panels: trusted(now.panels), Answers: trusted(now.answers),
		Shortcuts: offers(t, "shortcut.", shortcuts), Commands: offers(t, "command.", s.p.commands),
	}})
}

// trusted marks messages as HTML; the template "screen" made and escaped them.
func trusted(htmls []string) []template.HTML {
	out := make([]template.HTML, len(htmls))
	for i, h := range htmls {
		out[i] = template.HTML(h) //nolint:gosec // made by our own template
	}
	return out
}

func offers(t texts.Language, prefix string, lines []string) []offer {
	out := make([]offer, len(lines))
	for i, line := range lines {
		out[i] = offer{line, t.Say(prefix + line)}
	}
	return out
}

// fault says that something of ours failed, and logs what.
func (s server) fault(w http.ResponseWriter, r *http.Request, err error) {
	s.p.log.Error("local: a request failed", "route", r.Pattern, "error", err)
	s.refuse(w, r, http.StatusServiceUnavailable, "failed")
}

// badForm says why a form couldn't be read.
func (s server) badForm(w http.ResponseWriter, r *http.Request, err error) {
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		s.refuse(w, r, http.StatusRequestEntityTooLarge, "long")
		return
	}
	s.refuse(w, r, http.StatusBadRequest, "unclear")
}

//go:embed web
var files embed.FS

//go:embed texts.json
var textsFile []byte

// catalogue has the page's own words.
var catalogue = texts.Must(textsFile)

// shortcuts are the commands with a button of their own.
var shortcuts = []string{"practice", "challenge", "games", "rules", "help"}

// accepted returns the languages of an Accept-Language header, best first.
func accepted(header string) []string {
	type wish struct {
		tag     string
		quality float64
	}
	var wishes []wish
	for part := range strings.SplitSeq(header[:min(len(header), 400)], ",") {
		tag, rest, _ := strings.Cut(strings.TrimSpace(part), ";")
		w := wish{strings.TrimSpace(tag), 1}
		if q, ok := strings.CutPrefix(strings.TrimSpace(rest), "q="); ok {
			w.quality, _ = strconv.ParseFloat(q, 64)
		}
		if validTag(w.tag) && w.quality > 0 {
			wishes = append(wishes, w)
		}
	}
	slices.SortStableFunc(wishes, func(a, b wish) int {
		switch {
		case a.quality > b.quality:
			return -1
		case a.quality < b.quality:
			return 1
		}
		return 0
	})
	tags := make([]string, len(wishes))
	for i, w := range wishes {
		tags[i] = w.tag
	}
	return tags
}

func validTag(tag string) bool {
	return tag != "" && len(tag) <= 35 && strings.Trim(tag, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") == ""
}
