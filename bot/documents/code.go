package documents

import (
	"fmt"
	"io"
	"strings"
)

const (
	// codeLetters lacks letters that look alike.
	codeLetters = "23456789abcdefghjkmnpqrstuvwxyz"
	codeLen     = 8
)

// NewCode returns a random code.
func NewCode(random io.Reader) (string, error) {
	code := make([]byte, 0, codeLen)
	var buf [1]byte
	for len(code) < codeLen {
		if _, err := io.ReadFull(random, buf[:]); err != nil {
			return "", fmt.Errorf("bot: random: %w", err)
		}
		if i := int(buf[0] & 31); i < len(codeLetters) {
			code = append(code, codeLetters[i])
		}
	}
	return string(code), nil
}

// IsCode reports whether the text can be a code.
func IsCode(code string) bool { return len(code) == codeLen && IsPartOfCode(code) }

// IsPartOfCode reports whether the text has only codes' letters.
func IsPartOfCode(text string) bool { return strings.Trim(text, codeLetters) == "" }
