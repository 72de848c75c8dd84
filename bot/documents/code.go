package documents

import (
	"fmt"
	"io"
	"strings"
)

const (
	// codeLetters lacks letters that look alike: 0 and o, 1, i and l.
	codeLetters = "23456789abcdefghjkmnpqrstuvwxyz"
	// codeLen makes 31^8 codes, so that random ones don't collide.
	codeLen = 8
)

// NewCode returns a new code from random bytes. Errors are those of random.
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

// ValidCode reports whether the text has the form of a code.
func ValidCode(code string) bool { return len(code) == codeLen && PartOfCode(code) }

// PartOfCode reports whether the text has only letters of codes.
func PartOfCode(text string) bool { return strings.Trim(text, codeLetters) == "" }
