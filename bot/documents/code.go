package documents

import (
	"fmt"
	"io"
	"strings"
)

// codeLetters have no 0/O and 1/I/L; 31^8 codes are enough never to meet again.
const codeLetters = "23456789abcdefghjkmnpqrstuvwxyz"

// codeLen is how many letters a code has.
const codeLen = 8

// NewCode is a fresh code, of what is read from random.
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

// ValidCode says whether it can be a code: only such a one is looked up.
func ValidCode(code string) bool { return len(code) == codeLen && PartOfCode(code) }

// PartOfCode says whether the text has only letters that a code has.
func PartOfCode(text string) bool { return strings.Trim(text, codeLetters) == "" }
