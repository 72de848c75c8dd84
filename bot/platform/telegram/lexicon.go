package telegram

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/go-telegram/bot/models"

	"tarockbot/bot/chat"
)

// lineOf returns the message's line, or false if the message isn't for the bot named self. In groups, the bot reads only
// commands that name no other bot.
func (l lexicon) lineOf(m *models.Message, self string) (string, bool) {
	text, commands := expandMentions(m.Text, m.Entities)
	private := m.Chat.Type == models.ChatTypePrivate
	start, ok := commandStart(text, commands)
	if !ok {
		return strings.Join(strings.Fields(text), " "), private
	}
	words := strings.Fields(text[start:])
	word, name, named := strings.Cut(words[0][1:], "@")
	if named && !strings.EqualFold(name, self) || !named && !private && l.isForeign(word) {
		return "", false
	}
	words[0] = word
	return strings.Join(words, " "), word != ""
}

// commandStart finds the command. Only symbols may precede it.
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

// expandMentions replaces mentions without a user name by @NUMBER. It also returns the bytes where commands begin.
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

// askedLine returns the unfinished line that the message completes. It returns "" unless the message replies to
// a question of the bot to its writer.
func (x *identity) askedLine(m *models.Message) string {
	q := m.ReplyToMessage
	if q == nil || q.From == nil || q.From.ID != x.me.Load().ID || len(q.Entities) == 0 || x.lexicon.isCommand(m.Text) {
		return ""
	}
	whom, what := q.Entities[0], q.Entities[len(q.Entities)-1]
	units := utf16.Encode([]rune(q.Text))
	asked := whom.User != nil && whom.User.ID == m.From.ID
	if !asked || what.Type != models.MessageEntityTypeCode || what.Offset+what.Length != len(units) {
		return ""
	}
	return strings.TrimSuffix(strings.TrimPrefix(decode16(units[what.Offset:]), "/"), " "+ellipsis)
}

type lexicon struct {
	aliases map[string]string // by other languages' names
	typed   map[string]bool
}

func newLexicon(all []chat.Vocabulary) lexicon {
	l := lexicon{make(map[string]string), map[string]bool{"start": true}}
	for _, v := range all {
		for _, c := range v.Commands {
			l.aliases[c.Alias] = c.Name
		}
		for _, word := range v.TypedWords {
			l.typed[word] = true
		}
	}
	return l
}

func (l lexicon) isForeign(word string) bool {
	ascii := !strings.ContainsFunc(word, func(r rune) bool { return r > unicode.MaxASCII })
	return ascii && !l.typed[strings.ToLower(word)]
}

func (l lexicon) isCommand(text string) bool {
	word, is := strings.CutPrefix(text, "/")
	end := strings.IndexFunc(word+" ", func(r rune) bool { return !wordRune(r) })
	return is && l.typed[strings.ToLower(word[:end])]
}
