package discord

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/keyedqueue"
	"tarockbot/bot/support/retry"
)

// The bot uploads icons as emojis of the application. A name contains the icon and its picture's hash; an outdated
// emoji has another hash.

const emojiPrefix = "tarock_"

// EmojiName returns the emoji's name for an icon: tarock_XXI for the card XXI. The uploaded name adds _ and eight
// hexadecimal digits of the hash.
func EmojiName(icon string) string { return emojiPrefix + icon }

var ourEmoji = regexp.MustCompile(`^` + emojiPrefix + `\w+_[0-9a-f]{8}$`)

type emoji struct {
	ID   string `json:"id,omitempty"`
	Name string `json:"name,omitempty"`
}

type emojis struct {
	client       *client
	self         *identity
	queues       *keyedqueue.Queues
	log          *slog.Logger
	vocabularies []chat.Vocabulary
	drawIcons    func(lang string) (map[string][]byte, error) // PNG by name; nil for no emojis

	mu      sync.Mutex
	sets    map[string]map[string]emoji // by language and icon; only complete sets
	restart func()

	// By language and icon; nil until drawn. Only the maintenance uses them.
	names map[string]map[string]string
	png   map[string][]byte // by name; languages share equal pictures
}

func (e *emojis) icon(lang, icon string) *emoji {
	base, _, _ := strings.Cut(lang, "-")
	e.mu.Lock()
	defer e.mu.Unlock()
	if one, ok := e.sets[base][icon]; ok {
		return &one
	}
	return nil
}

// In the markup Discord accepts any name. Screen readers and notifications use the name.
func (e *emojis) inline(lang, icon string) string {
	if one := e.icon(lang, icon); one != nil {
		return "<:" + EmojiName(icon) + ":" + one.ID + ">"
	}
	return ""
}

func (e *emojis) startMaintenance(ctx context.Context) {
	if e.drawIcons == nil {
		return
	}
	start := func() {
		e.queues.Enqueue("emojis", "discord: emojis", func() {
			if err := e.maintain(ctx); err != nil && ctx.Err() == nil {
				e.log.Warn("discord: cards are shown without emojis", "err", err)
			}
		})
	}
	e.mu.Lock()
	e.restart = start
	e.mu.Unlock()
	start()
}

// retryWithout calls do again without emojis if Discord refuses the form: an emoji may be missing. Messages have no
// emojis until the maintenance ends.
func (e *emojis) retryWithout(do func() error) error {
	err := do()
	if !hasCode(err, codeInvalidForm) {
		return err
	}
	e.mu.Lock()
	usedEmojis, restart := e.sets != nil, e.restart
	e.sets = nil
	e.mu.Unlock()
	if !usedEmojis {
		return err
	}
	restart()
	e.log.Warn("discord: a message is sent without emojis", "err", err)
	return do()
}

// The pause doubles after each try.
const (
	emojiTries = 5
	emojiPause = 2 * time.Second
)

func (e *emojis) maintain(ctx context.Context) error {
	if err := e.draw(); err != nil {
		return err
	}
	pause := retry.Backoff{First: emojiPause}
	for try := 1; ; {
		err := e.replace(ctx)
		wait, limited := waitOf(err)
		switch {
		case err == nil:
			return nil
		case limited:
			if !retry.Sleep(ctx, wait) {
				return err
			}
		case try == emojiTries || !pause.Sleep(ctx):
			return err
		default:
			try++
		}
	}
}

// draw must run before deletions: without its names, all emojis would seem outdated.
func (e *emojis) draw() error {
	if e.png != nil {
		return nil
	}
	names, png := make(map[string]map[string]string), make(map[string][]byte)
	for _, v := range e.vocabularies {
		drawn, err := e.drawIcons(v.Lang)
		if err != nil {
			return err
		}
		names[v.Lang] = make(map[string]string)
		for icon, picture := range drawn {
			sum := sha256.Sum256(picture)
			name := EmojiName(icon) + "_" + hex.EncodeToString(sum[:4])
			names[v.Lang][icon], png[name] = name, picture
		}
	}
	if len(png) == 0 {
		return errors.New("discord: there are no icons")
	}
	e.names, e.png = names, png
	return nil
}

// replace deletes outdated emojis last, because messages may still use them.
func (e *emojis) replace(ctx context.Context) error {
	uploaded, outdated, err := e.list(ctx)
	if err != nil {
		return err
	}
	e.publish(uploaded)
	for _, name := range slices.Sorted(maps.Keys(e.png)) {
		if _, ok := uploaded[name]; ok {
			continue
		}
		var made emoji
		q := request{name: "upload an emoji", method: "POST", bucket: "new emoji", createdID: &made.ID,
			body: map[string]string{"name": name, "image": "data:image/png;base64," + base64.StdEncoding.EncodeToString(e.png[name])}}
		if err := e.do(ctx, q, &made); err != nil {
			return err
		}
		uploaded[name] = made.ID
	}
	e.publish(uploaded)
	for _, id := range outdated {
		q := request{name: "remove an emoji", method: "DELETE", path: "/" + id, bucket: "old emoji"}
		if err := e.do(ctx, q, nil); err != nil && statusOf(err) != http.StatusNotFound { // already deleted
			return err
		}
	}
	return nil
}

func (e *emojis) publish(ids map[string]string) {
	sets := make(map[string]map[string]emoji)
	for lang, names := range e.names {
		set := make(map[string]emoji)
		for icon, name := range names {
			if id, ok := ids[name]; ok {
				set[icon] = emoji{id, name}
			}
		}
		if len(set) == len(names) {
			sets[lang] = set
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.sets = sets
}

func (e *emojis) list(ctx context.Context) (uploaded map[string]string, outdated []string, err error) {
	var found struct{ Items []emoji }
	err = e.do(ctx, request{name: "list emojis", method: "GET", bucket: "emojis"}, &found)
	uploaded = make(map[string]string)
	for _, one := range found.Items {
		_, again := uploaded[one.Name]
		_, wanted := e.png[one.Name]
		switch {
		case !isSnowflake(one.ID):
		case wanted && !again:
			uploaded[one.Name] = one.ID
		case ourEmoji.MatchString(one.Name):
			outdated = append(outdated, one.ID)
		}
	}
	return uploaded, outdated, err
}

func (e *emojis) do(ctx context.Context, q request, out any) error {
	ctx, cancel := withTimeout(ctx)
	defer cancel()
	q.path = "/applications/" + e.self.ID() + "/emojis" + q.path
	return e.client.do(ctx, q, out)
}
