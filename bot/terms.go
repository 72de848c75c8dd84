package bot

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

// terms are what a challenge proposes.
type terms struct {
	game    engine.Game
	setup   match.Setup
	friends []friend
	robots  int  // chairs for the computer; allTheRest until the game is known
	paced   bool // somebody has said the pace
	there   bool // posted where the person last asked for a challenge; see putThere
}

// friend is somebody whom a challenge is for.
type friend struct {
	mention string // as typed, without @
	user    UserID
	name    string
}

// allTheRest says that the computer gets every chair that no friend gets.
const allTheRest = -1

// wordComputer gives all chairs that are left to the computer, or so many:
// "computer=1".
const wordComputer = "computer"

// wordThere says in a challenge that it is to be posted where the person last
// asked for one. The page on which they put it together may be a private one.
const wordThere = "there"

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

// termWords are the words of a challenge that no game has.
func termWords() []string {
	all := []string{
		wordPoints + shownPoints, wordPoints + hiddenPoints, wordLeaving + leavingComputer, wordLeaving + leavingEnds,
		wordRated + rated, wordRated + friendly, wordComputer,
		paceWord(match.NoPace), paceWord(match.LivePace), wordTimeout + timeoutComputer, wordTimeout + timeoutSettle,
	}
	for n := 1; n < engine.MaxSeats; n++ {
		all = append(all, fmt.Sprintf("%s=%d", wordComputer, n))
	}
	return all
}

// readTerms reads the words of a challenge of that game, if none says another: @friend,
// a rule set, options (exchange=easy, or just easy), a number of deals, "computer". It
// tells what was typed of each, by what it is about.
func readTerms(game engine.Game, typed []speech.Term, w *words.Tongue) (t terms, said map[string]string, err error) {
	t = terms{game: game, setup: match.Setup{Setup: engine.Setup{Rules: game.Rules[0].ID, Length: game.Lengths[0], Options: engine.Options{}}}}
	said = make(map[string]string)
	for _, term := range gamesFirst(typed) {
		before := t.game.ID
		switch about := t.take(term.Word); {
		case about == "" && strings.HasPrefix(strings.ToLower(term.Word), wordPace):
			return t, said, noSuchPace(term.Typed)
		case about == "":
			return t, said, t.notUnderstood(term, w)
		case said[about] != "":
			return t, said, chat.Refuse("said-twice", "Term", speech.CleanName(term.Typed))
		case said["game"] != "" && t.game.ID != before:
			return t, said, chat.Refuse("other-game", "Term", speech.CleanName(term.Typed), "Game", w.Say("game."+before))
		default:
			said[about] = term.Typed
		}
	}
	return t, said, nil
}

// notUnderstood refuses a word of a challenge: where it says what it is about, with
// what may be said of that.
func (t *terms) notUnderstood(term speech.Term, w *words.Tongue) error {
	name, _, named := strings.Cut(strings.ToLower(term.Word), "=")
	all := map[string][]string{
		wordPoints:  {wordPoints + shownPoints, wordPoints + hiddenPoints},
		wordRated:   {wordRated + rated, wordRated + friendly},
		wordLeaving: {wordLeaving + leavingComputer, wordLeaving + leavingEnds},
		wordTimeout: {wordTimeout + timeoutComputer, wordTimeout + timeoutSettle},
	}
	for _, set := range t.game.Rules {
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

// gameFor is the first of the games with chairs for all friends and computer players
// that a challenge names; the first of all if none has so many.
func gameFor(all []engine.Game, said []speech.Term) engine.Game {
	var t terms
	for _, term := range said {
		t.takeOther(term.Word)
	}
	if t.robots == allTheRest {
		t.robots = 1 // at least
	}
	i := slices.IndexFunc(all, func(g engine.Game) bool { return g.Seats > len(t.friends)+t.robots })
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
func (t *terms) take(raw string) string {
	if about := t.takeOther(raw); about != "" {
		return about
	}
	word := strings.ToLower(raw)
	switch n, err := strconv.Atoi(word); {
	case word == wordThere:
		t.there = true
		return "place"
	case err == nil:
		t.setup.Length = n
		return "length"
	case word == wordPoints+shownPoints, word == wordPoints+hiddenPoints:
		t.setup.HidePoints = word == wordPoints+hiddenPoints
		return wordPoints
	case word == wordRated+rated, word == wordRated+friendly:
		t.setup.Friendly = word == wordRated+friendly
		return wordRated
	case word == wordLeaving+leavingComputer, word == wordLeaving+leavingEnds:
		t.setup.LeavingEnds = word == wordLeaving+leavingEnds
		return wordLeaving
	}
	if about := cmp.Or(t.takePace(word), t.takeOption(word)); about != "" {
		return about
	}
	return t.takeRules(word)
}

// takeOther understands who else plays: a friend, or the computer.
func (t *terms) takeOther(raw string) string {
	word := strings.ToLower(raw)
	switch {
	case speech.IsMention(word):
		t.friends = append(t.friends, friend{mention: strings.TrimPrefix(raw, "@")})
		return word
	case word == wordComputer:
		t.robots = allTheRest
		return wordComputer
	case strings.HasPrefix(word, wordComputer+"="):
		return t.takeRobots(word)
	}
	return ""
}

// takeRobots understands how many chairs the computer gets.
func (t *terms) takeRobots(word string) string {
	n, err := strconv.Atoi(strings.TrimPrefix(word, wordComputer+"="))
	if err != nil || n < 0 {
		return ""
	}
	t.robots = n
	return wordComputer
}

// takeRules understands a game's id and a rule set's, with or without the game,
// and tells which it was. What is an option's value in the game at hand never
// comes here.
func (t *terms) takeRules(word string) string {
	g, set := speech.RulesCalled(word)
	switch {
	case set == "":
		return ""
	case word == g.ID:
		t.play(g, set)
		return "game"
	default:
		t.play(g, set)
		return "rules"
	}
}

// takeOption understands an option of the game and tells which it was. Only the
// rule set tells in the end whether it has the option.
func (t *terms) takeOption(word string) string {
	option, value := speech.OptionCalled(t.game, word)
	if option != "" {
		t.setup.Options[option] = value
	}
	return string(option)
}

// play takes the game's rule set, and its usual length where it doesn't offer
// the one chosen so far.
func (t *terms) play(g engine.Game, rules string) {
	t.game, t.setup.Rules = g, rules
	if !slices.Contains(g.Lengths, t.setup.Length) {
		t.setup.Length = g.Lengths[0]
	}
}

// complete fills in what is left out, or refuses what was said.
func (t *terms) complete(said map[string]string, w *words.Tongue) error {
	complete, err := t.setup.Check(t.game)
	if err == nil {
		t.setup.Setup = complete
		return t.seat()
	}
	if !slices.Contains(t.game.Lengths, t.setup.Length) {
		return noSuchLength(t.game)
	}
	return t.noOption(said, w)
}

// noSuchLength refuses a number of deals, and says which there are in the game.
func noSuchLength(g engine.Game) error {
	if slices.Equal(g.Lengths, []int{0}) {
		return chat.Refuse("no-deals")
	}
	lengths := slices.Sorted(slices.Values(g.Lengths))
	return chat.Refuse("no-length", "Lengths", strings.Trim(fmt.Sprint(lengths), "[]"))
}

// noOption refuses the first option that the rule set doesn't have, with those that
// it has.
func (t *terms) noOption(said map[string]string, w *words.Tongue) error {
	set, err := t.game.RuleSet(t.setup.Rules)
	if err != nil {
		return err
	}
	typed := ""
	for _, option := range slices.Sorted(maps.Keys(t.setup.Options)) {
		if !hasOption(set, option, t.setup.Options[option]) {
			typed = cmp.Or(said[string(option)], w.Say(speech.OptionText(option, t.setup.Options[option])))
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

// seat counts the computer players in. There must be room for all.
func (t *terms) seat() error {
	room := t.game.Seats - 1 - len(t.friends)
	if t.robots == allTheRest {
		t.robots = max(room, 1)
	}
	if t.game.ForTwo() {
		t.setup.LeavingEnds = false // it does in any case
	}
	if t.robots > 0 {
		t.setup.Friendly = false // nothing counts in any case
	}
	if t.robots > room {
		return chat.Refuse("no-chair", "Others", t.game.Seats-1)
	}
	return nil
}

// alone says that nobody else plays but the computer.
func (t *terms) alone() bool { return t.robots == t.game.Seats-1 }

// fit lets no more play than there are chairs by the rules.
func (t *terms) fit() {
	others := t.game.Seats - 1
	t.friends = t.friends[:min(len(t.friends), others)]
	t.robots = min(t.robots, others-len(t.friends))
}

// line is the terms as words that parseTerms reads.
func (t terms) line() string {
	parts := []string{t.setup.Rules}
	set, err := t.game.RuleSet(t.setup.Rules)
	if err == nil {
		for _, opt := range set.Options {
			parts = append(parts, fmt.Sprintf("%s=%s", opt.ID, t.setup.Options[opt.ID]))
		}
	}
	if t.setup.HidePoints {
		parts = append(parts, wordPoints+hiddenPoints)
	}
	if t.setup.LeavingEnds {
		parts = append(parts, wordLeaving+leavingEnds)
	}
	if t.setup.Friendly {
		parts = append(parts, wordRated+friendly)
	}
	if t.paced {
		parts = append(parts, paceWord(t.setup.Pace))
	}
	if t.setup.Settle {
		parts = append(parts, wordTimeout+timeoutSettle)
	}
	if t.setup.Length > 0 {
		parts = append(parts, fmt.Sprint(t.setup.Length))
	}
	if t.there {
		parts = append(parts, wordThere)
	}
	for _, f := range t.friends {
		parts = append(parts, mentioned(f.mention))
	}
	switch t.robots {
	case 0:
	case t.game.Seats - 1 - len(t.friends):
		parts = append(parts, wordComputer)
	default:
		parts = append(parts, fmt.Sprintf("%s=%d", wordComputer, t.robots))
	}
	return strings.Join(parts, " ")
}

// spoken is the terms as people say them; what is usual is left out.
func (t terms) spoken(w *words.Tongue) string {
	parts := []string{speech.Spoken(t.game.ID, w)}
	if t.setup.Rules != t.game.Rules[0].ID {
		parts = append(parts, speech.Spoken(speech.RuleWord(t.game, t.setup.Rules), w))
	}
	if set, err := t.game.RuleSet(t.setup.Rules); err == nil {
		for _, opt := range set.Options {
			if value := t.setup.Options[opt.ID]; value != opt.Values[0] {
				parts = append(parts, speech.Spoken(speech.OptionWord(opt.ID, value), w))
			}
		}
	}
	if t.setup.HidePoints {
		parts = append(parts, speech.Spoken(wordPoints+hiddenPoints, w))
	}
	if t.setup.LeavingEnds {
		parts = append(parts, speech.Spoken(wordLeaving+leavingEnds, w))
	}
	if t.setup.Friendly {
		parts = append(parts, speech.Spoken(wordRated+friendly, w))
	}
	if t.paced {
		parts = append(parts, spokenPace(t.setup.Pace, w))
	}
	if t.setup.Settle {
		parts = append(parts, speech.Spoken(wordTimeout+timeoutSettle, w))
	}
	if t.setup.Length != t.game.Lengths[0] {
		parts = append(parts, fmt.Sprint(t.setup.Length))
	}
	for _, f := range t.friends {
		parts = append(parts, mentioned(f.mention))
	}
	switch {
	case t.robots > 0 && t.robots == t.game.Seats-1-len(t.friends):
		parts = append(parts, speech.Spoken(wordComputer, w))
	case t.robots > 0:
		parts = append(parts, speech.Spoken(fmt.Sprintf("%s=%d", wordComputer, t.robots), w))
	}
	return strings.Join(parts, " ")
}

// tagIn is the beginning of the id that a tag stands for, as it is shown or as the
// name of somebody without one has it: "#384T", "Player-384T"; "" for anything else.
func tagIn(mention string) string {
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
	if tag := tagIn(name); tag != "" {
		return chat.PersonID(tag).ShortID()
	}
	return "@" + name
}

// hasOption says whether the rule set knows that value of the option.
func hasOption(set engine.RuleSet, option, value engine.Name) bool {
	return slices.ContainsFunc(set.Options, func(o engine.Option) bool { return o.ID == option && slices.Contains(o.Values, value) })
}

// noSuchOption refuses an option that the rule set doesn't have, with all that it has.
func noSuchOption(set engine.RuleSet, typed string, w *words.Tongue) error {
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
