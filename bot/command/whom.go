package command

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/match/terms"
	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// somebody is whom a mention means. The bot may never have met them: then the person has no ID.
type somebody struct {
	user    chat.UserID
	person  people.Person
	name    string
	mention string // how whom finds them again: "@bert", "#384T"
}

// finder finds who is mentioned, without the @; nobody is one without a user.
type finder func(ctx context.Context, sv *Services, r *Request, mention string) (somebody, error)

// whom finds who is mentioned, without the @: anywhere by their tag, or somebody of the platform, or whom the
// person has played on whatever platform. A tag without its sign counts if nobody is called so. Nobody is the
// refusal "no-friend".
func whom(ctx context.Context, sv *Services, r *Request, mention string) (somebody, error) {
	name, ways := speech.CleanName(mention), []finder{whomHere, playedWith, findByTag}
	if tag := terms.TagIn(mention); tag != "" {
		name, ways = chat.PersonID(tag).ShortID(), []finder{findByTag}
	}
	for _, find := range ways {
		if who, err := find(ctx, sv, r, mention); err != nil || who.user != "" {
			return who, err
		}
	}
	return somebody{}, chat.Refuse("no-friend", "Name", name)
}

// whomHere finds who is called so on the platform that the request comes from.
func whomHere(ctx context.Context, sv *Services, r *Request, mention string) (somebody, error) {
	platform := r.Platform()
	user, name, ok := chat.UserID(platform+":"+mention), mention, false
	if d, is := sv.Platforms[platform].(chat.Directory); is {
		user, name, ok = d.Find(ctx, mention)
	}
	p, known, err := sv.People.LookupLinked(ctx, user)
	switch {
	case err != nil, sv.People.Removing.Blocks(user), !known && !ok:
		return somebody{}, err
	case known:
		name = p.Name
	default:
		p.Users = []chat.UserID{user}
	}
	return somebody{user: user, person: p, name: speech.CleanName(name), mention: "@" + mention}, nil
}

// findNamed finds whom a term of a history or profile means: "@bert", or "bert" of somebody whom the bot knows.
func findNamed(ctx context.Context, sv *Services, r *Request, term speech.Term) (somebody, error) {
	name, mentioned := strings.TrimPrefix(term.Typed, "@"), speech.IsMention(term.Typed)
	who, err := whom(ctx, sv, r, name)
	switch nobody := chat.RefusedWith(err, "no-friend"); {
	case mentioned && nobody:
		return who, chat.Refuse("no-person", "Name", speech.CleanName(name))
	case !mentioned && (nobody || err == nil && who.person.ID == ""):
		return who, noTerm(term)
	}
	return who, err
}

// findByTag finds the person whose tag that is, with its sign or without. Of several it is the one whom the
// person has played.
func findByTag(ctx context.Context, sv *Services, r *Request, mention string) (somebody, error) {
	tag := cmp.Or(terms.TagIn(mention), terms.TagIn("#"+mention))
	if tag == "" {
		return somebody{}, nil
	}
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
		maps.DeleteFunc(played, func(id chat.PersonID, _ bool) bool { return !heads[id] })
		if len(played) == 1 {
			heads = played
		}
	}
	shown := chat.PersonID(tag).ShortID()
	found, err := resolveMentions(ctx, sv, r, heads, shown)
	if err != nil || len(found) == 0 {
		return somebody{}, err
	}
	if len(found) > 1 {
		return somebody{}, chat.Refuse("several-tagged", "Tag", shown)
	}
	return found[0], nil
}

// playedWith finds, by name, somebody whom the person has played on whatever platform: by the whole name
// before the first word of one.
func playedWith(ctx context.Context, sv *Services, r *Request, name string) (somebody, error) {
	played, err := rivalsOf(ctx, sv, r.Person)
	if err != nil {
		return somebody{}, err
	}
	all, err := resolveMentions(ctx, sv, r, played, "@"+name)
	if err != nil {
		return somebody{}, err
	}
	for _, called := range []func(string) string{mentionName, firstWord} {
		found := slices.DeleteFunc(slices.Clone(all), func(x somebody) bool { return !strings.EqualFold(called(x.name), mentionName(name)) })
		if len(found) == 1 {
			return found[0], nil
		}
		if len(found) > 1 {
			return somebody{}, severalNamed(name, found, r)
		}
	}
	return somebody{}, nil
}

// mentionName is the name as it can be mentioned, in one word.
func mentionName(name string) string { return strings.Join(strings.Fields(name), "") }

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

// rivalsOf are those whom the person has played through any identity, by their heads.
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
			if x.HasSeated(p) {
				rivals[sv.People.Links.Head(id)] = true
			}
		}
	}
	delete(rivals, p.Head().Person)
	return rivals, nil
}

// resolveMentions are the people who are mentioned so, those who were forgotten left out, by their identities on the
// platform that the request comes from, or else where they like to be called.
func resolveMentions(ctx context.Context, sv *Services, r *Request, heads map[chat.PersonID]bool, mention string) (found []somebody, err error) {
	for _, head := range slices.Sorted(maps.Keys(heads)) {
		var p people.Person
		version, err := sv.Store.Load(ctx, people.KindPerson, string(head), &p)
		switch {
		case err != nil:
			return nil, err
		case version == 0 || sv.People.Removing.Blocks(p.Users[0]):
			continue
		}
		if p, err = sv.People.WithLinked(ctx, p); err != nil {
			return nil, err
		}
		user := p.IdentityAt(r.Platform()).User
		x, known, err := sv.People.Lookup(ctx, user)
		if err != nil {
			return nil, err
		}
		if known {
			found = append(found, somebody{user, p, speech.CleanName(x.Name), mention})
		}
	}
	return found, nil
}

// namer looks up what people are called, each once.
type namer struct {
	sv    *Services
	words *words.Tongue
	known map[chat.PersonID]string // as they call themselves
}

func newNamer(sv *Services, w *words.Tongue) namer {
	return namer{sv, w, make(map[chat.PersonID]string)}
}

// of is what the person is called, fit to be shown.
func (n namer) of(ctx context.Context, id chat.PersonID) (string, error) {
	name, err := n.raw(ctx, id)
	return speech.ShownName(name, n.words), err
}

// raw is what the person is called; speech.Deleted if they are forgotten, and "" for nobody.
func (n namer) raw(ctx context.Context, id chat.PersonID) (string, error) {
	if name, known := n.known[id]; known || id == "" {
		return name, nil
	}
	var p people.Person
	version, err := n.sv.Store.Load(ctx, people.KindPerson, string(id), &p)
	if err != nil {
		return "", err
	}
	n.known[id] = p.Name
	if version == 0 {
		n.known[id] = speech.Deleted
	}
	return n.known[id], nil
}

// at are the names of those who sat at a table, by seat, fit to be shown; of the computer by its level.
func (n namer) at(ctx context.Context, sat match.Sat) (names []string, err error) {
	names = make([]string, len(sat.People))
	for s, id := range sat.People {
		if names[s], err = n.raw(ctx, id); err != nil {
			return nil, err
		}
	}
	return speech.NamesIn(n.words, names, sat.Levels, func(s int) bool { return sat.People[s] == "" }), nil
}

// introduced is at, of computer players with what they were.
func (n namer) introduced(ctx context.Context, sat match.Sat) ([]string, error) {
	names, err := n.at(ctx, sat)
	for s := range names {
		names[s] = speech.Introduce(n.words, names[s], speech.LevelAt(sat.Levels, s))
	}
	return names, err
}

// block keeps somebody from challenging and joining a person: "block @who", or "block CODE" for the other one
// at that table. "block off @who" undoes it, and "block" alone lists who is blocked.
func block(ctx context.Context, sv *Services, r *Request, off bool, named []string) (chat.Answer, error) {
	switch {
	case len(named) == 0 && !off:
		return chat.Answer{Screen: blockPage(r)}, nil
	case len(named) != 1:
		return chat.Answer{}, chat.Refuse("block-whom")
	case off:
		return unblock(ctx, sv, r, named[0])
	}
	who, err := whomToBlock(ctx, sv, r, named[0])
	switch {
	case err != nil:
		return chat.Answer{}, err
	case who.Is(r.Person):
		return chat.Answer{}, chat.Refuse("block-yourself")
	case len(r.Person.Blocked) >= people.MaxBlocked:
		return chat.Answer{}, chat.Refuse("blocked-many", "Max", people.MaxBlocked)
	}
	if err := declineAll(ctx, sv, r, who); err != nil {
		return chat.Answer{}, err
	}
	err = setPerson(ctx, sv, r, r.User, func(p *people.Person) {
		if !slices.ContainsFunc(p.Blocked, func(x people.Blocked) bool { return x.User == who.User }) {
			p.Blocked = append(slices.Clip(p.Blocked), who)
		}
	})
	return chat.Answer{Alert: r.Words.Say("block.done", "Name", speech.Isolate(who.Name)), Screen: blockPage(r)}, err
}

// unblock finds somebody among those who are blocked, by name as well: they may
// not be found any more where they were.
func unblock(ctx context.Context, sv *Services, r *Request, who string) (chat.Answer, error) {
	word := strings.TrimPrefix(who, "@")
	found, err := whom(ctx, sv, r, word)
	name := cmp.Or(found.name, word)
	i := slices.IndexFunc(r.Person.Blocked, func(x people.Blocked) bool {
		return err == nil && x.Is(found.person) || string(x.User) == word || strings.EqualFold(x.Name, word)
	})
	if i < 0 {
		return chat.Answer{}, chat.Refuse("not-blocked", "Name", speech.CleanName(name))
	}
	gone := r.Person.Blocked[i]
	remove := func(p *people.Person) {
		p.Blocked = slices.DeleteFunc(slices.Clone(p.Blocked), func(x people.Blocked) bool { return x.User == gone.User })
	}
	for _, x := range r.Person.Others() {
		if _, err := sv.People.Change(ctx, x.User, remove); err != nil {
			return chat.Answer{}, err
		}
	}
	err = setPerson(ctx, sv, r, r.User, remove)
	return chat.Answer{Alert: r.Words.Say("block.undone", "Name", speech.Isolate(gone.Name)), Screen: blockPage(r)}, err
}

// whomToBlock is the one who is mentioned, or the other one at a table.
func whomToBlock(ctx context.Context, sv *Services, r *Request, arg string) (people.Blocked, error) {
	if speech.IsMention(arg) {
		mention := strings.TrimPrefix(arg, "@")
		who, err := whom(ctx, sv, r, mention)
		if chat.RefusedWith(err, "no-friend") {
			err = chat.Refuse("nobody", "Name", speech.CleanName(mention))
		}
		return people.Blocked{User: who.user, Person: who.person.ID, Name: who.name}, err
	}
	code := strings.ToLower(arg)
	if !documents.ValidCode(code) {
		return people.Blocked{}, chat.Refuse("block-whom")
	}
	t, err := sv.Tables.Table(ctx, chat.TableID(code))
	if err != nil {
		return people.Blocked{}, err
	}
	var others []people.Blocked
	for _, c := range t.Chairs {
		if c.User != "" && !r.Person.Is(c.Person) {
			others = append(others, people.Blocked{User: c.User, Person: c.Person, Name: c.Name})
		}
	}
	if len(others) == 1 || len(others) > 0 && t.Stage == match.Open { // who challenges
		return others[0], nil
	}
	return people.Blocked{}, chat.Refuse("block-whom")
}

// declineAll says no to the challenges of somebody who is being blocked.
func declineAll(ctx context.Context, sv *Services, r *Request, who people.Blocked) error {
	waiting := sv.Tables.Index.FindActive(tables.KeysOf(r.Person), func(x tables.Summary) bool {
		return x.Stage == match.Open && x.HasInvited(r.Person) && sv.People.Same(x.Host, who.Person)
	})
	for _, x := range waiting {
		in := r.Input
		in.ID += "/" + string(x.ID)
		_, err := sv.Tables.Update(ctx, x.ID, in, r.Person, func(c *tables.Change) (chat.Answer, error) {
			if c.Stage != match.Open {
				return chat.Answer{}, chat.Refuse("taken")
			}
			if s := c.Chairs.ReservedFor(r.Person.Participant()); s != engine.Nobody {
				c.Challenge().Decline(s, match.DeclineReasons()[0])
			}
			return chat.Answer{}, nil
		})
		if err := chat.UnlessRefused(err); err != nil {
			return err
		}
	}
	return nil
}

// blockPage lists who is blocked.
func blockPage(r *Request) *chat.Screen { return screens.Blocked(r.Person.Blocked).Screen(r.Words) }
