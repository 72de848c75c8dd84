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

// ownerNote records a name's owner. Only the owner's browser has the token itself.
type ownerNote struct {
	Token string `json:"token"` // SHA-256 in hex
	Name  string `json:"name"`  // as the owner wrote it
	// SHA-256 of the first identity's token in hex, or ""
	Browser string `json:"browser,omitempty"`
	// when claimed, in Unix seconds; 0 if the name never expires
	Taken int64 `json:"taken,omitempty"`
}

type owners struct {
	*site
	names *dailyLimit
}

func newOwners(s *site) *owners {
	return &owners{site: s, names: newDailyLimit(s.cfg.NamesPerAddress, s.cfg.Now)}
}

// ShareDevice reports whether one browser has both identities.
func (p *Platform) ShareDevice(ctx context.Context, a, b chat.UserID) (bool, error) {
	first, err := p.owners.find(ctx, keyOf(a))
	if err != nil || first == nil {
		return false, err
	}
	second, err := p.owners.find(ctx, keyOf(b))
	return err == nil && second != nil && cmp.Or(first.Browser, first.Token) == cmp.Or(second.Browser, second.Token), err
}

const tokenSize = 32

var (
	errTaken   = errors.New("local: the name is taken")
	errTooMany = errors.New("local: too many names from one address")
)

func (o *owners) find(ctx context.Context, key string) (*ownerNote, error) {
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

func (o *owners) set(ctx context.Context, key string, note *ownerNote) error {
	data, err := json.Marshal(note)
	if err != nil {
		return err
	}
	return o.cfg.Notes.Write(ctx, noteKey(key), data)
}

func noteKey(key string) string { return "name/" + key }

// claim succeeds if the name is free or the token owns it. Otherwise it returns errTaken, or errTooMany at the origin's
// limit.
func (o *owners) claim(ctx context.Context, key, name, token, origin string) (*ownerNote, error) {
	note, err := o.find(ctx, key)
	if err == nil && note == nil {
		note, err = o.claimName(ctx, key, ownerNote{Token: hashed(token), Name: name}, origin)
	}
	if err == nil && !note.has(token) {
		err = errTaken
	}
	return note, err
}

// claimName returns the other owner if somebody else claims the name first.
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
		o.warnOfAdmin(userID(key), "an administrator's name was claimed")
		return &mine, nil
	}
	o.names.release(origin)
	if err != nil {
		return nil, fmt.Errorf("local: claim a name: %w", err)
	}
	return o.find(ctx, key)
}

// has reports whether the token owns the name. It compares in constant time.
func (o *ownerNote) has(token string) bool {
	return o != nil && subtle.ConstantTimeCompare([]byte(o.Token), []byte(hashed(token))) == 1
}

func hashed(token string) string { return digest([]byte(token), sha256.Size) }

const (
	maxName  = 24
	maxMarks = 2 // on one letter
)

// parseName returns the displayed name and its key. The key ignores case, width and composition. It has no blanks, for
// typing @key. A key is its own key.
func parseName(s string) (name, key string, ok bool) {
	if len(s) > 16*maxName || !utf8.ValidString(s) {
		return "", "", false
	}
	name = norm.NFKC.String(strings.Join(strings.Fields(s), " "))
	key = norm.NFKC.String(strings.ToLower(strings.ReplaceAll(name, " ", "-")))
	return name, key, validName(name) && validName(key) && key != "channel"
}

// nameForm allows letters or digits, few combining marks, and simple punctuation.
var nameForm = regexp.MustCompile(fmt.Sprintf(`^([\pL\p{Nd}]\pM{0,%d}[ \-_.]*)+$`, maxMarks))

func validName(name string) bool {
	return utf8.RuneCountInString(name) <= maxName && nameForm.MatchString(name)
}

func adminKey(name string) (string, error) {
	_, key, ok := parseName(name)
	if !ok {
		return "", fmt.Errorf("%q can't be a name on the page", name)
	}
	return key, nil
}

// Disclose implements chat.DataHolder. It omits the proof of ownership.
func (p *Platform) Disclose(user chat.UserID, notes map[string][]byte) map[string]any {
	var o ownerNote
	data, ok := notes[noteKey(keyOf(user))]
	if !ok || json.Unmarshal(data, &o) != nil {
		return nil
	}
	return map[string]any{"name": o.Name, "host": string(notes[noteHost]) == keyOf(user)}
}

// Forget implements chat.DataHolder. The browser's token then owns nothing.
func (p *Platform) Forget(_ context.Context, user chat.UserID, _ map[string][]byte) []string {
	p.hub.forget(user)
	p.owners.warnOfAdmin(user, "an administrator's name is free: the user who claims it becomes an administrator")
	return nil
}

// unusedLife is how long a public page keeps a name without a table.
const unusedLife = 24 * time.Hour

// Expires implements chat.Expiring. Names of administrators and of users with an open page don't expire. The caller
// keeps players' names.
func (p *Platform) Expires(noted string, data []byte) (user chat.UserID, lapses bool) {
	key, is := strings.CutPrefix(noted, noteKey(""))
	var o ownerNote
	if p.private || !is || json.Unmarshal(data, &o) != nil || o.Taken == 0 || slices.Contains(p.cfg.Admins, key) {
		return "", false
	}
	user = userID(key)
	return user, p.cfg.Now().Sub(time.Unix(o.Taken, 0)) >= unusedLife && !p.hub.watched(user)
}

// noteHost stores a private page's first user.
const noteHost = "host"

// Administers implements chat.Administered. Without Config.Admins, a private page's first user administers it.
func (p *Platform) Administers(ctx context.Context, space chat.ChatID, user chat.UserID) (bool, error) {
	if space != Channel {
		return false, nil
	}
	if admins := p.cfg.Admins; len(admins) > 0 || !p.private {
		return slices.ContainsFunc(admins, func(key string) bool { return user == userID(key) }), nil
	}
	host, err := p.cfg.Notes.Read(ctx, noteHost)
	if err != nil {
		return false, fmt.Errorf("local: the page's first user: %w", err)
	}
	return host != nil && user == userID(string(host)), nil
}

// warnOfAdmins logs unclaimed names on a public page.
func (o *owners) warnOfAdmins(ctx context.Context) {
	for _, key := range o.cfg.Admins {
		if note, err := o.find(ctx, key); err == nil && note == nil && !o.private {
			o.cfg.Log.Warn("local: an administrator's name is unclaimed: the user who claims it becomes an administrator", "name", key)
		}
	}
}

// Public names are first come, first served.
func (o *owners) warnOfAdmin(user chat.UserID, what string) {
	if key := keyOf(user); !o.private && slices.Contains(o.cfg.Admins, key) {
		o.cfg.Log.Warn("local: "+what, "name", key)
	}
}
