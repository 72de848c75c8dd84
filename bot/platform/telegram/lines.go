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

const (
	maxData   = 64  // bytes
	longMark  = "~" // never begins a line
	longSlots = 4096
	nameBytes = 18 // of the hash; enough that nobody can forge a second line
)

// newLines has a fixed number of slots. A line whose slot is reused is lost; its buttons report that they are old.
func newLines(notes chat.Notes) *lines.Store {
	return &lines.Store{Notes: notes, Name: shortName, IsName: isShort, Note: slotOf}
}

func isShort(data string) bool { return strings.HasPrefix(data, longMark) }

func shortName(line string) string {
	sum := sha256.Sum256([]byte(line))
	return longMark + base64.RawURLEncoding.EncodeToString(sum[:nameBytes])
}

func slotOf(name string) string {
	sum, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(name, longMark))
	if err != nil || len(sum) != nameBytes {
		return ""
	}
	return fmt.Sprintf("line/%d", binary.BigEndian.Uint32(sum)%longSlots)
}

func fitsButton(line string) bool {
	return len(line) <= maxData && !isShort(line) && line != ""
}
