// Package lines stores lines that are too long for a button. The button carries a short
// name of the line instead.
package lines

import (
	"context"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/cache"
)

// Store stores lines in a platform's notes, so that a button still works after a restart. Recently used
// lines are also in memory.
type Store struct {
	// Notes store the lines. Required.
	Notes chat.Notes
	// Name returns a line's short name. The name has enough of the line's hash that nobody
	// finds another line with the same name. Required.
	Name func(line string) string
	// IsName reports whether the text of a button is a short name. Any other text is the line itself. Required.
	IsName func(text string) bool
	// Note returns the key of the note with a name's line; "" if no line has the name. Names
	// may share a note, which then has the newer line. Required.
	Note func(name string) (key string)

	kept cache.Map[string, string] // lines that are certainly in the notes, by name
}

// Shorten stores the line and returns its name. After an error the name may not expand later.
func (s *Store) Shorten(ctx context.Context, line string) (name string, err error) {
	name = s.Name(line)
	if _, ok := s.kept.Get(name); ok {
		return name, nil
	}
	key := s.Note(name)
	data, err := s.Notes.Read(ctx, key)
	if err == nil && string(data) != line {
		err = s.Notes.Write(ctx, key, []byte(line))
	}
	if err == nil {
		s.kept.Put(name, line)
	}
	return name, err
}

// Expand returns the line of a button with the text, which is the line or its name. It returns false if the
// line of the name isn't stored any more.
func (s *Store) Expand(ctx context.Context, text string) (line string, ok bool) {
	if !s.IsName(text) {
		return text, true
	}
	if line, ok = s.kept.Get(text); ok {
		return line, true
	}
	key := s.Note(text)
	if key == "" {
		return "", false
	}
	data, err := s.Notes.Read(ctx, key)
	line = string(data)
	return line, err == nil && s.Name(line) == text
}

// Forget drops all lines that contain one of the words from memory.
func (s *Store) Forget(words ...string) {
	s.kept.DeleteFunc(func(_, line string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(line, word) })
	})
}
