package bot

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"tarockbot/storage"
)

// The kinds of documents.
const (
	kindTable    = "table"    // a challenge or match; small, without finished deals
	kindDeal     = "deal"     // one finished deal: its record
	kindPerson   = "person"   // one player
	kindSpace    = "space"    // one server or group: its settings
	kindGreeted  = "greeted"  // one public chat that has been greeted
	kindIdentity = "identity" // one platform's user: which person that is
	kindSeen     = "seen"     // one input that had an effect, for a while
	kindDraft    = "draft"    // a half-made choice of cards
	kindMatch    = "match"    // one match among people: an entry of the log that standings come from
	kindStanding = "standing" // one account's rating and totals in one game
	kindRival    = "rival"    // one account's totals against another
	kindStyle    = "style"    // how one account plays a game
	kindHistory  = "history"  // one finished match of one person
	kindRank     = "rank"     // one person's place on a leaderboard
	kindScope    = "scope"    // one chat whose totals are those of another, from which it goes on
	kindBand     = "band"     // how many there are in each part of a leaderboard's scores
	kindNote     = "note"     // a platform's own memory
	kindLink     = "link"     // one entry of the journal that tells who is linked
	kindCode     = "code"     // one code for linking, for a while
	kindClock    = "clock"    // how long the bot has run
	kindAlarm    = "alarm"    // when something has to be looked at; see alarm
	kindNotice   = "notice"   // one word that somebody hasn't been told yet
	kindDigest   = "digest"   // the message that tells one person of all games that wait for them
	kindBrief    = "brief"    // what is known of a table without reading it
	kindOwed     = "owed"     // one table whose messages may not show what they should
	kindRemoved  = "removed"  // somebody who is forgotten, or about to be
	kindLapse    = "lapse"    // the sum of a user who was forgotten lately: until when they play unrated
	kindMeta     = "meta"     // about the data itself: its version, and its key for sums
)

// encode makes the document that stores v.
func encode(kind, id string, version int64, v any) (storage.Doc, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return storage.Doc{}, fmt.Errorf("bot: encode %s: %w", kind, err)
	}
	return storage.Doc{Key: storage.Key{Kind: kind, ID: id}, Version: version, Data: data}, nil
}

// load reads the document into v and returns its version: 0, and v untouched,
// if there is none.
func (b *Bot) load(ctx context.Context, kind, id string, v any) (int64, error) {
	doc, err := b.cfg.Store.Get(ctx, storage.Key{Kind: kind, ID: id})
	if errors.Is(err, storage.ErrNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("bot: load %s: %w", kind, err)
	}
	return doc.Version, decode(doc, v)
}

// ErrUnreadable is the error of what reads a document that no bot can have written.
var ErrUnreadable = errors.New("bot: a document makes no sense")

func decode(doc storage.Doc, v any) error {
	if err := json.Unmarshal(doc.Data, v); err != nil {
		return fmt.Errorf("%w: %s %s: %w", ErrUnreadable, doc.Key.Kind, doc.Key.ID, err)
	}
	return nil
}

// seenDoc marks an input as decided. It is written with the input's effect and
// must be new, so the same input can't have an effect twice.
func (b *Bot) seenDoc(in Input) (storage.Doc, error) {
	return encode(kindSeen, seenID(in), 0, b.cfg.Now().Unix())
}

// seenID has a fixed size, whatever a platform uses as an id. An act is its
// person's: nobody can use up another's ids. The number that the platform's id
// ends with comes first: platforms count upwards, so what is stored at the same
// time lies side by side, and a commit of many inputs writes few pages.
func seenID(in Input) string {
	return fmt.Sprintf("%016x%s", lastNumber(in.ID), inputSum(in))
}

// inputSum tells the input from all others, and nothing of it.
func inputSum(in Input) string {
	sum := sha256.Sum256([]byte(string(in.User) + "\x00" + in.ID))
	return hex.EncodeToString(sum[:16])
}

// lastNumber is the number that the text ends with; 0 if there is none that
// makes sense.
func lastNumber(s string) uint64 {
	digits := s[len(strings.TrimRight(s, "0123456789")):]
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// seenBefore says whether the input has had its effect already.
func (b *Bot) seenBefore(ctx context.Context, in Input) (bool, error) {
	var at int64
	version, err := b.load(ctx, kindSeen, seenID(in), &at)
	return version > 0, err
}

// markSeen remembers an input whose effect needs no commit of its own.
func (b *Bot) markSeen(ctx context.Context, in Input) error {
	doc, err := b.seenDoc(in)
	if err != nil {
		return err
	}
	if err = b.cfg.Store.Commit(ctx, doc); errors.Is(err, storage.ErrConflict) {
		return nil
	}
	return b.storeError(err)
}

// claim stores v under the key unless something is there, and says whether
// nothing was.
func (b *Bot) claim(ctx context.Context, kind, id string, v any) (bool, error) {
	doc, err := encode(kind, id, 0, v)
	if err != nil {
		return false, err
	}
	err = b.storeError(b.cfg.Store.Commit(ctx, doc))
	if errors.Is(err, storage.ErrConflict) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("bot: claim: %w", err)
	}
	return true, nil
}

// giveBack undoes a claim that has just been made.
func (b *Bot) giveBack(kind, id string) error {
	doc := storage.Doc{Key: storage.Key{Kind: kind, ID: id}, Version: 1}
	return b.storeError(b.cfg.Store.Commit(context.WithoutCancel(b.running), doc))
}

// seenFor is how long an input is remembered: platforms deliver again for a day.
const seenFor = 48 * time.Hour

// sweepGroup is how many documents are deleted in one commit.
const sweepGroup = 256

// sweepSeen forgets inputs that no platform delivers any more.
func (b *Bot) sweepSeen(ctx context.Context) error {
	limit := b.cfg.Now().Add(-seenFor).Unix()
	return b.sweepKind(ctx, kindSeen, func(doc storage.Doc) bool {
		var at int64
		return decode(doc, &at) == nil && at >= limit
	})
}

// sweepCodes forgets codes that nobody has used in time.
func (b *Bot) sweepCodes(ctx context.Context) error {
	return b.sweepKind(ctx, kindCode, func(doc storage.Doc) bool {
		var code linkCode
		return decode(doc, &code) == nil && b.cfg.Now().Before(code.Until)
	})
}

// noticeLife is how long a notice waits for somebody who can't be reached.
const noticeLife = 30 * day

func (b *Bot) sweepNotices(ctx context.Context) error {
	return b.sweepKind(ctx, kindNotice, func(doc storage.Doc) bool {
		var n notice
		return decode(doc, &n) == nil && b.cfg.Now().Sub(n.At) < noticeLife
	})
}

// sweepKind deletes the documents of the kind that aren't kept. Nobody else
// changes those.
func (b *Bot) sweepKind(ctx context.Context, kind string, keep func(storage.Doc) bool) error {
	return b.sweepRange(ctx, kind, "", "", keep)
}

// sweepRange is sweepKind for the ids between two.
func (b *Bot) sweepRange(ctx context.Context, kind, from, to string, keep func(storage.Doc) bool) error {
	var old []storage.Doc
	for doc, err := range b.cfg.Store.Scan(ctx, kind, from, to) {
		if err != nil {
			return fmt.Errorf("bot: sweep: %w", err)
		}
		if keep(doc) {
			continue
		}
		doc.Data = nil
		if old = append(old, doc); len(old) == sweepGroup {
			if err := b.storeError(b.cfg.Store.Commit(ctx, old...)); err != nil {
				return err
			}
			old = nil
		}
	}
	return b.storeError(b.cfg.Store.Commit(ctx, old...))
}

// notes is a platform's memory in the store.
type notes struct {
	bot      *Bot
	platform string
}

// Notes is the small memory of the platform of that name.
func (b *Bot) Notes(platform string) Notes { return notes{b, platform} }

// note is the stored form of a platform's datum.
type note struct{ Data []byte }

func (n notes) Read(ctx context.Context, key string) ([]byte, error) {
	var kept note
	_, err := n.bot.load(ctx, kindNote, n.platform+"/"+key, &kept)
	return kept.Data, err
}

func (n notes) Claim(ctx context.Context, key string, data []byte) (bool, error) {
	return n.bot.claim(ctx, kindNote, n.platform+"/"+key, note{data})
}

func (n notes) Write(ctx context.Context, key string, data []byte) error {
	for range tries {
		version, err := n.bot.load(ctx, kindNote, n.platform+"/"+key, new(note))
		if err != nil {
			return err
		}
		doc, err := encode(kindNote, n.platform+"/"+key, version, note{data})
		if err != nil {
			return err
		}
		if err = n.bot.cfg.Store.Commit(ctx, doc); !errors.Is(err, storage.ErrConflict) {
			return n.bot.storeError(err)
		}
	}
	return errBusy
}
