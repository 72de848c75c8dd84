package web

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/texts"
)

// visitor is who a request comes from.
type visitor struct {
	base  string // the path all of the visitor's pages begin with
	key   string // "" if nobody has entered
	name  string
	token string // "" if the browser has none yet
	texts texts.Language
	lang  string // as the browser tells it, or ""

	origin string // see site.origin
	cookies
}

// user is the visitor's id.
func (v visitor) user() chat.UserID { return userID(v.key) }

// userID is the port's name for who has the key.
func userID(key string) chat.UserID { return chat.UserID(userPrefix + key) }

// keyOf is the key that the port's name was made of.
func keyOf(user chat.UserID) string { return strings.TrimPrefix(string(user), userPrefix) }

// second says whether the visitor is a further person in one browser.
func (v visitor) isSecond() bool { return v.base != "/" }

// lookTime is how long somebody who only looks waits for the store: they see soon that it is away, and a later look
// loses nothing. What somebody does waits as long as the store tries.
const lookTime = 900 * time.Millisecond

// visitor finds out who asks. A visitor whose cookie doesn't own the name is
// nobody; the error is the store's.
func (o *owners) visitor(r *http.Request) (visitor, error) {
	v := visitor{base: "/", origin: o.origin(r), texts: o.speaksTo(r), cookies: o.cookies(r)}
	if langs := accepted(r.Header.Get("Accept-Language")); len(langs) > 0 && langs[0] != "mul" {
		v.lang = langs[0]
	}
	path := r.PathValue("name")
	if path != "" {
		v.base = secondBase(path)
	}
	var key string
	v.token, key = v.read(v.cookieName(v.isSecond()))
	if v.token == "" || key == "" || v.isSecond() && key != path {
		return v, nil
	}
	ctx := r.Context()
	if r.Method != http.MethodPost {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, lookTime)
		defer cancel()
	}
	note, err := o.of(ctx, key)
	if err != nil || !note.has(v.token) {
		return v, err
	}
	v.key, v.name = key, note.Name
	return v, o.recordBrowser(ctx, v, note)
}

// recordBrowser notes in which browser a further person is.
func (o *owners) recordBrowser(ctx context.Context, v visitor, note *ownerNote) error {
	own, _ := v.read(v.cookieName(false))
	if !v.isSecond() || own == "" || note.Browser != "" || note.has(own) {
		return nil
	}
	note.Browser = hashed(own)
	return o.set(ctx, v.key, note)
}

// secondBase is the path below which the further person's cookie is sent.
func secondBase(key string) string { return "/as/" + url.PathEscape(key) + "/" }
