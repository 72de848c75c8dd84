package web

import (
	"context"
	"fmt"
	"slices"

	"tarockbot/bot/chat"
)

// noteHost is the note with the key of the first user who entered a private page.
const noteHost = "host"

// Administers reports whether the user administers the page: one of Config.Admins or, on a private page
// without any, the first user who entered.
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

// warnOfAdmins logs the administrators' names on a public page that nobody owns yet.
func (o *owners) warnOfAdmins(ctx context.Context) {
	for _, key := range o.admins {
		if note, err := o.of(ctx, key); err == nil && note == nil && !o.private {
			o.cfg.Log.Warn("local: nobody has this administrator's name yet: whoever takes it administers", "name", key)
		}
	}
}

// warnOfAdmin logs what happened to the user's name if it is an administrator's: on a public page names
// are first come, first served.
func (o *owners) warnOfAdmin(user chat.UserID, what string) {
	if key := keyOf(user); !o.private && slices.Contains(o.admins, key) {
		o.cfg.Log.Warn("local: "+what, "name", key)
	}
}
