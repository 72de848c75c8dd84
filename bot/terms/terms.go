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
	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/bot/speech"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

// Terms are what a challenge proposes.
type Terms struct {
	Game    engine.Game
	Setup   match.Setup
	Friends []Friend
	Robots  int  // chairs for the computer; AllTheRest until the game is known
	Paced   bool // somebody has said the pace
	There   bool // posted where the person last asked for a challenge
}

// Friend is somebody whom a challenge is for.
type Friend struct {
	Mention string // as typed, without @
	User    chat.UserID
	Name    string
}

// AllTheRest says that the computer gets every chair that no friend gets.
const AllTheRest = -1

// WordComputer gives all chairs that are left to the computer, or so many:
// "computer=1".
const WordComputer = "computer"

// WordThere says in a challenge that it is to be posted where the person last
// asked for one. The page on which they put it together may be a private one.
const WordThere = "there"

// Whether card points in tricks are shown while a deal is played: "points=hidden".
const (
	wordPoints   = "points="
	shownPoints  = "shown"
	hiddenPoints = "hidden"
)

// What happens when one of more than two leaves: "leaving=ends".
const (
	wordLeaving     = "leaving="
	leavingComputer = "computer"
	leavingEnds     = "ends"
)

// Whether the match is to be rated: "rated=off" makes it a friendly one.
const (
	wordRated = "rated="
	rated     = "on"
	friendly  = "off"
)

// Words are the words of a challenge that no game has.
func Words() []string {
	all := []string{
		wordPoints + shownPoints, wordPoints + hiddenPoints, wordLeaving + leavingComputer, wordLeaving + leavingEnds,
		wordRated + rated, wordRated + friendly, WordComputer,
		PaceWord(match.NoPace), PaceWord(match.LivePace), wordTimeout + timeoutComputer, wordTimeout + timeoutSettle,
	}
	for n := 1; n < engine.MaxSeats; n++ {
		all = append(all, fmt.Sprintf("%s=%d", WordComputer, n))
	}
	return all
}

// Read reads the words of a challenge of that game, if none says another: @friend,
// a rule set, options (exchange=easy, or just easy), a number of deals, "computer". It
// tells what was typed of each, by what it is about.
func Read(game engine.Game, typed []speech.Term, w *words.Tongue) (t Terms, said map[string]string, err error) {
	t = Terms{Game: game, Setup: match.Setup{Setup: engine.Setup{Rules: game.Rules[0].ID, Length: game.Lengths[0], Options: engine.Options{}}}}
	said = make(map[string]string)
	for _, term := range gamesFirst(typed) {
		before := t.Game.ID
		switch about := t.take(term.Word); {
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
	return t, said, nil
}

// notUnderstood refuses a word of a challenge: where it says what it is about, with
// what may be said of that.
func (t *Terms) notUnderstood(term speech.Term, w *words.Tongue) error {
	name, _, named := strings.Cut(strings.ToLower(term.Word), "=")
	all := map[string][]string{
		wordPoints:  {wordPoints + shownPoints, wordPoints + hiddenPoints},
		wordRated:   {wordRated + rated, wordRated + friendly},
		wordLeaving: {wordLeaving + leavingComputer, wordLeaving + leavingEnds},
		wordTimeout: {wordTimeout + timeoutComputer, wordTimeout + timeoutSettle},
	}
	for _, set := range t.Game.Rules {
		for _, opt := range set.Options {
			for _, v := range opt.Values {
				about, said := string(opt.ID)+"=", speech.OptionWord(opt.ID, v)
				if !slices.Contains(all[about], said) {
					all[about] = append(all[about], said)
				}
			}
		}
	}
	choices := all[name+"="]
	if !named || len(choices) == 0 {
		return chat.Refuse("no-term", "Term", speech.CleanName(term.Typed))
	}
	for i, choice := range choices {
		choices[i] = speech.Spoken(choice, w)
	}
	return chat.Refuse("no-value", "Term", speech.CleanName(term.Typed), "Values", strings.Join(choices, " · "))
}

// GameFor is the first of the games with chairs for all friends and computer players
// that a challenge names; the first of all if none has so many.
func GameFor(all []engine.Game, said []speech.Term) engine.Game {
	var t Terms
	for _, term := range said {
		t.takeOther(term.Word)
	}
	if t.Robots == AllTheRest {
		t.Robots = 1 // at least
	}
	i := slices.IndexFunc(all, func(g engine.Game) bool { return g.Seats > len(t.Friends)+t.Robots })
	return all[max(i, 0)]
}

// gamesFirst is the words of a challenge with the game's in front, and then the
// rule sets: what the others mean depends on them. What is an option's value
// as well is a rule set only in a game that is named.
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

// take understands one word and tells what it is about; "" if it doesn't.
func (t *Terms) take(raw string) string {
	if about := t.takeOther(raw); about != "" {
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
	case word == wordPoints+shownPoints, word == wordPoints+hiddenPoints:
		t.Setup.HidePoints = word == wordPoints+hiddenPoints
		return wordPoints
	case word == wordRated+rated, word == wordRated+friendly:
		t.Setup.Friendly = word == wordRated+friendly
		return wordRated
	case word == wordLeaving+leavingComputer, word == wordLeaving+leavingEnds:
		t.Setup.LeavingEnds = word == wordLeaving+leavingEnds
		return wordLeaving
	}
	if about := cmp.Or(t.takePace(word), t.takeOption(word)); about != "" {
		return about
	}
	return t.takeRules(word)
}

// takeOther understands who else plays: a friend, or the computer.
func (t *Terms) takeOther(raw string) string {
	word := strings.ToLower(raw)
	switch {
	case speech.IsMention(word):
		t.Friends = append(t.Friends, Friend{Mention: strings.TrimPrefix(raw, "@")})
		return word
	case word == WordComputer:
		t.Robots = AllTheRest
		return WordComputer
	case strings.HasPrefix(word, WordComputer+"="):
		return t.takeRobots(word)
	}
	return ""
}

// takeRobots understands how many chairs the computer gets.
func (t *Terms) takeRobots(word string) string {
	n, err := strconv.Atoi(strings.TrimPrefix(word, WordComputer+"="))
	if err != nil || n < 0 {
		return ""
	}
	t.Robots = n
	return WordComputer
}

// takeRules understands a game's id and a rule set's, with or without the game,
// and tells which it was. What is an option's value in the game at hand never
// comes here.
func (t *Terms) takeRules(word string) string {
	g, set := speech.RulesCalled(word)
	switch {
	case set == "":
		return ""
	case word == g.ID:
		t.Play(g, set)
		return "game"
	default:
		t.Play(g, set)
		return "rules"
	}
}

// takeOption understands an option of the game and tells which it was. Only the
// rule set tells in the end whether it has the option.
func (t *Terms) takeOption(word string) string {
	option, value := speech.OptionCalled(t.Game, word)
	if option != "" {
		t.Setup.Options[option] = value
	}
	return string(option)
}

// Play takes the game's rule set, and its usual length where it doesn't offer
// the one chosen so far.
func (t *Terms) Play(g engine.Game, rules string) {
	t.Game, t.Setup.Rules = g, rules
	if !slices.Contains(g.Lengths, t.Setup.Length) {
		t.Setup.Length = g.Lengths[0]
	}
}

// Complete fills in what is left out, or refuses what was said.
func (t *Terms) Complete(said map[string]string, w *words.Tongue) error {
	complete, err := t.Setup.Check(t.Game)
	if err == nil {
		t.Setup.Setup = complete
		return t.Seat()
	}
	if !slices.Contains(t.Game.Lengths, t.Setup.Length) {
		return NoSuchLength(t.Game)
	}
	return t.noOption(said, w)
}

// NoSuchLength refuses a number of deals, and says which there are in the game.
func NoSuchLength(g engine.Game) error {
	if slices.Equal(g.Lengths, []int{0}) {
		return chat.Refuse("no-deals")
	}
	lengths := slices.Sorted(slices.Values(g.Lengths))
	return chat.Refuse("no-length", "Lengths", strings.Trim(fmt.Sprint(lengths), "[]"))
}

// noOption refuses the first option that the rule set doesn't have, with those that
// it has.
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
		t.Setup.Friendly = false // nothing counts in any case
	}
	if t.Robots > room {
		return chat.Refuse("no-chair", "Others", t.Game.Seats-1)
	}
	return nil
}

// Alone says that nobody else plays but the computer.
func (t *Terms) Alone() bool { return t.Robots == t.Game.Seats-1 }

// Fit lets no more play than there are chairs by the rules.
func (t *Terms) Fit() {
	others := t.Game.Seats - 1
	t.Friends = t.Friends[:min(len(t.Friends), others)]
	t.Robots = min(t.Robots, others-len(t.Friends))
}

// Line is the terms as words that Read reads.
func (t Terms) Line() string {
	parts := []string{t.Setup.Rules}
	set, err := t.Game.RuleSet(t.Setup.Rules)
	if err == nil {
		for _, opt := range set.Options {
			parts = append(parts, fmt.Sprintf("%s=%s", opt.ID, t.Setup.Options[opt.ID]))
		}
	}
	if t.Setup.HidePoints {
		parts = append(parts, wordPoints+hiddenPoints)
	}
	if t.Setup.LeavingEnds {
		parts = append(parts, wordLeaving+leavingEnds)
	}
	if t.Setup.Friendly {
		parts = append(parts, wordRated+friendly)
	}
	if t.Paced {
		parts = append(parts, PaceWord(t.Setup.Pace))
	}
	if t.Setup.Settle {
		parts = append(parts, wordTimeout+timeoutSettle)
	}
	if t.Setup.Length > 0 {
		parts = append(parts, fmt.Sprint(t.Setup.Length))
	}
	if t.There {
		parts = append(parts, WordThere)
	}
	for _, f := range t.Friends {
		parts = append(parts, mentioned(f.Mention))
	}
	switch t.Robots {
	case 0:
	case t.Game.Seats - 1 - len(t.Friends):
		parts = append(parts, WordComputer)
	default:
		parts = append(parts, fmt.Sprintf("%s=%d", WordComputer, t.Robots))
	}
	return strings.Join(parts, " ")
}

// Spoken is the terms as people say them; what is usual is left out.
func (t Terms) Spoken(w *words.Tongue) string {
	parts := []string{speech.Spoken(t.Game.ID, w)}
	if t.Setup.Rules != t.Game.Rules[0].ID {
		parts = append(parts, speech.Spoken(speech.RuleWord(t.Game, t.Setup.Rules), w))
	}
	if set, err := t.Game.RuleSet(t.Setup.Rules); err == nil {
		for _, opt := range set.Options {
			if value := t.Setup.Options[opt.ID]; value != opt.Values[0] {
				parts = append(parts, speech.Spoken(speech.OptionWord(opt.ID, value), w))
			}
		}
	}
	if t.Setup.HidePoints {
		parts = append(parts, speech.Spoken(wordPoints+hiddenPoints, w))
	}
	if t.Setup.LeavingEnds {
		parts = append(parts, speech.Spoken(wordLeaving+leavingEnds, w))
	}
	if t.Setup.Friendly {
		parts = append(parts, speech.Spoken(wordRated+friendly, w))
	}
	if t.Paced {
		parts = append(parts, spokenPace(t.Setup.Pace, w))
	}
	if t.Setup.Settle {
		parts = append(parts, speech.Spoken(wordTimeout+timeoutSettle, w))
	}
	if t.Setup.Length != t.Game.Lengths[0] {
		parts = append(parts, fmt.Sprint(t.Setup.Length))
	}
	for _, f := range t.Friends {
		parts = append(parts, mentioned(f.Mention))
	}
	switch {
	case t.Robots > 0 && t.Robots == t.Game.Seats-1-len(t.Friends):
		parts = append(parts, speech.Spoken(WordComputer, w))
	case t.Robots > 0:
		parts = append(parts, speech.Spoken(fmt.Sprintf("%s=%d", WordComputer, t.Robots), w))
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
	if !is || len(tag) != chat.TagLen || !keep.PartOfCode(tag) {
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
			has = append(has, speech.Spoken(speech.OptionWord(o.ID, v), w))
		}
	}
	if len(has) == 0 {
		return chat.Refuse("no-options", "Term", speech.CleanName(typed), "Rules", w.Say("rules."+set.ID))
	}
	return chat.Refuse("no-value", "Term", speech.CleanName(typed), "Values", strings.Join(has, " · "))
}
