package discordtest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// AppEmoji is an emoji that the application has.
type AppEmoji struct {
	ID, Name string
	PNG      []byte // nil if it was there before the bot

	gone bool
}

// The limits of emojis that Discord documents.
const (
	maxEmojis    = 2000
	maxEmojiSize = 256 << 10
)

var (
	emojiName   = regexp.MustCompile(`^\w{2,32}$`)
	emojiInText = regexp.MustCompile(`<a?:\w{2,32}:(\d+)>`)
)

// Emojis are the application's, oldest first.
func (s *Server) Emojis() []AppEmoji {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requestsOf().emojisLocked()
}

func (rs requests) emojisLocked() []AppEmoji {
	return slices.DeleteFunc(slices.Clone(rs.s.emojis), func(e AppEmoji) bool { return e.gone })
}

// RemoveEmojis removes all emojis, as an operator may.
func (s *Server) RemoveEmojis() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.emojis {
		s.emojis[i].gone = true
	}
}

func (rs requests) serveEmojis(ask) answer {
	items := []any{}
	for _, e := range rs.s.requestsOf().emojisLocked() {
		items = append(items, e.asJSON())
	}
	return answer{http.StatusOK, map[string]any{"items": items}}
}

func (e AppEmoji) asJSON() map[string]any {
	return map[string]any{"id": e.ID, "name": e.Name, "animated": false, "available": true, "managed": false,
		"require_colons": true, "roles": []any{}}
}

// serveNewEmoji adds an emoji. Two of one name are refused.
func (rs requests) serveNewEmoji(q ask) answer {
	var want struct {
		Name  string `json:"name"`
		Image string `json:"image"`
	}
	if err := json.Unmarshal(q.body, &want); err != nil {
		return rs.invalid(q, err)
	}
	e := AppEmoji{ID: q.id, Name: want.Name}
	if e.ID == "" {
		e.ID = rs.s.newID()
	}
	data, isPNG := strings.CutPrefix(want.Image, "data:image/png;base64,")
	var err error
	if e.PNG, err = base64.StdEncoding.DecodeString(data); err != nil || !isPNG {
		return rs.invalid(q, fmt.Errorf("an image that isn't data of a PNG: %w", err))
	}
	_, err = png.DecodeConfig(bytes.NewReader(e.PNG))
	switch {
	case err != nil || len(e.PNG) > maxEmojiSize:
		return rs.invalid(q, fmt.Errorf("an image of %d bytes: %w", len(e.PNG), err))
	case !emojiName.MatchString(e.Name):
		return rs.invalid(q, fmt.Errorf("emoji name %q", e.Name))
	case slices.ContainsFunc(rs.s.requestsOf().emojisLocked(), func(x AppEmoji) bool { return x.Name == e.Name }):
		return rs.invalid(q, fmt.Errorf("another emoji %q", e.Name))
	case len(rs.s.requestsOf().emojisLocked()) >= maxEmojis:
		rs.s.complainLocked("%s: too many emojis", q.name())
		return refusal(http.StatusBadRequest, 30008, "Maximum number of emojis reached")
	}
	rs.s.emojis = append(rs.s.emojis, e)
	rs.s.signal()
	return answer{http.StatusCreated, e.asJSON()}
}

func (rs requests) serveEmojiGone(q ask) answer {
	i := slices.IndexFunc(rs.s.emojis, func(e AppEmoji) bool { return e.ID == q.parts[3] && !e.gone })
	if i < 0 {
		return refusal(http.StatusNotFound, 10014, "Unknown Emoji")
	}
	rs.s.emojis[i].gone = true
	rs.s.signal()
	return answer{status: http.StatusNoContent}
}

// errEmojiGone is no fault of the bot's, which can't know.
var errEmojiGone = errors.New("an emoji that was removed")

// checkEmojis looks whether the application has the emojis that the message
// uses. Discord refuses unknown ones in components, and shows those in texts as
// their names.
func (rs requests) checkEmojis(b body) error {
	var used []string
	texts := b.Content
	for _, c := range all(b.Components) {
		texts += "\n" + c.Content
		emojis := []*Emoji{c.Emoji}
		for _, o := range c.Options {
			emojis = append(emojis, o.Emoji)
		}
		for _, e := range emojis {
			if e != nil && e.ID != "" {
				used = append(used, e.ID)
			}
		}
	}
	inText := emojiInText.FindAllStringSubmatch(texts, -1)
	for _, found := range inText {
		used = append(used, found[1])
	}
	for n, id := range used {
		i := slices.IndexFunc(rs.s.emojis, func(e AppEmoji) bool { return e.ID == id })
		switch {
		case i < 0:
			return fmt.Errorf("emoji %s", id)
		case rs.s.emojis[i].gone && n < len(used)-len(inText):
			return errEmojiGone
		}
	}
	return nil
}
