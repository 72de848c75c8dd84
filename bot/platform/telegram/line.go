package telegram

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/go-telegram/bot/models"
)

// lineOf is what a message says to the bot, whose user name is self; false if it
// isn't meant for it. In private everything is; in a group only a command is, and
// only one that names no other bot.
func (l lexicon) lineOf(m *models.Message, self string) (string, bool) {
	text, commands := expandMentions(m.Text, m.Entities)
	private := m.Chat.Type == models.ChatTypePrivate
	start, ok := commandStart(text, commands)
	if !ok {
		return strings.Join(strings.Fields(text), " "), private
	}
	words := strings.Fields(text[start:])
	word, name, named := strings.Cut(words[0][1:], "@")
	if named && !strings.EqualFold(name, self) || !named && !private && l.others(word) {
		return "", false
	}
	words[0] = word
	return strings.Join(words, " "), word != ""
}

// commandStart is where the command begins: nothing but pictures and the like is before.
func commandStart(text string, commands []int) (int, bool) {
	trimmed := strings.TrimLeftFunc(text, unicode.IsSpace)
	if strings.HasPrefix(trimmed, "/") {
		return len(text) - len(trimmed), true
	}
	for _, at := range commands {
		wordless := !strings.ContainsFunc(text[:at], func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
		if wordless && strings.HasPrefix(text[at:], "/") {
			return at, true
		}
	}
	return 0, false
}

// expandMentions puts @NUMBER in the place of each person who is mentioned without a user name,
// and says at which bytes Telegram sees commands. Telegram counts units of UTF-16; what
// it counts wrong is left as it is.
func expandMentions(text string, entities []models.MessageEntity) (string, []int) {
	units := utf16.Encode([]rune(text))
	entities = slices.Clone(entities)
	slices.SortStableFunc(entities, func(a, b models.MessageEntity) int { return a.Offset - b.Offset })
	var b strings.Builder
	var commands []int
	done := 0
	for _, e := range entities {
		end := e.Offset + e.Length
		if e.Offset < done || e.Length <= 0 || end > len(units) || end < e.Offset {
			continue
		}
		switch {
		case e.Type == models.MessageEntityTypeBotCommand:
			b.WriteString(decode16(units[done:e.Offset]))
			commands = append(commands, b.Len())
			done = e.Offset
		case e.Type == models.MessageEntityTypeTextMention && e.User != nil:
			b.WriteString(decode16(units[done:e.Offset]))
			b.WriteString("@" + strconv.FormatInt(e.User.ID, 10))
			done = end
		}
	}
	b.WriteString(decode16(units[done:]))
	return b.String(), commands
}

func decode16(units []uint16) string { return string(utf16.Decode(units)) }
