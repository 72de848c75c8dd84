package command

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
func postHere(ctx context.Context, sv *Services, r *Request, id chat.TableID) (chat.Answer, error) {
	if _, err := boardLang(ctx, sv, r); err != nil { // the board that comes here is in it
		return chat.Answer{}, err
	}
	return sv.Tables.Update(ctx, id, r.Input, r.Person, func(c *tables.Change) (chat.Answer, error) {
		seat := c.Chairs.SeatOf(r.Person.Who())
		switch {
		case seat == engine.Nobody:
			return chat.Answer{}, chat.Refuse("not-seated")
		case r.Mute && r.Chat != "":
			return chat.Answer{}, chat.Refuse("mute")
		case r.Chat != "":
			c.AddBoard(r.Chat, r.Home())
		default:
			c.Messages.Add(r.Place(), seat)
		}
		return chat.Answer{Alert: r.Words.Say("table.new")}, nil
	})
}

// lackedBy says that the table isn't shown where its player asks for it: in a chat,
// or in private while it is played.
func lackedBy(t *match.Table, r *Request) bool {
	return t.Chairs.SeatOf(r.Person.Who()) != engine.Nobody && t.Stage != match.Closed && t.Messages.In(r.Place()) == nil && (r.Chat != "" || t.Stage == match.Playing)
}

// repostTable posts the board or panel afresh and retires the old one; where there is
// none it posts one. A network may let that wait, so all that is said is that it comes.
func repostTable(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	id, err := pickTable(sv, r,
		func(x tables.Summary) bool { return x.Seats(r.Person) && x.Stage == match.Playing },
		func(x tables.Summary) bool { return x.Seats(r.Person) },
		func(x tables.Summary) bool { return r.Chat != "" && slices.Contains(x.Places, r.Place()) })
	if err != nil {
		return chat.Answer{}, err
	}
	switch t, err := sv.Tables.Look(ctx, id); {
	case err != nil:
		return chat.Answer{}, err
	case lackedBy(t, r):
		return postHere(ctx, sv, r, id)
	}
	l, err := sv.Tables.Open(ctx, id)
	if err != nil {
		return chat.Answer{}, err
	}
	defer l.Unlock()
	places, err := movedFor(l.State, r)
	if err != nil {
		return chat.Answer{}, err
	}
	for _, m := range l.State.Messages {
		if l.State.Chairs.SeatOf(r.Person.Who()) != engine.Nobody || slices.Contains(places, m.Place) {
			sv.Posts.Queue.Hurry(posts.KeyOf(l.ID, m.Place))
		}
	}
	if err := repost(ctx, sv, l, r.Input, places); err != nil {
		return chat.Answer{}, err
	}
	return chat.Answer{Alert: r.Words.Say("table.comes")}, nil
}

// movedFor are the places where the table is posted afresh for the request: where it
// was made, for nobody moves what others read elsewhere. Who asks in private for a
// challenge of theirs that is in chats alone means those.
func movedFor(t *match.Table, r *Request) (places []chat.Place, err error) {
	here, seated := t.Messages.In(r.Place()) != nil, t.Chairs.SeatOf(r.Person.Who()) != engine.Nobody
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

// repost notes that the table is to be posted afresh in the places, and begins with
// it. The note is durable, for whoever asked is told that it comes. The lock must be
// held.
func repost(ctx context.Context, sv *Services, l *tables.Entry, in chat.Input, places []chat.Place) error {
	next := l.State.Clone()
	for _, p := range places {
		next.Messages.In(p).Repost = true
	}
	return sv.Tables.SaveByLocked(ctx, l, next, in)
}
