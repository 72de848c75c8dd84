package telegram

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/lines"
)

// Limits and names of a button's data.
const (
	maxData   = 64   // bytes
	longMark  = "~"  // begins the short name of a long line, and never a line
	longSlots = 4096 // for long lines
	nameBytes = 18   // of a line's hash are in its name, so that nobody finds another line with the same name
)

// newLines returns the store of lines that are too long for a button. It has a fixed number of slots: a
// newer line may take an old line's, whose button then reports that it is too old.
func newLines(notes chat.Notes) *lines.Store {
	return &lines.Store{Notes: notes, Name: shortName, IsName: isShort, Note: slotOf}
}

// isShort reports whether the data of a button is the short name of a line.
func isShort(data string) bool { return strings.HasPrefix(data, longMark) }

func shortName(line string) string {
	sum := sha256.Sum256([]byte(line))
	return longMark + base64.RawURLEncoding.EncodeToString(sum[:nameBytes])
}

// slotOf returns the note that stores the line of a short name. It is empty if the name is none.
func slotOf(name string) string {
	sum, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(name, longMark))
	if err != nil || len(sum) != nameBytes {
		return ""
	}
	return fmt.Sprintf("line/%d", binary.BigEndian.Uint32(sum)%longSlots)
}

// fitsButton reports whether a button can carry the line itself.
func fitsButton(line string) bool {
	return len(line) <= maxData && !isShort(line) && line != ""
}
