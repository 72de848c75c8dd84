package people

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/storage"
)

// Holders returns the kinds of personal data in this package, in the order of their erasure.
func (ps *People) Holders() []documents.Holder {
	return []documents.Holder{
		{
			Kind:         KindIdentity,
			CheckForm:    documents.CheckForm[chat.PersonID],
			Erase:        ps.eraseIdentity,
			NotDisclosed: "the export shows it as the account's user",
		},
		{
			Kind:      KindPerson,
			CheckForm: documents.CheckForm[Account],
			Erase:     ps.erasePerson,
			Disclose:  ps.disclosePerson,
		},
		{
			Kind:         KindRejoinBan,
			CheckForm:    documents.CheckForm[time.Time],
			NotErased:    "it keeps a returning user unrated for thirty days",
			NotDisclosed: "it is in the person's settings",
		},
		{
			Kind:         KindRemoved,
			CheckForm:    documents.CheckForm[Removal],
			NotErased:    "it records the erasure itself; afterwards it holds a random id and a time",
			NotDisclosed: "a person being forgotten can't ask",
		},
	}
}

// undisclosed fields are secret or name other people.
var undisclosed = []string{"blocked", "users", "code"}

func (ps *People) disclosePerson(ctx context.Context, d *documents.Disclosure) error {
	for i, who := range d.Accounts {
		var p Account
		settings := make(map[string]json.RawMessage)
		for _, view := range []any{&p, &settings} {
			if _, err := ps.store.Load(ctx, KindPerson, string(who.Person), view); err != nil {
				return err
			}
		}
		for _, field := range undisclosed {
			delete(settings, field)
		}
		var blocked []string
		for _, x := range p.Blocked {
			blocked = append(blocked, x.Name)
		}
		d.PerAccount[i]["settings"], d.PerAccount[i]["blocked"] = settings, blocked
	}
	return nil
}

func (ps *People) eraseIdentity(ctx context.Context, x *documents.Erasure) error {
	user := string(x.User)
	return ps.store.Erase(ctx, KindIdentity, user, user, documents.Where(func(id chat.PersonID) bool { return id == x.Person }))
}

func (ps *People) erasePerson(ctx context.Context, x *documents.Erasure) error {
	for e, err := range documents.DecodeAll[Account](ps.store.ScanMentions(ctx, KindPerson, string(x.User))) {
		if err != nil {
			return err
		}
		if e.Value.ID == x.Person {
			continue
		}
		_, err = ps.Change(ctx, e.Value.User(), func(p *Account) {
			p.Blocked = slices.DeleteFunc(slices.Clone(p.Blocked), func(o Blocked) bool { return o.User == x.User })
		})
		if err != nil {
			return err
		}
	}
	id := string(x.Person)
	err := ps.store.Erase(ctx, KindPerson, id, id, func(storage.Doc) bool { return true })
	ps.Evict(x.User)
	ps.ActiveMembers.Remove(x.User)
	return err
}
