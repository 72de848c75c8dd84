package command

import (
	"context"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/screens"
	"tarockbot/storage"
)

// changeAccount changes one of the requester's accounts, the user's, and stores more documents with it. It returns the
// request as the changed person makes it; after an error, r.
func changeAccount(ctx context.Context, r *Request, user chat.UserID, change func(*people.Account), more ...storage.Doc) (*Request, error) {
	if _, err := r.sv.People.Change(ctx, user, change, append(more, r.sv.Store.SeenDoc(r.Input))...); err != nil {
		return r, err
	}
	p, _, err := r.sv.People.LookupLinked(ctx, r.User)
	if err != nil {
		return r, err
	}
	return r.as(p), nil
}

// updateTablesOf changes the active tables of the person. If one can't be changed it logs the text failed.
func updateTablesOf(ctx context.Context, sv *Services, p people.Person, failed string, change func(*match.Table) bool) {
	for _, x := range sv.Tables.Index.ActiveOf(p) {
		if err := sv.Tables.ShowChange(ctx, x.ID, change); err != nil && sv.Running.Err() == nil {
			sv.Log.Warn(failed, "table", string(x.ID), "err", err)
		}
	}
}

// linkedNames returns the names of the identities that are linked with the person's.
func linkedNames(ctx context.Context, r *Request) (string, error) {
	var names []string
	for _, x := range r.Person.Others() {
		p, _, err := r.sv.People.Lookup(ctx, x.User)
		if err != nil {
			return "", err
		}
		names = append(names, screens.NameOn(r.Words, p.Name, x.User))
	}
	return strings.Join(names, ", "), nil
}
