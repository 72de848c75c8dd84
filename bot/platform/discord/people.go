package discord

import (
	"context"
	"encoding/json"
	"fmt"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/cache"
)

// people stores names, to name a friend whom the bot hasn't met, and direct channels, open or closed.
type people struct {
	names   cache.Map[string, knownName]
	directs cache.Map[string, direct]
	client  *client
	notes   chat.Notes
}

// knownName is the name of a person or a program.
type knownName struct {
	name string
	bot  bool
}

// record stores the names in an interaction.
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

// find returns the person with the id of a command's user option. It returns false for programs, which
// don't play.
func (p *people) find(ctx context.Context, mention string) (chat.UserID, string, bool) {
	if !isSnowflake(mention) {
		return "", "", false
	}
	if k, ok := p.names.Get(mention); ok {
		return userID(mention), k.name, !k.bot
	}
	var u user
	q := request{name: "ask for a name", method: "GET", path: "/users/" + mention, bucket: "users"}
	if err := p.client.do(ctx, q, &u); err != nil || u.ID != mention {
		return "", "", false
	}
	return userID(mention), u.name(""), !u.Bot
}

// directNote is the prefix of notes of direct channels.
const directNote = "direct/"

// direct is a person's direct channel in the notes.
type direct struct {
	Channel string `json:"channel,omitempty"`
	Closed  bool   `json:"closed,omitempty"` // Discord has refused a message; nothing is sent until the person writes there
}

// directOf returns what is known of the person's direct channel.
func (p *people) directOf(ctx context.Context, person string) direct {
	known, ok := p.directs.Get(person)
	if ok {
		return known
	}
	data, err := p.notes.Read(ctx, directNote+person)
	if err != nil {
		return direct{}
	}
	_ = json.Unmarshal(data, &known) // an unreadable note is requested again
	p.directs.Put(person, known)
	return known
}

// setDirect stores the direct channel if it has changed.
func (p *people) setDirect(ctx context.Context, person string, now direct) {
	if person == "" || p.directOf(ctx, person) == now {
		return
	}
	p.directs.Put(person, now)
	if data, err := json.Marshal(now); err == nil {
		_ = p.notes.Write(ctx, directNote+person, data) // a lost note is only requested again
	}
}

// recordOpened records that the person wrote in the channel. It returns true if the channel was thought closed.
func (p *people) recordOpened(ctx context.Context, person, channel string) bool {
	if !isSnowflake(channel) {
		return false
	}
	was := p.directOf(ctx, person)
	p.setDirect(ctx, person, direct{Channel: channel})
	return was.Closed
}

// recordReached records whether Discord has delivered a message to the person.
func (p *people) recordReached(ctx context.Context, person string, yes bool) {
	p.setDirect(ctx, person, direct{p.directOf(ctx, person).Channel, !yes})
}

// sendError returns the port's error of a failed send, and records a closed direct channel.
func (p *people) sendError(ctx context.Context, place chat.Place, err error) error {
	if hasCode(err, closedCodes...) {
		p.recordReached(ctx, bare(place.User), false)
	}
	return portError(err)
}

// editError is sendError for an edit. A message that can't get the new form must be posted again.
func (p *people) editError(ctx context.Context, place chat.Place, err error) error {
	if hasCode(err, codeInvalidForm) {
		return fmt.Errorf("%w: %w", chat.ErrGone, err)
	}
	return p.sendError(ctx, place, err)
}

// channelOf returns the channel of the place. It opens a direct channel once.
func (p *people) channelOf(ctx context.Context, place chat.Place) (string, error) {
	if place.User == "" {
		if id := bare(place.Chat); id != "" {
			return id, nil
		}
		return "", fmt.Errorf("discord: no channel %.40q: %w", place.Chat, chat.ErrBlocked)
	}
	person := bare(place.User)
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

// directIn returns the person's direct channel in notes.
func directIn(user chat.UserID, notes map[string][]byte) (known direct) {
	if data, ok := notes[directNote+bare(user)]; ok {
		_ = json.Unmarshal(data, &known) // an unreadable note counts as none
	}
	return known
}

// Recall implements chat.Remembers.
func (p *Platform) Recall(user chat.UserID, notes map[string][]byte) map[string]any {
	known := directIn(user, notes)
	if known == (direct{}) {
		return nil
	}
	return map[string]any{"directChannel": known.Channel, "closed": known.Closed}
}

// NamesIn returns the user's names in other notes: the direct channel's id, which belongs to one person.
func NamesIn(user chat.UserID, notes map[string][]byte) []string {
	if known := directIn(user, notes); known.Channel != "" {
		return []string{known.Channel}
	}
	return nil
}

// Forget implements chat.Remembers.
func (p *Platform) Forget(_ context.Context, user chat.UserID, notes map[string][]byte) []string {
	p.people.directs.Delete(bare(user))
	p.people.names.Delete(bare(user))
	p.lines.Forget(bare(user))
	names := NamesIn(user, notes)
	for _, channel := range names {
		p.calls.Forget(channel)
	}
	return names
}
