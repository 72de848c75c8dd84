package discord

import (
	"context"
	"encoding/json"
	"fmt"

	"tarockbot/bot/cache"
	"tarockbot/bot/chat"
)

// directs remembers how people are reached in private, and who can't be.
type directs struct {
	cache.Map[string, direct] // by person
	rest                      *client
	notes                     chat.Notes
}

// direct is a person's direct channel as the notes keep it.
type direct struct {
	Channel string `json:"channel,omitempty"`
	Closed  bool   `json:"closed,omitempty"` // Discord has refused us; nothing is sent until they are heard of there
}

// look is what is known of the person's direct channel.
func (d *directs) look(ctx context.Context, person string) direct {
	known, ok := d.Get(person)
	if ok {
		return known
	}
	data, err := d.notes.Read(ctx, "direct/"+person)
	if err != nil {
		return direct{}
	}
	_ = json.Unmarshal(data, &known) // what can't be read is asked for anew
	d.Put(person, known)
	return known
}

// change notes what is known now, if it is news.
func (d *directs) change(ctx context.Context, person string, now direct) {
	if person == "" || d.look(ctx, person) == now {
		return
	}
	d.Put(person, now)
	data, err := json.Marshal(now)
	if err == nil {
		_ = d.notes.Write(ctx, "direct/"+person, data) // a lost note is found out again
	}
}

// opened notes that the person was heard of in the channel. True: they were
// thought to be closed.
func (d *directs) opened(ctx context.Context, person, channel string) bool {
	if !isSnowflake(channel) {
		return false
	}
	was := d.look(ctx, person)
	d.change(ctx, person, direct{Channel: channel})
	return was.Closed
}

// reached notes that a message has arrived.
func (d *directs) reached(ctx context.Context, person string) {
	d.change(ctx, person, direct{Channel: d.look(ctx, person).Channel})
}

// refused notes that Discord lets no message through.
func (d *directs) refused(ctx context.Context, person string) {
	d.change(ctx, person, direct{Channel: d.look(ctx, person).Channel, Closed: true})
}

// failed is what it means that nothing could be sent to the place.
func (d *directs) failed(ctx context.Context, place chat.Place, err error) error {
	if hasCode(err, closedCodes...) {
		d.refused(ctx, bare(place.User))
	}
	return portError(err)
}

// channelOf is the channel of the place; a direct one is opened once.
func (d *directs) channelOf(ctx context.Context, place chat.Place) (string, error) {
	if place.User == "" {
		if id := bare(place.Chat); id != "" {
			return id, nil
		}
		return "", fmt.Errorf("discord: no channel %.40q: %w", place.Chat, chat.ErrBlocked)
	}
	person := bare(place.User)
	known := d.look(ctx, person)
	switch {
	case person == "" || known.Closed:
		return "", fmt.Errorf("discord: closed to direct messages: %w", chat.ErrBlocked)
	case known.Channel != "":
		return known.Channel, nil
	}
	var made struct {
		ID string `json:"id"`
	}
	q := call{name: "open a direct channel", method: "POST", path: "/users/@me/channels", limit: "direct",
		body: map[string]string{"recipient_id": person}}
	if err := d.rest.do(ctx, q, &made); err != nil {
		return "", d.failed(ctx, place, err)
	}
	if !isSnowflake(made.ID) {
		return "", fmt.Errorf("discord: open a direct channel: the answer has no id")
	}
	d.change(ctx, person, direct{Channel: made.ID})
	return made.ID, nil
}
