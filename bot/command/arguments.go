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
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/engine/robot"
	"tarockbot/render/words"
)

// arg is an argument of a command.
type arg[T any] struct {
	read   func(*line) T // takes the argument's words out of the line; the zero value means that there are none
	fields []fields
}

// withFields returns the argument with these fields in place of its own.
func (a arg[T]) withFields(all ...fields) arg[T] { return arg[T]{a.read, all} }

// action is what a command does with its arguments, which are read in the order of their declaration.
type action struct {
	run    func(context.Context, *line) (chat.Answer, error)
	fields []fields
}

// in are the fields of all arguments in the language.
func (a action) in(t *words.Tongue) (all []chat.Field) {
	for _, of := range a.fields {
		all = append(all, of(t)...)
	}
	return all
}

// takes0 declares a command without arguments.
func takes0(run handler) action {
	return action{run: func(ctx context.Context, l *line) (chat.Answer, error) { return run(ctx, l.sv, l.r) }}
}

// takes1 declares a command with one argument.
func takes1[A any](run func(context.Context, *Services, *Request, A) (chat.Answer, error), a arg[A]) action {
	return action{func(ctx context.Context, l *line) (chat.Answer, error) { return run(ctx, l.sv, l.r, a.read(l)) }, a.fields}
}

// takes2 declares a command with two arguments.
func takes2[A, B any](run func(context.Context, *Services, *Request, A, B) (chat.Answer, error), a arg[A], b arg[B]) action {
	return action{func(ctx context.Context, l *line) (chat.Answer, error) {
		return run(ctx, l.sv, l.r, a.read(l), b.read(l))
	}, slices.Concat(a.fields, b.fields)}
}

// takes3 declares a command with three arguments.
func takes3[A, B, C any](run func(context.Context, *Services, *Request, A, B, C) (chat.Answer, error), a arg[A], b arg[B], c arg[C]) action {
	return action{func(ctx context.Context, l *line) (chat.Answer, error) {
		return run(ctx, l.sv, l.r, a.read(l), b.read(l), c.read(l))
	}, slices.Concat(a.fields, b.fields, c.fields)}
}

// line is the words behind a command's name that no argument has taken yet.
type line struct {
	sv    *Services
	r     *Request
	words []string
}

const atStart, atEnd, anywhere = 0, 1, 2 // where in a line a word may stand

// take takes the first such word that stands there; "" if there is none.
func (l *line) take(where int, such func(string) bool) string {
	for i, word := range l.words {
		there := where == anywhere || where == atStart && i == 0 || where == atEnd && i == len(l.words)-1
		if there && such(word) {
			l.words = slices.Delete(slices.Clone(l.words), i, i+1)
			return word
		}
	}
	return ""
}

// next takes the first word; "" if there is none.
func (l *line) next() string { return l.take(atStart, func(string) bool { return true }) }

// all takes all words.
func (l *line) all() (words []string) {
	words, l.words = l.words, nil
	return words
}

// text takes all words, as one text.
func (l *line) text() string { return strings.Join(l.all(), " ") }

// oneOf says which words mean something in the vocabulary.
func oneOf[T any](all speech.Meanings[T]) func(string) bool {
	return func(word string) bool { _, is := all.Word(word); return is }
}

// among says which words are among these.
func among[T ~string](all ...T) func(string) bool {
	return func(word string) bool { return slices.Contains(all, T(word)) }
}

// isOff reports whether the word is a no.
func (l *line) isOff(word string) bool {
	on, is := l.sv.Lexicon.Switches.Word(word)
	return is && !on
}

// reply is what is answered to a question.
type reply int

// The replies.
const (
	unsaid  reply = iota
	yes           // do it
	no            // don't
	instead       // ask for a pause instead
)

// replyOf understands a yes; another word is a no.
func (l *line) replyOf(word string) reply {
	switch {
	case word == "":
		return unsaid
	case l.sv.Lexicon.Yes(word):
		return yes
	}
	return no
}

// tableID returns the code of a table as it was typed; "" if none was. A word that can't be a code
// becomes "?", which no table has, so the command refuses it as it refuses an unknown code.
func tableID(word string) chat.TableID {
	if word != "" && !isTable(word) {
		return "?"
	}
	return chat.TableID(strings.ToLower(word))
}

// isTable reports whether the word can be a table's code.
func isTable(word string) bool { return documents.ValidCode(strings.ToLower(word)) }

// tableAround takes the code of a known table where it stands first or last. Cards written without a space may
// look like a code.
func (l *line) tableAround() chat.TableID {
	known := func(word string) bool { return isTable(word) && l.sv.Tables.Index.Has(tableID(word)) }
	code := l.take(atStart, known)
	if code == "" {
		code = l.take(atEnd, known)
	}
	return tableID(code)
}

// Words that a command understands itself.
var (
	word     = arg[string]{read: (*line).next}
	text     = arg[string]{read: (*line).text}
	anyWords = arg[[]string]{read: (*line).all}
	linkCode = arg[string]{read: func(l *line) string { return strings.Join(l.all(), "") }} // in one or several pieces
	// settingName has two fields: one for any setting, one for calls.
	settingName = word.withFields(
		newField(chat.Field{Name: "words", Opens: "settings ", Pages: []string{"settings", "settings calls", "settings zone"}}),
		newField(chat.Field{Name: "calls", Lead: "calls "}, "now", "away", "hour", "never"))
	ignored = arg[struct{}]{func(*line) (none struct{}) { return none }, []fields{wordsField}}
)

// mark is what a button was made for, such as a revision, a step, or how many deals were over: an old one is
// refused. Typed it is left out.
var mark = word

// Tables and deals.
var (
	table         = arg[chat.TableID]{func(l *line) chat.TableID { return tableID(l.next()) }, []fields{tableField}}
	tableAnywhere = arg[chat.TableID]{read: func(l *line) chat.TableID { return tableID(l.take(anywhere, isTable)) }}
	tableAround   = arg[chat.TableID]{read: (*line).tableAround}
	// tableBefore is the code of a known table that stands before a text.
	tableBefore = arg[chat.TableID]{read: func(l *line) chat.TableID {
		return tableID(l.take(atStart, func(word string) bool { return isTable(word) && l.sv.Tables.TableOrNil(tableID(word)) != nil }))
	}}
	dealCode = arg[string]{read: func(l *line) string { return strings.ToLower(l.next()) }} // see splitDealID
	// stepBefore is a step before a card.
	stepBefore = arg[string]{read: func(l *line) string {
		return l.take(atStart, func(word string) bool { _, err := strconv.Atoi(word); return err == nil && len(l.words) > 1 })
	}}
	// moment is where a replay stands, and how it is seen.
	moment = arg[replayAt]{read: func(l *line) replayAt {
		share := l.take(atStart, func(word string) bool { filter, _ := l.sv.typed.filters.Word(word); return filter == screens.WordShare })
		return replayAt{share != "", l.next(), l.next()}
	}}
)

// Answers and switches.
var (
	// sure is the last word: a yes or a no, or, behind a mark, the request for a pause instead.
	sure = arg[reply]{read: func(l *line) reply {
		if len(l.words) == 3 && l.take(atEnd, among(screens.WordPause)) != "" {
			return instead
		}
		return l.replyOf(l.take(atEnd, oneOf(l.sv.Lexicon.Switches)))
	}}
	// consented stands alone, or behind the table and the revision.
	consented = arg[reply]{read: func(l *line) reply {
		if len(l.words) == 2 {
			return unsaid
		}
		return l.replyOf(l.take(atEnd, func(string) bool { return true }))
	}}
	off = arg[bool]{read: func(l *line) bool { return l.take(atEnd, l.isOff) != "" }}
	// offAnywhere takes all switches.
	offAnywhere = arg[bool]{read: func(l *line) bool {
		off := l.take(anywhere, l.isOff) != ""
		for l.take(anywhere, oneOf(l.sv.Lexicon.Switches)) != "" {
		}
		return off
	}}
	end  = arg[bool]{read: func(l *line) bool { return l.take(atEnd, oneOf(l.sv.typed.ends)) != "" }}
	more = arg[bool]{read: func(l *line) bool { return l.take(atStart, among(screens.WordMore)) != "" }}
)

// Words of a vocabulary.
var (
	helpTopic = arg[screens.HelpTopic]{read: func(l *line) screens.HelpTopic { return l.sv.typed.topics[speech.PlainWord(l.next())] }}
	level     = arg[robot.Level]{read: func(l *line) robot.Level { return robot.Level(l.take(atStart, among(robot.Levels()...))) }}
	reason    = arg[string]{read: func(l *line) string {
		return cmp.Or(l.take(anywhere, among(match.DeclineReasons()...)), match.DeclineReasons()[0])
	}}
	rulesPage  = arg[speech.GameSaid]{read: func(l *line) speech.GameSaid { return l.sv.Lexicon.Phrases.Game(l.all()) }}
	lessonOf   = arg[speech.GameSaid]{read: func(l *line) speech.GameSaid { return gameToLearn(l.sv.Lexicon.Phrases, l.all()) }}
	configured = arg[configRequest]{read: (*line).configRequest}
)

// Phrases in any order, as in a challenge.
var (
	phrases        = arg[[]speech.Term]{read: func(l *line) []speech.Term { return l.sv.Lexicon.Phrases.Read(l.all()) }}
	practiceTerms  = phrases.withFields(termFields, levelField)
	challengeTerms = phrases.withFields(friendFields, termFields,
		option("pace", "live", "1d", "2d", "3d", "5d", "7d", "14d", "none"), option("timeout", "computer", "settle"), option("cut", "match", "deal"),
		option("rated", "on", "off"), option("stake", "1c", "5c", "10c", "20c", "50c"),
		newField(chat.Field{Name: "computer", Kind: chat.NumberField, Lead: "computer=", Choices: seats()}), levelField, namesField)
	boardTerms = phrases.withFields(gameField, textField("scope", screens.WordHere, screens.WordEverywhere),
		textField("by", screens.LeaderboardKinds()...))
	historyTerms = phrases.withFields(gameField, personField, textField("result", screens.Outcomes()...), textField("scope", screens.WordHere),
		newField(chat.Field{Name: screens.WordExport, Kind: chat.SwitchField}), textField(screens.WordMonth), namesField)
)

// fields are those in which networks let people give an argument, in a language.
type fields func(*words.Tongue) []chat.Field

// newField takes one of the words, which are called "field.choice.WORD", or any value of its kind. Its name is the
// text "field.name.NAME", and "field.about.NAME" says what it is, or another text of these that it has.
func newField(f chat.Field, choices ...string) fields {
	return func(w *words.Tongue) []chat.Field {
		f := f
		f.Alias, f.About = w.Say("field.name."+f.Name), w.Say("field.about."+cmp.Or(f.About, f.Name))
		f.Choices = append(slices.Clip(f.Choices), labelled(w, "field.choice.", choices...)...)
		return []chat.Field{f}
	}
}

// textField takes a text, or one of the words.
func textField(name string, words ...string) fields {
	return newField(chat.Field{Name: name}, words...)
}

// option takes a word that is said with the field's name.
func option(name string, words ...string) fields {
	return newField(chat.Field{Name: name, Lead: name + "="}, words...)
}

// codeField takes the code of what a page offers the command for.
func codeField(command, page string) fields {
	return newField(chat.Field{Name: "code", Opens: command + " ", Pages: []string{page}})
}

// labelled are the words with their texts, whose ids are the prefix and the word.
func labelled[T ~string](w *words.Tongue, prefix string, all ...T) (values []chat.ValueWord) {
	for _, word := range all {
		values = append(values, chat.ValueWord{Word: string(word), Label: w.Say(prefix + string(word))})
	}
	return values
}

var (
	wordsField  = textField("words")
	tableField  = newField(chat.Field{Name: "table", Opens: "hand ", Pages: []string{"games"}})
	personField = newField(chat.Field{Name: "person", Kind: chat.PersonField})
	namesField  = newField(chat.Field{Name: "name", Kind: chat.NamesField})
)

func gameField(w *words.Tongue) []chat.Field {
	all := textField("game")(w)
	for _, g := range games.All() {
		all[0].Choices = append(all[0].Choices, labelled(w, "game.", g.ID)...)
	}
	return all
}

func levelField(w *words.Tongue) []chat.Field {
	all := option("level")(w)
	all[0].Choices = labelled(w, "computer.level.", robot.Levels()...)
	return all
}

// seats are how many seats others may take.
func seats() (all []chat.ValueWord) {
	for n := 1; n < engine.MaxSeats; n++ {
		all = append(all, chat.ValueWord{Word: strconv.Itoa(n), Label: strconv.Itoa(n)})
	}
	return all
}

// friendFields returns a field for each person that one may challenge: as many as there are other seats.
func friendFields(w *words.Tongue) (all []chat.Field) {
	for _, n := range seats() {
		all = append(all, newField(chat.Field{Name: strings.TrimSuffix("friend"+n.Word, "1"), Kind: chat.PersonField})(w)...)
	}
	return all
}

// termFields are the rule sets, their options, which their values tell, and the lengths of a match.
func termFields(w *words.Tongue) []chat.Field {
	all, deals := textField("rules")(w), newField(chat.Field{Name: "deals", Kind: chat.NumberField})(w)
	deals[0].ByRules = make(map[string][]chat.ValueWord)
	for _, g := range games.All() {
		for _, set := range g.Rules {
			all[0].Choices = append(all[0].Choices, labelled(w, "rules.", set.ID)...)
			for _, n := range slices.Sorted(slices.Values(g.LengthsOf(set.ID))) {
				deals[0].ByRules[set.ID] = append(deals[0].ByRules[set.ID], chat.ValueWord{Word: strconv.Itoa(n), Label: speech.LengthText(g, n, w)})
			}
			for _, opt := range set.Options {
				values := labelled(w, speech.OptionText(opt.ID, ""), opt.Values...)
				i := slices.IndexFunc(all, func(f chat.Field) bool { return f.Name == string(opt.ID) })
				if i < 0 {
					var labels []string
					for _, v := range values {
						labels = append(labels, v.Label)
					}
					i, all = len(all), append(all, option(string(opt.ID))(w)...)
					all[i].About, all[i].ByRules = strings.Join(labels, ", "), make(map[string][]chat.ValueWord)
				}
				all[i].ByRules[set.ID] = values
			}
		}
	}
	for _, f := range append(deals, all[1:]...) {
		f.ByRules[""] = f.ByRules[all[0].Choices[0].Word]
	}
	return slices.Concat(all, option("points", "shown", "hidden")(w), option("leaving", "computer", "ends")(w), deals)
}
