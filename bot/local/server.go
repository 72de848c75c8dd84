package local

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"path"
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
