package command

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match/terms"
	"tarockbot/bot/people"
	"tarockbot/bot/support/seq"
)

// mentioned is a person found by a mention. An unknown user has no person.ID.
type mentioned struct {
	user    chat.UserID
	person  people.Person
	name    string
	mention string // finds them again: "@bert", "#384T"
}

type finder func(ctx context.Context, r *Request, mention string) (mentioned, error)

// findMentioned finds a person by name here, among former opponents or by tag. It refuses with "no-friend".
func findMentioned(ctx context.Context, r *Request, mention string) (mentioned, error) {
	name, ways := displayname.Clean(mention), []finder{findHere, findPlayed, findByTag}
	if tag := terms.TagIn(mention); tag != "" {
		name, ways = chat.PersonID(tag).ShortID(), []finder{findByTag}
	}
	for _, find := range ways {
		if who, err := find(ctx, r, mention); err != nil || who.user != "" {
			return who, err
		}
	}
	return mentioned{}, chat.RefusePublicly("no-friend", "Name", name)
}

func findHere(ctx context.Context, r *Request, mention string) (mentioned, error) {
	platform := r.Platform()
	user, name, ok := chat.UserID(platform+":"+mention), mention, false
	if d, is := r.sv.Platforms[platform].(chat.Directory); is {
		user, name, ok = d.Find(ctx, mention)
	}
	p, known, err := r.sv.People.LookupLinked(ctx, user)
	switch {
	case err != nil, r.sv.People.Erasures.IsBlocked(user), !known && !ok:
		return mentioned{}, err
	case known:
		name = p.Name
	default:
		p.Users = []chat.UserID{user}
	}
	return mentioned{user: user, person: p, name: displayname.Clean(name), mention: "@" + mention}, nil
}

// findNamed finds "@bert", or "bert" if the bot knows that person.
func findNamed(ctx context.Context, r *Request, term speech.Term) (mentioned, error) {
	name, isMention := strings.TrimPrefix(term.Typed, "@"), speech.IsMention(term.Typed)
	who, err := findMentioned(ctx, r, name)
	switch nobody := chat.IsRefusal(err, "no-friend"); {
	case isMention && nobody:
		return who, chat.Refuse("no-person", "Name", displayname.Clean(name))
	case !isMention && (nobody || err == nil && who.person.ID == ""):
		return who, refuseTerm(term)
	}
	return who, err
}

// findByTag prefers a former opponent if several people have the tag.
func findByTag(ctx context.Context, r *Request, mention string) (mentioned, error) {
	tag := cmp.Or(terms.TagIn(mention), terms.TagIn("#"+mention))
	if tag == "" {
		return mentioned{}, nil
	}
	heads, err := r.sv.People.HeadsByTag(ctx, tag)
	if err != nil {
		return mentioned{}, err
	}
	if len(heads) > 1 {
		played, err := rivalsOf(ctx, r.sv, r.Person)
		if err != nil {
			return mentioned{}, err
		}
		maps.DeleteFunc(played, func(id chat.PersonID, _ bool) bool { return !heads[id] })
		if len(played) == 1 {
			heads = played
		}
	}
	shown := chat.PersonID(tag).ShortID()
	found, err := resolveMentions(ctx, r, heads, shown)
	if err != nil || len(found) == 0 {
		return mentioned{}, err
	}
	if len(found) > 1 {
		return mentioned{}, chat.RefusePublicly("several-tagged", "Tag", shown)
	}
	return found[0], nil
}

func findPlayed(ctx context.Context, r *Request, name string) (mentioned, error) {
	played, err := rivalsOf(ctx, r.sv, r.Person)
	if err != nil {
		return mentioned{}, err
	}
	all, err := resolveMentions(ctx, r, played, "@"+name)
	if err != nil {
		return mentioned{}, err
	}
	for _, nameOf := range []func(string) string{mentionName, firstWord} {
		found := slices.DeleteFunc(slices.Clone(all), func(x mentioned) bool {
			return !strings.EqualFold(nameOf(x.name), mentionName(name))
		})
		if len(found) == 1 {
			return found[0], nil
		}
		if len(found) > 1 {
			return mentioned{}, severalNamed(r, name, found)
		}
	}
	return mentioned{}, nil
}

func mentionName(name string) string { return strings.Join(strings.Fields(name), "") }

func severalNamed(r *Request, name string, found []mentioned) error {
	const most = 3
	tags := slices.Sorted(slices.Values(seq.Map(found[:min(most, len(found))], func(x mentioned) string {
		return x.person.Head().Person.ShortID() + " (" + r.Words.Say("platform."+x.user.Platform()) + ")"
	})))
	return chat.Refuse("several-named", "Name", displayname.Isolate(displayname.Clean(name)), "Tags", strings.Join(tags, ", "))
}

func rivalsOf(ctx context.Context, sv *Services, p people.Person) (map[chat.PersonID]bool, error) {
	rivals := make(map[chat.PersonID]bool)
	for _, x := range p.Identities() {
		played, err := sv.People.Standings.RivalsOf(ctx, x.Person)
		if err != nil {
			return nil, err
		}
		for _, id := range played {
			rivals[sv.People.Links.Head(id)] = true
		}
	}
	for _, x := range sv.Tables.Index.TablesOf(p) { // a first match between two people may still run
		if !x.HasSeated(p) {
			continue
		}
		for _, id := range x.People {
			rivals[sv.People.Links.Head(id)] = true
		}
	}
	delete(rivals, p.Head().Person)
	return rivals, nil
}

// resolveMentions prefers identities on the request's platform and skips forgotten people.
func resolveMentions(
	ctx context.Context, r *Request, heads map[chat.PersonID]bool, mention string,
) (found []mentioned, err error) {
	for _, head := range slices.Sorted(maps.Keys(heads)) {
		own, known, err := r.sv.People.ByID(ctx, head)
		switch {
		case err != nil:
			return nil, err
		case !known || r.sv.People.Erasures.IsBlocked(own.Users[0]):
			continue
		}
		p, err := r.sv.People.WithLinked(ctx, own)
		if err != nil {
			return nil, err
		}
		user := p.IdentityAt(r.Platform()).User
		x, known, err := r.sv.People.Lookup(ctx, user)
		if err != nil {
			return nil, err
		}
		if known {
			found = append(found, mentioned{user, p, displayname.Clean(x.Name), mention})
		}
	}
	return found, nil
}
