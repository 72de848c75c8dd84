package command

import (
	"context"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/pages"
)

// listGames lists the person's tables, those that wait for them first, and of
// these first where their time runs out; and between them the challenges that they
// may take.
func listGames(_ context.Context, sv *Services, r *Request) (chat.Answer, error) {
	waiting, others := sv.Posts.Lists.GamesOf(r.Person)
	page := pages.Games{Waiting: sv.Posts.Lists.Games(waiting, r.Person), Asked: sv.Posts.Lists.Games(sv.Posts.Lists.AskedTo(r.Person), r.Person), Others: sv.Posts.Lists.Games(others, r.Person)}
	return chat.Answer{Screen: page.Screen(r.Words)}, nil
}

// opponents names those who sit with the person who makes the request.
func opponents(t *match.Table, r *Request) string {
	return pages.View{Table: t}.Opponents(t.Chairs.SeatOf(r.Person.Who()), r.Words)
}
