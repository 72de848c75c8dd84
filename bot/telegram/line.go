package telegram

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"

	"tarockbot/bot/chat"

	"github.com/go-telegram/bot/models"
)

// lineOf is what a message says to the bot, whose user name is self; false if it isn't meant for it. In
// private everything is; in a group only a command is, and only one that
// names no other bot.
func (l lexicon) lineOf(m *models.Message, self string) (string, bool) {
	text, commands := rewrite(m.Text, m.Entities)
	private := m.Chat.Type == models.ChatTypePrivate
	start, ok := commandStart(text, commands)
	if !ok {
		return strings.Join(strings.Fields(text), " "), private
	}
	word, rest := text[start:], ""
	if i := strings.IndexFunc(word, unicode.IsSpace); i >= 0 {
		word, rest = word[:i], word[i:]
	}
	word, name, named := strings.Cut(word[1:], "@")
	if named && !strings.EqualFold(name, self) || !named && !private && l.others(word) {
		return "", false
	}
	return strings.Join(append([]string{word}, strings.Fields(rest)...), " "), word != ""
}

// commandStart is where the command begins in the text: at its beginning, or
// after what are no words, such as a picture.
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

// rewrite puts @NUMBER in the place of each person who is mentioned without a
// user name, and says where, in bytes, Telegram sees commands. Telegram counts
// in units of UTF-16; what it counts wrong is left as it is.
func rewrite(text string, entities []models.MessageEntity) (string, []int) {
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

// The words that a link to the private chat may carry, and the commands they
// are. Whoever follows a link says nothing else by it: somebody else has made
// the link.
const startJoin = "join"

var startWords = []struct{ word, command, arg string }{
	{startJoin, "accept", anyArg}, {"hand", "hand", anyArg}, {"games", "games", ""}, {"rules", "rules", anyArgs},
	{"help", "help", ""}, {"challenge", "challenge", argThere}, {"leaderboard", "leaderboard", ""},
	{"history", "history", ""}, {"replay", "replay", anyArg}, {"profile", "profile", ""}, {"link", "link", ""}, {"practice", "practice", ""},
}

// What may follow a word of a link.
const (
	anyArg   = "*"
	anyArgs  = "**"    // several, with "_" between them
	argThere = "there" // the challenge is for the group where the person asked for it
)

// lineOfPayload is what a link's payload asks for; help if nothing is known.
func lineOfPayload(payload string) string {
	word, arg, _ := strings.Cut(payload, "_")
	for _, s := range startWords {
		switch {
		case s.word != word:
		case arg != "" && s.arg == anyArgs:
			return s.command + " " + strings.ReplaceAll(arg, "_", " ")
		case arg != "" && (s.arg == anyArg || s.arg == arg):
			return s.command + " " + arg
		default:
			return s.command
		}
	}
	return "help"
}

// maxPayload is the longest payload of a link, in bytes.
const maxPayload = 64

// payload is a payload that leads to what the line, said in a group, asks for;
// or to the help.
func (l lexicon) payload(line string) string {
	args := strings.Fields(line)
	if len(args) == 0 {
		return "help"
	}
	command := cmp.Or(l.aliases[strings.ToLower(args[0])], args[0])
	for _, s := range startWords {
		switch {
		case s.command != command:
		case s.arg == anyArg && len(args) == 2, s.arg == anyArgs && len(args) > 1:
			if payload := s.word + "_" + strings.Join(args[1:], "_"); len(payload) <= maxPayload && linkSafe(payload) {
				return payload
			}
			return s.word
		case s.arg == argThere:
			return s.word + "_" + argThere
		default:
			return s.word
		}
	}
	return "help"
}

// lexicon is what a line may begin with.
type lexicon struct {
	aliases map[string]string // what people type for commands in their languages
	typed   map[string]bool
}

func newLexicon(all []chat.Vocabulary) lexicon {
	l := lexicon{make(map[string]string), map[string]bool{"start": true}}
	for _, v := range all {
		for _, c := range v.Commands {
			l.aliases[c.Alias] = c.Name
		}
		for _, word := range v.Typed {
			l.typed[word] = true
		}
	}
	return l
}

// others says that a command in a group is none of this bot's, but maybe another
// bot's.
func (l lexicon) others(word string) bool { return isASCII(word) && !l.typed[strings.ToLower(word)] }

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII })
}

// linkSafe: Telegram takes no other letters in a payload.
func linkSafe(s string) bool {
	return strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == ""
}
