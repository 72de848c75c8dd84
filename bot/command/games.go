package command

import (
	"cmp"
	"context"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/bot/messages"
	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/engine/games"
)

// listGames lists the person's tables, those that wait for them first, and of these first where their time
// runs out; and between them the challenges that they may take.
func listGames(_ context.Context, sv *Services, r *Request) (chat.Answer, error) {
	lists := sv.Messages.Lists
	waiting, others := lists.TablesOf(r.Person)
	asked := lists.InvitationsOf(r.Person)
	page := screens.Games{Waiting: lists.Games(waiting, r.Person), Asked: lists.Games(asked, r.Person), Others: lists.Games(others, r.Person)}
	return chat.Answer{Screen: page.Screen(r.Words)}, nil
}

// opponents names those who sit with the person who makes the request.
func opponents(t *match.Table, r *Request) string {
	return screens.View{Table: t}.Opponents(r.seat(t), r.Words)
}

// showHand gives the person's panel, wherever they are.
func showHand(ctx context.Context, sv *Services, r *Request, named chat.TableID) (chat.Answer, error) {
	id, err := myTable(sv, r, named, "")
	if chat.RefusedWith(err, "which-table") {
		return listGames(ctx, sv, r)
	}
	if err == nil {
		err = postPanel(ctx, sv, r, id)
	}
	if err == nil {
		err = sv.Tables.AwaitScreens(ctx, id)
	}
	if err != nil {
		return chat.Answer{}, err
	}
	t, err := sv.Tables.Snapshot(ctx, id)
	if err != nil {
		return chat.Answer{}, err
	}
	seat := r.seat(t.Table)
	switch {
	case seat == engine.Nobody:
		return chat.Answer{}, chat.Refuse("not-seated")
	case t.Stage == match.Open:
		return chat.Answer{}, chat.Refuse("not-begun")
	}
	s := sv.Messages.Screen(t, match.Message{Place: chat.Place{User: r.User}, Seat: seat})
	return chat.Answer{Screen: &s}, nil
}

// postPanel gives the person a panel where they ask for it, if they were heard elsewhere before.
func postPanel(ctx context.Context, sv *Services, r *Request, id chat.TableID) error {
	t, err := sv.Tables.Table(ctx, id)
	if err != nil || t.Stage != match.Playing || !match.PlacesOf(t).IsHeardElsewhere(r.Person.Participant(), r.User) {
		return err
	}
	in := r.Input
	in.ID += "/panel" // who asks again shall see the hand again
	_, err = sv.Tables.Update(ctx, id, in, r.Person, func(*tables.Change) (chat.Answer, error) { return chat.Answer{}, nil })
	return err
}

// nextGame gives the person's panel of the game that waits for them most.
func nextGame(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	waiting, _ := sv.Messages.Lists.TablesOf(r.Person)
	if len(waiting) == 0 {
		return chat.Answer{}, chat.Refuse("none-waits")
	}
	return showHand(ctx, sv, r, waiting[0].ID)
}

// addPlaceHere shows the table where the request comes from and it isn't shown yet.
func addPlaceHere(ctx context.Context, sv *Services, r *Request, id chat.TableID) (chat.Answer, error) {
	if _, err := boardLang(ctx, sv, r); err != nil { // the board that comes here is in it
		return chat.Answer{}, err
	}
	return sv.Tables.Update(ctx, id, r.Input, r.Person, func(c *tables.Change) (chat.Answer, error) {
		seat := r.seat(c.Table)
		switch {
		case seat == engine.Nobody:
			return chat.Answer{}, chat.Refuse("not-seated")
		case r.Mute && r.Chat != "":
			return chat.Answer{}, chat.Refuse("mute")
		case r.Chat != "":
			match.PlacesOf(c.Table).AddBoard(r.Chat, r.Home())
		default:
			c.Messages.Add(r.Place(), seat)
		}
		return r.alert("table.new"), nil
	})
}

// repostTable posts the board or panel afresh and retires the old one; where there is
// none it posts one. A network may let that wait, so all that is said is that it comes.
func repostTable(ctx context.Context, sv *Services, r *Request, named chat.TableID) (chat.Answer, error) {
	id, err := pickTable(sv, r, named,
		func(x tables.Summary) bool { return x.HasSeated(r.Person) && x.Stage == match.Playing },
		func(x tables.Summary) bool { return x.HasSeated(r.Person) },
		func(x tables.Summary) bool { return r.Chat != "" && slices.Contains(x.Places, r.Place()) })
	if err != nil {
		return chat.Answer{}, err
	}
	t, err := sv.Tables.Table(ctx, id)
	if err != nil {
		return chat.Answer{}, err
	}
	if t.Messages.In(r.Place()) == nil && r.seat(t) != engine.Nobody && t.Stage != match.Closed && (r.Chat != "" || t.Stage == match.Playing) {
		return addPlaceHere(ctx, sv, r, id)
	}
	return r.alert("table.comes"), sv.Tables.With(ctx, id, func(l *tables.Locked) error {
		places, err := movedFor(l.Table(), r)
		if err != nil {
			return err
		}
		c := l.Change()
		c.By = r.Input
		for i, m := range c.Messages {
			here := slices.Contains(places, m.Place)
			if here || r.seat(c.Table) != engine.Nobody {
				sv.Messages.Queue.CancelDelay(messages.MessageKey(id, m.Place))
			}
			c.Messages[i].Repost = m.Repost || here // durable, for whoever asked is told that it comes
		}
		return sv.Tables.Commit(ctx, l, c)
	})
}

// movedFor are the places where the table is posted afresh for the request: where it
// was made, for nobody moves what others read elsewhere. Who asks in private for a
// challenge of theirs that is in chats alone means those.
func movedFor(t *match.Table, r *Request) (places []chat.Place, err error) {
	here, seated := t.Messages.In(r.Place()) != nil, r.seat(t) != engine.Nobody
	switch {
	case !seated && (r.Chat == "" || !here):
		return nil, chat.Refuse("not-seated")
	case r.Mute && here:
		return nil, chat.Refuse("mute")
	case here:
		return []chat.Place{r.Place()}, nil
	case r.Chat != "":
		return nil, chat.Refuse("no-such-table")
	}
	for _, m := range t.Messages {
		if m.Place.Chat != "" {
			places = append(places, m.Place)
		}
	}
	return places, nil
}

// Which table a command means that names none.

// meaning says of a table that a command may mean it.
type meaning func(tables.Summary) bool

// pickTable is the table named, or the only one going on that is meant: by the first of the tests that any
// table passes, of those where the request is made before others.
func pickTable(sv *Services, r *Request, named chat.TableID, meant ...meaning) (chat.TableID, error) {
	if named != "" {
		return named, nil
	}
	near := append(tables.KeysOf(r.Person), tables.ChatKey(r.Chat))
	for _, where := range r.scopes() {
		for _, test := range meant {
			if found := sv.Tables.Index.FindActive(near, func(x tables.Summary) bool { return x.Within(where) && test(x) }); len(found) > 0 {
				return onlyOne(sv, r, found, "")
			}
		}
	}
	return "", chat.Refuse("no-such-table")
}

// onlyOne is the only one of the tables. Of several it asks which is meant, with what can
// be typed to name the first, with what else was said.
func onlyOne(sv *Services, r *Request, found []tables.Summary, said string) (chat.TableID, error) {
	switch len(found) {
	case 0:
		return "", chat.Refuse("no-such-table")
	case 1:
		return found[0].ID, nil
	}
	line := r.Command + " " + string(found[0].ID)
	if said = speech.CleanName(said); said != "" {
		line += " " + said
	}
	return "", chat.Refuse("which-table", "Line", sv.Lexicon.Line(line, r.Words))
}

// scopes are where a table is looked for that isn't named, the next only if there is none in the one before:
// a command in a chat means a table there. The last of them is everywhere.
func (r *Request) scopes() []chat.ChatID { return []chat.ChatID{r.Chat, r.Space, standing.Everywhere} }

// condition is something that is true of a table for the person who sits there.
type condition func(*match.Table, engine.Seat) bool

// firstTableWhere is the first of the person's tables of which that is true, of those
// where the request is made before others; nil if there is none.
func firstTableWhere(sv *Services, r *Request, is condition) *match.Table {
	for _, where := range r.scopes() {
		for _, x := range sv.Tables.Index.ActiveOf(r.Person) {
			if !x.Within(where) {
				continue
			}
			if t := sv.Tables.TableOrNil(x.ID); t != nil && is(t, r.seat(t)) {
				return t
			}
		}
	}
	return nil
}

// nearGames are the tables that the person plays at where the request is made; all, if none is there.
func nearGames(sv *Services, r *Request) []tables.Summary {
	for _, where := range r.scopes() {
		here := sv.Tables.Index.FindActive(tables.KeysOf(r.Person), func(x tables.Summary) bool {
			return x.HasSeated(r.Person) && x.Stage == match.Playing && x.Within(where)
		})
		if len(here) > 0 {
			return here
		}
	}
	return nil
}

// tablesOf are the tables going on at which the person sits, oldest first.
func tablesOf(sv *Services, p people.Person) (all []*match.Table) {
	for _, x := range sv.Tables.Index.ActiveOf(p) {
		if t := sv.Tables.TableOrNil(x.ID); t != nil {
			all = append(all, t)
		}
	}
	return all
}

// touchedLast sorts by when something happened at the tables, the latest first.
func touchedLast(x, y *match.Table) int { return y.Touched.Compare(x.Touched) }

// lastTable is the finished table named, or the person's latest: of those where the
// request is made, if there is one.
func lastTable(sv *Services, r *Request, named chat.TableID) (chat.TableID, error) {
	if named != "" {
		return named, nil
	}
	for _, where := range r.scopes() {
		last, ok := sv.Tables.Index.LastOver(r.Person, func(x tables.Summary) bool { return x.Stage == match.Finished && x.Within(where) })
		if ok {
			return last.ID, nil
		}
	}
	return "", chat.Refuse("no-such-table")
}

// rulesTopic shows a page of the rules: "rules auction", "rules kosakeln auction", or all pages there are:
// "rules kosakeln". Where no game is named the page is of the game that the person plays, else of that which
// explains it best, with buttons to those of the others. Without a word who plays none is asked which game it
// shall be.
func rulesTopic(_ context.Context, sv *Services, r *Request, want speech.GameSaid) (chat.Answer, error) {
	all, played := gamesFor(sv, r)
	if i := slices.IndexFunc(all, func(g engine.Game) bool { return g.ID == want.Game }); i >= 0 {
		all, played = all[i:i+1], 1
		if want.Rest == "" {
			want.Rest = sv.Topics.Own(all[0], want.Rules)
		}
	}
	page, err := sv.Topics.Page(all, played, want.Rest, sv.Courses, r.Words)
	return chat.Answer{Screen: page}, err
}

// gamesFor are all games, and how many of them the person plays: those come
// first, that of this chat, then those of tables touched lately.
func gamesFor(sv *Services, r *Request) (all []engine.Game, played int) {
	tables := tablesOf(sv, r.Person)
	elsewhere := func(t *match.Table) int {
		if r.Chat != "" && t.Messages.In(r.Place()) != nil {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(tables, func(x, y *match.Table) int {
		return cmp.Or(cmp.Compare(elsewhere(x), elsewhere(y)), touchedLast(x, y))
	})
	add := func(g engine.Game) {
		if !slices.ContainsFunc(all, func(had engine.Game) bool { return had.ID == g.ID }) {
			all = append(all, g)
		}
	}
	for _, t := range tables {
		add(t.Match.Game)
	}
	played = len(all)
	for _, g := range games.All() {
		add(g)
	}
	return all, played
}

// suggestTopics shows the pages of all games that what is typed may mean, for
// platforms that offer them while somebody types.
func suggestTopics(_ context.Context, sv *Services, r *Request, typed string) (chat.Answer, error) {
	all, played := gamesFor(sv, r)
	return chat.Answer{Screen: sv.Topics.Suggestions(all, played, typed, r.Words)}, nil
}

// suggestChallenges shows the challenges that the person may accept, those to them before those that anybody in the
// chat may accept, for platforms that offer them while somebody types.
func suggestChallenges(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	lists := sv.Messages.Lists
	all := lists.InvitationsOf(r.Person)
	for _, x := range sv.Tables.Index.FindActive([]tables.Key{tables.ChatKey(r.Chat)}, r.openHere) {
		t, err := sv.Tables.Table(ctx, x.ID)
		if err != nil {
			return chat.Answer{}, err
		}
		all = append(all, t)
	}
	return chat.Answer{Screen: screens.Games{Asked: lists.Games(all, r.Person)}.Screen(r.Words)}, nil
}

// openHere says that the table is a challenge in the chat that anybody may accept, such as the person.
func (r *Request) openHere(x tables.Summary) bool {
	return x.Stage == match.Open && !x.HasSeated(r.Person) && x.Free && r.Chat != "" && slices.Contains(x.Places, r.Place())
}
