package command

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/screens"
	"tarockbot/bot/support/seq"
	"tarockbot/engine/robot"
	"tarockbot/render/words"
)

type arg[T any] struct {
	read   func(*line) T // takes the argument's words out of the line; zero if missing
	fields []fieldMaker
}

func (a arg[T]) withFields(all ...fieldMaker) arg[T] { return arg[T]{a.read, all} }

type binding struct {
	bind   func(*line) task
	fields []fieldMaker
}

func (b binding) in(t *words.Tongue) []chat.Field {
	return slices.Concat(seq.Map(b.fields, func(makeFields fieldMaker) []chat.Field { return makeFields(t) })...)
}

// takes0 declares a command without arguments. Only networks use its fields.
func takes0(run handler, fields ...fieldMaker) binding {
	return binding{func(l *line) task {
		return func(ctx context.Context) (chat.Answer, error) { return run(ctx, l.r) }
	}, fields}
}

func takes1[A any](run func(context.Context, *Request, A) (chat.Answer, error), a arg[A]) binding {
	return binding{func(l *line) task {
		x := a.read(l)
		return func(ctx context.Context) (chat.Answer, error) { return run(ctx, l.r, x) }
	}, a.fields}
}

func takes2[A, B any](run func(context.Context, *Request, A, B) (chat.Answer, error), a arg[A], b arg[B]) binding {
	return binding{func(l *line) task {
		x, y := a.read(l), b.read(l)
		return func(ctx context.Context) (chat.Answer, error) { return run(ctx, l.r, x, y) }
	}, slices.Concat(a.fields, b.fields)}
}

func takes3[A, B, C any](
	run func(context.Context, *Request, A, B, C) (chat.Answer, error), a arg[A], b arg[B], c arg[C],
) binding {
	return binding{func(l *line) task {
		x, y, z := a.read(l), b.read(l), c.read(l)
		return func(ctx context.Context) (chat.Answer, error) { return run(ctx, l.r, x, y, z) }
	}, slices.Concat(a.fields, b.fields, c.fields)}
}

type line struct {
	r     *Request
	words []string
}

func (l *line) takeAt(i int, test func(string) bool) string {
	if i < 0 || i >= len(l.words) || !test(l.words[i]) {
		return ""
	}
	word := l.words[i]
	l.words = slices.Delete(slices.Clone(l.words), i, i+1)
	return word
}

func (l *line) takeFirst(test func(string) bool) string { return l.takeAt(0, test) }

func (l *line) takeLast(test func(string) bool) string { return l.takeAt(len(l.words)-1, test) }

func (l *line) takeAny(test func(string) bool) string {
	return l.takeAt(slices.IndexFunc(l.words, test), test)
}

func isAny(string) bool { return true }

func (l *line) next() string { return l.takeFirst(isAny) }

func (l *line) all() (taken []string) {
	taken, l.words = l.words, nil
	return taken
}

func (l *line) text() string { return strings.Join(l.all(), " ") }

func isKnown[T any](all speech.Meanings[T]) func(string) bool {
	return func(word string) bool { _, is := all.LookupWord(word); return is }
}

func isOneOf[T ~string](all ...T) func(string) bool {
	return func(word string) bool { return slices.Contains(all, T(word)) }
}

func isNumber(word string) bool {
	_, err := strconv.Atoi(word)
	return err == nil
}

func (r *Request) isOff(word string) bool {
	on, is := r.sv.Language.Lexicon.Switches.LookupWord(word)
	return is && !on
}

type reply int

const (
	noReply reply = iota
	replyYes
	replyNo
	replyPause // ask for a pause instead
)

func (l *line) replyOf(word string) reply {
	switch {
	case word == "":
		return noReply
	case l.r.sv.Language.Lexicon.IsYes(word):
		return replyYes
	}
	return replyNo
}

func firstWord(text string) string {
	word, _, _ := strings.Cut(text, " ")
	return word
}

func tableID(word string) chat.TableID { return chat.TableID(strings.ToLower(word)) }

func isTable(word string) bool { return documents.IsCode(strings.ToLower(word)) }

// tableBefore removes a known table's code at the line's start. Texts and cards may look like codes.
func (l *line) tableBefore() chat.TableID { return tableID(l.takeFirst(l.isKnownTable)) }

func (l *line) tableAround() chat.TableID {
	return cmp.Or(l.tableBefore(), tableID(l.takeLast(l.isKnownTable)))
}

func (l *line) isKnownTable(word string) bool {
	return isTable(word) && l.r.sv.Tables.Index.Has(tableID(word))
}

// All arguments of commands follow. Their names end in Arg.

// Words that the command itself interprets.
var (
	wordArg     = arg[string]{read: (*line).next}
	textArg     = arg[string]{read: (*line).text}
	saidArg     = textArg.withFields(wordsField)
	wordsArg    = arg[[]string]{read: (*line).all}
	linkCodeArg = arg[string]{read: func(l *line) string { return strings.Join(l.all(), "") }}.withFields(
		newField(chat.Field{Name: "code", About: "link"}))
	settingArg = wordArg.withFields(
		newField(chat.Field{Name: "words", PagePrefix: "settings ", Pages: []string{"settings", "settings calls", "settings zone"}}),
		newField(chat.Field{Name: "calls", Prefix: "calls "}, "now", "away", "hour", "never"))
	daysOffArg = wordArg.withFields(
		newField(chat.Field{Name: "days", Kind: chat.NumberField}),
		newField(chat.Field{Name: "off", Kind: chat.SwitchField, About: "back"}))
	blockedArg = wordsArg.withFields(
		personField, newField(chat.Field{Name: "off", Kind: chat.SwitchField}), textField("code"), namesField)
)

// markArg is the state that a button was made for, such as a revision or step. Commands refuse outdated buttons.
var markArg = wordArg

var (
	tableArg         = arg[chat.TableID]{func(l *line) chat.TableID { return tableID(l.next()) }, []fieldMaker{tableField}}
	tableAnywhereArg = arg[chat.TableID]{read: func(l *line) chat.TableID { return tableID(l.takeAny(isTable)) }}
	tableAroundArg   = arg[chat.TableID]{read: (*line).tableAround}
	tableBeforeArg   = arg[chat.TableID]{read: (*line).tableBefore}
	dealArg          = arg[string]{read: func(l *line) string { return strings.ToLower(l.next()) }} // see splitDealID
	replayedArg      = dealArg.withFields(codeField("replay", "replay"))
	verifiedArg      = dealArg.withFields(codeField("verify", "verify"))
	challengedArg    = tableArg.withFields(codeField("accept", "challenges"))
	declinedArg      = tableArg.withFields(codeField("decline", "games"))
	stepBeforeArg    = arg[string]{read: func(l *line) string {
		return l.takeFirst(func(word string) bool { return isNumber(word) && len(l.words) > 1 })
	}}
	choiceArg = arg[choice]{(*line).readChoice, []fieldMaker{tableField}}
	momentArg = arg[replayPoint]{read: func(l *line) replayPoint {
		share := l.takeFirst(func(word string) bool {
			filter, _ := l.r.sv.Language.typed.filters.LookupWord(word)
			return filter == screens.WordShare
		})
		return replayPoint{share != "", l.next(), l.next()}
	}}
)

var (
	// sureArg is the last word: yes or no; after a table and a mark also "pause".
	sureArg = arg[reply]{read: func(l *line) reply {
		if len(l.words) == 3 && l.takeLast(isOneOf(screens.WordPause)) != "" {
			return replyPause
		}
		return l.replyOf(l.takeLast(isKnown(l.r.sv.Language.Lexicon.Switches)))
	}}
	// consentArg is the only word, or follows table and revision.
	consentArg = arg[reply]{func(l *line) reply {
		if len(l.words) == 2 {
			return noReply
		}
		return l.replyOf(l.takeLast(isAny))
	}, []fieldMaker{wordsField}}
	offArg         = arg[bool]{read: func(l *line) bool { return l.takeLast(l.r.isOff) != "" }}
	offAnywhereArg = arg[bool]{read: func(l *line) bool {
		off := l.takeAny(l.r.isOff) != ""
		for l.takeAny(isKnown(l.r.sv.Language.Lexicon.Switches)) != "" {
		}
		return off
	}}
	endArg  = arg[bool]{read: func(l *line) bool { return l.takeLast(isKnown(l.r.sv.Language.typed.ends)) != "" }}
	moreArg = arg[bool]{read: func(l *line) bool { return l.takeFirst(isOneOf(screens.WordMore)) != "" }}
)

var (
	topicArg = arg[screens.HelpTopic]{read: func(l *line) screens.HelpTopic {
		return l.r.sv.Language.typed.topics[speech.PlainWord(l.next())]
	}}
	levelArg  = arg[robot.Level]{read: func(l *line) robot.Level { return robot.Level(l.takeFirst(isOneOf(robot.Levels()...))) }}
	reasonArg = arg[string]{read: func(l *line) string {
		return cmp.Or(l.takeAny(isOneOf(match.DeclineReasons()...)), match.DeclineReasons()[0])
	}}
	rulesArg = arg[speech.GameRequest]{func(l *line) speech.GameRequest { return l.r.sv.Language.Lexicon.Phrases.Game(l.all()) },
		[]fieldMaker{newField(chat.Field{Name: "topic", PagePrefix: "rules ", Pages: []string{"topics " + chat.TypedPlaceholder}})}}
	lessonArg = arg[speech.GameRequest]{(*line).gameToLearn, []fieldMaker{gameField}}
	configArg = arg[configRequest]{(*line).readConfig, []fieldMaker{wordsField}}
)

// Phrases in any order, as in a challenge.
var (
	termsArg     = arg[[]speech.Term]{read: func(l *line) []speech.Term { return l.r.sv.Language.Lexicon.Phrases.Read(l.all()) }}
	profileArg   = termsArg.withFields(personField, gameField, namesField)
	practiceArg  = termsArg.withFields(termFields, levelField)
	challengeArg = termsArg.withFields(friendFields, termFields,
		optionField("pace", "live", "1d", "2d", "3d", "5d", "7d", "14d", "none"), optionField("timeout", "computer", "settle"),
		optionField("cut", "match", "deal"), optionField("rated", "on", "off"), optionField("stake", "1c", "5c", "10c", "20c", "50c"),
		newField(chat.Field{Name: "computer", Kind: chat.NumberField, Prefix: "computer=", Choices: seats()}), levelField, namesField)
	boardArg = termsArg.withFields(gameField, textField("scope", screens.WordHere, screens.WordEverywhere),
		textField("by", screens.LeaderboardKinds()...))
	historyArg = termsArg.withFields(gameField, personField,
		textField("result", screens.Outcomes()...), textField("scope", screens.WordHere),
		newField(chat.Field{Name: screens.WordExport, Kind: chat.SwitchField}), textField(screens.WordMonth), namesField)
)
