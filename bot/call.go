package bot

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// call is whom the message calls; nil: nobody.
func (b *Bot) call(t *match.Table, m match.Message, w *words.Tongue) *Call {
	called, text := m, Line(nil)
	if m.Place.Chat != "" {
		o, found := b.calledIn(t, m.Place)
		if !found {
			return nil
		}
		called, text = o, Line{{Text: w.Say("calls.here", "Code", string(t.ID))}}
	} else if !t.Wants(m) || !b.facts.ToldAt(t, m) {
		return nil
	}
	s := t.Callee(called)
	if text == nil && t.Stage == match.Playing && b.listed(t, s, m.Place) {
		return nil
	}
	if text == nil {
		text = b.callText(t, s, w)
	}
	number, told := t.Chairs[s].Call, t.Chairs[s].Told
	until, held := b.heldBack(t, s)
	return &Call{Thread: callThread(t.ID, s), Number: number, User: called.Place.User, Text: text,
		News: !t.WaitsFor(called), Quiet: number <= told || held || b.quiet(called.Place.User), Held: held && number > told, Until: until}
}

// callThread is what the calls of the seat belong to.
func callThread(id chat.TableID, s engine.Seat) string { return fmt.Sprintf("%s.%d", id, s) }

// calledSeat is the seat whose call it is; Nobody if it isn't a seat's.
func calledSeat(c *Call) engine.Seat {
	_, seat, _ := strings.Cut(c.Thread, ".")
	if n, err := strconv.Atoi(seat); err == nil {
		return engine.Seat(n)
	}
	return engine.Nobody
}

// calledIn is the private message whose reader, who can't be reached there, is called
// in the chat: one at a time, who isn't there first, and only in one of the chats that
// show the table, rather where they were seen.
func (b *Bot) calledIn(t *match.Table, place Place) (called match.Message, found bool) {
	var best time.Time
	for _, m := range b.facts.Unreached(t) {
		if m.Place.Platform() != place.Platform() || !t.WaitsFor(m) {
			continue
		}
		until, held := b.heldBack(t, t.Callee(m))
		switch {
		case !held:
			until = time.Time{}
		case until.IsZero():
			until = endOfTime
		}
		if !found || until.Before(best) {
			called, best, found = m, until, true
		}
	}
	return called, found && b.chatOf(t, called.Place.User) == place.Chat
}

// endOfTime is after all times.
var endOfTime = time.Unix(1<<40, 0)

// chatOf is the chat in which the user is called at the table: of those that show it on
// their platform the first in which they did something lately, or else the first.
func (b *Bot) chatOf(t *match.Table, user UserID) (chat ChatID) {
	for _, m := range t.Messages {
		if m.Place.Chat == "" || m.Lost || m.Place.Platform() != user.Platform() {
			continue
		}
		if slices.ContainsFunc(b.people.Crowd.In(m.Place.Chat), func(x people.Member) bool { return x.User == user }) {
			return m.Place.Chat
		}
		chat = cmp.Or(chat, m.Place.Chat)
	}
	return chat
}

// quiet says that the person doesn't want to be called at this hour.
func (b *Bot) quiet(user UserID) bool { return !b.people.QuietUntil(b.facts.CallsTo(user)).IsZero() }

// callText is by which words the seat is called in private.
func (b *Bot) callText(t *match.Table, s engine.Seat, w *words.Tongue) Line {
	c, until := t.Chairs[s], (*Span)(nil)
	if c.Timer.On != "" && c.Reminded != match.TimeUp && !b.clock.IsLost(c.Timer.On) {
		at := b.moment(b.cfg.Now().Add(c.Timer.Remaining(b.facts)), t.Setup.Pace == match.LivePace, b.facts.CallsTo(c.User), w)
		until = &at
	}
	return pages.View{Table: t}.CalledTo(s, until, w)
}
