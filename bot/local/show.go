package local

import (
	"context"
	"fmt"
	"strings"

	"tarockbot/bot/chat"
)

// Show puts the screen into the channel or among a person's panels. It only
// changes memory; browsers fetch it in their own time. ErrBlocked: there is no
// such chat, or nobody owns the name.
func (p *Platform) Show(ctx context.Context, place chat.Place, old chat.Ref, screen chat.Screen) (chat.Ref, error) {
	if err := p.reachable(ctx, place); err != nil {
		return "", err
	}
	ref := old
	if old == "" {
		ref = p.hub.newRef()
	}
	if screen.Retired {
		p.hub.retract(place.User, screen.Lang, old)
		return old, nil
	}
	kind := kindBoard
	if place.User != "" {
		kind = kindPanel
	}
	html, err := screenViewOf(screen, kind, ref).render()
	if err != nil {
		return "", err
	}
	m := message{ref: ref, html: html, shown: exhibited(screen.Picture), call: screen.Call, age: screen.Age, ended: screen.Ended}
	if old == "" {
		p.hub.post(place.User, screen.Lang, m)
		return ref, nil
	}
	if !p.hub.edit(place.User, screen.Lang, m) {
		return "", fmt.Errorf("local: show %q: %w", old, chat.ErrGone)
	}
	return ref, nil
}

// reachable says why nothing can be shown in the place, if so.
func (p *Platform) reachable(ctx context.Context, place chat.Place) error {
	if place.User == "" && place.Chat == Channel {
		return nil
	}
	key, ok := strings.CutPrefix(string(place.User), "local:")
	if !ok || place.Chat != "" {
		return fmt.Errorf("local: show in %q %q: %w", place.Chat, place.User, chat.ErrBlocked)
	}
	if p.hub.knows(place.User) {
		return nil
	}
	owner, err := p.owner(ctx, key)
	if err != nil {
		return err
	}
	if owner == nil {
		return fmt.Errorf("local: show to %s: nobody has the name: %w", place.User, chat.ErrBlocked)
	}
	return nil
}

// Find is the person who owns the name that somebody typed after @.
func (p *Platform) Find(ctx context.Context, mention string) (chat.UserID, string, bool) {
	_, key, ok := parseName(mention)
	if !ok {
		return "", "", false
	}
	owner, err := p.owner(ctx, key)
	if err != nil || owner == nil {
		return "", "", false
	}
	return userID(key), owner.Name, true
}
