package web

import (
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
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
	admins []string    // keys of their names
	names  *dailyLimit // that are taken, by origin
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
func (o *owners) of(ctx context.Context, key string) (*ownerNote, error) {
	data, err := o.cfg.Notes.Read(ctx, noteKey(key))
	note := new(ownerNote)
	if err == nil && data != nil {
		err = json.Unmarshal(data, note)
	}
	if err != nil {
		return nil, fmt.Errorf("local: owner of a name: %w", err)
	}
	if data == nil {
		return nil, nil
	}
	return note, nil
}

// set stores who has the key.
func (o *owners) set(ctx context.Context, key string, note *ownerNote) error {
	data, err := json.Marshal(note)
	if err != nil {
		return err
	}
	return o.cfg.Notes.Write(ctx, noteKey(key), data)
}

func noteKey(key string) string { return "name/" + key }

// claim makes the name the token's, or finds that it is already. errTaken if
// it is another's, errTooMany if no more may be taken from the origin.
func (o *owners) claim(ctx context.Context, key, name, token, origin string) (*ownerNote, error) {
	note, err := o.of(ctx, key)
	if err == nil && note == nil {
		note, err = o.claimName(ctx, key, ownerNote{Token: hashed(token), Name: name}, origin)
	}
	if err == nil && !note.has(token) {
		err = errTaken
	}
	return note, err
}

// claimName makes the name the owner's unless somebody was quicker, and returns whose it is.
func (o *owners) claimName(ctx context.Context, key string, mine ownerNote, origin string) (*ownerNote, error) {
	if !o.names.reserve(origin) {
		return nil, errTooMany
	}
	if !o.private {
		mine.Taken = o.cfg.Now().Unix()
	}
	data, err := json.Marshal(mine)
	if err != nil {
		return nil, err
	}
	free, err := o.cfg.Notes.Claim(ctx, noteKey(key), data)
	if err == nil && free {
		o.warnOfAdmin(userID(key), "somebody has taken an administrator's name")
		return &mine, nil
	}
	o.names.release(origin)
	if err != nil {
		return nil, fmt.Errorf("local: claim a name: %w", err)
	}
	return o.of(ctx, key)
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
