package discord

import (
	"context"
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
	mu    sync.Mutex
	sets  map[string]map[string]emoji // by language and icon; only sets that are whole
	again func()                      // has them looked after; nil before there is a session

	wanted wantedEmojis // of who looks after them; zero until they are drawn
}

// icon is the emoji for the icon; nil if there is none.
func (p *Platform) icon(lang, icon string) *emoji {
	base, _, _ := strings.Cut(lang, "-")
	p.emojis.mu.Lock()
	defer p.emojis.mu.Unlock()
	if e, ok := p.emojis.sets[base][icon]; ok {
		return &e
	}
	return nil
}

// inline is the markup of an icon in a text, "" if there is none. Its name may
// be any: this one is read out, and stands in notifications.
func (p *Platform) inline(lang, icon string) string {
	if e := p.icon(lang, icon); e != nil {
		return "<:" + EmojiName(icon) + ":" + e.ID + ">"
	}
	return ""
}

// tendEmojis has the emojis looked after now, and again whenever one turns out
// to be missing.
func (p *Platform) tendEmojis(ctx context.Context) {
	if p.icons == nil {
		return
	}
	tend := func() {
		p.queues.add("emojis", func() {
			defer p.recover("emojis")
			if err := p.keepEmojis(ctx); err != nil && ctx.Err() == nil {
				p.log.Warn("discord: cards are shown without emojis", "err", err)
			}
		})
	}
	p.emojis.mu.Lock()
	p.emojis.again = tend
	p.emojis.mu.Unlock()
	tend()
}

// dropEmojis does without emojis until they have been looked after; false if
// there were none.
func (p *Platform) dropEmojis() bool {
	p.emojis.mu.Lock()
	had, again := p.emojis.sets != nil, p.emojis.again
	p.emojis.sets = nil
	p.emojis.mu.Unlock()
	if had {
		again()
	}
	return had
}
