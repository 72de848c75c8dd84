package bot

import (
	"context"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

// showHand gives the person's panel, wherever they are.
func showHand(ctx context.Context, sv *services, r *request) (Answer, error) {
	id, err := myTable(sv, r)
	if chat.RefusedWith(err, "which-table") {
		return listGames(ctx, sv, r)
	}
	if err != nil {
		return Answer{}, err
	}
	if err := bringPanel(ctx, sv, r, id); err != nil {
		return Answer{}, err
	}
	l, err := sv.tables.Open(ctx, id)
	if err != nil {
		return Answer{}, err
	}
	defer l.Unlock()
	seat := l.State.SeatOf(r.person.Who())
	if seat == engine.Nobody {
		return Answer{}, chat.Refuse("not-seated")
	}
	if l.State.Stage == match.Open {
		return Answer{}, chat.Refuse("not-begun")
	}
	s := sv.posts.ScreenLocked(l, match.Message{Place: Place{User: r.User}, Seat: seat})
	return Answer{Screen: &s}, nil
}

// bringPanel gives the person a panel where they ask for it, if they were heard
// elsewhere before.
func bringPanel(ctx context.Context, sv *services, r *request, id chat.TableID) error {
	t, err := sv.tables.Look(ctx, id)
	if err != nil || t.Stage != match.Playing || !t.Elsewhere(r.person.Who(), r.User) {
		return err
	}
	in := r.Input
	in.ID += "/panel" // who asks again shall see the hand again
	_, err = sv.tables.Update(ctx, id, in, r.person, func(*tables.Change) (Answer, error) { return Answer{}, nil })
	return err
}

// nextGame gives the person's panel of the game that waits for them most.
func nextGame(ctx context.Context, sv *services, r *request) (Answer, error) {
	waiting, _ := sv.posts.Lists.GamesOf(r.person)
	if len(waiting) == 0 {
		return Answer{}, chat.Refuse("none-waits")
	}
	r.args = []string{string(waiting[0].ID)}
	return showHand(ctx, sv, r)
}
