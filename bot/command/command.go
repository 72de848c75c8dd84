// Package command has the commands. Each is a function that gets a request and the
// services. Start at commands.
package command

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/match/notify"
	"tarockbot/bot/match/terms"
	"tarockbot/bot/messages"
	"tarockbot/bot/outbox"
	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/spaces"
	"tarockbot/bot/upkeep/privacy"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

// handler does what a request asks for. An error is a chat.Refusal, or the bot's own;
// the answer beside one is nobody's.
type handler func(context.Context, *Services, *Request) (chat.Answer, error)

// command is one thing people can ask for.
type command struct {
	name      string
	run       handler
	page      string // of the answers; see Answer.Page
	asks      bool   // its page asks whether somebody is sure
	takesText bool   // its page asks for a text; a refusal of one is final
	step      bool   // it names a seat's step, by which the table tells an input that has had its effect

	topic screens.HelpTopic // of the help; none: it isn't listed, and only buttons and networks say it
	more  bool              // it needs more words, such as the text "help.example.NAME"
}

// commands are all commands. Their descriptions are the texts "command.NAME". Those that are asked for
// rarely, or by buttons, come last: a network may have room for few at hand.
func commands() []command {
	return []command{
		{name: "challenge", run: offering(challenge), topic: screens.TopicPeople, page: "challenge"},
		{name: "accept", run: offering(accept), topic: screens.TopicPeople, more: true},
		{name: "now", run: offering(playNow), topic: screens.TopicPlay, page: "hand"},
		{name: "practice", run: offering(practice), topic: screens.TopicPlay, page: "challenge"},
		{name: "hand", run: showHand, topic: screens.TopicPlay, page: "hand"},
		{name: "table", run: repostTable, topic: screens.TopicTables},
		{name: "games", run: listGames, topic: screens.TopicTables, page: "games"},
		{name: "undo", run: undo, topic: screens.TopicPlay},
		{name: "resign", run: resign, topic: screens.TopicPlay, page: "resign", asks: true},
		{name: "leave", run: leave, topic: screens.TopicTables, page: "leave", asks: true},
		{name: "rematch", run: rematch, topic: screens.TopicPeople},
		{name: "away", run: goAway, topic: screens.TopicTables, page: "away"},
		{name: "leaderboard", run: leaderboard, topic: screens.TopicStandings, page: "leaderboard"},
		{name: "profile", run: profile, topic: screens.TopicStandings, page: "profile"},
		{name: "history", run: history, topic: screens.TopicStandings, page: "history"},
		{name: "replay", run: replay, topic: screens.TopicStandings, page: "replay"},
		{name: "learn", run: learn, topic: screens.TopicPlay, page: "learn"},
		{name: "rules", run: rulesTopic, topic: screens.TopicPlay, page: "rules"},
		{name: "link", run: link, topic: screens.TopicData, page: "link"},
		{name: "block", run: block, topic: screens.TopicPeople, page: "block"},
		{name: "settings", run: settings, topic: screens.TopicData, page: "settings"},
		{name: "help", run: help, topic: screens.TopicPlay, page: "help"},
		{name: "decline", run: decline, topic: screens.TopicPeople, more: true},
		{name: "unlink", run: unlink, topic: screens.TopicData, page: "link", asks: true},
		{name: "privacy", run: privacyPage, topic: screens.TopicData, page: "privacy"},
		{name: "config", run: config, topic: screens.TopicData, page: "config"},
		{name: "export", run: exportMe, topic: screens.TopicData, page: "export"},
		{name: "forget", run: forgetMe, topic: screens.TopicData, page: "forget", asks: true},
		{name: "extend", run: extend, topic: screens.TopicTables},
		{name: "pause", run: pause, topic: screens.TopicTables},
		{name: "resume", run: resume, topic: screens.TopicTables},
		{name: "claim", run: claimTime, topic: screens.TopicTables},
		{name: "back", run: back, topic: screens.TopicTables, page: "away"},
		{name: "rest", run: rest, topic: screens.TopicPlay},
		{name: "next", run: nextGame, topic: screens.TopicTables, page: "hand"},
		{name: "queue", run: queue, topic: screens.TopicPlay, page: "queue"},
		{name: "cut", run: cut, topic: screens.TopicPlay, page: "cut", takesText: true},
		{name: "proof", run: proof, topic: screens.TopicPlay, page: "proof"},
		{name: "verify", run: verifyDeal, topic: screens.TopicStandings, page: "verify", more: true},
		{name: "consent", run: answerConsent, topic: screens.TopicPlay, more: true},
		{name: "start", run: start, page: "help"},
		{name: "setup", run: setup, page: "challenge"},
		{name: "level", run: practicePage, page: "challenge"},
		{name: "topics", run: suggestTopics, page: "rules"},
		{name: "challenges", run: suggestChallenges, page: "games"},
		{name: "do", run: do, step: true},
		{name: "pick", run: pick},
		{name: "confirm", run: confirm, step: true},
		{name: "fill", run: fill},
		{name: "offer", run: offer},
	}
}

// Names are the commands that people type, for platforms that list them.
func Names() []string {
	var names []string
	for _, c := range commands() {
		if c.topic != "" {
			names = append(names, c.name)
		}
	}
	return names
}

// spokenCommands are all commands as people say them.
func spokenCommands() (all []speech.Command) {
	for _, c := range commands() {
		all = append(all, speech.Command{Name: c.name, Hidden: c.topic == ""})
	}
	return all
}

// help lists the commands of a topic; its topics, if none is named.
func help(_ context.Context, sv *Services, r *Request) (chat.Answer, error) {
	var page screens.Help
	page.Topic, _ = sv.typed.topics.Word(r.arg(0))
	for _, c := range commands() {
		if c.topic == page.Topic {
			page.Commands = append(page.Commands, screens.HelpCommand{Command: speech.Command{Name: c.name}, More: c.more})
		}
	}
	return chat.Answer{Screen: page.Screen(r.Words)}, nil
}

// start greets somebody new.
func start(_ context.Context, _ *Services, r *Request) (chat.Answer, error) {
	return chat.Answer{Screen: screens.Greeting{}.Screen(r.Words)}, nil
}

// Vocabularies are what can be said to the bot, in each of its languages; the first is
// for people who understand none of the others.
func Vocabularies() (all []chat.Vocabulary, err error) {
	catalogue, err := words.Load()
	if err != nil {
		return nil, fmt.Errorf("bot: vocabularies: %w", err)
	}
	for _, lang := range words.Languages() {
		all = append(all, speech.NewVocabulary(catalogue.In(lang), spokenCommands()))
	}
	return all, nil
}

// Services are what commands work with: the parts of the house, each with what it is asked for.
type Services struct {
	Language
	Limits
	Log     *slog.Logger
	Now     func() time.Time
	Random  io.Reader       // codes of tables come from it
	Running context.Context // while the bot runs

	Banned func(people.Person) bool               // whom the operator doesn't let play
	Bars   func(chat.ChatID, people.Person) error // why somebody isn't listened to there

	Platforms map[string]chat.Platform // by name; they change no more once the bot runs
	Store     *documents.Store
	People    *people.People
	Standings *standing.Standings
	Histories tables.Histories
	Spaces    *spaces.Spaces
	Facts     *tables.Facts
	Tables    *tables.Tables
	Dealer    *tables.Dealer
	Thinker   *tables.Thinker
	Messages  *messages.Display
	Outbox    *outbox.Outbox
	Eraser    *privacy.Eraser
	Files     privacy.Files   // those that are being made
	Privacy   screens.Privacy // what people are told of the operator and of their data

	origins origins
	guesses guesses
}

// Limits are how much there may be of what people begin.
type Limits struct {
	PerChat   int  // matches that run in a chat at once where nothing else is set
	PerPerson int  // tables of one person
	PerOrigin int  // tables going on that were opened from one Input.Origin
	AwayDays  int  // days of a year that somebody may be away
	NoStakes  bool // nobody may play for money
}

// Language is all texts, and what is understood of what people type. It never changes.
type Language struct {
	Words    *words.Catalogue
	Topics   screens.Topics
	Courses  screens.Courses
	Lexicon  *speech.Lexicon
	typed    typedChoices
	commands map[string]command // by name
}

// Counted are the names by which what people do is counted: of commands, and of moves.
func (l Language) Counted() (names []string) {
	for name := range l.commands {
		names = append(names, name)
	}
	for _, verbs := range []speech.Meanings[engine.Verb]{l.Lexicon.Verbs, l.Lexicon.Labels} {
		for _, verb := range verbs {
			names = append(names, verb.String())
		}
	}
	return names
}

// typedChoices are what people type where a page offers to choose.
type typedChoices struct {
	filters, boards, decks, ends speech.Meanings[string]
	learning, cutting            speech.Meanings[string]
	settings                     speech.Meanings[setting]
	topics                       speech.Meanings[screens.HelpTopic]
	wishes                       speech.Meanings[standing.Wish]
	reminders                    speech.Meanings[people.Reminders]
	calls                        speech.Meanings[notify.Wish]
}

func newTypedChoices(c *words.Catalogue) typedChoices {
	return typedChoices{
		filters:   speech.NewWords(c, "typed.filter.", filters...),
		boards:    speech.NewWords(c, "typed.board.", append(screens.LeaderboardKinds(), screens.WordHere, screens.WordEverywhere, screens.WordMe)...),
		decks:     speech.NewWords(c, "typed.deck.", deckFour, deckTwo),
		cutting:   speech.NewWords(c, "typed.cutting.", screens.WordAsk, screens.WordNever),
		learning:  speech.NewWords(c, "typed.learn.", screens.WordAll, screens.WordWhole),
		ends:      speech.NewWords(c, "typed.", screens.WordEnd),
		settings:  speech.NewMeanings(c, "typed.setting.", settingsList(), func(s setting) string { return s.name }),
		topics:    speech.NewMeanings(c, "typed.help.", screens.HelpTopics(), screens.HelpTopic.Word),
		wishes:    speech.NewMeanings(c, "typed.ranking.", standing.Wishes(), standing.Wish.Word),
		reminders: speech.NewMeanings(c, "typed.reminders.", people.AllReminders(), people.Reminders.Word),
		calls:     speech.NewMeanings(c, "typed.calls.", notify.Wishes(), notify.Wish.Word),
	}
}

// ReadLanguage reads it once, for all bots of the process.
var ReadLanguage = sync.OnceValues(func() (l Language, err error) {
	if l.Words, err = words.Load(); err != nil {
		return l, fmt.Errorf("bot: %w", err)
	}
	l.Lexicon = speech.NewLexicon(l.Words, spokenCommands(), terms.Words())
	for _, lang := range words.Languages() {
		terms.LearnPaces(l.Lexicon.Phrases, l.Words.In(lang))
		terms.LearnLengths(l.Lexicon.Phrases, l.Words.In(lang))
		terms.LearnStakes(l.Lexicon.Phrases, l.Words.In(lang))
	}
	l.typed, l.commands = newTypedChoices(l.Words), make(map[string]command)
	for _, c := range commands() {
		l.commands[c.name] = c
	}
	if l.Topics, err = screens.NewTopics(games.All(), l.Words); err != nil {
		return l, err
	}
	l.Courses, err = screens.NewCourses(games.All())
	return l, err
})

// Request is an input with the person who made it and what it says.
type Request struct {
	chat.Input
	Person  people.Person
	Words   *words.Tongue
	Command string // which one it is, for the metrics
	args    []string
	table   string // whose code comes first in what is said; "" if none does
	Said    string // by the command, without its language
}

// arg is argument number i, or "".
func (r *Request) arg(i int) string {
	if i >= 0 && i < len(r.args) {
		return r.args[i]
	}
	return ""
}

// seat is where the person sits at the table, or engine.Nobody.
func (r *Request) seat(t *match.Table) engine.Seat { return t.Chairs.SeatOf(r.Person.Participant()) }

// alert is the answer that is the text with that id.
func (r *Request) alert(id string, gaps ...any) chat.Answer {
	return chat.Answer{Alert: r.Words.Say(id, gaps...)}
}

// maxLine is the longest input that is looked at, in bytes.
const maxLine = 1000

// Presser is who says it, whatever the identity, and at which table, if one is named.
func (r *Request) Presser() string { return string(r.Person.Head().Person) + " " + r.table }

// recordCommand notes what the command says, and of which table, if one is named.
func (r *Request) recordCommand(args []string) {
	r.Said = r.Command + " " + strings.Join(args, " ")
	if len(args) > 0 && documents.ValidCode(args[0]) {
		r.table = args[0]
	}
}

// saysChosen is says for a choice, whose order is nobody's.
func (r *Request) saysChosen(chosen []string) {
	r.recordCommand(append(slices.Clone(r.args[:min(2, len(r.args))]), slices.Sorted(slices.Values(chosen))...))
}

// Dispatch finds the command and runs it, unless the input has had its effect before;
// of a step the table says that.
func Dispatch(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	if len(r.Line) > maxLine {
		return chat.Answer{}, chat.Refuse("too-long")
	}
	r.args = strings.Fields(strings.ToValidUTF8(r.Line, ""))
	if len(r.args) == 0 {
		return chat.Answer{}, chat.Refuse("unknown-command", "Command", "")
	}
	word := speech.PlainWord(strings.TrimPrefix(r.args[0], "/"))
	r.args = r.args[1:]
	verb, is := sv.Lexicon.Verbs[word]
	if spoken, ok := sv.Lexicon.Commands[word]; ok && !(is && len(r.args) > 0) { // "spiele" lists games, "spiele XXI" plays
		c := sv.commands[spoken.Name]
		r.Command = c.name
		r.recordCommand(r.args)
		if !c.step {
			if err := unlessSeen(ctx, sv, r); err != nil {
				return chat.Answer{}, err
			}
		}
		answer, err := c.run(ctx, sv, r)
		answer.Page = cmp.Or(answer.Page, c.page)
		return answer, err
	}
	if label, pressed := sv.Lexicon.Labels.Phrase(r.Line); pressed {
		verb, is, r.args = label, true, nil
	}
	if !is {
		return chat.Answer{}, unknown(sv, r, word)
	}
	r.Command = verb.String()
	if err := unlessSeen(ctx, sv, r); err != nil {
		return chat.Answer{}, err
	}
	return playTyped(ctx, sv, r, verb)
}

// unlessSeen refuses an input that has had its effect before.
func unlessSeen(ctx context.Context, sv *Services, r *Request) error {
	if seen, err := sv.Store.Seen(ctx, r.Input); err != nil || seen {
		return documents.OrDuplicate(err)
	}
	return nil
}

// Misspelt is the refusal of a word that is no command, but nearly one.
type Misspelt struct {
	error
	Line string // what may have been meant
}

// Unwrap implements what package errors looks for.
func (m *Misspelt) Unwrap() error { return m.error }

// unknown refuses a word that nothing is said by, with what may have been meant.
func unknown(sv *Services, r *Request, word string) error {
	name, near := speech.CleanName(word), sv.Lexicon.Near(word)
	if near == "" {
		return chat.Refuse("unknown-command", "Command", name)
	}
	no := chat.Refuse("misspelt", "Command", name, "Meant", cmp.Or(r.Words.Command(near), near))
	return &Misspelt{no, strings.Join(append([]string{near}, r.args...), " ")}
}

// Question is the page whose question the line answers for good, or would if it weren't refused: "leave TABLE
// DEAL yes", "cut TABLE TEXT"; "" for any other line.
func Question(sv *Services, line string) string {
	args := strings.Fields(line)
	if len(args) < 2 {
		return ""
	}
	c := sv.commands[sv.Lexicon.Commands[args[0]].Name]
	word := args[len(args)-1]
	_, said := sv.Lexicon.Switches[word]
	if c.takesText || len(args) > 2 && c.asks && (said || word == screens.WordPause) {
		return c.page
	}
	return ""
}
