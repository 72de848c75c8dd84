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

// visitor is the requester, identified by a cookie. On a private page one browser may hold several
// identities. The first uses path /; each further one has the path /as/NAME/ and a cookie sent only there.
// isSecond reports whether the request is for a further one.
type visitor struct {
	base  string // the path of the visitor's pages
	key   string // "" without a valid cookie
	name  string
	token string // "" before the first
	texts texts.Language
	lang  string // the browser's, or ""

	origin string // see site.origin
	cookies
}

// user returns the visitor's user id.
func (v visitor) user() chat.UserID { return userID(v.key) }

// userID returns the user id for the key of a name.
func userID(key string) chat.UserID { return chat.UserID(userPrefix + key) }

// keyOf returns the key of the user's name.
func keyOf(user chat.UserID) string { return strings.TrimPrefix(string(user), userPrefix) }

// isSecond reports whether the request is for a second identity.
func (v visitor) isSecond() bool { return v.base != "/" }

// lookTime is how long a GET request waits for the store. A failed look costs nothing, so the visitor soon
// sees the outage. Other requests wait as long as the store retries.
const lookTime = 900 * time.Millisecond

// visitor identifies the requester by cookie. A visitor without a valid cookie has an empty key. It may
// store which browser a second identity uses. The error is the store's; GET requests give up after
// lookTime.
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

// recordBrowser stores which browser a second identity uses, unless it is known.
func (o *owners) recordBrowser(ctx context.Context, v visitor, note *ownerNote) error {
	own, _ := v.read(v.cookieName(false))
	if !v.isSecond() || own == "" || note.Browser != "" || note.has(own) {
		return nil
	}
	note.Browser = hashed(own)
	return o.set(ctx, v.key, note)
}

// secondBase returns the path of the second identity's pages and cookie.
func secondBase(key string) string { return "/as/" + url.PathEscape(key) + "/" }
