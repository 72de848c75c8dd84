package bot

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/speech"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/engine/fair"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

// challengeLife is how long a challenge waits.
const challengeLife = 24 * time.Hour

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

// parseTerms reads the words of a challenge: @friend, a rule set, options
// (exchange=easy, or just easy), a number of deals, "computer". Anything left
// out is the default; the game is the first in which all who are named have a
// chair.
func (b *Bot) parseTerms(ctx context.Context, r *request) (terms, error) {
	typed := b.lexicon.Phrases.Read(r.args)
	home, err := b.homeOf(ctx, r)
	if err != nil {
		return terms{}, err
	}
	game := home.gameFor(typed)
	t := terms{game: game, setup: match.Setup{Setup: engine.Setup{Rules: game.Rules[0].ID, Length: game.Lengths[0], Options: engine.Options{}}}}
	said := make(map[string]string) // what was typed, by what it is about
	for _, term := range gamesFirst(typed) {
		before := t.game.ID
		switch about := t.take(term.Word); {
		case about == "" && strings.HasPrefix(strings.ToLower(term.Word), wordPace):
			return t, noSuchPace(term.Typed)
		case about == "":
			return t, t.notUnderstood(term, r.t)
		case said[about] != "":
			return t, chat.Refuse("said-twice", "Term", speech.CleanName(term.Typed))
		case said["game"] != "" && t.game.ID != before:
			return t, chat.Refuse("other-game", "Term", speech.CleanName(term.Typed), "Game", r.t.Say("game."+before))
		default:
			said[about] = term.Typed
		}
	}
	home.suggest(&t, said["length"] != "")
	err = t.complete(said, r.t)
	t.setPace(home.pace())
	return t, err
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

// gameFor is the first game with chairs for all friends and computer players
// that a challenge names, the space's own before the others; the first of all if
// none has so many.
func (s space) gameFor(said []speech.Term) engine.Game {
	var t terms
	for _, term := range said {
		t.takeOther(term.Word)
	}
	if t.robots == allTheRest {
		t.robots = 1 // at least
	}
	all := games.All()
	if own, ok := s.game(); ok {
		all = append([]engine.Game{own}, all...)
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

// challenge proposes a match. Without a word it asks what it shall be.
func (b *Bot) challenge(ctx context.Context, r *request) (Answer, error) {
	if page, err := b.elsewhere(ctx, r); err != nil || page != nil {
		return Answer{Screen: page}, err
	}
	if err := b.noteAsked(ctx, r); err != nil {
		return Answer{}, err
	}
	if len(r.args) == 0 || len(r.args) == 1 && r.args[0] == wordThere {
		return b.setup(ctx, r)
	}
	t, err := b.parseTerms(ctx, r)
	if err != nil {
		return Answer{}, err
	}
	if t.alone() {
		return b.startPractice(ctx, r, t)
	}
	return b.propose(ctx, r, t)
}

// propose posts the challenge that the terms make.
func (b *Bot) propose(ctx context.Context, r *request, t terms) (Answer, error) {
	b.putThere(r, &t)
	if page, err := b.elsewhere(ctx, r); err != nil || page != nil {
		return Answer{Screen: page}, err
	}
	if err := b.findFriends(ctx, r, &t); err != nil {
		return Answer{}, err
	}
	if r.Mute && r.Chat != "" {
		return Answer{}, chat.Refuse("mute")
	}
	tb, err := b.newTable(r, t)
	if err != nil {
		return Answer{}, err
	}
	if r.Chat != "" {
		tb.AddMessage(Place{Chat: r.Chat}, engine.Nobody)
	} else {
		tb.AddMessage(Place{User: r.User}, engine.Nobody)
	}
	for _, f := range t.friends {
		tb.AddMessage(Place{User: f.user}, engine.Nobody)
	}
	if tb.Lang, err = b.boardLang(ctx, r); err != nil {
		return Answer{}, err
	}
	home, err := b.spaceAt(ctx, tb.Space)
	if err != nil {
		return Answer{}, err
	}
	tb.Thread = home.Threads
	if tb.Unrated, err = b.whyUnrated(ctx, tb); err != nil {
		return Answer{}, err
	}
	if err := b.create(ctx, r.Input, tb); err != nil {
		return Answer{}, err
	}
	if _, names := tb.Asked(); len(names) > 0 {
		return Answer{Alert: r.t.Say("challenge.sent", "Name", strings.Join(names, ", "))}, nil
	}
	return Answer{Alert: r.t.Say("challenge.posted", "Code", string(tb.ID))}, nil
}

// noteAsked keeps in mind in which chat the person asks for a challenge, and what the
// platform tells of it there: in private it doesn't.
func (b *Bot) noteAsked(ctx context.Context, r *request) error {
	if r.Chat == "" {
		return nil
	}
	if _, err := b.boardLang(ctx, r); err != nil {
		return err
	}
	if r.person.Asked == r.Chat && r.person.AskedIn == r.Space {
		return nil
	}
	_, err := b.people.Change(ctx, r.User, func(p *people.Person) { p.Asked, p.AskedIn = r.Chat, r.Space })
	return err
}

// putThere takes a challenge that is made in private to the chat in which the
// person asked for it. Where that is comes from what the bot has seen of them,
// so that nobody can name a chat of others.
func (b *Bot) putThere(r *request, t *terms) {
	if r.Chat == "" && t.there && b.bars(r.person.Asked, r.person) == nil {
		r.Chat, r.Space = r.person.Asked, r.person.AskedIn
	}
	t.there = r.Chat != ""
}

// findFriends finds out who the friends are. Nobody gets two chairs.
func (b *Bot) findFriends(ctx context.Context, r *request, t *terms) error {
	var found []somebody
	for i := range t.friends {
		who, err := b.findFriend(ctx, r, t.friends[i].mention)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(found, func(x somebody) bool { return x.user == who.user || who.person.Is(x.person.ID) }) {
			return chat.Refuse("friend-twice", "Name", speech.Isolate(who.name))
		}
		found = append(found, who)
		t.friends[i].user, t.friends[i].name = who.user, who.name
	}
	return nil
}

func (b *Bot) findFriend(ctx context.Context, r *request, mention string) (somebody, error) {
	who, err := b.whom(ctx, r, mention)
	switch {
	case err != nil:
		return who, err
	case r.person.Has(who.user):
		return who, chat.Refuse("yourself")
	case r.person.Blocks(who.person):
		return who, chat.Refuse("you-block", "Name", speech.Isolate(who.name))
	case who.person.Blocks(r.person) || b.cfg.Bans.person(who.person):
		return who, chat.Refuse("not-now", "Name", speech.Isolate(who.name))
	}
	return who, nil
}

// roomFor keeps to the limits: one pending challenge a person, few tables of a
// person and few running in a chat. The others are the tables going on.
func (b *Bot) roomFor(t tables.Summary, others iter.Seq[tables.Summary], inChat int) error {
	seated, host := 0, people.Person{ID: t.Host, Linked: b.people.Links.Of(t.Host)}
	for x := range others {
		pending := x.Stage == match.Open && b.cfg.Now().Sub(x.Created) < challengeLife
		if pending && host.Is(x.Host) && t.Stage == match.Open {
			return chat.Refuse("one-challenge", "Code", string(x.ID))
		}
		if x.Seats(host) {
			seated++
		}
	}
	if seated >= b.cfg.Limits.TablesPerPerson {
		return chat.Refuse("tables-person", "Max", seated)
	}
	return roomInChat(t, others, inChat)
}

// newTable is an open table with its host in the first seat, then the friends,
// and computer players in the last.
func (b *Bot) newTable(r *request, t terms) (*match.Table, error) {
	code, err := keep.NewCode(b.cfg.Random)
	if err != nil {
		return nil, err
	}
	tb := &match.Table{
		ID: chat.TableID(code), Stage: match.Open, Lang: r.t.Tag(), Chat: r.Chat, Space: r.Home(), Host: r.person.ID,
		Chairs: make([]match.Chair, t.game.Seats), Setup: t.setup,
		Match: engine.Match{Game: t.game, Setup: t.setup.Setup},
	}
	tb.Chairs[0] = match.Chair{Person: r.person.ID, User: r.User, Name: r.person.Name}
	for i, f := range t.friends {
		tb.Chairs[1+i] = match.Chair{For: f.user, Guest: f.name}
	}
	for i := range t.robots {
		tb.Chairs[len(tb.Chairs)-1-i] = match.RobotChair()
	}
	return tb, nil
}

// handButton leads to the cards, wherever it is pressed.
func handButton(id chat.TableID, w *words.Tongue) Button {
	return Button{Label: w.Say("button.hand"), Line: "hand " + string(id), Look: Primary}
}

// roomInChat keeps to the number of matches that may run in the table's chat at once.
// A challenge that waited may find the chat full by now.
func roomInChat(t tables.Summary, others iter.Seq[tables.Summary], most int) error {
	here := 0
	for x := range others {
		if x.Stage == match.Playing && x.Chat == t.Chat && t.Chat != "" && x.ID != t.ID {
			here++
		}
	}
	if here >= most {
		return chat.Refuse("tables-chat", "Max", here)
	}
	return nil
}

// offer is a challenge as it is sent on: who seeks somebody, and for what. It is
// refused unless anybody may accept it.
func (b *Bot) offer(ctx context.Context, r *request) (Answer, error) {
	id, err := b.pickTable(r)
	if err != nil {
		return Answer{}, err
	}
	t, err := b.look(ctx, id)
	switch {
	case err != nil:
		return Answer{}, err
	case t.Stage != match.Open || b.expired(t):
		return Answer{}, chat.Refuse("challenge-over")
	case !t.IsOpen():
		_, names := t.Asked()
		return Answer{}, chat.Refuse("for-another", "Name", strings.Join(names, ", "))
	}
	return Answer{Screen: &Screen{Lang: r.t.Tag(), Share: string(id), Text: []Line{
		{{Text: r.t.Say("challenge.open", "Name", speech.ShownName(t.Chairs[0].Name, r.t)), Style: Title}},
		{{Text: describeSetup(t.Match.Game, t.Setup, r.t)}},
	}}}, nil
}

// begin starts the match of a table whose seats are filled: the seats draw for
// the first deal, everybody gets a panel, and the cards are dealt.
func (b *Bot) begin(ctx context.Context, c *change) error {
	c.Stage = match.Playing
	var err error
	if c.Unrated, err = b.whyUnrated(ctx, c.Table); err != nil {
		return err
	}
	for {
		deck, err := fair.Deal(b.cfg.Random, c.Match.Rules().Cards())
		if err != nil {
			return fmt.Errorf("bot: draw: %w", err)
		}
		c.Drawn = slices.Clone(deck[:len(c.Chairs)])
		if first, ok := engine.CutForDeal(c.Drawn); ok {
			c.Setup.First = first
			c.Match.Setup = c.Setup.Setup
			break
		}
	}
	c.SeatMessages()
	b.wantPanels(c.Table)
	return b.advance(ctx, c)
}

// rematch begins another match at the same table, once everybody wants it.
func (b *Bot) rematch(ctx context.Context, r *request) (Answer, error) {
	id, err := b.lastTable(r)
	if err != nil {
		return Answer{}, err
	}
	b.people.Links.Seating.RLock()
	defer b.people.Links.Seating.RUnlock()
	return b.update(ctx, id, r.Input, r.person, func(c *change) (Answer, error) {
		seat := c.SeatOf(r.person.Who())
		switch {
		case seat == engine.Nobody:
			return Answer{}, chat.Refuse("not-seated")
		case b.withThemselves(c.Table):
			return Answer{}, chat.Refuse("yourself")
		case c.Stage != match.Finished:
			return Answer{}, chat.Refuse("not-over")
		case c.Next != "":
			return Answer{}, chat.Refuse("rematch-on")
		case c.Deserted():
			return Answer{}, chat.Refuse("no-rematch")
		}
		if no, err := b.unwanted(ctx, c.Table, r.person); err != nil || no {
			return Answer{}, cmp.Or(err, chat.Refuse("no-rematch"))
		}
		c.Again |= seat.Bit()
		for s, chair := range c.Chairs {
			if !chair.Robot && !c.Again.Has(engine.Seat(s)) {
				return Answer{Alert: r.t.Say("rematch.asked")}, nil
			}
		}
		return Answer{Alert: r.t.Say("rematch.begun")}, b.again(ctx, c)
	})
}

// withThemselves says whether identities sit at the table that are one person by
// now.
func (b *Bot) withThemselves(t *match.Table) bool {
	heads := make(map[chat.PersonID]bool)
	for _, c := range t.Chairs {
		if heads[b.people.Links.Head(c.Person)] && !c.Robot {
			return true
		}
		heads[b.people.Links.Head(c.Person)] = true
	}
	return false
}

// unwanted says that somebody at the table blocks the person, and hasn't asked
// for a rematch.
func (b *Bot) unwanted(ctx context.Context, t *match.Table, p people.Person) (bool, error) {
	for s, c := range t.Chairs {
		if c.Robot || t.Again.Has(engine.Seat(s)) {
			continue
		}
		if no, err := b.blocksUser(ctx, c.User, p); err != nil || no {
			return no, err
		}
	}
	return false, nil
}

// again makes the next table, with the same people in the same seats. Whose yes
// has begun it is its host: that of the last may have left.
func (b *Bot) again(ctx context.Context, c *change) error {
	code, err := keep.NewCode(b.cfg.Random)
	if err != nil {
		return err
	}
	next := &match.Table{
		ID: chat.TableID(code), Lang: c.Lang, Chat: c.Chat, Space: c.Space, Thread: c.Thread, Host: c.who.ID, Setup: c.Setup, Rev: 1,
		Created: b.cfg.Now(), Touched: b.cfg.Now(), Ran: b.runFor().Milliseconds(), Chairs: slices.Clone(c.Chairs),
		Match: engine.Match{Game: c.Match.Game, Setup: c.Setup.Setup},
	}
	for s := range next.Chairs {
		next.Chairs[s].Step, next.Chairs[s].Call, next.Chairs[s].Told, next.Chairs[s].Since, next.Chairs[s].Left, next.Chairs[s].Who, next.Chairs[s].Acted = 0, 0, 0, 0, "", "", ""
		next.Chairs[s].Timer, next.Chairs[s].Reminded, next.Chairs[s].Absent, next.Chairs[s].TimedOut = match.Timer{}, 0, false, 0
		next.Chairs[s].Expired, next.Chairs[s].Asked, next.Chairs[s].Unsaid = false, false, false
		if !b.has(c.Chairs[s], c.Chairs[s].Via) {
			next.Chairs[s].Via = ""
		}
	}
	if next.Chat != "" {
		next.AddBoard(next.Chat, next.Space)
	}
	for _, m := range c.Messages {
		if m.Place.Chat != "" {
			next.AddBoard(m.Place.Chat, m.Space)
		}
	}
	inner := &change{Table: next, who: c.who}
	if err := b.begin(ctx, inner); err != nil {
		return err
	}
	next.SetTimers(truth{b}, next.RaiseSteps(nil), 0)
	next.RaiseCalls(truth{b}, match.Situation{}, engine.Nobody)
	c.docs = append(c.docs, inner.docs...)
	c.also, c.Next = next, next.ID
	return nil
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
