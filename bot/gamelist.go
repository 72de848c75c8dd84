package bot

import (
	"context"

	"tarockbot/bot/match"
	"tarockbot/bot/pages"
)

// listGames lists the person's tables, those that wait for them first, and of
// these first where their time runs out; and between them the challenges that they
// may take.
func listGames(_ context.Context, sv *services, r *request) (Answer, error) {
	waiting, others := sv.posts.Lists.GamesOf(r.person)
	page := pages.Games{Waiting: sv.posts.Lists.Games(waiting, r.person), Asked: sv.posts.Lists.Games(sv.posts.Lists.AskedTo(r.person), r.person), Others: sv.posts.Lists.Games(others, r.person)}
	return Answer{Screen: page.Screen(r.t)}, nil
}

// opponents names those who sit with the person who makes the request.
func opponents(t *match.Table, r *request) string {
	return pages.View{Table: t}.Opponents(t.SeatOf(r.person.Who()), r.t)
}
