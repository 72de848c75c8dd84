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

// The icons of buttons, options and texts are emojis of the application. The bot
// uploads them itself. The name of each contains the icon and a hash of the
// picture, so that outdated emojis are found and replaced.

// emojiPrefix begins the names of the emojis that show icons.
const emojiPrefix = "tarock_"

// EmojiName returns the name of the emoji that shows an icon: the card XXI is tarock_XXI. The uploaded
// name continues with _ and eight hexadecimal digits of the picture's hash.
func EmojiName(icon string) string { return emojiPrefix + icon }

// ourEmoji is the form of uploaded names.
var ourEmoji = regexp.MustCompile(`^` + emojiPrefix + `\w+_[0-9a-f]{8}$`)

// emoji is a picture in a button or an option.
type emoji struct {
	ID   string `json:"id,omitempty"`
	Name string `json:"name,omitempty"`
}

// emojis are the application's emojis.
type emojis struct {
	client       *client
	self         *identity
	queues       *keyedqueue.Queues
	log          *slog.Logger
	vocabularies []chat.Vocabulary                            // in the languages of readers
	draws        func(lang string) (map[string][]byte, error) // the icons, PNG by name; nil for no emojis

	mu      sync.Mutex
	sets    map[string]map[string]emoji // by language and icon; only complete sets
	restart func()                      // starts the maintenance again; nil before the first session

	// The wanted emojis. Only the maintenance uses them. Nil until they are drawn.
	names map[string]map[string]string // by language and icon
	png   map[string][]byte            // by name; languages share equal pictures
}

// icon returns the icon's emoji, or nil.
func (e *emojis) icon(lang, icon string) *emoji {
	base, _, _ := strings.Cut(lang, "-")
	e.mu.Lock()
	defer e.mu.Unlock()
	if one, ok := e.sets[base][icon]; ok {
		return &one
	}
	return nil
}

// inline returns the markup of an icon in a text, or "". Discord accepts any name there: this one is read
// aloud and shown in notifications.
func (e *emojis) inline(lang, icon string) string {
	if one := e.icon(lang, icon); one != nil {
		return "<:" + EmojiName(icon) + ":" + one.ID + ">"
	}
	return ""
}

// startMaintenance maintains the emojis now, and again whenever one is missing.
func (e *emojis) startMaintenance(ctx context.Context) {
	if e.draws == nil {
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

// retryWithout calls do again without emojis if Discord refuses the form, because somebody may have
// deleted an emoji. Messages go without emojis until the maintenance ends.
func (e *emojis) retryWithout(do func() error) error {
	err := do()
	if !hasCode(err, codeInvalidForm) {
		return err
	}
	e.mu.Lock()
	had, restart := e.sets != nil, e.restart
	e.sets = nil
	e.mu.Unlock()
	if !had {
		return err
	}
	restart()
	e.log.Warn("discord: a message is sent without emojis", "err", err)
	return do()
}

// The maximum of tries, and the first pause between them, which doubles.
const (
	emojiTries = 5
	emojiPause = 2 * time.Second
)

// maintain uploads missing emojis and deletes outdated ones. It retries after failures, and waits as long
// as Discord asks.
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

// draw draws the icons of all languages once. Before that no emoji may be deleted, because all would seem
// outdated.
func (e *emojis) draw() error {
	if e.png != nil {
		return nil
	}
	names, png := make(map[string]map[string]string), make(map[string][]byte)
	for _, v := range e.vocabularies {
		drawn, err := e.draws(v.Lang)
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

// replace uploads missing emojis, then deletes outdated ones, which messages no longer use by then.
func (e *emojis) replace(ctx context.Context) error {
	there, outdated, err := e.list(ctx)
	if err != nil {
		return err
	}
	e.publish(there)
	for _, name := range slices.Sorted(maps.Keys(e.png)) {
		if _, ok := there[name]; ok {
			continue
		}
		var made emoji
		q := request{name: "upload an emoji", method: "POST", bucket: "new emoji", createdID: &made.ID,
			body: map[string]string{"name": name, "image": "data:image/png;base64," + base64.StdEncoding.EncodeToString(e.png[name])}}
		if err := e.do(ctx, q, &made); err != nil {
			return err
		}
		there[name] = made.ID
	}
	e.publish(there)
	for _, id := range outdated {
		q := request{name: "remove an emoji", method: "DELETE", path: "/" + id, bucket: "old emoji"}
		if err := e.do(ctx, q, nil); err != nil && statusOf(err) != http.StatusNotFound { // somebody may have deleted it
			return err
		}
	}
	return nil
}

// publish lets messages use the complete sets.
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

// list returns the ids of the wanted emojis by name, and the ids of the bot's outdated ones.
func (e *emojis) list(ctx context.Context) (there map[string]string, outdated []string, err error) {
	var found struct{ Items []emoji }
	err = e.do(ctx, request{name: "list emojis", method: "GET", bucket: "emojis"}, &found)
	there = make(map[string]string)
	for _, one := range found.Items {
		_, again := there[one.Name]
		_, wanted := e.png[one.Name]
		switch {
		case !isSnowflake(one.ID):
		case wanted && !again:
			there[one.Name] = one.ID
		case ourEmoji.MatchString(one.Name):
			outdated = append(outdated, one.ID)
		}
	}
	return there, outdated, err
}

// do sends a request below the path of the application's emojis.
func (e *emojis) do(ctx context.Context, q request, out any) error {
	ctx, cancel := timed(ctx)
	defer cancel()
	q.path = "/applications/" + e.self.ID() + "/emojis" + q.path
	return e.client.do(ctx, q, out)
}
