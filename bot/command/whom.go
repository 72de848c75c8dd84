package command

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/people"
	"tarockbot/bot/speech"
	"tarockbot/bot/standing"
	"tarockbot/bot/terms"
)

// somebody is whom a mention means. The bot may never have met them: then the
// person has no ID.
type somebody struct {
	user    chat.UserID
	person  people.Person
	name    string
	mention string // how whom finds them again: "@bert", "#384T"
}

// whom finds who is mentioned, without the @: somebody of the platform, or anywhere
// by their tag, or whom the person has played on whatever platform. A tag without its
// sign counts if nobody is called so.
func whom(ctx context.Context, sv *Services, r *Request, mention string) (somebody, error) {
	if tag := terms.TagIn(mention); tag != "" {
		return tagged(ctx, sv, r, tag)
	}
	who, err := whomHere(ctx, sv, r, mention)
	who.mention = "@" + mention
	if !chat.RefusedWith(err, "no-friend") {
		return who, err
	}
	played, no := playedWith(ctx, sv, r, mention)
	played.mention = who.mention
	if !chat.RefusedWith(no, "no-friend") {
		return played, no
	}
	if tag := terms.TagIn("#" + mention); tag != "" {
		if tagged, no := tagged(ctx, sv, r, tag); !chat.RefusedWith(no, "no-friend") {
			return tagged, no
		}
	}
	return who, err
}

// whomHere finds who is called so on the platform that the request comes from.
func whomHere(ctx context.Context, sv *Services, r *Request, mention string) (somebody, error) {
	platform := r.Platform()
	user, name, ok := chat.UserID(platform+":"+mention), mention, false
	if d, is := sv.Platforms[platform].(chat.Directory); is {
		user, name, ok = d.Find(ctx, mention)
	}
	p, known, err := sv.People.Lookup(ctx, user)
	switch {
	case err != nil:
		return somebody{}, err
	case sv.People.Removing.Has(user):
		return somebody{}, chat.Refuse("no-friend", "Name", speech.CleanName(mention))
	case known:
		name = p.Name
		p, err = sv.People.WithLinked(ctx, p)
	case !ok:
		return somebody{}, chat.Refuse("no-friend", "Name", speech.CleanName(mention))
	default:
		p.Users = []chat.UserID{user}
	}
	return somebody{user: user, person: p, name: speech.CleanName(name)}, err
}

// called finds whom a term of a history or profile means, and how that one is
// mentioned: "@bert", or "bert" of somebody whom the bot knows. The mention is ""
// if the term names nobody.
func called(ctx context.Context, sv *Services, r *Request, term speech.Term) (who somebody, mention string, err error) {
	name, mentioned := strings.TrimPrefix(term.Typed, "@"), speech.IsMention(term.Typed)
	who, err = whom(ctx, sv, r, name)
	switch {
	case mentioned && chat.RefusedWith(err, "no-friend"):
		return who, "", chat.Refuse("no-person", "Name", speech.CleanName(name))
	case !mentioned && (chat.RefusedWith(err, "no-friend") || err == nil && who.person.ID == ""):
		return who, "", nil
	}
	return who, who.mention, err
}

// tagged finds the person whose tag that is. Of several it is the one whom the
// person has played.
func tagged(ctx context.Context, sv *Services, r *Request, tag string) (somebody, error) {
	heads := make(map[chat.PersonID]bool)
	for doc, err := range sv.Store.Scan(ctx, people.KindPerson, tag, tag+"~") {
		if err != nil {
			return somebody{}, fmt.Errorf("bot: find a tag: %w", err)
		}
		heads[sv.People.Links.Head(chat.PersonID(doc.Key.ID))] = true
	}
	if len(heads) > 1 {
		played, err := rivalsOf(ctx, sv, r.Person)
		if err != nil {
			return somebody{}, err
		}
		known := maps.Clone(heads)
		maps.DeleteFunc(known, func(id chat.PersonID, _ bool) bool { return !played[id] })
		if len(known) == 1 {
			heads = known
		}
	}
	shown := chat.PersonID(tag).ShortID()
	found, err := theseAre(ctx, sv, r, heads)
	switch {
	case err != nil:
		return somebody{}, err
	case len(found) == 0:
		return somebody{}, chat.Refuse("no-friend", "Name", shown)
	case len(found) > 1:
		return somebody{}, chat.Refuse("several-tagged", "Tag", shown)
	}
	found[0].mention = shown
	return found[0], nil
}

// playedWith finds, by name, somebody whom the person has played on whatever
// platform: by the whole name before the first word of one.
func playedWith(ctx context.Context, sv *Services, r *Request, name string) (somebody, error) {
	played, err := rivalsOf(ctx, sv, r.Person)
	if err != nil {
		return somebody{}, err
	}
	all, err := theseAre(ctx, sv, r, played)
	if err != nil {
		return somebody{}, err
	}
	for _, called := range []func(string) string{unspaced, firstWord} {
		found := slices.DeleteFunc(slices.Clone(all), func(x somebody) bool { return !strings.EqualFold(called(x.name), unspaced(name)) })
		switch len(found) {
		case 0:
		case 1:
			return found[0], nil
		default:
			return somebody{}, severalNamed(name, found, r)
		}
	}
	return somebody{}, chat.Refuse("no-friend", "Name", speech.CleanName(name))
}

func unspaced(name string) string { return strings.Join(strings.Fields(name), "") }

func firstWord(name string) string {
	word, _, _ := strings.Cut(name, " ")
	return word
}

// severalNamed asks which one is meant. There is room for few in an answer.
func severalNamed(name string, found []somebody, r *Request) error {
	const most = 3
	var tags []string
	for _, x := range found[:min(most, len(found))] {
		tags = append(tags, x.person.Head().Person.ShortID()+" ("+r.Words.Say("platform."+x.user.Platform())+")")
	}
	slices.Sort(tags)
	return chat.Refuse("several-named", "Name", speech.Isolate(speech.CleanName(name)), "Tags", strings.Join(tags, ", "))
}

// rivalsOf are those whom the person has played through any identity, by their
// heads.
func rivalsOf(ctx context.Context, sv *Services, p people.Person) (map[chat.PersonID]bool, error) {
	rivals := make(map[chat.PersonID]bool)
	for _, x := range p.Identities() {
		prefix := string(x.Person) + "|"
		for doc, err := range sv.Store.Scan(ctx, standing.KindRival, prefix, prefix+"~") {
			if err != nil {
				return nil, fmt.Errorf("bot: whom somebody has played: %w", err)
			}
			against, _, _ := strings.Cut(strings.TrimPrefix(doc.Key.ID, prefix), "|")
			rivals[sv.People.Links.Head(chat.PersonID(against))] = true
		}
	}
	for _, x := range sv.Tables.Index.About(p) { // the first match with them isn't over
		for _, id := range x.People {
			if x.Seats(p) {
				rivals[sv.People.Links.Head(id)] = true
			}
		}
	}
	delete(rivals, p.Head().Person)
	return rivals, nil
}

// theseAre are the people, those who were forgotten left out, by their identities
// on the platform that the request comes from, or else where they like to be called.
func theseAre(ctx context.Context, sv *Services, r *Request, heads map[chat.PersonID]bool) (found []somebody, err error) {
	for _, head := range slices.Sorted(maps.Keys(heads)) {
		var p people.Person
		version, err := sv.Store.Load(ctx, people.KindPerson, string(head), &p)
		switch {
		case err != nil:
			return nil, err
		case version == 0 || sv.People.Removing.Has(p.Users[0]):
			continue
		}
		if p, err = sv.People.WithLinked(ctx, p); err != nil {
			return nil, err
		}
		user := p.IdentityAt(r.Platform()).User
		x, known, err := sv.People.Lookup(ctx, user)
		switch {
		case err != nil:
			return nil, err
		case known:
			found = append(found, somebody{user: user, person: p, name: speech.CleanName(x.Name)})
		}
	}
	return found, nil
}
