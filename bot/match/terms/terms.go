// Package terms is what a challenge proposes: how it is typed, how buttons carry it, and
// how people say it. It knows no table and no person. Start at Read.
package terms

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/engine/robot"
	"tarockbot/render/words"
)

// Terms are what a challenge proposes.
type Terms struct {
	Game    engine.Game
	Setup   match.Setup
	Friends []Friend
	Robots  int         // chairs for the computer; AllTheRest until the game is known
	Level   robot.Level // of the computer; "" is the usual
	Paced   bool        // somebody has said the pace
	There   bool        // posted where the person last asked for a challenge
}

// Friend is somebody whom a challenge is for.
type Friend struct {
	Mention string // as typed, without @
	User    chat.UserID
	Name    string
}

// AllTheRest says that the computer gets every chair that no friend gets.
const AllTheRest = -1

const (
	// WordComputer gives all chairs that are left to the computer, or so many: "computer=1".
	WordComputer = "computer"
	// WordThere says in a challenge that it is to be posted where the person last
	// asked for one. The page on which they put it together may be a private one.
	WordThere = "there"

	// WordLevel says how well the computer plays: "level=strong". It sits there, then.
	WordLevel = "level="

	// UsualLevel is that of the computer where none is said.
	UsualLevel = robot.Medium

	wordTimeout = "timeout="
)

// LevelWord is the level as a word of a challenge.
func LevelWord(l robot.Level) string { return WordLevel + string(l) }

// levelCalled is the level that the word names; "" if it names none.
func levelCalled(word string) robot.Level {
	name, is := strings.CutPrefix(word, WordLevel)
	if l := robot.Level(name); is && slices.Contains(robot.Levels(), l) {
		return l
	}
	return ""
}

// choice is one of two words of a challenge, such as "points=hidden" for other than usual.
type choice struct {
	about, usual, other string
	of                  func(*match.Setup) *bool // whether the other is chosen
}

var choices = []choice{
	{"points=", "shown", "hidden", func(s *match.Setup) *bool { return &s.HidePoints }},    // card points in tricks, while a deal is played
	{"leaving=", "computer", "ends", func(s *match.Setup) *bool { return &s.LeavingEnds }}, // when one of more than two leaves
	{"rated=", "on", "off", func(s *match.Setup) *bool { return &s.Friendly }},
	{wordTimeout, "computer", "settle", func(s *match.Setup) *bool { return &s.Settle }}, // what becomes of a deal when somebody's time is up
	{"cut=", "match", "deal", func(s *match.Setup) *bool { return &s.CutEach }},          // how often one may cut
}

// words are what may be said of it.
func (c choice) words() []string { return []string{c.about + c.usual, c.about + c.other} }

// Words are the words of a challenge that no game has.
func Words() []string {
	all := []string{WordComputer, PaceWord(match.NoPace), PaceWord(match.LivePace)}
	for _, c := range choices {
		all = append(all, c.words()...)
	}
	for n := 1; n < engine.MaxSeats; n++ {
		all = append(all, computers(n))
	}
	return append(all, levelWords()...)
}

// levelWords are what may be said of how well the computer plays.
func levelWords() (all []string) {
	for _, l := range robot.Levels() {
		all = append(all, LevelWord(l))
	}
	return all
}

// computers gives the computer so many chairs.
func computers(n int) string { return fmt.Sprintf("%s=%d", WordComputer, n) }

// Read reads the words of a challenge, of that game if none says another: @friend, a rule set,
// options, a number of deals, "computer". It tells what was typed of each, by what it is about.
func Read(game engine.Game, typed []speech.Term, w *words.Tongue) (t Terms, said map[string]string, err error) {
	t = Terms{Game: game, Setup: match.Setup{Setup: engine.Setup{Rules: game.Rules[0].ID, Length: game.LengthsOf(game.Rules[0].ID)[0], Options: engine.Options{}}}}
	said = make(map[string]string)
	byOption := slices.ContainsFunc(typed, func(term speech.Term) bool { return namesOption(game, term.Word) })
	for _, term := range gamesFirst(typed) {
		before := t.Game.ID
		switch about := t.readWord(term.Word, byOption || said["game"] != ""); {
		case about == "" && strings.HasPrefix(strings.ToLower(term.Word), wordStake):
			return t, said, chat.Refuse("no-stake", "Typed", speech.CleanName(term.Typed), "Most", MostStake)
		case about == "" && strings.HasPrefix(strings.ToLower(term.Word), WordPace):
			return t, said, noSuchPace(term.Typed)
		case about == "":
			return t, said, t.notUnderstood(term, w)
		case said[about] != "":
			return t, said, chat.Refuse("said-twice", "Term", speech.CleanName(term.Typed))
		case said["game"] != "" && t.Game.ID != before:
			return t, said, chat.Refuse("other-game", "Term", speech.CleanName(term.Typed), "Game", w.Say("game."+before))
		default:
			said[about] = term.Typed
		}
	}
	if t.Level != "" && said[WordComputer] == "" {
		t.Robots = AllTheRest
	}
	return t, said, nil
}

// namesOption says whether the word is "option=value" of the game.
func namesOption(g engine.Game, word string) bool {
	option, _ := speech.OptionCalled(g, strings.ToLower(word))
	return option != "" && strings.Contains(word, "=")
}

// notUnderstood refuses a word of a challenge, with what may be said of what it is about, if that is clear.
func (t *Terms) notUnderstood(term speech.Term, w *words.Tongue) error {
	name, _, named := strings.Cut(strings.ToLower(term.Word), "=")
	var values []string
	for _, c := range choices {
		if c.about == name+"=" {
			values = c.words()
		}
	}
	if name+"=" == WordLevel {
		values = levelWords()
	}
	for _, set := range t.Game.Rules {
		for _, opt := range set.Options {
			for _, v := range opt.Values {
				if said := speech.OptionWord(opt.ID, v); string(opt.ID) == name && !slices.Contains(values, said) {
					values = append(values, said)
				}
			}
		}
	}
	if !named || len(values) == 0 {
		return chat.Refuse("no-term", "Term", speech.CleanName(term.Typed))
	}
	return noValue(term.Typed, values, w)
}

// noValue refuses what was typed, with what may be said instead.
func noValue(typed string, values []string, w *words.Tongue) error {
	for i, value := range values {
		values[i] = speech.Spoken(value, w)
	}
	return chat.Refuse("no-value", "Term", speech.CleanName(typed), "Values", strings.Join(values, " · "))
}

// GameFor returns the first of the games that has chairs for everybody whom a challenge names, and the options that it
// names. Without such a game chairs decide, and else the order.
func GameFor(all []engine.Game, said []speech.Term) engine.Game {
	var t Terms
	for _, term := range said {
		t.readOtherWord(term.Word)
	}
	if t.Robots == AllTheRest || t.Robots == 0 && t.Level != "" {
		t.Robots = 1 // at least
	}
	seats := func(g engine.Game) bool { return g.Seats > len(t.Friends)+t.Robots }
	i := slices.IndexFunc(all, func(g engine.Game) bool { return seats(g) && hasOptions(g, all, said) })
	if i < 0 {
		i = slices.IndexFunc(all, seats)
	}
	return all[max(i, 0)]
}

// hasOptions says whether the game has all options among the words that any of the games has.
func hasOptions(g engine.Game, all []engine.Game, said []speech.Term) bool {
	has := func(g engine.Game, word string) bool {
		option, _ := speech.OptionCalled(g, word)
		return option != ""
	}
	return !slices.ContainsFunc(said, func(term speech.Term) bool {
		word := strings.ToLower(term.Word)
		return !has(g, word) && slices.ContainsFunc(all, func(other engine.Game) bool { return has(other, word) })
	})
}

// gamesFirst is the words with the game's in front, and then the rule sets: the others' meanings depend
// on them. What is an option's value as well is a rule set only in a game that is named.
func gamesFirst(said []speech.Term) []speech.Term {
	rank := func(term speech.Term) int {
		word := strings.ToLower(term.Word)
		g, set := speech.RulesCalled(word)
		option := slices.ContainsFunc(games.All(), func(g engine.Game) bool {
			name, _ := speech.OptionCalled(g, word)
			return name != ""
		})
		switch {
		case set == "" || option:
			return 2
		case word == g.ID:
			return 0
		default:
			return 1
		}
	}
	slices.SortStableFunc(said, func(x, y speech.Term) int { return cmp.Compare(rank(x), rank(y)) })
	return said
}

// readWord understands one word and tells what it is about; "" if it doesn't. Named says that the
// game at hand was named, or an option of it.
func (t *Terms) readWord(raw string, named bool) string {
	if about := t.readOtherWord(raw); about != "" {
		return about
	}
	word := strings.ToLower(raw)
	switch n, err := strconv.Atoi(word); {
	case word == WordThere:
		t.There = true
		return "place"
	case err == nil:
		t.Setup.Length = n
		return "length"
	}
	if cents, ok := stakeCalled(word); ok {
		t.Setup.Stake = cents
		return wordStake
	}
	for _, c := range choices {
		if slices.Contains(c.words(), word) {
			*c.of(&t.Setup) = word == c.about+c.other
			return c.about
		}
	}
	if p, ok := paceCalled(word); ok {
		t.Setup.Pace, t.Paced = p, true
		return WordPace
	}
	if l := levelCalled(WordLevel + word); l != "" && !t.offers(word) {
		t.Level = l
		return WordLevel
	}
	// Only the rule set tells in the end whether it has the option.
	if option, value := speech.OptionCalled(t.Game, word); option != "" {
		t.Setup.Options[option] = value
		return string(option)
	}
	// What is an option's value in the game at hand never comes here.
	g, set := speech.RulesCalled(word)
	if own := speech.RulesIn(t.Game, word); named && own != "" {
		g, set = t.Game, own
	}
	if set == "" {
		return ""
	}
	t.Play(g, set)
	if word == g.ID {
		return "game"
	}
	return "rules"
}

// offers says whether the rule set has an option of which the word is a value: "easy" is an
// exchange of Kosakeln, and a level of the computer where there is none.
func (t *Terms) offers(word string) bool {
	set, _ := t.Game.RuleSet(t.Setup.Rules) // which there is
	option, value := speech.OptionCalled(t.Game, word)
	return HasOption(set, option, value)
}

// readOtherWord understands who else plays: a friend, or the computer, and how well.
func (t *Terms) readOtherWord(raw string) string {
	word := strings.ToLower(raw)
	number, is := strings.CutPrefix(word, WordComputer+"=")
	n, err := strconv.Atoi(number)
	switch {
	case speech.IsMention(word):
		t.Friends = append(t.Friends, Friend{Mention: strings.TrimPrefix(raw, "@")})
		return word
	case levelCalled(word) != "":
		t.Level = levelCalled(word)
		return WordLevel
	case word == WordComputer:
		t.Robots = AllTheRest
	case is && err == nil && n >= 0:
		t.Robots = n
	default:
		return ""
	}
	return WordComputer
}

// Play takes the game's rule set, and its usual length if it doesn't offer the one chosen.
func (t *Terms) Play(g engine.Game, rules string) {
	t.Game, t.Setup.Rules = g, rules
	if lengths := g.LengthsOf(rules); !slices.Contains(lengths, t.Setup.Length) {
		t.Setup.Length = lengths[0]
	}
}

// PlayAll takes the rule set with its usual options. Nobody has a chair too many, and whoever
// plays the computer alone still does.
func (t *Terms) PlayAll(g engine.Game, set engine.RuleSet) {
	alone := t.Alone()
	t.Play(g, set.ID)
	t.Setup.Options, _ = set.Complete(nil)
	t.Fit()
	if alone {
		t.Robots = g.Seats - 1
	}
}

// KeepOptions takes those of the options that the rule set has.
func (t *Terms) KeepOptions(options engine.Options) {
	set, _ := t.Game.RuleSet(t.Setup.Rules) // one that there isn't has no options
	for option, value := range options {
		if HasOption(set, option, value) {
			t.Setup.Options[option] = value
		}
	}
}

// Complete fills in what is left out, or refuses what was said.
func (t *Terms) Complete(said map[string]string, w *words.Tongue) error {
	complete, err := t.Setup.Check(t.Game)
	if err == nil {
		t.Setup.Setup = complete
		return t.Seat()
	}
	if !slices.Contains(t.Game.LengthsOf(t.Setup.Rules), t.Setup.Length) {
		return NoSuchLength(t.Game, t.Setup.Rules)
	}
	return t.noOption(said, w)
}

// NoSuchLength refuses a number of deals, and says which there are by the rule set.
func NoSuchLength(g engine.Game, rules string) error {
	lengths := slices.Sorted(slices.Values(g.LengthsOf(rules)))
	reason, gaps := "no-length", []any(nil)
	if lengths[0] == 0 {
		lengths, reason = lengths[1:], "no-length-series"
		gaps = []any{"Goal", g.Next(engine.Setup{}, nil).Goal}
	}
	if len(lengths) == 0 {
		return chat.Refuse("only-series", gaps...)
	}
	return chat.Refuse(reason, append(gaps, "Lengths", strings.Trim(fmt.Sprint(lengths), "[]"))...)
}

// noOption refuses the first option that the rule set doesn't have, with those it has.
func (t *Terms) noOption(said map[string]string, w *words.Tongue) error {
	set, err := t.Game.RuleSet(t.Setup.Rules)
	if err != nil {
		return err
	}
	typed := ""
	for _, option := range slices.Sorted(maps.Keys(t.Setup.Options)) {
		if !HasOption(set, option, t.Setup.Options[option]) {
			typed = cmp.Or(said[string(option)], w.Say(speech.OptionText(option, t.Setup.Options[option])))
			break
		}
	}
	var has []string
	for _, o := range set.Options {
		for _, v := range o.Values[1:] {
			has = append(has, w.Say(speech.OptionText(o.ID, v)))
		}
	}
	gaps := []any{"Term", speech.CleanName(typed), "Rules", w.Say("rules." + set.ID)}
	if len(has) == 0 {
		return chat.Refuse("no-options", gaps...)
	}
	return chat.Refuse("no-option", append(gaps, "Options", strings.Join(has, ", "))...)
}

// Seat counts the computer players in. There must be room for all.
func (t *Terms) Seat() error {
	room := t.Game.Seats - 1 - len(t.Friends)
	if t.Robots == AllTheRest {
		t.Robots = max(room, 1)
	}
	if t.Game.ForTwo() {
		t.Setup.LeavingEnds = false // it does in any case
	}
	if t.Robots > 0 {
		t.Setup.Friendly, t.Setup.Stake = false, 0 // nothing counts in any case
	}
	if t.Alone() {
		t.Setup.CutEach = false // nobody cuts in any case
	}
	switch others := t.Game.Seats - 1; {
	case t.Robots <= room:
		return nil
	case len(t.Friends) > 0 && len(t.Friends) <= others:
		return chat.Refuse("no-chair-computer", "Others", others)
	default:
		return chat.Refuse("no-chair", "Others", others)
	}
}

// Alone says that nobody else plays but the computer.
func (t *Terms) Alone() bool { return t.Robots == t.Game.Seats-1 }

// Plays is the level at which the computer plays, if it does.
func (t *Terms) Plays() robot.Level { return cmp.Or(t.Level, UsualLevel) }

// Fit lets no more play than there are chairs by the rules.
func (t *Terms) Fit() {
	others := t.Game.Seats - 1
	t.Friends = t.Friends[:min(len(t.Friends), others)]
	t.Robots = min(t.Robots, others-len(t.Friends))
}

// Line is the terms as words that Read reads.
func (t Terms) Line() string {
	parts := []string{t.Setup.Rules}
	if set, err := t.Game.RuleSet(t.Setup.Rules); err == nil {
		for _, opt := range set.Options {
			parts = append(parts, fmt.Sprintf("%s=%s", opt.ID, t.Setup.Options[opt.ID]))
		}
	}
	const none = -1 // a series is said, too, for a server may be used to a number of deals
	return t.line(parts, none, func(word string) string { return word })
}

// Spoken is the terms as people say them; what is usual is left out.
func (t Terms) Spoken(w *words.Tongue) string {
	say := func(word string) string {
		if p, ok := paceCalled(word); ok {
			return spokenPace(p, w)
		}
		if cents, ok := stakeCalled(word); ok {
			return StakeText(cents, w)
		}
		return speech.Spoken(word, w)
	}
	parts := []string{say(t.Game.ID)}
	if t.Setup.Rules != t.Game.Rules[0].ID {
		parts = append(parts, say(speech.RuleWord(t.Game, t.Setup.Rules)))
	}
	if set, err := t.Game.RuleSet(t.Setup.Rules); err == nil {
		for _, opt := range set.Options {
			if value := t.Setup.Options[opt.ID]; value != opt.Values[0] {
				parts = append(parts, say(speech.OptionWord(opt.ID, value)))
			}
		}
	}
	t.There = false // who reads it is there
	return t.line(parts, t.Game.LengthsOf(t.Setup.Rules)[0], say)
}

// line adds to the game and its rules what else isn't as usual, as it is said.
func (t Terms) line(parts []string, usualLength int, say func(word string) string) string {
	for _, c := range choices {
		if c.about == wordTimeout && t.Paced { // both are about time
			parts = append(parts, say(PaceWord(t.Setup.Pace)))
		}
		if *c.of(&t.Setup) {
			parts = append(parts, say(c.about+c.other))
		}
	}
	if t.Setup.Stake > 0 {
		parts = append(parts, say(StakeWord(t.Setup.Stake)))
	}
	if t.Setup.Length != usualLength {
		parts = append(parts, fmt.Sprint(t.Setup.Length))
	}
	if t.There {
		parts = append(parts, say(WordThere))
	}
	for _, f := range t.Friends {
		parts = append(parts, mentioned(f.Mention))
	}
	switch t.Robots {
	case 0:
	case t.Game.Seats - 1 - len(t.Friends):
		parts = append(parts, say(WordComputer))
	default:
		parts = append(parts, say(computers(t.Robots)))
	}
	if t.Robots > 0 && t.Plays() != UsualLevel {
		parts = append(parts, say(LevelWord(t.Level)))
	}
	return strings.Join(parts, " ")
}

// TagIn is the beginning of the id that a tag stands for, as it is shown or as the
// name of somebody without one has it: "#384T", "Player-384T"; "" for anything else.
func TagIn(mention string) string {
	tag, is := strings.CutPrefix(strings.ToLower(mention), "#")
	if !is {
		tag, is = strings.CutPrefix(tag, strings.ToLower(speech.Nameless))
	}
	if !is || len(tag) != chat.TagLen || !documents.PartOfCode(tag) {
		return ""
	}
	return tag
}

// mentioned is how a name that was typed without the @ is mentioned.
func mentioned(name string) string {
	if tag := TagIn(name); tag != "" {
		return chat.PersonID(tag).ShortID()
	}
	return "@" + name
}

// HasOption says whether the rule set knows that value of the option.
func HasOption(set engine.RuleSet, option, value engine.Name) bool {
	return slices.ContainsFunc(set.Options, func(o engine.Option) bool { return o.ID == option && slices.Contains(o.Values, value) })
}

// NoSuchOption refuses an option that the rule set doesn't have, with all that it has.
func NoSuchOption(set engine.RuleSet, typed string, w *words.Tongue) error {
	var has []string
	for _, o := range set.Options {
		for _, v := range o.Values {
			has = append(has, speech.OptionWord(o.ID, v))
		}
	}
	if len(has) == 0 {
		return chat.Refuse("no-options", "Term", speech.CleanName(typed), "Rules", w.Say("rules."+set.ID))
	}
	return noValue(typed, has, w)
}

// The pace as words of a challenge: "pace=live", "pace=3d", "pace=none".
const (
	WordPace = "pace="
	liveWord = "live"
	noneWord = "none"
)

// PaceWord is the pace as a word of a challenge.
func PaceWord(p match.Pace) string {
	switch p {
	case match.NoPace:
		return WordPace + noneWord
	case match.LivePace:
		return WordPace + liveWord
	}
	return fmt.Sprintf("%s%dd", WordPace, p.Days())
}

// paceCalled is the pace that the word of a challenge names.
func paceCalled(word string) (p match.Pace, ok bool) {
	value, is := strings.CutPrefix(word, WordPace)
	switch {
	case !is:
		return 0, false
	case value == noneWord:
		return match.NoPace, true
	case value == liveWord:
		return match.LivePace, true
	}
	days, err := strconv.Atoi(strings.TrimSuffix(value, "d"))
	return match.Pace(days) * match.DayPace, err == nil && days >= 1 && days <= match.MostDays
}

// PaceText says how long somebody has for a move.
func PaceText(p match.Pace, w *words.Tongue) string {
	switch p {
	case match.NoPace:
		return w.Say("pace.none")
	case match.LivePace:
		return w.Say("pace.live", "Minutes", int(match.LivePace))
	}
	return w.Count("pace.days", p.Days())
}

// spokenPace is the pace as people type it.
func spokenPace(p match.Pace, w *words.Tongue) string {
	if days := p.Days(); days > 0 {
		return w.Count("pace.typed", days)
	}
	return speech.Spoken(PaceWord(p), w)
}

// LearnPaces adds the paces of days and weeks that people type.
func LearnPaces(all speech.Phrases, w *words.Tongue) {
	for days := 1; days <= match.SaidDays; days++ {
		p := match.Pace(days) * match.DayPace
		all.Add(PaceWord(p), PaceText(p, w), spokenPace(p, w), fmt.Sprintf("%dd", days))
	}
	for weeks := 1; weeks <= match.SaidWeeks; weeks++ {
		p := match.Pace(weeks) * 7 * match.DayPace
		all.Add(PaceWord(p), w.Count("pace.weeks", weeks), fmt.Sprintf("%dw", weeks))
	}
}

// saidDeals is the largest number of deals that is understood, to be told which there are.
const saidDeals = 99

// LearnLengths adds the lengths that people type: "2 deals", "2deals", "to 100".
func LearnLengths(all speech.Phrases, w *words.Tongue) {
	for _, g := range games.All() {
		for _, set := range g.Rules {
			if slices.Contains(g.LengthsOf(set.ID), 0) {
				all.Add("0", append(speech.Typed(w, "typed.series"), speech.LengthText(g, 0, w))...)
			}
		}
	}
	for n := 1; n <= saidDeals; n++ {
		deals := w.Count("setup.deals", n)
		all.Add(strconv.Itoa(n), deals, strings.ReplaceAll(deals, " ", ""))
		for _, word := range speech.Typed(w, "typed.deals") {
			all.Add(strconv.Itoa(n), fmt.Sprint(n, " ", word))
		}
	}
}

// PaceTyped is the pace that people name by these words alone.
func PaceTyped(all speech.Phrases, args []string) (match.Pace, error) {
	word := strings.ToLower(WordPace + strings.Join(args, ""))
	if said, n := all.Longest(args); n == len(args) && strings.HasPrefix(said, WordPace) {
		word = said
	}
	if p, ok := paceCalled(word); ok {
		return p, nil
	}
	return 0, noSuchPace(strings.Join(args, " "))
}

// A stake is what a game point is worth, as a word of a challenge: "stake=10c", "stake=0c" for none.
const (
	wordStake = "stake="
	// MostStake is the highest, in cents: people play for the fun of it.
	MostStake = 100
)

// StakeWord is the stake as a word of a challenge.
func StakeWord(cents int) string { return fmt.Sprintf("%s%dc", wordStake, cents) }

// stakeCalled is the stake that the word of a challenge names.
func stakeCalled(word string) (cents int, ok bool) {
	value, is := strings.CutPrefix(word, wordStake)
	cents, err := strconv.Atoi(strings.TrimSuffix(value, "c"))
	return cents, is && err == nil && cents >= 0 && cents <= MostStake
}

// StakeText says what a game point is worth.
func StakeText(cents int, w *words.Tongue) string {
	if cents == 0 {
		return w.Say("stake.none")
	}
	return w.Count("stake.cents", cents)
}

// LearnStakes adds the stakes that people type: "10c", "10 cents", "10 cents a point".
func LearnStakes(all speech.Phrases, w *words.Tongue) {
	all.Add(StakeWord(0), speech.Typed(w, "typed.stake.none")...)
	for cents := 1; cents <= MostStake; cents++ {
		typed := fmt.Sprintf("%dc", cents)
		all.Add(StakeWord(cents), StakeText(cents, w), w.Count("stake.typed", cents), typed)
		for _, word := range speech.Typed(w, "typed.stake") {
			all.Add(StakeWord(cents), word+" "+typed, word+" "+w.Count("stake.typed", cents))
		}
	}
}

// LevelTyped is the level of the computer that people name by these words alone.
func LevelTyped(all speech.Phrases, args []string, w *words.Tongue) (robot.Level, error) {
	word, n := all.Longest(args)
	if l := cmp.Or(levelCalled(word), levelCalled(WordLevel+word)); l != "" && n == len(args) {
		return l, nil
	}
	return "", noValue(strings.Join(args, " "), levelWords(), w)
}

// noSuchPace refuses a pace, and says which there are.
func noSuchPace(typed string) error {
	return chat.Refuse("no-pace", "Typed", speech.CleanName(typed), "Most", match.MostDays)
}

// SetPace completes a pace that nobody has said. With the computer alone there is none. It
// refuses what the pace is too slow for: all would wait for each cut.
func (t *Terms) SetPace(usual match.Pace) error {
	switch {
	case t.Paced:
	case t.Alone():
		t.Setup.Pace, t.Setup.Settle = match.NoPace, false
	default:
		t.Setup.Pace = usual
	}
	if t.Setup.CutEach && t.Setup.Pace != match.LivePace {
		return chat.Refuse("cut-pace")
	}
	return nil
}
