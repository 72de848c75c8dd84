package terms

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

// Topic is a word's subject. Each occurs at most once.
type Topic string

// The topics besides choices, options and friends.
const (
	topicGame     Topic = "game"
	topicRules    Topic = "rules"
	TopicLength   Topic = "length"
	topicPlace    Topic = "place"
	topicPace     Topic = "pace"
	topicStake    Topic = "stake"
	topicComputer Topic = "computer"
	topicLevel    Topic = "level"
)

func optionTopic(option engine.Name) Topic { return Topic("option " + option) }

// SaidWords maps each topic to the typed word.
type SaidWords map[Topic]string

type reader struct {
	Terms
	named bool // a word names the game or an option of it
}

// Parse parses a challenge of game, unless the words name another. Errors are refusals.
func Parse(game engine.Game, typed []speech.Term, w *words.Tongue) (Terms, SaidWords, error) {
	rules := game.Rules[0].ID
	usual := engine.Setup{Rules: rules, Length: game.LengthsOf(rules)[0], Options: engine.Options{}}
	t, said := reader{Terms: Terms{Game: game, Setup: match.Setup{Setup: usual}}}, make(SaidWords)
	t.named = slices.ContainsFunc(typed, func(term speech.Term) bool {
		return strings.Contains(term.Word, "=") && isOption(game, strings.ToLower(term.Word))
	})
	for _, term := range gamesFirst(typed) {
		before := t.Game.ID
		switch topic := t.readWord(term.Word); {
		case topic == "":
			return t.Terms, said, t.notUnderstood(term, w)
		case said[topic] != "":
			return t.Terms, said, chat.RefusePublicly("said-twice", "Term", displayname.Clean(term.Typed))
		case said[topicGame] != "" && t.Game.ID != before:
			return t.Terms, said, chat.Refuse("other-game", "Term", displayname.Clean(term.Typed), "Game", w.Say("game."+before))
		default:
			said[topic] = term.Typed
			t.named = t.named || topic == topicGame
		}
	}
	if t.Level != "" && said[topicComputer] == "" {
		t.Robots = allTheRest
	}
	return t.Terms, said, nil
}

// gamesFirst sorts games and rule sets first, because other words depend on them. Options that also name a rule set
// come later.
func gamesFirst(said []speech.Term) []speech.Term {
	rank := func(term speech.Term) int {
		word := strings.ToLower(term.Word)
		g, set := speech.FindRules(word)
		switch {
		case set == "" || slices.ContainsFunc(games.All(), func(g engine.Game) bool { return isOption(g, word) }):
			return 2
		case word == g.ID:
			return 0
		default:
			return 1
		}
	}
	return slices.SortedStableFunc(slices.Values(said), func(x, y speech.Term) int { return cmp.Compare(rank(x), rank(y)) })
}

func isOption(g engine.Game, word string) bool {
	option, _ := speech.FindOption(g, word)
	return option != ""
}

// readWord applies a word and returns its topic; "" if unknown. Words that all games share have priority.
func (t *reader) readWord(raw string) Topic {
	if topic := t.readPlayer(raw); topic != "" {
		return topic
	}
	word := strings.ToLower(raw)
	if topic := t.readShared(word); topic != "" {
		return topic
	}
	return t.readByGame(word)
}

func (t *Terms) readShared(word string) Topic {
	if word == WordThere {
		t.InLastChat = true
		return topicPlace
	}
	if deals, err := strconv.Atoi(word); err == nil {
		t.Setup.Length = deals
		return TopicLength
	}
	if cents, ok := parseStakeWord(word); ok {
		t.Setup.Stake = cents
		return topicStake
	}
	for _, c := range choices {
		if i := slices.Index(c.Words(), word); i >= 0 {
			*c.Field(&t.Setup) = i > 0
			return Topic(c.Name)
		}
	}
	if pace, ok := parsePaceWord(word); ok {
		t.Setup.Pace, t.PaceSaid = pace, true
		return topicPace
	}
	return ""
}

// readByGame prefers "easy" as a level, unless the rule set has it as an option.
func (t *reader) readByGame(word string) Topic {
	option, value := speech.FindOption(t.Game, word)
	set, _ := t.Game.RuleSet(t.Setup.Rules) // it exists: ChooseRules chose it
	if level := parseLevelWord(wordLevel + word); level != "" && !HasOption(set, option, value) {
		t.Level = level
		return topicLevel
	}
	if option != "" { // Complete checks that the rule set has it
		t.Setup.Options[option] = value
		return optionTopic(option)
	}
	return t.readRules(word)
}

// readRules prefers the rule sets of a named game.
func (t *reader) readRules(word string) Topic {
	g, set := speech.FindRules(word)
	if own := speech.FindRulesIn(t.Game, word); t.named && own != "" {
		g, set = t.Game, own
	}
	if set == "" {
		return ""
	}
	t.ChooseRules(g, set)
	if word == g.ID {
		return topicGame
	}
	return topicRules
}

func (t *Terms) readPlayer(raw string) Topic {
	word := strings.ToLower(raw)
	if level := parseLevelWord(word); level != "" {
		t.Level = level
		return topicLevel
	}
	number, is := strings.CutPrefix(word, WordComputer+"=")
	n, err := strconv.Atoi(number)
	switch {
	case speech.IsMention(word):
		t.Friends = append(t.Friends, Friend{Mention: strings.TrimPrefix(raw, "@")})
		return Topic(word)
	case word == WordComputer:
		t.Robots = allTheRest
	case is && err == nil && n >= 0:
		t.Robots = n
	default:
		return ""
	}
	return topicComputer
}

// GameFor returns the first game with the named options and enough chairs, otherwise with enough chairs, or the first.
func GameFor(all []engine.Game, said []speech.Term) engine.Game {
	var t Terms
	for _, term := range said {
		t.readPlayer(term.Word)
	}
	if t.Robots == allTheRest || t.Robots == 0 && t.Level != "" {
		t.Robots = 1 // at least
	}
	seats := func(g engine.Game) bool { return g.Seats > len(t.Friends)+t.Robots }
	i := slices.IndexFunc(all, func(g engine.Game) bool { return seats(g) && hasOptions(g, all, said) })
	if i < 0 {
		i = slices.IndexFunc(all, seats)
	}
	return all[max(i, 0)]
}

// hasOptions ignores options that no game has.
func hasOptions(g engine.Game, all []engine.Game, said []speech.Term) bool {
	return !slices.ContainsFunc(said, func(term speech.Term) bool {
		word := strings.ToLower(term.Word)
		return !isOption(g, word) && slices.ContainsFunc(all, func(other engine.Game) bool { return isOption(other, word) })
	})
}

// TagIn returns the tag in "#384T" or "Player-384T", or "".
func TagIn(mention string) string {
	tag, is := strings.CutPrefix(strings.ToLower(mention), "#")
	if !is {
		tag, is = strings.CutPrefix(tag, strings.ToLower(displayname.NamelessPrefix))
	}
	if !is || len(tag) != chat.TagLen || !documents.IsPartOfCode(tag) {
		return ""
	}
	return tag
}
