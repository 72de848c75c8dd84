// Package command has the commands. Each is a function that gets a request, the services, and the arguments
// that its row declares. Start at commands.
package command

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
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
	"tarockbot/bot/tables/past"
	"tarockbot/bot/tables/spaces"
	"tarockbot/bot/upkeep/bans"
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
	run       action // with its arguments
	page      string // of the answers; see Answer.Page
	asks      bool   // its page asks whether somebody is sure
	takesText bool   // its page asks for a text; a refusal of one is final
	step      bool   // it names a seat's step, by which the table tells an input that has had its effect
	alone     bool   // it is of no use to others in a group

	topic screens.HelpTopic // of the help; none: it isn't listed, and only buttons and networks say it
	more  bool              // it needs more words, such as the text "help.example.NAME"
}

// commands are all commands, each with its arguments, in the order in which they are read; see [arg].
// Their descriptions are the texts "command.NAME". Those that are asked for rarely, or by buttons, come last: a
// network may have room for few at hand.
func commands() []command {
	return []command{
		{name: "challenge", run: offering(takes1(challenge, challengeArg)), topic: screens.TopicPeople, page: "challenge"},
		{name: "accept", run: offering(takes1(accept, challengedArg)), topic: screens.TopicPeople, more: true},
		{name: "now", run: offering(takes1(playNow, ignoredArg)), alone: true, topic: screens.TopicPlay, page: "hand"},
		{name: "practice", run: offering(takes1(practice, practiceArg)), alone: true, topic: screens.TopicPlay, page: "challenge"},
		{name: "hand", run: takes1(showHand, tableArg), topic: screens.TopicPlay, page: "hand"},
		{name: "table", run: takes1(repostTable, tableArg), topic: screens.TopicTables},
		{name: "games", run: takes0(listGames), topic: screens.TopicTables, page: "games"},
		{name: "undo", run: takes2(undo, tableArg, markArg), topic: screens.TopicPlay},
		{name: "resign", run: takes3(resign, sureArg, tableArg, markArg), topic: screens.TopicPlay, page: "resign", asks: true},
		{name: "leave", run: takes3(leave, sureArg, tableArg, markArg), topic: screens.TopicTables, page: "leave", asks: true},
		{name: "rematch", run: takes1(rematch, tableArg), topic: screens.TopicPeople},
		{name: "away", run: takes2(goAway, daysOffArg, markArg), topic: screens.TopicTables, page: "away"},
		{name: "leaderboard", run: takes1(leaderboard, boardArg), topic: screens.TopicStandings, page: "leaderboard"},
		{name: "profile", run: takes1(profile, profileArg), topic: screens.TopicStandings, page: "profile"},
		{name: "history", run: takes1(history, historyArg), alone: true, topic: screens.TopicStandings, page: "history"},
		{name: "replay", run: takes2(replay, replayedArg, momentArg), alone: true, topic: screens.TopicStandings, page: "replay"},
		{name: "learn", run: takes1(learn, lessonArg), topic: screens.TopicPlay, page: "learn"},
		{name: "rules", run: takes1(rulesTopic, rulesArg), topic: screens.TopicPlay, page: "rules"},
		{name: "link", run: takes1(link, linkCodeArg), alone: true, topic: screens.TopicData, page: "link"},
		{name: "block", run: takes2(block, offAnywhereArg, blockedArg), alone: true, topic: screens.TopicPeople, page: "block"},
		{name: "settings", run: takes2(settings, settingArg, textArg), alone: true, topic: screens.TopicData, page: "settings"},
		{name: "help", run: takes1(help, topicArg), topic: screens.TopicPlay, page: "help"},
		{name: "decline", run: takes2(decline, reasonArg, declinedArg), topic: screens.TopicPeople, more: true},
		{name: "unlink", run: takes2(unlink, sureArg, markArg), alone: true, topic: screens.TopicData, page: "link", asks: true},
		{name: "privacy", run: takes1(privacyPage, ignoredArg), topic: screens.TopicData, page: "privacy"},
		{name: "config", run: takes1(config, configArg), topic: screens.TopicData, page: "config"},
		{name: "export", run: takes0(exportMe), alone: true, topic: screens.TopicData, page: "export"},
		{name: "forget", run: takes2(forgetMe, sureArg, markArg), alone: true, topic: screens.TopicData, page: "forget", asks: true},
		{name: "extend", run: takes2(extend, tableArg, markArg), topic: screens.TopicTables},
		{name: "pause", run: takes3(pause, offArg, tableArg, markArg), topic: screens.TopicTables},
		{name: "resume", run: takes2(resume, tableArg, markArg), topic: screens.TopicTables},
		{name: "claim", run: takes3(claimTime, endArg, tableArg, wordsArg), topic: screens.TopicTables},
		{name: "back", run: takes2(back, tableArg, markArg), topic: screens.TopicTables, page: "away"},
		{name: "rest", run: takes2(rest, tableArg, markArg), topic: screens.TopicPlay},
		{name: "next", run: takes0(nextGame), topic: screens.TopicTables, page: "hand"},
		{name: "queue", run: takes3(queue, tableAroundArg, stepBeforeArg, textArg.withFields(wordsField)), topic: screens.TopicPlay, page: "queue"},
		{name: "cut", run: takes2(cut, tableBeforeArg, textArg.withFields(wordsField)), topic: screens.TopicPlay, page: "cut", takesText: true},
		{name: "proof", run: takes1(proof, tableArg.withFields(wordsField)), topic: screens.TopicPlay, page: "proof"},
		{name: "verify", run: takes1(verifyDeal, verifiedArg), topic: screens.TopicStandings, page: "verify", more: true},
		{name: "consent", run: takes3(answerConsent, consentArg, tableArg.withFields(), markArg), topic: screens.TopicPlay, more: true},
		{name: "start", run: takes0(start), page: "help"},
		{name: "setup", run: takes2(setup, moreArg, termsArg), page: "challenge"},
		{name: "level", run: takes1(practicePage, levelArg), page: "challenge"},
		{name: "topics", run: takes1(suggestTopics, textArg), page: "rules"},
		{name: "challenges", run: takes0(suggestChallenges), page: "games"},
		{name: "do", run: takes3(do, tableArg, markArg, textArg), step: true},
		{name: "pick", run: takes3(pick, tableArg, markArg, wordArg)},
		{name: "confirm", run: takes3(confirm, tableArg, markArg, wordsArg), step: true},
		{name: "fill", run: takes2(fill, tableAnywhereArg, wordsArg)},
		{name: "offer", run: takes1(offer, tableArg)},
	}
}

// spokenCommands are all commands as people say them.
func spokenCommands() (all []speech.Command) {
	for _, c := range commands() {
		all = append(all, speech.Command{Name: c.name, Hidden: c.topic == "", Private: c.alone, Fields: c.run.in})
	}
	return all
}

// help lists the commands of a topic; its topics, if none is named.
func help(_ context.Context, sv *Services, r *Request, topic screens.HelpTopic) (chat.Answer, error) {
	page := screens.Help{Topic: topic}
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
func (l Language) Vocabularies() (all []chat.Vocabulary) {
	for _, lang := range words.Languages() {
		all = append(all, speech.NewVocabulary(l.Words.In(lang), spokenCommands()))
	}
	return all
}

// Services are what commands work with: the parts of the house, each with what it is asked for.
type Services struct {
	Language
	Limits
	Log     *slog.Logger
	Now     func() time.Time
	Running context.Context // while the bot runs

	Platforms map[string]chat.Platform // by name; they change no more once the bot runs
	Store     *documents.Store
	People    *people.People
	Standings *standing.Standings
	Histories past.Matches
	Spaces    *spaces.Spaces
	Tables    *tables.Tables
	Messages  *messages.Display
	Outbox    *outbox.Outbox

	Offers  Offers
	Account Account
}

// Offers is what only the commands need that propose matches and answer challenges.
type Offers struct {
	Random io.Reader // codes of tables come from it
	Bans   bans.List

	origins origins
}

// Account is what only the commands need that are about the person's own data.
type Account struct {
	Eraser  *privacy.Eraser
	Files   privacy.Files   // those that are being made
	Privacy screens.Privacy // what people are told of the operator and of their data

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
	table   string // whose code comes first in what is said; "" if none does
	Said    string // by the command, without its language
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

// Dispatch finds the command and runs it, unless the input has had its effect before;
// of a step the table says that.
func Dispatch(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	if len(r.Line) > maxLine {
		return chat.Answer{}, chat.Refuse("too-long")
	}
	said := &line{sv, r, strings.Fields(strings.ToValidUTF8(r.Line, ""))}
	if len(said.words) == 0 {
		return chat.Answer{}, chat.Refuse("unknown-command", "Command", "")
	}
	word := speech.PlainWord(strings.TrimPrefix(said.next(), "/"))
	verb, is := sv.Lexicon.Verbs[word]
	if spoken, ok := sv.Lexicon.Commands[word]; ok && !(is && len(said.words) > 0) { // "spiele" lists games, "spiele XXI" plays
		c := sv.commands[spoken.Name]
		r.Command = c.name
		r.recordCommand(said.words)
		if !c.step {
			if err := unlessSeen(ctx, sv, r); err != nil {
				return chat.Answer{}, err
			}
		}
		answer, err := c.run.run(ctx, said)
		answer.Page = cmp.Or(answer.Page, c.page)
		return answer, err
	}
	if label, pressed := sv.Lexicon.Labels.Phrase(r.Line); pressed {
		verb, is, said.words = label, true, nil
	}
	if !is {
		return chat.Answer{}, unknown(said, word)
	}
	r.Command = verb.String()
	if err := unlessSeen(ctx, sv, r); err != nil {
		return chat.Answer{}, err
	}
	return playTyped(ctx, said, verb)
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
func unknown(said *line, word string) error {
	name, near := speech.CleanName(word), said.sv.Lexicon.Near(word)
	if near == "" {
		return chat.Refuse("unknown-command", "Command", name)
	}
	no := chat.Refuse("misspelt", "Command", name, "Meant", cmp.Or(said.r.Words.Command(near), near))
	return &Misspelt{no, strings.Join(append([]string{near}, said.words...), " ")}
}

// Question is the page whose question the line answers for good, or would if it weren't refused: "leave TABLE
// DEAL yes", "cut TABLE TEXT"; "" for any other line.
func Question(sv *Services, said string) string {
	args := strings.Fields(said)
	if len(args) < 2 {
		return ""
	}
	c := sv.commands[sv.Lexicon.Commands[args[0]].Name]
	last := args[len(args)-1]
	if c.takesText || len(args) > 2 && c.asks && (oneOf(sv.Lexicon.Switches)(last) || last == screens.WordPause) {
		return c.page
	}
	return ""
}
