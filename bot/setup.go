package bot

import (
	"context"
	"strings"

	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/bot/speech"
)

// setup is a challenge being put together by buttons.
func (b *Bot) setup(ctx context.Context, r *request) (Answer, error) {
	t, err := b.parseTerms(ctx, r)
	if err != nil {
		return Answer{}, err
	}
	b.putThere(r, &t)
	page := pages.Setup{Terms: t}
	for _, f := range t.Friends {
		name := f.Mention
		if who, err := b.whom(ctx, r, name); err == nil {
			name = who.name // a network may tell an id
		}
		page.Names = append(page.Names, speech.Isolate(speech.CleanName(name)))
	}
	for _, seen := range b.people.Crowd.In(r.Chat) {
		if r.person.Is(seen.Person) || r.person.Blocks(people.Person{ID: seen.Person, Users: []UserID{seen.User}}) {
			continue
		}
		_, id, _ := strings.Cut(string(seen.User), ":")
		page.Near = append(page.Near, pages.Bystander{ID: id, Name: seen.Name})
	}
	return Answer{Screen: page.Screen(r.t)}, nil
}
