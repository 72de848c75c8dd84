package command

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

// block adds a blocked user: "block @who", or "block CODE" for a table's other player. "block off @who" ends it;
// "block" lists all.
func block(ctx context.Context, r *Request, off bool, named []string) (chat.Answer, error) {
	switch {
	case len(named) == 0 && !off:
		return chat.Answer{Screen: blockPage(r)}, nil
	case len(named) != 1:
		return chat.Answer{}, chat.Refuse("block-whom")
	case off:
		return unblock(ctx, r, named[0])
	}
	who, err := whomToBlock(ctx, r, named[0])
	switch {
	case err != nil:
		return chat.Answer{}, err
	case who.Is(r.Person):
		return chat.Answer{}, chat.Refuse("block-yourself")
	case len(r.Person.Blocked) >= people.MaxBlocked:
		return chat.Answer{}, chat.Refuse("blocked-many", "Max", people.MaxBlocked)
	}
	if err := declineAll(ctx, r, who); err != nil {
		return chat.Answer{}, err
	}
	r, err = changeAccount(ctx, r, r.User, func(p *people.Account) {
		if !slices.ContainsFunc(p.Blocked, func(x people.Blocked) bool { return x.User == who.User }) {
			p.Blocked = append(slices.Clip(p.Blocked), who)
		}
	})
	return chat.Answer{Alert: r.Words.Say("block.done", "Name", displayname.Isolate(who.Name)), Screen: blockPage(r)}, err
}

// unblock also searches the list of blocked users, because findMentioned may not find the person.
func unblock(ctx context.Context, r *Request, who string) (chat.Answer, error) {
	word := strings.TrimPrefix(who, "@")
	found, err := findMentioned(ctx, r, word)
	if lookupErr := chat.IgnoreRefusal(err); lookupErr != nil {
		return chat.Answer{}, lookupErr
	}
	i := slices.IndexFunc(r.Person.Blocked, func(x people.Blocked) bool {
		return err == nil && x.Is(found.person) || string(x.User) == word || strings.EqualFold(x.Name, word)
	})
	if i < 0 {
		return chat.Answer{}, chat.Refuse("not-blocked", "Name", displayname.Clean(cmp.Or(found.name, word)))
	}
	gone := r.Person.Blocked[i]
	remove := func(p *people.Account) {
		p.Blocked = slices.DeleteFunc(slices.Clone(p.Blocked), func(x people.Blocked) bool { return x.User == gone.User })
	}
	for _, x := range r.Person.Others() {
		if _, err := r.sv.People.Change(ctx, x.User, remove); err != nil {
			return chat.Answer{}, err
		}
	}
	r, err = changeAccount(ctx, r, r.User, remove)
	return chat.Answer{Alert: r.Words.Say("block.undone", "Name", displayname.Isolate(gone.Name)), Screen: blockPage(r)}, err
}

func whomToBlock(ctx context.Context, r *Request, word string) (people.Blocked, error) {
	if speech.IsMention(word) {
		mention := strings.TrimPrefix(word, "@")
		who, err := findMentioned(ctx, r, mention)
		if chat.IsRefusal(err, "no-friend") {
			err = chat.Refuse("nobody", "Name", displayname.Clean(mention))
		}
		return people.Blocked{User: who.user, Person: who.person.ID, Name: who.name}, err
	}
	if !isTable(word) {
		return people.Blocked{}, chat.Refuse("block-whom")
	}
	t, err := r.sv.Tables.Table(ctx, tableID(word))
	if err != nil {
		return people.Blocked{}, err
	}
	var others []people.Blocked
	for _, c := range t.Chairs {
		if c.User != "" && !r.Person.Is(c.Person) {
			others = append(others, people.Blocked{User: c.User, Person: c.Person, Name: c.Name})
		}
	}
	if len(others) == 1 || len(others) > 0 && t.Stage == match.Open { // the host
		return others[0], nil
	}
	return people.Blocked{}, chat.Refuse("block-whom")
}

func declineAll(ctx context.Context, r *Request, who people.Blocked) error {
	waiting := r.sv.Tables.Index.FindActive(tables.KeysOf(r.Person), func(x tables.Summary) bool {
		return r.isInvited(x) && r.sv.People.IsSamePerson(x.Host, who.Person)
	})
	for _, x := range waiting {
		in := r.Input
		in.ID += "/" + string(x.ID)
		_, err := r.sv.Tables.Update(ctx, x.ID, in, r.Person, func(c *tables.Change) (chat.Answer, error) {
			if c.Stage != match.Open {
				return chat.Answer{}, chat.RefusePublicly("taken")
			}
			if s := c.Chairs.ReservedFor(r.Person.Participant()); s != engine.Nobody {
				c.Challenge().Decline(s, match.DeclineReasons()[0])
			}
			return chat.Answer{}, nil
		})
		if err := chat.IgnoreRefusal(err); err != nil {
			return err
		}
	}
	return nil
}

func blockPage(r *Request) *chat.Screen { return screens.Blocked(r.Person.Blocked).Screen(r.Words) }

func checkBlocked(ctx context.Context, sv *Services, user chat.UserID, p people.Person, refusal error) error {
	other, _, err := sv.People.LookupLinked(ctx, user)
	if err == nil && other.Blocks(p) {
		return refusal
	}
	return err
}
