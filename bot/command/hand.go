package command

import (
	"context"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

// showHand gives the person's panel, wherever they are.
func showHand(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	id, err := myTable(sv, r)
	if chat.RefusedWith(err, "which-table") {
		return listGames(ctx, sv, r)
	}
	if err != nil {
		return chat.Answer{}, err
	}
	if err := bringPanel(ctx, sv, r, id); err != nil {
		return chat.Answer{}, err
	}
	l, err := sv.Tables.Open(ctx, id)
	if err != nil {
		return chat.Answer{}, err
	}
	defer l.Unlock()
	seat := l.State.Chairs.SeatOf(r.Person.Who())
	if seat == engine.Nobody {
		return chat.Answer{}, chat.Refuse("not-seated")
	}
	if l.State.Stage == match.Open {
		return chat.Answer{}, chat.Refuse("not-begun")
	}
	s := sv.Posts.ScreenLocked(l, match.Message{Place: chat.Place{User: r.User}, Seat: seat})
	return chat.Answer{Screen: &s}, nil
}

// bringPanel gives the person a panel where they ask for it, if they were heard
// elsewhere before.
func bringPanel(ctx context.Context, sv *Services, r *Request, id chat.TableID) error {
	t, err := sv.Tables.Look(ctx, id)
	if err != nil || t.Stage != match.Playing || !t.Elsewhere(r.Person.Who(), r.User) {
		return err
	}
	in := r.Input
	in.ID += "/panel" // who asks again shall see the hand again
	_, err = sv.Tables.Update(ctx, id, in, r.Person, func(*tables.Change) (chat.Answer, error) { return chat.Answer{}, nil })
	return err
}

// nextGame gives the person's panel of the game that waits for them most.
func nextGame(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	waiting, _ := sv.Posts.Lists.GamesOf(r.Person)
	if len(waiting) == 0 {
		return chat.Answer{}, chat.Refuse("none-waits")
	}
	r.args = []string{string(waiting[0].ID)}
	return showHand(ctx, sv, r)
}
