package telegram

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"

	tg "github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/lines"
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

// startWords are the words that a link to the private chat may carry, and the commands
// they are. Nothing else is said by following a link: somebody else has made it.
var startWords = []struct{ word, command, arg string }{
	{"join", "accept", anyArg}, {"hand", "hand", anyArg}, {"games", "games", ""}, {"learn", "learn", anyArg}, {"rules", "rules", anyArgs},
	{"help", "help", ""}, {"challenge", "challenge", argThere}, {"leaderboard", "leaderboard", ""},
	{"start", "start", ""}, {"start", "now", ""},
	{"history", "history", ""}, {"replay", "replay", anyArg}, {"profile", "profile", ""}, {"link", "link", ""}, {"practice", "practice", ""},
}

// What may follow a word of a link.
const (
	anyArg   = "*"
	anyArgs  = "**"    // several, with "_" between them
	argThere = "there" // the challenge is for the group where the person asked for it
)

// lineOfPayload is what a link's payload asks for; the greeting if nothing is known.
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
	return "start"
}

// payloadForm is what Telegram takes as the payload of a link.
var payloadForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// payload leads to what the line, said in a group, asks for; or to the greeting.
func (l lexicon) payload(line string) string {
	args := strings.Fields(line)
	if len(args) == 0 {
		return "start"
	}
	command := cmp.Or(l.aliases[strings.ToLower(args[0])], args[0])
	for _, s := range startWords {
		switch {
		case s.command != command:
		case s.arg == anyArg && len(args) == 2, s.arg == anyArgs && len(args) > 1:
			if payload := s.word + "_" + strings.Join(args[1:], "_"); payloadForm.MatchString(payload) {
				return payload
			}
			return s.word
		case s.arg == argThere:
			return s.word + "_" + argThere
		default:
			return s.word
		}
	}
	return "start"
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

// others says that a command in a group isn't this bot's, but maybe another's.
func (l lexicon) others(word string) bool {
	ascii := !strings.ContainsFunc(word, func(r rune) bool { return r > unicode.MaxASCII })
	return ascii && !l.typed[strings.ToLower(word)]
}

// What a button carries.
const (
	maxData   = 64   // bytes
	longMark  = "~"  // begins the short name of a line that is too long, and no line
	longSlots = 4096 // for such lines
	nameBytes = 18   // of its hash are the name: too many for anybody to find another line of the same name
)

// newLines keeps what is too long for a button in a fixed number of slots: a newer line
// may take an old one's, whose button is too old then.
func newLines(notes chat.Notes) *lines.Store {
	return &lines.Store{Notes: notes, Name: shortName, Note: slotOf}
}

func shortName(line string) string {
	sum := sha256.Sum256([]byte(line))
	return longMark + base64.RawURLEncoding.EncodeToString(sum[:nameBytes])
}

// slotOf is the note that keeps the line of a short name; "" if it is none.
func slotOf(name string) string {
	sum, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(name, longMark))
	if err != nil || len(sum) != nameBytes {
		return ""
	}
	return fmt.Sprintf("line/%d", binary.BigEndian.Uint32(sum)%longSlots)
}

// fits says that a button can carry the line itself.
func fits(line string) bool {
	return len(line) <= maxData && !strings.HasPrefix(line, longMark) && line != ""
}

// expanded is the line of a button; false if it isn't kept any more.
func expanded(ctx context.Context, kept *lines.Store, data string) (string, bool) {
	if !strings.HasPrefix(data, longMark) {
		return data, true
	}
	return kept.Expand(ctx, data)
}

const (
	maxAbout     = 256        // letters of a description
	noteCommands = "commands" // the note that tells which menus Telegram has
)

// menus are the lists of commands that Telegram offers, by kind of chat and by
// language; the first language's are for everybody whose language has none.
func menus(vocabularies []chat.Vocabulary) (all []*tg.SetMyCommandsParams) {
	for i, v := range vocabularies {
		lang := v.Lang
		if i == 0 {
			lang = ""
		}
		var every, group []models.BotCommand
		for _, c := range v.Commands {
			command := models.BotCommand{Command: c.Name, Description: cut(c.About, maxAbout)}
			every = append(every, command)
			if !c.Private {
				group = append(group, command)
			}
		}
		add := func(scope models.BotCommandScope, commands []models.BotCommand) {
			all = append(all, &tg.SetMyCommandsParams{Commands: commands, Scope: scope, LanguageCode: lang})
		}
		add(&models.BotCommandScopeDefault{}, every)
		add(&models.BotCommandScopeAllPrivateChats{}, every)
		add(&models.BotCommandScopeAllGroupChats{}, group)
	}
	return all
}

// registerCommands gives Telegram the menus if it has others. Commands can be typed
// without them.
func (p *Platform) registerCommands(ctx context.Context) {
	all := menus(p.cfg.Vocabularies)
	text, err := json.Marshal([]any{p.cfg.APIURL, p.self.username(), all})
	if err != nil {
		return // text and lists can always be encoded
	}
	now := fmt.Sprintf("%x", sha256.Sum256(text))
	if before, err := p.cfg.Notes.Read(ctx, noteCommands); err == nil && string(before) == now {
		return
	}
	for _, m := range all {
		err := within(ctx, func(ctx context.Context) error {
			_, err := p.client.api.SetMyCommands(ctx, m)
			return err
		})
		if err != nil {
			p.log.Warn("telegram: commands not registered", "err", err)
			return
		}
	}
	if err := p.cfg.Notes.Write(ctx, noteCommands, []byte(now)); err != nil {
		p.log.Warn("telegram: commands will be registered again", "err", err)
	}
}
