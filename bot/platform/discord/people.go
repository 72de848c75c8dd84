package discord

import (
	"context"
	"encoding/json"
	"fmt"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/cache"
)

// people stores names and direct channels.
type people struct {
	names   cache.Map[string, knownName]
	directs cache.Map[string, direct]
	client  *client
	notes   chat.Notes
}

type knownName struct {
	name string
	bot  bool
}

func (p *people) record(i *interaction) {
	p.names.Put(i.user().ID, knownName{name: i.name()})
	for id, u := range i.Data.Resolved.Users {
		p.names.Put(id, knownName{u.name(i.Data.Resolved.Members[id].Nick), u.Bot})
	}
}

// Find implements chat.Directory.
func (p *Platform) Find(ctx context.Context, mention string) (chat.UserID, string, bool) {
	ctx, cancel := context.WithTimeout(ctx, p.config.Patience.Request)
	defer cancel()
	return p.people.find(ctx, mention)
}

// find returns false for bots.
func (p *people) find(ctx context.Context, mention string) (chat.UserID, string, bool) {
	if !isSnowflake(mention) {
		return "", "", false
	}
	if k, ok := p.names.Get(mention); ok {
		return userID(mention), k.name, !k.bot
	}
	var u user
	q := request{name: "get a user", method: "GET", path: "/users/" + mention, bucket: "users"}
	if err := p.client.do(ctx, q, &u); err != nil || u.ID != mention {
		return "", "", false
	}
	return userID(mention), u.name(""), !u.Bot
}

const directNote = "direct/"

type direct struct {
	Channel string `json:"channel,omitempty"`
	Closed  bool   `json:"closed,omitempty"` // Discord refuses messages until the person writes
}

func (p *people) directOf(ctx context.Context, person string) direct {
	known, ok := p.directs.Get(person)
	if ok {
		return known
	}
	data, err := p.notes.Read(ctx, directNote+person)
	if err != nil {
		return direct{}
	}
	_ = json.Unmarshal(data, &known)
	p.directs.Put(person, known)
	return known
}

func (p *people) setDirect(ctx context.Context, person string, now direct) {
	if person == "" || p.directOf(ctx, person) == now {
		return
	}
	p.directs.Put(person, now)
	if data, err := json.Marshal(now); err == nil {
		_ = p.notes.Write(ctx, directNote+person, data)
	}
}

// recordOpened reports whether the channel was marked closed.
func (p *people) recordOpened(ctx context.Context, person, channel string) bool {
	if !isSnowflake(channel) {
		return false
	}
	before := p.directOf(ctx, person)
	p.setDirect(ctx, person, direct{Channel: channel})
	return before.Closed
}

func (p *people) recordReached(ctx context.Context, person string, reached bool) {
	p.setDirect(ctx, person, direct{p.directOf(ctx, person).Channel, !reached})
}

func (p *people) sendError(ctx context.Context, place chat.Place, err error) error {
	if hasCode(err, closedCodes...) {
		p.recordReached(ctx, discordID(place.User), false)
	}
	return portError(err)
}

// editError returns chat.ErrGone if a plain message can't get components.
func (p *people) editError(ctx context.Context, place chat.Place, err error) error {
	if hasCode(err, codeInvalidForm) {
		return fmt.Errorf("%w: %w", chat.ErrGone, err)
	}
	return p.sendError(ctx, place, err)
}

// channelOf opens a direct channel if needed.
func (p *people) channelOf(ctx context.Context, place chat.Place) (string, error) {
	if place.User == "" {
		if id := discordID(place.Chat); id != "" {
			return id, nil
		}
		return "", fmt.Errorf("discord: no channel %.40q: %w", place.Chat, chat.ErrBlocked)
	}
	person := discordID(place.User)
	known := p.directOf(ctx, person)
	switch {
	case person == "" || known.Closed:
		return "", fmt.Errorf("discord: closed to direct messages: %w", chat.ErrBlocked)
	case known.Channel != "":
		return known.Channel, nil
	}
	var made struct{ ID string }
	q := request{name: "open a direct channel", method: "POST", path: "/users/@me/channels", bucket: "direct",
		body: map[string]string{"recipient_id": person}, createdID: &made.ID}
	if err := p.client.do(ctx, q, &made); err != nil {
		return "", p.sendError(ctx, place, err)
	}
	p.setDirect(ctx, person, direct{Channel: made.ID})
	return made.ID, nil
}

func directIn(user chat.UserID, notes map[string][]byte) (known direct) {
	if data, ok := notes[directNote+discordID(user)]; ok {
		_ = json.Unmarshal(data, &known)
	}
	return known
}

// Disclose implements chat.DataHolder.
func (p *Platform) Disclose(user chat.UserID, notes map[string][]byte) map[string]any {
	known := directIn(user, notes)
	if known == (direct{}) {
		return nil
	}
	return map[string]any{"directChannel": known.Channel, "closed": known.Closed}
}

// NamesIn returns the ID of the user's direct channel, for finding it in other notes.
func NamesIn(user chat.UserID, notes map[string][]byte) []string {
	if known := directIn(user, notes); known.Channel != "" {
		return []string{known.Channel}
	}
	return nil
}

// Forget implements chat.DataHolder.
func (p *Platform) Forget(_ context.Context, user chat.UserID, notes map[string][]byte) []string {
	p.people.directs.Delete(discordID(user))
	p.people.names.Delete(discordID(user))
	p.lines.Forget(discordID(user))
	names := NamesIn(user, notes)
	for _, channel := range names {
		p.calls.Forget(channel)
	}
	return names
}
