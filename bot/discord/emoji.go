package discord

import (
	"context"
	"log/slog"
	"regexp"
	"strings"
	"sync"
)

// The icons of buttons, options and texts are emojis of the application's. The
// bot uploads them itself; the name of each tells the icon and what the picture
// is, so that an outdated one is found and replaced.

// emojiPrefix begins the names of the emojis that show icons.
const emojiPrefix = "tarock_"

// EmojiName is what the emoji that shows an icon is called: the card XXI is
// tarock_XXI. The name that it is uploaded by goes on with _ and eight
// hexadecimal digits, different for each picture.
func EmojiName(icon string) string { return emojiPrefix + icon }

// ourEmoji is the form of their names.
var ourEmoji = regexp.MustCompile(`^` + emojiPrefix + `\w+_[0-9a-f]{8}$`)

// emoji is a picture in a button or an option.
type emoji struct {
	ID   string `json:"id,omitempty"`
	Name string `json:"name,omitempty"`
}

// emojis are the application's.
type emojis struct {
	rest   *client
	app    *application
	queues *queues
	log    *slog.Logger
	draws  func(lang string) (map[string][]byte, error) // the icons, PNG by name; nil: text does

	mu    sync.Mutex
	sets  map[string]map[string]emoji // by language and icon; only sets that are whole
	again func()                      // has them looked after; nil before there is a session

	wanted wantedEmojis // of who looks after them; zero until they are drawn
}

// icon is the emoji for the icon; nil if there is none.
func (e *emojis) icon(lang, icon string) *emoji {
	base, _, _ := strings.Cut(lang, "-")
	e.mu.Lock()
	defer e.mu.Unlock()
	if one, ok := e.sets[base][icon]; ok {
		return &one
	}
	return nil
}

// inline is the markup of an icon in a text, "" if there is none. Its name may
// be any: this one is read out, and stands in notifications.
func (e *emojis) inline(lang, icon string) string {
	if one := e.icon(lang, icon); one != nil {
		return "<:" + EmojiName(icon) + ":" + one.ID + ">"
	}
	return ""
}

// tend has the emojis looked after now, and again whenever one turns out
// to be missing.
func (e *emojis) tend(ctx context.Context) {
	if e.draws == nil {
		return
	}
	tend := func() {
		e.queues.add("emojis", func() {
			defer noteFault(e.log, "emojis")
			if err := e.keep(ctx); err != nil && ctx.Err() == nil {
				e.log.Warn("discord: cards are shown without emojis", "err", err)
			}
		})
	}
	e.mu.Lock()
	e.again = tend
	e.mu.Unlock()
	tend()
}

// drop does without emojis until they have been looked after; false if
// there were none.
func (e *emojis) drop() bool {
	e.mu.Lock()
	had, again := e.sets != nil, e.again
	e.sets = nil
	e.mu.Unlock()
	if had {
		again()
	}
	return had
}

// retryWithout does it once more without emojis if Discord refuses the form:
// somebody may have removed an emoji.
func (e *emojis) retryWithout(do func() error) error {
	err := do()
	if hasCode(err, codeInvalidForm) && e.drop() {
		e.log.Warn("discord: a message is sent without emojis", "err", err)
		err = do()
	}
	return err
}
