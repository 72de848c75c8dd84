package telegram

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"strings"

	"tarockbot/bot/cache"
	"tarockbot/bot/chat"
)

// maxData is how much a button carries, in bytes.
const maxData = 64

// longLines keep what is too long for a button, which then carries a short
// name of it. They are kept in the notes, so that the button works after a
// restart, in a fixed number of slots: a newer line may take an old one's,
// whose button then says that it is too old.
type longLines struct {
	notes chat.Notes

	kept cache.Map[string, string] // short name -> line; what is in the notes for sure
}

const (
	longMark  = "~" // begins a short name, and no line
	longSlots = 4096
	maxKept   = 2048 // in memory
)

func newLongLines(notes chat.Notes) *longLines {
	return &longLines{notes: notes, kept: cache.Map[string, string]{Keep: maxKept}}
}

// nameBytes is how much of a line's hash is its short name: too much for
// anybody to find another line of the same name.
const nameBytes = 18

func shortName(line string) string {
	sum := sha256.Sum256([]byte(line))
	return longMark + base64.RawURLEncoding.EncodeToString(sum[:nameBytes])
}

// slotOf is the note that keeps the line of a short name.
func slotOf(name string) (string, bool) {
	sum, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(name, longMark))
	if err != nil || len(sum) != nameBytes {
		return "", false
	}
	return fmt.Sprintf("line/%d", binary.BigEndian.Uint32(sum)%longSlots), true
}

// short is the line if a button can carry it, or its short name.
func (l *longLines) short(ctx context.Context, line string) string {
	if len(line) <= maxData && !strings.HasPrefix(line, longMark) && line != "" {
		return line
	}
	name := shortName(line)
	_, kept := l.kept.Get(name)
	if slot, ok := slotOf(name); ok && !kept && l.notes.Write(ctx, slot, []byte(line)) == nil {
		l.kept.Put(name, line)
	}
	return name
}

// expand is the line of a button; false if it isn't kept any more.
func (l *longLines) expand(ctx context.Context, data string) (string, bool) {
	if !strings.HasPrefix(data, longMark) {
		return data, true
	}
	line, ok := l.kept.Get(data)
	if ok {
		return line, true
	}
	slot, ok := slotOf(data)
	if !ok {
		return "", false
	}
	kept, err := l.notes.Read(ctx, slot)
	line = string(kept)
	return line, err == nil && shortName(line) == data
}
