package command

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/match/terms"
	"tarockbot/bot/people"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

func parseTerms(ctx context.Context, r *Request, typed []speech.Term) (terms.Terms, error) {
	id := r.Home()
	if id == "" && slices.ContainsFunc(typed, asksToPost) { // the chat where a challenge set up in private is posted
		id = cmp.Or(r.Person.LastChallengeSpace, r.Person.LastChallengeChat)
	}
	home, err := r.sv.Spaces.At(ctx, id)
	if err != nil {
		return terms.Terms{}, err
	}
	t, said, err := terms.Parse(terms.GameFor(home.Games(), typed), typed, r.Words)
	if err != nil {
		return t, err
	}
	if r.sv.Challenges.NoStakes && t.Setup.Stake > 0 {
		return t, chat.RefusePublicly("no-stakes")
	}
	home.CompleteTerms(&t, said[terms.TopicLength] != "")
	if err := t.Complete(said, r.Words); err != nil {
		return t, err
	}
	return t, t.SetPace(home.DefaultPace())
}

func asksToPost(term speech.Term) bool { return term.Typed == terms.WordThere }

func challenge(ctx context.Context, r *Request, said []speech.Term) (chat.Answer, error) {
	if page, err := wrongChatPage(ctx, r); err != nil || page != nil {
		return chat.Answer{Screen: page}, err
	}
	if r.Chat != "" {
		_, err := boardLang(ctx, r) // stores the language now; in private the platform doesn't report one
		if err == nil && (r.Person.LastChallengeChat != r.Chat || r.Person.LastChallengeSpace != r.Space) {
			_, err = r.sv.People.Change(ctx, r.User, func(p *people.Account) { p.LastChallengeChat, p.LastChallengeSpace = r.Chat, r.Space })
		}
		if err != nil {
			return chat.Answer{}, err
		}
	}
	if len(said) == 0 || len(said) == 1 && asksToPost(said[0]) {
		return setup(ctx, r, false, said)
	}
	t, err := parseTerms(ctx, r, said)
	if err != nil {
		return chat.Answer{}, err
	}
	if t.IsAlone() {
		return startPractice(ctx, r, t)
	}
	return propose(ctx, r, t)
}

// propose opens a challenge. The caller checks the request's chat.
func propose(ctx context.Context, r *Request, t terms.Terms) (chat.Answer, error) {
	if asked := r.whereAsked(t.InLastChat); asked.Chat != r.Chat {
		if page, err := wrongChatPage(ctx, asked); err != nil || page != nil {
			return chat.Answer{Screen: page}, err
		}
		r = asked
	}
	if err := findFriends(ctx, r, &t); err != nil {
		return chat.Answer{}, err
	}
	if r.BotMuted && r.Chat != "" {
		return chat.Answer{}, chat.Refuse("mute")
	}
	tb, err := newTable(r, t)
	if err == nil {
		err = addPlaces(ctx, r, tb)
	}
	if err == nil {
		err = openTable(ctx, r.sv, &tables.Change{Table: tb, Input: r.Input})
	}
	if err != nil {
		return chat.Answer{}, err
	}
	if _, names := tb.Chairs.Invited(); len(names) > 0 {
		return r.alert("challenge.sent", "Name", strings.Join(names, ", ")), nil
	}
	if r.Place().User != "" { // nobody else can accept a challenge posted in private
		return r.alert("challenge.posted.private", "Code", string(tb.ID)), nil
	}
	return r.alert("challenge.posted", "Code", string(tb.ID)), nil
}

func addPlaces(ctx context.Context, r *Request, t *match.Table) (err error) {
	t.Messages.Add(r.Place(), engine.Nobody)
	users, _ := t.Chairs.Invited()
	for _, user := range users {
		t.Messages.Add(chat.Place{User: user}, engine.Nobody)
	}
	home, err := r.sv.Spaces.At(ctx, t.Space)
	if err != nil {
		return err
	}
	t.Thread = home.Threads
	if t.Lang, err = boardLang(ctx, r); err != nil {
		return err
	}
	why, err := r.sv.Tables.Dealer.WhyUnrated(ctx, t)
	t.Unrated = string(why)
	return err
}

// whereAsked moves a private request to the person's last chat. The bot records that chat, because a button could name
// somebody else's.
func (r *Request) whereAsked(inLastChat bool) *Request {
	if r.Chat == "" && inLastChat && r.sv.Challenges.Bans.RefusalFor(r.Person.LastChallengeChat, r.Person) == nil {
		return r.inChat(r.Person.LastChallengeChat, r.Person.LastChallengeSpace)
	}
	return r
}

// findFriends refuses friends who may not be asked or are named twice.
func findFriends(ctx context.Context, r *Request, t *terms.Terms) error {
	var found []mentioned
	for i := range t.Friends {
		who, err := findMentioned(ctx, r, t.Friends[i].Mention)
		switch {
		case err != nil:
			return err
		case r.Person.Has(who.user):
			return chat.RefusePublicly("yourself")
		case r.Person.Blocks(who.person):
			return chat.Refuse("you-block", "Name", displayname.Isolate(who.name))
		case who.person.Blocks(r.Person) || r.sv.Challenges.Bans.BansPerson(who.person):
			return chat.Refuse("not-now", "Name", displayname.Isolate(who.name))
		case slices.ContainsFunc(found, func(x mentioned) bool { return x.user == who.user || who.person.Is(x.person.ID) }):
			return chat.Refuse("friend-twice", "Name", displayname.Isolate(who.name))
		}
		found = append(found, who)
		t.Friends[i].User, t.Friends[i].Name = who.user, who.name
	}
	return nil
}

func newTable(r *Request, t terms.Terms) (*match.Table, error) {
	code, err := documents.NewCode(r.sv.Challenges.Random)
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
	return tb, r.sv.Tables.Dealer.EnsureChain(tb, nil)
}

func offer(ctx context.Context, r *Request, named chat.TableID) (chat.Answer, error) {
	id, err := pickTable(r, named)
	if err != nil {
		return chat.Answer{}, err
	}
	t, err := r.sv.Tables.Table(ctx, id)
	switch {
	case err != nil:
		return chat.Answer{}, err
	case t.Stage != match.Open || r.sv.Tables.Lifetimes.IsExpired(t):
		return chat.Answer{}, chat.RefusePublicly("challenge-over")
	case !t.Chairs.IsOpen():
		_, names := t.Chairs.Invited()
		return chat.Answer{}, chat.Refuse("for-another", "Name", strings.Join(names, ", "))
	}
	return chat.Answer{Screen: screens.ShareableChallenge(t, r.Words)}, nil
}

func setup(ctx context.Context, r *Request, moreOptions bool, said []speech.Term) (chat.Answer, error) {
	t, err := parseTerms(ctx, r, said)
	if err != nil {
		return chat.Answer{}, err
	}
	r = r.whereAsked(t.InLastChat)
	t.InLastChat = r.Chat != ""
	page := screens.Setup{Terms: t, More: moreOptions, Network: r.User.Platform(), Stakes: !r.sv.Challenges.NoStakes}
	for _, f := range t.Friends {
		name := f.Mention
		if who, err := findMentioned(ctx, r, name); err == nil {
			name = who.name // unknown friends are shown as typed
		}
		page.Names = append(page.Names, displayname.Clean(name))
	}
	for _, seen := range r.sv.People.ActiveMembers.ActiveIn(r.Chat) {
		who := people.WithoutSettings(chat.Identity{Person: seen.Person, User: seen.User}, people.Group{})
		if !r.Person.Is(seen.Person) && !r.Person.Blocks(who) {
			page.Nearby = append(page.Nearby, screens.Bystander{ID: seen.User.NativeID(), Name: seen.Name})
		}
	}
	return chat.Answer{Screen: page.Screen(r.Words)}, nil
}
