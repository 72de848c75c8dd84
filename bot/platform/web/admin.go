package web

import (
	"context"
	"fmt"
	"slices"

	"tarockbot/bot/chat"
)

// noteHost keeps whose private page it is: the key of whoever entered it first.
const noteHost = "host"

// Administers says whether the user is one of those who are named. On a private page,
// if none are, it is whose page it is.
func (p *Platform) Administers(ctx context.Context, space chat.ChatID, user chat.UserID) (bool, error) {
	if space != Channel {
		return false, nil
	}
	if o := p.owners; len(o.admins) > 0 || !o.private {
		return slices.ContainsFunc(o.admins, func(key string) bool { return user == userID(key) }), nil
	}
	host, err := p.cfg.Notes.Read(ctx, noteHost)
	if err != nil {
		return false, fmt.Errorf("local: whose page it is: %w", err)
	}
	return host != nil && user == userID(string(host)), nil
}

// warnOfAdmins says which administrators' names anybody may still take.
func (o *owners) warnOfAdmins(ctx context.Context) {
	for _, key := range o.admins {
		if note, err := o.of(ctx, key); err == nil && note == nil && !o.private {
			o.cfg.Log.Warn("local: nobody has this administrator's name yet: whoever takes it administers", "name", key)
		}
	}
}

// warnOfAdmin tells what becomes of an administrator's name, if the user has one, for
// on a public page it is whose takes it first.
func (o *owners) warnOfAdmin(user chat.UserID, what string) {
	if key := keyOf(user); !o.private && slices.Contains(o.admins, key) {
		o.cfg.Log.Warn("local: "+what, "name", key)
	}
}
