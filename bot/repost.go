package bot

import (
	"context"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/posts"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

// postHere shows the table where the request comes from and it isn't shown yet.
func postHere(ctx context.Context, sv *services, r *request, id chat.TableID) (Answer, error) {
	if _, err := boardLang(ctx, sv, r); err != nil { // the board that comes here is in it
		return Answer{}, err
	}
	return sv.tables.Update(ctx, id, r.Input, r.person, func(c *tables.Change) (Answer, error) {
		seat := c.SeatOf(r.person.Who())
		switch {
		case seat == engine.Nobody:
			return Answer{}, chat.Refuse("not-seated")
		case r.Mute && r.Chat != "":
			return Answer{}, chat.Refuse("mute")
		case r.Chat != "":
			c.AddBoard(r.Chat, r.Home())
		default:
			c.AddMessage(r.Place(), seat)
		}
		return Answer{Alert: r.t.Say("table.new")}, nil
	})
}

// lackedBy says that the table isn't shown where its player asks for it: in a chat,
// or in private while it is played.
func lackedBy(t *match.Table, r *request) bool {
	return t.SeatOf(r.person.Who()) != engine.Nobody && t.Stage != match.Closed && t.MessageIn(r.Place()) == nil && (r.Chat != "" || t.Stage == match.Playing)
}

// repostTable posts the board or panel afresh and retires the old one; where there is
// none it posts one. A network may let that wait, so all that is said is that it comes.
func repostTable(ctx context.Context, sv *services, r *request) (Answer, error) {
	id, err := pickTable(sv, r,
		func(x tables.Summary) bool { return x.Seats(r.person) && x.Stage == match.Playing },
		func(x tables.Summary) bool { return x.Seats(r.person) },
		func(x tables.Summary) bool { return r.Chat != "" && slices.Contains(x.Places, r.Place()) })
	if err != nil {
		return Answer{}, err
	}
	switch t, err := sv.tables.Look(ctx, id); {
	case err != nil:
		return Answer{}, err
	case lackedBy(t, r):
		return postHere(ctx, sv, r, id)
	}
	l, err := sv.tables.Open(ctx, id)
	if err != nil {
		return Answer{}, err
	}
	defer l.Unlock()
	places, err := movedFor(l.State, r)
	if err != nil {
		return Answer{}, err
	}
	for _, m := range l.State.Messages {
		if l.State.SeatOf(r.person.Who()) != engine.Nobody || slices.Contains(places, m.Place) {
			sv.posts.Queue.Hurry(posts.KeyOf(l.ID, m.Place))
		}
	}
	if err := repost(ctx, sv, l, r.Input, places); err != nil {
		return Answer{}, err
	}
	return Answer{Alert: r.t.Say("table.comes")}, nil
}

// movedFor are the places where the table is posted afresh for the request: where it
// was made, for nobody moves what others read elsewhere. Who asks in private for a
// challenge of theirs that is in chats alone means those.
func movedFor(t *match.Table, r *request) (places []Place, err error) {
	here, seated := t.MessageIn(r.Place()) != nil, t.SeatOf(r.person.Who()) != engine.Nobody
	switch {
	case !seated && (r.Chat == "" || !here):
		return nil, chat.Refuse("not-seated")
	case r.Mute && here:
		return nil, chat.Refuse("mute")
	case here:
		return []Place{r.Place()}, nil
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

// repost notes that the table is to be posted afresh in the places, and begins with
// it. The note is durable, for whoever asked is told that it comes. The lock must be
// held.
func repost(ctx context.Context, sv *services, l *tables.Entry, in Input, places []Place) error {
	next := l.State.Clone()
	for _, p := range places {
		next.MessageIn(p).Repost = true
	}
	return sv.tables.SaveByLocked(ctx, l, next, in)
}
