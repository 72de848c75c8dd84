package web

import (
	"net/http"

	"tarockbot/bot/chat"
)

type server struct {
	*site
	p      *Platform
	door   entrance
	handle chat.Handler
}

// First identities have their routes below "/", others below "/as/NAME/".
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
		mux.HandleFunc("POST "+base+"say", s.member(s.say))
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
	mux.HandleFunc("GET /qr/{code}", p.qr)
	mux.HandleFunc("GET /static/{file}", p.artwork.static)
	mux.HandleFunc("GET /cards/{file}", p.artwork.cards)
	mux.HandleFunc("GET /app/manifest.webmanifest", p.artwork.manifest)
	mux.HandleFunc("GET /app/{icon}", p.artwork.appIcon)
	mux.HandleFunc("/", s.missing)
	return s.guard(mux)
}

type route func(w http.ResponseWriter, r *http.Request, v visitor)

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

// member requires a name. It refuses another user's forms: another tab may have changed the identity.
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

const policy = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"

// in bytes; see bodyOf
const maxBody = 16 << 10

func bodyOf(r *http.Request) int64 {
	if r.URL.Path == verifyPath {
		return maxDeals
	}
	return maxBody
}

// guard refuses foreign requests, sets security headers and recovers from panics.
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

func (s server) answerPanic(w http.ResponseWriter, r *http.Request) {
	v := recover()
	if v == nil {
		return
	}
	if v == http.ErrAbortHandler { //nolint:errorlint // net/http panics with this value itself
		panic(v)
	}
	s.cfg.Log.Error("local: a request panicked", "route", r.Pattern, "err", chat.NewFault(v))
	s.refuse(w, r, http.StatusInternalServerError, "failed")
}
