package command

import (
	"context"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/bot/speech"
)

// setup is a challenge being put together by buttons.
func setup(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	t, err := parseTerms(ctx, sv, r)
	if err != nil {
		return chat.Answer{}, err
	}
	putThere(sv, r, &t)
	page := pages.Setup{Terms: t}
	for _, f := range t.Friends {
		name := f.Mention
		if who, err := whom(ctx, sv, r, name); err == nil {
			name = who.name // a network may tell an id
		}
		page.Names = append(page.Names, speech.Isolate(speech.CleanName(name)))
	}
	for _, seen := range sv.People.Crowd.In(r.Chat) {
		if r.Person.Is(seen.Person) || r.Person.Blocks(people.Person{ID: seen.Person, Users: []chat.UserID{seen.User}}) {
			continue
		}
		_, id, _ := strings.Cut(string(seen.User), ":")
		page.Near = append(page.Near, pages.Bystander{ID: id, Name: seen.Name})
	}
	return chat.Answer{Screen: page.Screen(r.Words)}, nil
}
