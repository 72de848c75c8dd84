package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/speech"
	"tarockbot/bot/standing"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/storage"
)

// This is how somebody is taken out of each kind of documents: see everyKind.

// naming yields the documents of the kind in which the user's id stands.
func (b *Bot) naming(ctx context.Context, kind string, user UserID) iter.Seq2[storage.Doc, error] {
	return func(yield func(storage.Doc, error) bool) {
		name, err := json.Marshal(user)
		if err != nil {
			yield(storage.Doc{}, err)
			return
		}
		for doc, err := range b.store.Scan(ctx, kind, "", "") {
			if (err != nil || bytes.Contains(doc.Data, name)) && !yield(doc, err) {
				return
			}
		}
	}
}

// eraseTables lets somebody leave all their tables, and takes id and name out of
// those and all others. What shows them a table in private says that it is over
// for them, as long as they can be reached.
func (b *Bot) eraseTables(ctx context.Context, x *people.Removal) error {
	var ids []chat.TableID
	for doc, err := range b.naming(ctx, tables.KindTable, x.User) {
		if err != nil {
			return err
		}
		ids = append(ids, chat.TableID(doc.Key.ID))
	}
	for _, id := range ids {
		if err := b.eraseTable(ctx, id, x); err != nil {
			return err
		}
	}
	b.awaitShown(ids, Place{User: x.User})
	for _, id := range ids {
		if err := b.dropMessage(ctx, id, Place{User: x.User}); err != nil {
			return err
		}
	}
	return nil
}

// eraseTable is eraseTables for one. One that can't be read any more is deleted.
func (b *Bot) eraseTable(ctx context.Context, id chat.TableID, x *people.Removal) error {
	code, err := keep.NewCode(b.cfg.Random)
	if err != nil {
		return err
	}
	if _, err := b.look(ctx, id); err != nil && chat.UnlessRefused(err) != nil {
		b.cfg.Log.Error("table deleted that couldn't be read, as somebody is forgotten", "table", id, "err", err)
		return b.deleteTable(ctx, id)
	}
	_, err = b.update(ctx, id, Input{ID: "forget/" + code}, people.Person{}, func(c *change) (Answer, error) {
		if !c.Remembers(x.Identity()) {
			return Answer{}, chat.Refuse("not-seated")
		}
		return Answer{}, b.leaveForGood(ctx, c, x.Identity())
	})
	return chat.UnlessRefused(err)
}

// deleteTable deletes a table that can't be read, with what is known of it.
func (b *Bot) deleteTable(ctx context.Context, id chat.TableID) error {
	l := b.tables.lock(id)
	defer l.mu.Unlock()
	drafts := string(id) + "." // see draftID
	its := func(doc storage.Doc) bool {
		a, err := tables.AlarmKey(doc.Key.ID).Parse()
		return doc.Key.Kind != tables.KindAlarm || err == nil && a.What == "table" && a.ID == string(id)
	}
	for _, x := range []struct{ kind, from, to string }{
		{tables.KindTable, string(id), string(id)}, {tables.KindBrief, string(id), string(id)}, {kindDraft, drafts, drafts + "~"}, {tables.KindAlarm, "", ""},
	} {
		if err := b.eraseRange(ctx, x.kind, x.from, x.to, its); err != nil {
			return err
		}
	}
	l.state = nil
	b.drop(l)
	return b.dirty.Delete(ctx, id)
}

// leaveForGood lets somebody leave the table, whatever it is at, and takes them
// out of it.
func (b *Bot) leaveForGood(ctx context.Context, c *change, x chat.Identity) error {
	seat := engine.Seat(slices.IndexFunc(c.Chairs, func(ch match.Chair) bool { return ch.Person == x.Person }))
	asked := engine.Seat(slices.IndexFunc(c.Chairs, func(ch match.Chair) bool { return ch.For == x.User }))
	switch {
	case c.Stage == match.Open && seat == 0:
		c.Close("withdrawn")
	case c.Stage == match.Open && seat != engine.Nobody:
		c.Chairs[seat] = match.Chair{}
	case c.Stage == match.Open && asked != engine.Nobody:
		c.Table.Decline(asked, match.DeclineReasons()[0])
	case c.Stage == match.Playing && seat != engine.Nobody:
		if err := b.leaveMatch(ctx, c, seat.Bit(), engine.Resign); err != nil {
			return err
		}
	}
	c.Erase(x)
	return nil
}

// How long to wait until somebody's panels have been put away.
const (
	farewellTime  = 30 * time.Second
	firstFarewell = 10 * time.Millisecond // between looks; doubles with each
)

// awaitShown waits until the tables' messages in the place show the newest, unless
// nobody can be reached there.
func (b *Bot) awaitShown(ids []chat.TableID, place Place) {
	waited, wait := time.Duration(0), firstFarewell
	for _, id := range ids {
		for waited < farewellTime && !b.isShown(id, place) {
			if !b.sleep(wait) {
				return
			}
			waited += wait
			wait = min(2*wait, time.Second)
		}
	}
}

// isShown says whether nothing more is going to be shown of the table in the place.
func (b *Bot) isShown(id chat.TableID, place Place) bool {
	l := b.tables.lock(id)
	defer l.mu.Unlock()
	if b.loadTable(b.running, l) != nil || !b.serves(place) {
		return true
	}
	m := l.state.MessageIn(place)
	return m == nil || b.messages.Rests(keyOf(id, place), b.standing(l.state, *m))
}

// dropMessage forgets that the table is shown in the place.
func (b *Bot) dropMessage(ctx context.Context, id chat.TableID, place Place) error {
	l := b.tables.lock(id)
	defer l.mu.Unlock()
	if err := b.loadTable(ctx, l); err != nil {
		return chat.UnlessRefused(err)
	}
	if l.state.MessageIn(place) == nil {
		return nil
	}
	next := l.state.Clone()
	next.Messages = slices.DeleteFunc(next.Messages, func(m match.Message) bool { return m.Place == place })
	docs, err := b.tableDocs(l, next)
	if err != nil {
		return err
	}
	if err := b.store.Commit(ctx, docs...); err != nil {
		return err
	}
	b.publish(l, next, docs, prepared{})
	return nil
}

// eraseRanks takes somebody off all leaderboards, and deletes what they have
// reached. The log of matches and what others have reached against them keep the
// random id.
func (b *Bot) eraseRanks(ctx context.Context, x *people.Removal) error {
	b.standings.Lock()
	defer b.standings.Unlock()
	was, err := b.standings.EntrantOf(ctx, x.Person)
	if err != nil {
		return err
	}
	docs, err := b.standings.Relist(ctx, []standing.Entrant{was}, nil)
	if err != nil {
		return err
	}
	for doc, err := range b.store.Scan(ctx, standing.KindStanding, standing.StandingID(x.Person, ""), standing.StandingID(x.Person, standing.RankEnd)) {
		if err != nil {
			return fmt.Errorf("bot: read standings: %w", err)
		}
		doc.Data = nil
		docs = append(docs, doc)
	}
	return b.store.Commit(ctx, docs...)
}

// eraseRivals deletes what somebody has reached against others.
func (b *Bot) eraseRivals(ctx context.Context, x *people.Removal) error {
	return b.eraseOwn(ctx, standing.KindRival, x)
}

// eraseStyles deletes how somebody plays.
func (b *Bot) eraseStyles(ctx context.Context, x *people.Removal) error {
	return b.eraseOwn(ctx, standing.KindStyle, x)
}

// eraseOwn deletes documents whose ids begin with the person's.
func (b *Bot) eraseOwn(ctx context.Context, kind string, x *people.Removal) error {
	prefix := string(x.Person) + "|"
	return b.eraseRange(ctx, kind, prefix, prefix+"~", func(storage.Doc) bool { return true })
}

// eraseHistory deletes somebody's own history. That of those they have played with
// keeps the random id.
func (b *Bot) eraseHistory(ctx context.Context, x *people.Removal) error {
	return b.eraseOwn(ctx, kindHistory, x)
}

// eraseNotices deletes words to somebody and about them.
func (b *Bot) eraseNotices(ctx context.Context, x *people.Removal) error {
	return b.notices.Erase(ctx, x.User)
}

// eraseDigests deletes the messages that tell somebody of several games.
func (b *Bot) eraseDigests(ctx context.Context, x *people.Removal) error {
	return b.digests.Erase(ctx, x.Identity())
}

// eraseCodes deletes the codes that somebody has asked for.
func (b *Bot) eraseCodes(ctx context.Context, x *people.Removal) error {
	return b.eraseRange(ctx, kindCode, "", "", func(doc storage.Doc) bool {
		var code linkCode
		return keep.Decode(doc, &code) == nil && code.User == x.User
	})
}

// eraseIdentity deletes who the user is.
func (b *Bot) eraseIdentity(ctx context.Context, x *people.Removal) error {
	return b.eraseRange(ctx, people.KindIdentity, string(x.User), string(x.User), func(doc storage.Doc) bool {
		var id chat.PersonID
		return keep.Decode(doc, &id) == nil && id == x.Person
	})
}

// erasePerson deletes the person, and takes them out of the lists of those who
// want nothing to do with them.
func (b *Bot) erasePerson(ctx context.Context, x *people.Removal) error {
	for doc, err := range b.naming(ctx, people.KindPerson, x.User) {
		if err != nil {
			return err
		}
		var p people.Person
		if err := keep.Decode(doc, &p); err != nil {
			return err
		}
		if p.ID == x.Person {
			continue
		}
		_, err = b.people.Change(ctx, p.Identity().User, func(p *people.Person) {
			p.Blocked = slices.DeleteFunc(slices.Clone(p.Blocked), func(o people.Blocked) bool { return o.User == x.User })
		})
		if err != nil {
			return err
		}
	}
	id := string(x.Person)
	err := b.eraseRange(ctx, people.KindPerson, id, id, func(storage.Doc) bool { return true })
	b.people.Drop(x.User)
	return err
}

// eraseLinks parts somebody from those they are linked with, and takes them out of
// the journal.
func (b *Bot) eraseLinks(ctx context.Context, x *people.Removal) error {
	b.people.Links.Seating.Lock()
	defer b.people.Links.Seating.Unlock()
	if len(b.people.Links.Of(x.Person).All) > 0 {
		code, err := keep.NewCode(b.cfg.Random)
		if err != nil {
			return err
		}
		if err := b.part(ctx, Input{ID: "forget/" + code}, x.Identity(), nil); err != nil {
			return err
		}
	}
	return b.eraseJournal(ctx, x.Person)
}

// eraseJournal takes somebody out of the journal of links. The others are linked
// as before, and each entry keeps its number.
func (b *Bot) eraseJournal(ctx context.Context, gone chat.PersonID) error {
	was := people.Links{Groups: make(map[chat.PersonID]people.Group)}
	var docs []storage.Doc
	for doc, err := range b.store.Scan(ctx, people.KindLink, "", "") {
		if err != nil {
			return fmt.Errorf("bot: read links: %w", err)
		}
		var e people.LinkEntry
		if err := keep.Decode(doc, &e); err != nil {
			return err
		}
		now := e.Without(gone, &was)
		was.Apply(chat.Identity{Person: e.Person}, chat.Identity{Person: e.Into})
		if now == e {
			continue
		}
		next, err := keep.Encode(people.KindLink, doc.Key.ID, doc.Version, now)
		if err != nil {
			return err
		}
		docs = append(docs, next)
	}
	return b.store.Commit(ctx, docs...)
}

// eraseNotes deletes the notes of the user's platform that name them, and has the
// platform itself forget them.
func (b *Bot) eraseNotes(ctx context.Context, x *people.Removal) error {
	about, err := b.notesAbout(ctx, x.User)
	if err != nil {
		return err
	}
	platform := x.User.Platform()
	if p, is := b.platforms[platform].(Remembers); is {
		x.Names = append(x.Names, p.Forget(ctx, x.User, about)...)
	} else if named := b.cfg.Named[platform]; named != nil {
		x.Names = append(x.Names, named(x.User, about)...)
	}
	mentions := speech.MentionsOf(x.User, x.Names...)
	prefix := platform + "/"
	return b.eraseRange(ctx, keep.KindNote, prefix, prefix+"~", func(doc storage.Doc) bool {
		key, data, err := readNote(doc)
		return err == nil && mentions.In(key, data)
	})
}

// notesAbout are the notes of the user's platform that name them.
func (b *Bot) notesAbout(ctx context.Context, user UserID) (map[string][]byte, error) {
	about := make(map[string][]byte)
	mentions, prefix := speech.MentionsOf(user), user.Platform()+"/"
	for doc, err := range b.store.Scan(ctx, keep.KindNote, prefix, prefix+"~") {
		if err != nil {
			return nil, fmt.Errorf("bot: read notes: %w", err)
		}
		key, data, err := readNote(doc)
		if err != nil {
			return nil, err
		}
		if mentions.In(key, data) {
			about[key] = data
		}
	}
	return about, nil
}

// readNote is a stored note's key, without its platform, and its data.
func readNote(doc storage.Doc) (key string, data []byte, err error) {
	_, key, ok := strings.Cut(doc.Key.ID, "/")
	if !ok {
		return "", nil, errors.New("bot: a note of no platform")
	}
	var kept keep.Note
	err = keep.Decode(doc, &kept)
	return key, kept.Data, err
}
