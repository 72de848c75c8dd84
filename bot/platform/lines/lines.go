// Package lines stores lines that are too long for a button, which carries a short name instead.
package lines

import (
	"context"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/cache"
)

// Store stores lines in a platform's notes, so that buttons work after a restart.
type Store struct {
	Notes chat.Notes
	// Name returns a line's short name, long enough that nobody can forge another line for it. Required.
	Name func(line string) string
	// IsName distinguishes names from lines. Required.
	IsName func(text string) bool
	// Note returns the key of the name's note, or "" for an invalid name. Names may share a note, which keeps the last
	// line. Required.
	Note func(name string) (key string)

	kept cache.Map[string, string] // by name; all are in the notes
}

// Shorten stores the line and returns its name. After an error the name may not expand.
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

// Expand returns the line of a button's text, or false if it is no longer stored.
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

// Forget drops lines that contain one of the words from memory.
func (s *Store) Forget(words ...string) {
	s.kept.DeleteFunc(func(_, line string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(line, word) })
	})
}
