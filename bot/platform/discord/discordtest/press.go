package discordtest

import (
	"context"
	"fmt"
	"strings"
	"time"

	"tarockbot/bot/platform/double"
	"tarockbot/bot/platform/platformtest"
)

// Pressed is a press that awaits its response.
type Pressed struct {
	interaction *pendingInteraction
	data        map[string]any
}

// Press presses a control and waits for the response. The values are for a select.
func (p *Person) Press(ctx context.Context, c platformtest.Control, values ...string) (string, error) {
	if len(c.Values)+len(c.Fixed) > 0 && (len(values) < c.Min || len(values) > c.Max) {
		return "", fmt.Errorf("discordtest: %d values of %d to %d", len(values), c.Min, c.Max)
	}
	p.s.TakeMoment()
	return p.Start(c, values...).Wait(ctx)
}

// Start presses without waiting for the response.
func (p *Person) Start(c platformtest.Control, values ...string) Pressed {
	data := map[string]any{"custom_id": c.ID, "component_type": kindButton}
	if len(c.Values)+len(c.Fixed) > 0 {
		data["component_type"], data["values"] = kindSelect, append([]string{}, values...)
	}
	p.s.Lock()
	m, ok := p.s.chats.messages[c.Message]
	p.s.Unlock()
	if !ok {
		m = &Message{ID: "1", Channel: p.Home} // a person may press a deleted message
	}
	pressed := Pressed{p.newInteraction(typePress, m.Channel, m), data}
	pressed.Redeliver()
	return pressed
}

// ID returns the bot's ID of the interaction.
func (press Pressed) ID() string { return "discord:" + press.interaction.id }

// Redeliver delivers the press once more.
func (press Pressed) Redeliver() { press.interaction.person.deliver(press.interaction, press.data) }

// Wait waits for the private response and returns its text.
func (press Pressed) Wait(ctx context.Context) (string, error) { return press.interaction.wait(ctx) }

// FollowUp returns the text of later responses.
func (press Pressed) FollowUp() string {
	return double.Locked(press.interaction.person.s, func() string {
		var text strings.Builder
		for _, m := range press.interaction.followUps {
			text.WriteString(m.Text())
		}
		return text.String()
	})
}

func (p *Person) newInteraction(kind int, channel string, pressed *Message) *pendingInteraction {
	p.s.Lock()
	defer p.s.Unlock()
	i := &pendingInteraction{id: p.s.newID(), person: p, kind: kind, channel: channel, pressed: pressed,
		at: time.Now(), unanswered: p.s.IsInMemory()}
	p.s.interactions.pending[i.token()] = i
	return i
}

func (p *Person) interact(ctx context.Context, i *pendingInteraction, data map[string]any) (string, error) {
	p.deliver(i, data)
	return i.wait(ctx)
}

func (p *Person) deliver(i *pendingInteraction, data map[string]any) {
	if !p.s.Gateway.Dispatch("INTERACTION_CREATE", p.eventJSON(i, data)) {
		p.s.interactions.markUnanswered(i.token())
	}
}

func (p *Person) eventJSON(i *pendingInteraction, data map[string]any) map[string]any {
	p.s.Lock()
	defer p.s.Unlock()
	d := map[string]any{"id": i.id, "application_id": p.s.App.id, "type": i.kind, "token": i.token(), "version": 1,
		"locale": p.Locale, "channel_id": i.channel, "data": data, "entitlements": []any{},
		"app_permissions":                p.s.chats.permissionsIn(i.channel),
		"authorizing_integration_owners": map[string]string{"0": Guild}}
	if i.pressed != nil {
		d["message"] = i.pressed.asJSON()
	}
	if i.isForeign() {
		d["context"], d["user"], d["channel"] = inPrivate, p.user(), map[string]any{"id": i.channel, "type": channelGroup}
		d["authorizing_integration_owners"] = map[string]string{"1": p.ID}
		return d
	}
	if !p.s.chats.channels[i.channel] {
		d["context"], d["user"], d["channel"] = inDirect, p.user(), map[string]any{"id": i.channel, "type": channelDirect}
		d["authorizing_integration_owners"] = map[string]string{"0": "0"}
		return d
	}
	d["context"], d["guild_id"], d["guild_locale"] = inServer, Guild, "en-US"
	d["channel"] = map[string]any{"id": i.channel, "type": channelText, "guild_id": Guild}
	d["member"] = map[string]any{"user": p.user(), "nick": nil, "roles": []any{}, "permissions": p.permissions(),
		"deaf": false, "mute": false, "joined_at": joined, "flags": 0, "pending": false, "avatar": nil}
	return d
}

// wait gives a bot that may never respond until Discord's deadline.
func (i *pendingInteraction) wait(ctx context.Context) (string, error) {
	s := i.person.s
	if err := s.Await(ctx, func() bool { return i.settled || i.unanswered }); err != nil {
		return "", err
	}
	patient, cancel := context.WithTimeout(ctx, responseTime)
	defer cancel()
	_ = s.Await(patient, func() bool { return i.settled })
	if ctx.Err() == nil && double.Locked(s, func() bool { return i.responseType == 0 }) {
		return "", fmt.Errorf("discordtest: this interaction failed: %w", platformtest.ErrUnanswered)
	}
	if err := s.Await(ctx, func() bool { return i.settled }); err != nil {
		return "", fmt.Errorf("discordtest: a deferred answer never came: %w", err)
	}
	return double.Locked(s, func() string { return i.text }), nil
}
