package local

import (
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/texts"
)

// owner is what is kept of the person who has a name. The token itself is
// nowhere but in that person's browser.
type ownerNote struct {
	Token string `json:"token"` // SHA-256 of the token, in hex
	Name  string `json:"name"`  // as it was written when it was taken
	// Browser tells which browser a further person is in: SHA-256 of the token of its
	// own person, in hex. It is "" for that one, whose token is the browser's.
	Browser string `json:"browser,omitempty"`
	// Taken is when, in seconds since 1970, if the name goes unless it is used; see
	// Platform.Lapses.
	Taken int64 `json:"taken,omitempty"`
}

// browser is the same for all names of one browser.
func (o *ownerNote) browser() string { return cmp.Or(o.Browser, o.Token) }

// Together says whether both users are names of one browser.
func (p *Platform) Together(ctx context.Context, a, b chat.UserID) (bool, error) {
	var owners []*ownerNote
	for _, user := range []chat.UserID{a, b} {
		_, key, _ := strings.Cut(string(user), ":")
		o, err := p.owner(ctx, key)
		if err != nil || o == nil {
			return false, err
		}
		owners = append(owners, o)
	}
	return owners[0].browser() == owners[1].browser(), nil
}

// tokenSize is the length of a token in random bytes.
const tokenSize = 32

// errTaken: the name belongs to somebody else.
var errTaken = errors.New("local: the name is taken")

// errTooMany: enough names were taken from that address.
var errTooMany = errors.New("local: too many names from one address")

// owner reads who has the key; nil if nobody.
func (p *Platform) owner(ctx context.Context, key string) (*ownerNote, error) {
	data, err := p.notes.Read(ctx, noteKey(key))
	if err != nil {
		return nil, fmt.Errorf("local: owner of a name: %w", err)
	}
	if data == nil {
		return nil, nil
	}
	var o ownerNote
	if err := json.Unmarshal(data, &o); err != nil {
		return nil, fmt.Errorf("local: owner of a name: %w", err)
	}
	return &o, nil
}

func noteKey(key string) string { return "name/" + key }

// claim makes the name the token's, or finds that it is already. errTaken if
// it is another's, errTooMany if no more may be taken from the origin.
func (p *Platform) claim(ctx context.Context, key, name, token, origin string) (*ownerNote, error) {
	o, err := p.owner(ctx, key)
	if err == nil && o == nil {
		o, err = p.take(ctx, key, ownerNote{Token: hashed(token), Name: name}, origin)
	}
	if err != nil {
		return nil, err
	}
	if o == nil || !o.has(token) {
		return nil, errTaken
	}
	return o, nil
}

// take makes the name the owner's unless somebody was quicker, and returns whose it is.
func (p *Platform) take(ctx context.Context, key string, mine ownerNote, origin string) (*ownerNote, error) {
	if !p.names.take(origin) {
		return nil, errTooMany
	}
	if !p.private {
		mine.Taken = p.now().Unix()
	}
	data, err := json.Marshal(mine)
	if err != nil {
		return nil, err
	}
	free, err := p.notes.Claim(ctx, noteKey(key), data)
	if err == nil && free {
		p.warnOfAdmin(userID(key), "somebody has taken an administrator's name")
		return &mine, nil
	}
	p.names.giveBack(origin)
	if err != nil {
		return nil, fmt.Errorf("local: claim a name: %w", err)
	}
	return p.owner(ctx, key)
}

// has says whether the token is the owner's, in a time that tells nothing.
func (o *ownerNote) has(token string) bool {
	return subtle.ConstantTimeCompare([]byte(o.Token), []byte(hashed(token))) == 1
}

func hashed(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// visitor is who a request comes from.
type visitor struct {
	base  string // the path all of the visitor's pages begin with
	key   string // "" if nobody has entered
	name  string
	token string // "" if the browser has none yet
	texts texts.Language
	lang  string // as the browser tells it, or ""

	origin string // see Platform.origin
}

// user is the visitor's id.
func (v visitor) user() chat.UserID { return userID(v.key) }

// userID is the port's name for who has the key.
func userID(key string) chat.UserID { return chat.UserID("local:" + key) }

// second says whether the visitor is a further person in one browser.
func (v visitor) second() bool { return v.base != "/" }

// visitor finds out who asks. A visitor whose cookie doesn't own the name is
// nobody; the error is the store's.
func (p *Platform) visitor(r *http.Request) (visitor, error) {
	v := visitor{base: "/", origin: p.origin(r), texts: catalogue.In(accepted(r.Header.Get("Accept-Language"))...)}
	if langs := accepted(r.Header.Get("Accept-Language")); len(langs) > 0 && langs[0] != "*" {
		v.lang = langs[0]
	}
	path := r.PathValue("name")
	if path != "" {
		v.base = secondBase(path)
	}
	token, key := p.readCookie(r, p.cookieName(v.second(), p.secure(r)))
	v.token = token
	if token == "" || key == "" || (v.second() && key != path) {
		return v, nil
	}
	o, err := p.owner(r.Context(), key)
	if err != nil || o == nil || !o.has(token) {
		return v, err
	}
	v.key, v.name = key, o.Name
	return v, p.noteBrowser(r, v, o)
}

// noteBrowser notes in which browser a further person is.
func (p *Platform) noteBrowser(r *http.Request, v visitor, o *ownerNote) error {
	own, _ := p.readCookie(r, p.cookieName(false, p.secure(r)))
	if !v.second() || own == "" || o.Browser != "" || o.has(own) {
		return nil
	}
	o.Browser = hashed(own)
	data, err := json.Marshal(o)
	if err != nil {
		return err
	}
	return p.notes.Write(r.Context(), noteKey(v.key), data)
}

// secondBase is the path below which the further person's cookie is sent.
func secondBase(key string) string { return "/as/" + url.PathEscape(key) + "/" }

// cookieName has the port in it, because browsers send cookies to all ports. By TLS it
// begins so that no browser takes it from another host or without TLS.
func (p *Platform) cookieName(second, secure bool) string {
	switch {
	case secure:
		return "__Host-tarockbot-" + p.port
	case second:
		return "tarockbot-as-" + p.port
	}
	return "tarockbot-" + p.port
}

// readCookie returns the token and the key of the name it was last used for.
func (p *Platform) readCookie(r *http.Request, name string) (token, key string) {
	c, err := r.Cookie(name)
	if err != nil {
		return "", ""
	}
	token, rest, _ := strings.Cut(c.Value, ".")
	raw, err := base64.RawURLEncoding.DecodeString(rest)
	if err != nil || len(token) != base64.RawURLEncoding.EncodedLen(tokenSize) {
		return "", ""
	}
	return token, string(raw)
}

// setCookie gives the browser the token, under the name that it enters with;
// with no key it keeps the token for its names but is nobody.
func (p *Platform) setCookie(w http.ResponseWriter, r *http.Request, base, token, key string) {
	secure := p.secure(r)
	http.SetCookie(w, &http.Cookie{
		Name:     p.cookieName(base != "/", secure),
		Value:    token + "." + base64.RawURLEncoding.EncodeToString([]byte(key)),
		Path:     base,
		MaxAge:   400 * 24 * 60 * 60, // the most that browsers keep
		HttpOnly: true,
		SameSite: http.SameSiteStrictMode,
		Secure:   secure,
	})
}
