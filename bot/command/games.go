package command

import (
	"context"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

func listGames(_ context.Context, r *Request) (chat.Answer, error) {
	pages := r.sv.Messages.Pages
	waiting, others := r.sv.Tables.ByUrgency(r.Person)
	page := screens.Games{
		Waiting:     pages.GameEntries(waiting, r.Person),
		Invitations: pages.GameEntries(r.sv.Tables.InvitationsOf(r.Person), r.Person),
		Others:      pages.GameEntries(others, r.Person),
	}
	return chat.Answer{Screen: page.Screen(r.Words)}, nil
}

func showHand(ctx context.Context, r *Request, named chat.TableID) (chat.Answer, error) {
	id, err := myTable(r, named, "")
	if chat.IsRefusal(err, "which-table") {
		return listGames(ctx, r)
	}
	if err == nil {
		err = postPanel(ctx, r, id)
	}
	if err == nil {
		err = r.sv.Tables.AwaitScreens(ctx, id)
	}
	if err != nil {
		return chat.Answer{}, err
	}
	t, err := r.sv.Tables.Snapshot(ctx, id)
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
	s := r.sv.Messages.Pages.Screen(t, match.Message{Place: chat.Place{User: r.User}, Seat: seat})
	return chat.Answer{Screen: &s}, nil
}

func postPanel(ctx context.Context, r *Request, id chat.TableID) error {
	t, err := r.sv.Tables.Table(ctx, id)
	if err != nil || t.Stage != match.Playing || !t.Places().ActedElsewhere(r.Person.Participant(), r.User) {
		return err
	}
	in := r.Input
	in.ID += "/panel" // other than the request's ID, which a repeated "hand" would share
	_, err = r.sv.Tables.Update(ctx, id, in, r.Person, func(*tables.Change) (chat.Answer, error) { return chat.Answer{}, nil })
	return err
}

func nextGame(ctx context.Context, r *Request) (chat.Answer, error) {
	waiting, _ := r.sv.Tables.ByUrgency(r.Person)
	if len(waiting) == 0 {
		return chat.Answer{}, chat.Refuse("none-waits")
	}
	return showHand(ctx, r, waiting[0].ID)
}

func addPlaceHere(ctx context.Context, r *Request, id chat.TableID) (chat.Answer, error) {
	if _, err := boardLang(ctx, r); err != nil {
		return chat.Answer{}, err
	}
	return r.sv.Tables.Update(ctx, id, r.Input, r.Person, func(c *tables.Change) (chat.Answer, error) {
		seat := r.seat(c.Table)
		switch {
		case seat == engine.Nobody:
			return chat.Answer{}, chat.Refuse("not-seated")
		case r.BotMuted && r.Chat != "":
			return chat.Answer{}, chat.Refuse("mute")
		case r.Chat != "":
			c.Table.Places().AddBoard(r.Chat, r.Home())
		default:
			c.Messages.Add(r.Place(), seat)
		}
		return r.alert("table.new"), nil
	})
}

// repostTable posts the board or panel again. A network may delay the message, so the answer announces it.
func repostTable(ctx context.Context, r *Request, named chat.TableID) (chat.Answer, error) {
	id, err := pickTable(r, named,
		func(x tables.Summary) bool { return x.HasSeated(r.Person) && x.Stage == match.Playing },
		func(x tables.Summary) bool { return x.HasSeated(r.Person) },
		func(x tables.Summary) bool { return r.Chat != "" && slices.Contains(x.Places, r.Place()) })
	if err != nil {
		return chat.Answer{}, err
	}
	t, err := r.sv.Tables.Table(ctx, id)
	if err != nil {
		return chat.Answer{}, err
	}
	canBeHere := t.Stage == match.Playing || r.Chat != "" && t.Stage != match.Closed
	if canBeHere && t.Messages.In(r.Place()) == nil && r.seat(t) != engine.Nobody {
		return addPlaceHere(ctx, r, id)
	}
	return r.alert("table.comes"), r.sv.Tables.WithTable(ctx, id, func(l *tables.Locked) error {
		places, err := placesToRepost(r, l.Table())
		if err != nil {
			return err
		}
		c := l.Change()
		c.Input = r.Input
		for i, m := range c.Messages {
			here := slices.Contains(places, m.Place)
			if here || r.seat(c.Table) != engine.Nobody {
				r.sv.Messages.Courier.CancelDelay(id, m.Place)
			}
			c.Messages[i].Repost = m.Repost || here // stored, because the answer promises it
		}
		return r.sv.Tables.Commit(ctx, l, c)
	})
}

// placesToRepost returns the request's place. If a player asks in private, it returns all chats of the table.
func placesToRepost(r *Request, t *match.Table) (places []chat.Place, err error) {
	here, seated := t.Messages.In(r.Place()) != nil, r.seat(t) != engine.Nobody
	switch {
	case !seated && (r.Chat == "" || !here):
		return nil, chat.Refuse("not-seated")
	case r.BotMuted && here:
		return nil, chat.Refuse("mute")
	case here:
		return []chat.Place{r.Place()}, nil
	case r.Chat != "":
		return nil, chat.RefusePublicly("no-such-table")
	}
	for _, m := range t.Messages {
		if m.Place.Chat != "" {
			places = append(places, m.Place)
		}
	}
	return places, nil
}

func suggestChallenges(ctx context.Context, r *Request) (chat.Answer, error) {
	all := r.sv.Tables.InvitationsOf(r.Person)
	for _, x := range r.sv.Tables.Index.FindActive([]tables.Key{tables.ChatKey(r.Chat)}, r.isOpenHere) {
		t, err := r.sv.Tables.Table(ctx, x.ID)
		if err != nil {
			return chat.Answer{}, err
		}
		all = append(all, t)
	}
	return chat.Answer{Screen: screens.Games{Invitations: r.sv.Messages.Pages.GameEntries(all, r.Person)}.Screen(r.Words)}, nil
}
