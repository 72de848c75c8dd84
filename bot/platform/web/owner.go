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

// ownerNote is the stored record of a name's owner. The token itself is stored only in the owner's
// browser.
type ownerNote struct {
	Token string `json:"token"` // SHA-256 of the token, in hex
	Name  string `json:"name"`  // as the owner wrote it
	// Browser identifies the browser of a second identity: SHA-256 of the token of its
	// first identity, in hex. It is "" for a first identity.
	Browser string `json:"browser,omitempty"`
	// Taken is the time of the claim in Unix seconds, if the name can expire; see
	// Platform.Expires.
	Taken int64 `json:"taken,omitempty"`
}

// owners store which browser owns each name and know the page's administrators.
type owners struct {
	*site
	names *dailyLimit // claimed by each origin
}

func newOwners(s *site) *owners {
	return &owners{site: s, names: newDailyLimit(s.cfg.NamesPerAddress, s.cfg.Now)}
}

// Together reports whether both users are identities of one browser.
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

// Errors of claim.
var (
	errTaken   = errors.New("local: the name is taken")
	errTooMany = errors.New("local: too many names from one address")
)

// of returns the owner of the key, or nil if there is none.
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

// set stores the owner of the key.
func (o *owners) set(ctx context.Context, key string, note *ownerNote) error {
	data, err := json.Marshal(note)
	if err != nil {
		return err
	}
	return o.cfg.Notes.Write(ctx, noteKey(key), data)
}

func noteKey(key string) string { return "name/" + key }

// claim claims the name for the token, or finds that the token owns it. It returns errTaken if another
// token owns it, and errTooMany if the origin has reached its limit.
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

// claimName stores the owner unless somebody else was faster, and returns the owner stored.
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

// has reports whether the token is the owner's, in constant time. A nil owner has none.
func (o *ownerNote) has(token string) bool {
	return o != nil && subtle.ConstantTimeCompare([]byte(o.Token), []byte(hashed(token))) == 1
}

func hashed(token string) string { return digest([]byte(token), sha256.Size) }

// Limits of a name.
const (
	maxName  = 24 // letters
	maxMarks = 2  // combining marks on one letter
)

// parseName returns the name as displayed and its key. Names that differ only in case, width or
// composition have the same key. A key has no blanks, so it can be typed as @key, and is its own key.
func parseName(s string) (name, key string, ok bool) {
	if len(s) > 16*maxName || !utf8.ValidString(s) {
		return "", "", false
	}
	name = norm.NFKC.String(strings.Join(strings.Fields(s), " "))
	key = norm.NFKC.String(strings.ToLower(strings.ReplaceAll(name, " ", "-")))
	return name, key, validName(name) && validName(key) && key != "channel"
}

// nameForm matches letters or digits with few combining marks, separated by blanks and simple punctuation.
var nameForm = regexp.MustCompile(fmt.Sprintf(`^([\pL\p{Nd}]\pM{0,%d}[ \-_.]*)+$`, maxMarks))

func validName(name string) bool {
	return utf8.RuneCountInString(name) <= maxName && nameForm.MatchString(name)
}

// adminKey returns the key of an administrator's name, or an error if no user of the page can have the name.
func adminKey(name string) (string, error) {
	_, key, ok := parseName(name)
	if !ok {
		return "", fmt.Errorf("%q is no name that somebody can have on the page", name)
	}
	return key, nil
}

// Recall implements chat.Remembers. It omits the proof of ownership.
func (p *Platform) Recall(user chat.UserID, notes map[string][]byte) map[string]any {
	var o ownerNote
	data, ok := notes[noteKey(keyOf(user))]
	if !ok || json.Unmarshal(data, &o) != nil {
		return nil
	}
	return map[string]any{"name": o.Name, "host": string(notes[noteHost]) == keyOf(user)}
}

// Forget implements chat.Remembers. The browser keeps its token, which then owns nothing.
func (p *Platform) Forget(_ context.Context, user chat.UserID, _ map[string][]byte) []string {
	p.hub.forget(user)
	p.owners.warnOfAdmin(user, "an administrator's name is free: whoever takes it administers")
	return nil
}

// unusedLife is how long a user keeps a name on a public page without sitting down at a table.
const unusedLife = 24 * time.Hour

// Expires reports whether a name has expired: it was claimed unusedLife ago, is not an administrator's,
// and its owner does not have the page open. The caller keeps names of players.
func (p *Platform) Expires(noted string, data []byte) (user chat.UserID, lapses bool) {
	key, is := strings.CutPrefix(noted, noteKey(""))
	var o ownerNote
	if p.private || !is || json.Unmarshal(data, &o) != nil || o.Taken == 0 || slices.Contains(p.cfg.Admins, key) {
		return "", false
	}
	user = userID(key)
	return user, p.cfg.Now().Sub(time.Unix(o.Taken, 0)) >= unusedLife && !p.hub.watched(user)
}

// noteHost is the note with the key of the first user who entered a private page.
const noteHost = "host"

// Administers reports whether the user administers the page: one of Config.Admins or, on a private page
// without any, the first user who entered.
func (p *Platform) Administers(ctx context.Context, space chat.ChatID, user chat.UserID) (bool, error) {
	if space != Channel {
		return false, nil
	}
	if admins := p.cfg.Admins; len(admins) > 0 || !p.private {
		return slices.ContainsFunc(admins, func(key string) bool { return user == userID(key) }), nil
	}
	host, err := p.cfg.Notes.Read(ctx, noteHost)
	if err != nil {
		return false, fmt.Errorf("local: whose page it is: %w", err)
	}
	return host != nil && user == userID(string(host)), nil
}

// warnOfAdmins logs the administrators' names on a public page that nobody owns yet.
func (o *owners) warnOfAdmins(ctx context.Context) {
	for _, key := range o.cfg.Admins {
		if note, err := o.of(ctx, key); err == nil && note == nil && !o.private {
			o.cfg.Log.Warn("local: nobody has this administrator's name yet: whoever takes it administers", "name", key)
		}
	}
}

// warnOfAdmin logs what happened to the user's name if it is an administrator's: on a public page names
// are first come, first served.
func (o *owners) warnOfAdmin(user chat.UserID, what string) {
	if key := keyOf(user); !o.private && slices.Contains(o.cfg.Admins, key) {
		o.cfg.Log.Warn("local: "+what, "name", key)
	}
}
