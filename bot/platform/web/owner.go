package web

import (
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"tarockbot/bot/chat"
)

// ownerNote is what is kept of the person who has a name. The token itself is
// nowhere but in that person's browser.
type ownerNote struct {
	Token string `json:"token"` // SHA-256 of the token, in hex
	Name  string `json:"name"`  // as it was written when it was taken
	// Browser tells which browser a further person is in: SHA-256 of the token of its
	// own person, in hex. It is "" for that one, whose token is the browser's.
	Browser string `json:"browser,omitempty"`
	// Taken is when, in seconds since 1970, if the name goes unless it is used; see
	// Platform.Expires.
	Taken int64 `json:"taken,omitempty"`
}

// owners know who has which name on the page, and who administers it.
type owners struct {
	*site
	admins []string   // keys of their names
	names  *allowance // that are taken, by origin
}

// Together says whether both users are names of one browser.
func (p *Platform) Together(ctx context.Context, a, b chat.UserID) (bool, error) {
	first, err := p.owners.of(ctx, keyOf(a))
	if err != nil || first == nil {
		return false, err
	}
	second, err := p.owners.of(ctx, keyOf(b))
	return err == nil && second != nil && cmp.Or(first.Browser, first.Token) == cmp.Or(second.Browser, second.Token), err
}

// tokenSize is the length of a token in random bytes.
const tokenSize = 32

// Why somebody can't have a name.
var (
	errTaken   = errors.New("local: the name is taken") // by somebody else
	errTooMany = errors.New("local: too many names from one address")
)

// of reads who has the key; nil if nobody.
func (ow *owners) of(ctx context.Context, key string) (*ownerNote, error) {
	data, err := ow.cfg.Notes.Read(ctx, noteKey(key))
	o := new(ownerNote)
	if err == nil && data != nil {
		err = json.Unmarshal(data, o)
	}
	if err != nil {
		return nil, fmt.Errorf("local: owner of a name: %w", err)
	}
	if data == nil {
		return nil, nil
	}
	return o, nil
}

// set stores who has the key.
func (ow *owners) set(ctx context.Context, key string, o *ownerNote) error {
	data, err := json.Marshal(o)
	if err != nil {
		return err
	}
	return ow.cfg.Notes.Write(ctx, noteKey(key), data)
}

func noteKey(key string) string { return "name/" + key }

// claim makes the name the token's, or finds that it is already. errTaken if
// it is another's, errTooMany if no more may be taken from the origin.
func (ow *owners) claim(ctx context.Context, key, name, token, origin string) (*ownerNote, error) {
	o, err := ow.of(ctx, key)
	if err == nil && o == nil {
		o, err = ow.claimName(ctx, key, ownerNote{Token: hashed(token), Name: name}, origin)
	}
	if err == nil && !o.has(token) {
		err = errTaken
	}
	return o, err
}

// claimName makes the name the owner's unless somebody was quicker, and returns whose it is.
func (ow *owners) claimName(ctx context.Context, key string, mine ownerNote, origin string) (*ownerNote, error) {
	if !ow.names.reserve(origin) {
		return nil, errTooMany
	}
	if !ow.private {
		mine.Taken = ow.cfg.Now().Unix()
	}
	data, err := json.Marshal(mine)
	if err != nil {
		return nil, err
	}
	free, err := ow.cfg.Notes.Claim(ctx, noteKey(key), data)
	if err == nil && free {
		ow.warnOfAdmin(userID(key), "somebody has taken an administrator's name")
		return &mine, nil
	}
	ow.names.release(origin)
	if err != nil {
		return nil, fmt.Errorf("local: claim a name: %w", err)
	}
	return ow.of(ctx, key)
}

// has says whether there is an owner whose the token is, in a time that tells nothing.
func (o *ownerNote) has(token string) bool {
	return o != nil && subtle.ConstantTimeCompare([]byte(o.Token), []byte(hashed(token))) == 1
}

func hashed(token string) string { return digest([]byte(token), sha256.Size) }

// The bounds of a name.
const (
	maxName  = 24 // letters
	maxMarks = 2  // combining marks on one letter
)

// parseName returns a name as it is shown and its key, which is equal for
// names that differ only in case, width or composition. The key has no blanks,
// so that it can be typed as @key; the key of a key is itself.
func parseName(s string) (name, key string, ok bool) {
	if len(s) > 16*maxName || !utf8.ValidString(s) {
		return "", "", false
	}
	name = norm.NFKC.String(strings.Join(strings.Fields(s), " "))
	key = norm.NFKC.String(strings.ToLower(strings.ReplaceAll(name, " ", "-")))
	return name, key, validName(name) && validName(key) && key != "channel"
}

// nameForm is a letter or digit, and then what is visible and harmless.
var nameForm = regexp.MustCompile(fmt.Sprintf(`^([\pL\p{Nd}]\pM{0,%d}[ \-_.]*)+$`, maxMarks))

func validName(name string) bool {
	return utf8.RuneCountInString(name) <= maxName && nameForm.MatchString(name)
}

// checkAdmin says why nobody can have the name on the page, if so.
func checkAdmin(name string) error {
	if _, _, ok := parseName(name); !ok {
		return fmt.Errorf("%q is no name that somebody can have on the page", name)
	}
	return nil
}

// noteHost keeps whose private page it is: the key of whoever entered it first.
const noteHost = "host"

// Administers says whether the user is one of those who are named. On a private page,
// if none are, it is whose page it is.
func (p *Platform) Administers(ctx context.Context, space chat.ChatID, user chat.UserID) (bool, error) {
	if space != Channel {
		return false, nil
	}
	if ow := p.owners; len(ow.admins) > 0 || !ow.private {
		return slices.ContainsFunc(ow.admins, func(key string) bool { return user == userID(key) }), nil
	}
	host, err := p.cfg.Notes.Read(ctx, noteHost)
	if err != nil {
		return false, fmt.Errorf("local: whose page it is: %w", err)
	}
	return host != nil && user == userID(string(host)), nil
}

// warnOfAdmins says which administrators' names anybody may still take.
func (ow *owners) warnOfAdmins(ctx context.Context) {
	for _, key := range ow.admins {
		if o, err := ow.of(ctx, key); err == nil && o == nil && !ow.private {
			ow.cfg.Log.Warn("local: nobody has this administrator's name yet: whoever takes it administers", "name", key)
		}
	}
}

// warnOfAdmin tells what becomes of an administrator's name, if the user has one, for
// on a public page it is whose takes it first.
func (ow *owners) warnOfAdmin(user chat.UserID, what string) {
	if key := keyOf(user); !ow.private && slices.Contains(ow.admins, key) {
		ow.cfg.Log.Warn("local: "+what, "name", key)
	}
}

// Recall implements chat.Remembers. What proves that the name is somebody's stays untold.
func (p *Platform) Recall(user chat.UserID, notes map[string][]byte) map[string]any {
	var o ownerNote
	data, ok := notes[noteKey(keyOf(user))]
	if !ok || json.Unmarshal(data, &o) != nil {
		return nil
	}
	return map[string]any{"name": o.Name, "host": string(notes[noteHost]) == keyOf(user)}
}

// Forget implements chat.Remembers. The browser keeps its token, which is nobody's then.
func (p *Platform) Forget(_ context.Context, user chat.UserID, _ map[string][]byte) []string {
	p.hub.forget(user)
	p.owners.warnOfAdmin(user, "an administrator's name is free: whoever takes it administers")
	return nil
}

// forget ends the person's side of the page.
func (h *hub) forget(user chat.UserID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if p := h.persons[user]; p != nil {
		for _, s := range p.streams {
			close(s.yield)
		}
		delete(h.persons, user)
	}
}

// unusedLife is how long somebody has a name on a public page without ever sitting at a
// table.
const unusedLife = 24 * time.Hour

// Expires says that a name goes that was taken a day ago, unless its owner plays: not an
// administrator's, and not while somebody has the page open with it.
func (p *Platform) Expires(noted string, data []byte) (user chat.UserID, lapses bool) {
	key, is := strings.CutPrefix(noted, noteKey(""))
	var o ownerNote
	if p.private || !is || json.Unmarshal(data, &o) != nil || o.Taken == 0 || slices.Contains(p.owners.admins, key) {
		return "", false
	}
	user = userID(key)
	return user, p.cfg.Now().Sub(time.Unix(o.Taken, 0)) >= unusedLife && !p.hub.watched(user)
}

// allowanceTime is how long what an address has taken counts.
const allowanceTime = 24 * time.Hour

// maxOrigins is how many addresses are remembered. When there are more within a day
// than that, those that come then take nothing.
const maxOrigins = 20_000

// allowance is how many names, or whatever there isn't without end, each address may take
// in a day.
type allowance struct {
	most int
	now  func() time.Time

	mu   sync.Mutex
	used map[string]*usage
}

func newAllowance(most int, now func() time.Time) *allowance {
	return &allowance{most: most, now: now, used: make(map[string]*usage)}
}

// usage is what one address has taken since.
type usage struct {
	since time.Time
	n     int
}

// reserve counts one more taken from there, and says whether that may be. release
// undoes it. From nowhere as many may be taken as one likes.
func (a *allowance) reserve(origin string) (ok bool) {
	if origin == "" {
		return true
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.now()
	old := func(_ string, t *usage) bool { return now.Sub(t.since) >= allowanceTime }
	if len(a.used) >= maxOrigins {
		maps.DeleteFunc(a.used, old)
	}
	t := a.used[origin]
	if t == nil || old(origin, t) {
		if t = (&usage{since: now}); len(a.used) >= maxOrigins {
			return false
		}
		a.used[origin] = t
	}
	if t.n < a.most {
		t.n++
		return true
	}
	return false
}

// release undoes a take, of a name that wasn't to be had.
func (a *allowance) release(origin string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if t := a.used[origin]; t != nil && t.n > 0 {
		t.n--
	}
}
