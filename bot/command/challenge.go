package command

import (
	"context"
	"iter"
	"slices"
	"strings"
	"sync"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/match/terms"
	"tarockbot/bot/people"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/engine/robot"
)

// parseTerms reads the words of a challenge. Anything left out is the default; the game
// is the first in which all who are named have a chair.
func parseTerms(ctx context.Context, sv *Services, r *Request, typed []speech.Term) (terms.Terms, error) {
	home, err := homeOf(ctx, sv, r, typed)
	if err != nil {
		return terms.Terms{}, err
	}
	t, said, err := terms.Read(terms.GameFor(home.Games(), typed), typed, r.Words)
	if err != nil {
		return t, err
	}
	if sv.NoStakes && t.Setup.Stake > 0 {
		return t, chat.Refuse("no-stakes")
	}
	home.Suggest(&t, said[terms.TopicLength] != "")
	if err := t.Complete(said, r.Words); err != nil {
		return t, err
	}
	return t, t.SetPace(home.UsualPace())
}

// challenge proposes a match. Without a word it asks what it shall be.
func challenge(ctx context.Context, sv *Services, r *Request, said []speech.Term) (chat.Answer, error) {
	if page, err := elsewhere(ctx, sv, r); err != nil || page != nil {
		return chat.Answer{Screen: page}, err
	}
	if err := rememberChat(ctx, sv, r); err != nil {
		return chat.Answer{}, err
	}
	if len(said) == 0 || len(said) == 1 && isThere(said[0]) {
		return setup(ctx, sv, r, false, said)
	}
	t, err := parseTerms(ctx, sv, r, said)
	if err != nil {
		return chat.Answer{}, err
	}
	if t.Alone() {
		return startPractice(ctx, sv, r, t)
	}
	return propose(ctx, sv, r, t)
}

// propose posts the challenge that the terms make.
func propose(ctx context.Context, sv *Services, r *Request, t terms.Terms) (chat.Answer, error) {
	moveToAskedChat(sv, r, &t)
	if page, err := elsewhere(ctx, sv, r); err != nil || page != nil {
		return chat.Answer{Screen: page}, err
	}
	if err := findFriends(ctx, sv, r, &t); err != nil {
		return chat.Answer{}, err
	}
	if r.Mute && r.Chat != "" {
		return chat.Answer{}, chat.Refuse("mute")
	}
	tb, err := newTable(sv, r, t)
	if err == nil {
		err = addPlaces(ctx, sv, r, tb)
	}
	if err == nil {
		err = openTable(ctx, sv, &tables.Change{Table: tb, By: r.Input})
	}
	if err != nil {
		return chat.Answer{}, err
	}
	if _, names := tb.Chairs.Invited(); len(names) > 0 {
		return r.alert("challenge.sent", "Name", strings.Join(names, ", ")), nil
	}
	if r.Place().User != "" { // nobody can accept it where it stands
		return r.alert("challenge.posted.private", "Code", string(tb.ID)), nil
	}
	return r.alert("challenge.posted", "Code", string(tb.ID)), nil
}

// addPlaces makes the table one that is shown where it is proposed, and to those who are asked.
func addPlaces(ctx context.Context, sv *Services, r *Request, t *match.Table) (err error) {
	t.Messages.Add(r.Place(), engine.Nobody)
	users, _ := t.Chairs.Invited()
	for _, user := range users {
		t.Messages.Add(chat.Place{User: user}, engine.Nobody)
	}
	home, err := sv.Spaces.At(ctx, t.Space)
	if err != nil {
		return err
	}
	t.Thread = home.Threads
	if t.Lang, err = boardLang(ctx, sv, r); err != nil {
		return err
	}
	t.Unrated, err = sv.Tables.Dealer.WhyUnrated(ctx, t)
	return err
}

// openTable makes the table that an input asks for, if the limits leave room for it.
func openTable(ctx context.Context, sv *Services, c *tables.Change) error {
	t := c.Table
	most, err := tablesIn(ctx, sv, t.Space)
	if err != nil {
		return err
	}
	return sv.Tables.Create(ctx, c, func(x tables.Summary) error {
		err := sv.Tables.Index.Reserve(x, append(sv.Tables.Facts.KeysOf(t.Host), t.Chat), func(x tables.Summary, others iter.Seq[tables.Summary]) error {
			return roomFor(sv, x, others, most)
		})
		if err == nil {
			err = sv.Offers.origins.open(c.By.Origin, t.ID, sv.PerOrigin, sv.Tables.Index.IsActive)
		}
		return err
	})
}

// rememberChat keeps in mind in which chat the person asks for a challenge, and what the
// platform tells of it there: in private it doesn't.
func rememberChat(ctx context.Context, sv *Services, r *Request) error {
	if r.Chat == "" {
		return nil
	}
	_, err := boardLang(ctx, sv, r)
	if err != nil || r.Person.Asked == r.Chat && r.Person.AskedIn == r.Space {
		return err
	}
	_, err = sv.People.Change(ctx, r.User, func(p *people.Person) { p.Asked, p.AskedIn = r.Chat, r.Space })
	return err
}

// moveToAskedChat takes a challenge that is made in private to the chat in which the person asked for it. Where that
// is comes from what the bot has seen of them, so that nobody can name a chat of others.
func moveToAskedChat(sv *Services, r *Request, t *terms.Terms) {
	if r.Chat == "" && t.InLastChat && sv.Offers.Bans.RefusalFor(r.Person.Asked, r.Person) == nil {
		r.Chat, r.Space = r.Person.Asked, r.Person.AskedIn
	}
	t.InLastChat = r.Chat != ""
}

// findFriends finds out who the friends are, and whether they may be asked. Nobody gets two chairs.
func findFriends(ctx context.Context, sv *Services, r *Request, t *terms.Terms) error {
	var found []somebody
	for i := range t.Friends {
		who, err := whom(ctx, sv, r, t.Friends[i].Mention)
		switch {
		case err != nil:
			return err
		case r.Person.Has(who.user):
			return chat.Refuse("yourself")
		case r.Person.Blocks(who.person):
			return chat.Refuse("you-block", "Name", speech.Isolate(who.name))
		case who.person.Blocks(r.Person) || sv.Offers.Bans.Person(who.person):
			return chat.Refuse("not-now", "Name", speech.Isolate(who.name))
		case slices.ContainsFunc(found, func(x somebody) bool { return x.user == who.user || who.person.Is(x.person.ID) }):
			return chat.Refuse("friend-twice", "Name", speech.Isolate(who.name))
		}
		found = append(found, who)
		t.Friends[i].User, t.Friends[i].Name = who.user, who.name
	}
	return nil
}

// roomFor keeps to the limits: one pending challenge a person, few tables of a
// person and few running in a chat. The others are the tables going on.
func roomFor(sv *Services, t tables.Summary, others iter.Seq[tables.Summary], inChat int) error {
	seated, host := 0, people.Person{ID: t.Host, Linked: sv.People.Links.Of(t.Host)}
	for x := range others {
		pending := x.Stage == match.Open && sv.Now().Sub(x.Created) < match.ChallengeLife
		if pending && host.Is(x.Host) && t.Stage == match.Open {
			return chat.Refuse("one-challenge", "Code", string(x.ID))
		}
		if x.Seats(host) {
			seated++
		}
	}
	if seated >= sv.PerPerson {
		return chat.Refuse("tables-person", "Max", seated)
	}
	return roomInChat(t, others, inChat)
}

// newTable is an open table with its host in the first seat, then the friends,
// and computer players in the last.
func newTable(sv *Services, r *Request, t terms.Terms) (*match.Table, error) {
	code, err := documents.NewCode(sv.Offers.Random)
	if err != nil {
		return nil, err
	}
	tb := &match.Table{
		ID: chat.TableID(code), Stage: match.Open, Lang: r.Words.Tag(), Chat: r.Chat, Space: r.Home(), Host: r.Person.ID,
		Chairs: make([]match.Chair, t.Game.Seats), Setup: t.Setup,
		Match: engine.Match{Game: t.Game, Setup: t.Setup.Setup},
	}
	tb.Chairs[0] = match.Chair{Person: r.Person.ID, User: r.User, Name: r.Person.Name}
	for i, f := range t.Friends {
		tb.Chairs[1+i] = match.Chair{KeptFor: f.User, InvitedName: f.Name}
	}
	for i := range t.Robots {
		tb.Chairs[len(tb.Chairs)-1-i] = match.RobotChair(t.ComputerLevel())
	}
	return tb, sv.Tables.Dealer.Secure(tb, nil)
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
func offer(ctx context.Context, sv *Services, r *Request, named chat.TableID) (chat.Answer, error) {
	id, err := pickTable(sv, r, named)
	if err != nil {
		return chat.Answer{}, err
	}
	t, err := sv.Tables.Table(ctx, id)
	switch {
	case err != nil:
		return chat.Answer{}, err
	case t.Stage != match.Open || sv.Tables.Lifetimes.Expired(t):
		return chat.Answer{}, chat.Refuse("challenge-over")
	case !t.Chairs.IsOpen():
		_, names := t.Chairs.Invited()
		return chat.Answer{}, chat.Refuse("for-another", "Name", strings.Join(names, ", "))
	}
	return chat.Answer{Screen: screens.View{Table: t}.Offer(r.Words)}, nil
}

// setup is a challenge being put together by buttons.
func setup(ctx context.Context, sv *Services, r *Request, more bool, said []speech.Term) (chat.Answer, error) {
	t, err := parseTerms(ctx, sv, r, said)
	if err != nil {
		return chat.Answer{}, err
	}
	moveToAskedChat(sv, r, &t)
	page := screens.Setup{Terms: t, More: more, Network: r.User.Platform(), Stakes: !sv.NoStakes}
	for _, f := range t.Friends {
		name := f.Mention
		if who, err := whom(ctx, sv, r, name); err == nil {
			name = who.name // a network may tell an id
		}
		page.Names = append(page.Names, speech.CleanName(name))
	}
	for _, seen := range sv.People.Crowd.ActiveIn(r.Chat) {
		if r.Person.Is(seen.Person) || r.Person.Blocks(people.Person{ID: seen.Person, Users: []chat.UserID{seen.User}}) {
			continue
		}
		page.Near = append(page.Near, screens.Bystander{ID: seen.User.Own(), Name: seen.Name})
	}
	return chat.Answer{Screen: page.Screen(r.Words)}, nil
}

// practice is a match against the computer, in private. Without a word it asks which game. A friend who is
// named is challenged, and the computer takes the other chairs.
func practice(ctx context.Context, sv *Services, r *Request, said []speech.Term) (chat.Answer, error) {
	if len(said) == 0 {
		return practicePage(ctx, sv, r, "")
	}
	alone := !slices.ContainsFunc(said, func(x speech.Term) bool { return speech.IsMention(x.Typed) })
	if !alone && !slices.ContainsFunc(said, namesComputer) {
		said = append(said, speech.Term{Word: terms.WordComputer, Typed: terms.WordComputer})
	}
	t, err := parseTerms(ctx, sv, r, said)
	switch {
	case !alone && (chat.RefusedWith(err, "no-chair") || chat.RefusedWith(err, "no-chair-computer")):
		return chat.Answer{}, chat.Refuse("practice-friend", "Game", r.Words.Say("game."+t.Game.ID))
	case err != nil:
		return chat.Answer{}, err
	case alone:
		return startPractice(ctx, sv, r, t)
	}
	return propose(ctx, sv, r, t)
}

// namesComputer says that the term gives chairs to the computer: "computer", "computer=2".
func namesComputer(term speech.Term) bool {
	name, _, _ := strings.Cut(strings.ToLower(term.Word), "=")
	return name == terms.WordComputer
}

// practicePage asks which game to play with the computer: in front those that
// the person plays, else the one that they have played last. So it is with the level, if none is asked for.
func practicePage(ctx context.Context, sv *Services, r *Request, level robot.Level) (_ chat.Answer, err error) {
	all, known := gamesFor(sv, r)
	if known == 0 {
		last, _, err := lastRules(ctx, sv, r.Person)
		if err != nil {
			return chat.Answer{}, err
		}
		plays := func(g engine.Game) bool { _, err := g.RuleSet(last); return err == nil }
		if i := slices.IndexFunc(all, plays); i >= 0 {
			all, known = slices.Concat(all[i:i+1], all[:i], all[i+1:]), 1
		}
	}
	if level == "" {
		level, err = lastLevel(ctx, sv, r.Person)
	}
	return chat.Answer{Screen: screens.Practice{Games: all, Known: known, Level: level}.Screen(r.Words)}, err
}

// playNow begins a match with the computer at once, by the rules that the person has played last. If one waits
// for them it leads there.
func playNow(ctx context.Context, sv *Services, r *Request, _ struct{}) (chat.Answer, error) {
	waiting := slices.DeleteFunc(tablesOf(sv, r.Person), func(t *match.Table) bool {
		return !t.Chairs.OnePerson() || !t.Waiting().Has(r.seat(t)) && t.Thinking() == 0
	})
	if len(waiting) > 0 {
		return showHand(ctx, sv, r, slices.MinFunc(waiting, touchedLast).ID)
	}
	t, err := lastTerms(ctx, sv, r)
	if err != nil {
		return chat.Answer{}, err
	}
	return startPractice(ctx, sv, r, t)
}

// lastTerms are the rules that the person has played last, else those for a first evening.
func lastTerms(ctx context.Context, sv *Services, r *Request) (terms.Terms, error) {
	rules, options, err := lastRules(ctx, sv, r.Person)
	if err != nil {
		return terms.Terms{}, err
	}
	g, none := games.ByRules(rules)
	if none != nil { // or there are none any more
		g = games.All()[0]
	}
	t, said, err := terms.Read(g, nil, r.Words)
	if err == nil {
		t.Level, err = lastLevel(ctx, sv, r.Person)
	}
	if err != nil {
		return t, err
	}
	if none != nil {
		t.ApplyPreset(terms.FirstEvening())
		return t, t.Complete(said, r.Words)
	}
	t.Play(g, rules)
	t.KeepOptions(options)
	return t, t.Complete(said, r.Words)
}

// lastRules are the rule set that the person plays, or has finished a match of last, and its options; "" if
// there is none.
func lastRules(ctx context.Context, sv *Services, p people.Person) (rules string, options engine.Options, err error) {
	playing := slices.DeleteFunc(tablesOf(sv, p), func(t *match.Table) bool { return t.Stage != match.Playing })
	if len(playing) > 0 {
		last := slices.MinFunc(playing, touchedLast).Setup
		return last.Rules, last.Options, nil
	}
	for past, err := range sv.Histories.Of(ctx, p.Identities()) {
		if err != nil {
			return "", nil, err
		}
		var deal match.StoredDeal // the first; if it isn't there, nothing is known of options
		_, err := sv.Store.Load(ctx, tables.KindDeal, match.DealID(past.Table, 1), &deal)
		return past.Rules, deal.Record.Options, err
	}
	return "", nil, nil
}

// mostLooked is at how many finished matches is looked for one with the computer.
const mostLooked = 50

// lastLevel is the level of the computer that the person plays, or has finished a match with last; the usual if
// there is none.
func lastLevel(ctx context.Context, sv *Services, p people.Person) (robot.Level, error) {
	playing := slices.DeleteFunc(tablesOf(sv, p), func(t *match.Table) bool { return t.Stage != match.Playing || t.Chairs.Levels() == nil })
	if len(playing) > 0 {
		return robot.Strongest(slices.MinFunc(playing, touchedLast).Chairs.Levels()), nil
	}
	looked := 0
	for past, err := range sv.Histories.Of(ctx, p.Identities()) {
		if err != nil {
			return "", err
		}
		if past.Levels != nil {
			return robot.Strongest(past.Levels), nil
		}
		if looked++; looked == mostLooked {
			break
		}
	}
	return match.UsualLevel, nil
}

// startPractice begins a match of the person with the computer alone. It belongs to no chat, and has no clocks.
func startPractice(ctx context.Context, sv *Services, r *Request, t terms.Terms) (chat.Answer, error) {
	t.Friends, t.Robots = nil, terms.AllTheRest
	if err := t.AssignComputers(); err != nil {
		return chat.Answer{}, err
	}
	if err := t.SetPace(match.NoPace); err != nil {
		return chat.Answer{}, err
	}
	r.Chat, r.Space = "", ""
	tb, err := newTable(sv, r, t)
	if err != nil {
		return chat.Answer{}, err
	}
	first := &tables.Change{Table: tb, By: r.Input, Person: r.Person}
	defer first.Release()
	if err := sv.Tables.Dealer.Begin(ctx, first); err != nil {
		return chat.Answer{}, err
	}
	answer := r.beginAnswer(tb)
	answer.Next = screens.HandButton(tb.ID, r.Words)
	return answer, openTable(ctx, sv, first)
}

// origins are the tables that were opened from where many people can come as one, such as one address on the
// net. They are in memory alone: nothing stored tells where anybody was. After a start they begin anew.
type origins struct {
	mu     sync.Mutex
	tables map[chat.TableID]string // where each was opened from
}

// open notes that the table is opened from there, unless as many as that go on that were.
func (o *origins) open(from string, id chat.TableID, most int, goesOn func(chat.TableID) bool) error {
	if from == "" {
		return nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.tables == nil {
		o.tables = make(map[chat.TableID]string)
	}
	n := 0
	for id, opened := range o.tables {
		switch {
		case !goesOn(id):
			delete(o.tables, id)
		case opened == from:
			n++
		}
	}
	if n >= most {
		return chat.Refuse("tables-origin", "Max", n)
	}
	o.tables[id] = from
	return nil
}
