// Package lines keeps what buttons say that is too long for a button, which carries a
// short name of it instead.
package lines

import (
	"context"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/cache"
)

// Store keeps lines in a platform's notes, so that a button works after a restart, and
// those used last in memory.
type Store struct {
	// Notes keep the lines. Required.
	Notes chat.Notes
	// Name is the short name of a line, made of so much of its hash that nobody finds
	// another line of the same name. Required.
	Name func(line string) string
	// Note is the note that keeps the line of a name; "" if that has not a name's form.
	// Names may share one: a newer line takes it then. Required.
	Note func(name string) (key string)

	kept cache.Map[string, string] // by name; what is in the notes for sure
}

// Shorten keeps the line, and is its name. After an error the name may not be known
// later.
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

// Expand is the line of the name; false if it isn't kept any more.
func (s *Store) Expand(ctx context.Context, name string) (line string, ok bool) {
	if line, ok = s.kept.Get(name); ok {
		return line, true
	}
	key := s.Note(name)
	if key == "" {
		return "", false
	}
	data, err := s.Notes.Read(ctx, key)
	line = string(data)
	return line, err == nil && s.Name(line) == name
}

// Forget drops the lines from memory in which one of the words stands.
func (s *Store) Forget(words ...string) {
	s.kept.DeleteFunc(func(_, line string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(line, word) })
	})
}
