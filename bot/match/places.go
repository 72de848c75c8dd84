package match

import (
	"cmp"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/engine"
)

// Places are where a table is shown: boards in chats, and panels in private.
type Places struct{ t *Table }

// PlacesOf returns the table's places.
func PlacesOf(t *Table) Places { return Places{t} }

// AddBoard gives the table a board in the chat, which belongs to the space.
func (p Places) AddBoard(at, space chat.ChatID) {
	place := chat.Place{Chat: at}
	p.t.Messages.Add(place, engine.Nobody)
	if m := p.t.Messages.In(place); at != p.t.Chat {
		m.Space = space
	}
}

// AddPanels gives each identity of the person that has none a panel, and says
// whether there was such a one.
func (p Places) AddPanels(who Participant) (given bool) {
	for _, x := range who.Identities() {
		if at := (chat.Place{User: x.User}); p.t.Messages.In(at) == nil {
			p.t.Messages.Add(at, p.t.Chairs.SeatOf(who))
			given = true
		}
	}
	return given
}

// MovePanel brings the panel of the person's seat along to the identity that they
// are heard through now. Where they were before it stays, and is kept up to date.
func (p Places) MovePanel(who Participant, user chat.UserID) {
	if p.IsHeardElsewhere(who, user) {
		s := p.t.Chairs.SeatOf(who)
		p.t.Chairs[s].Via, p.t.Chairs[s].AcknowledgedCall = user, p.t.Chairs[s].Call
		if p.t.Stage == Playing {
			p.t.Messages.Add(chat.Place{User: user}, s)
		}
	}
}

// MoveChat moves the table's messages. New ones take the place of those of the old chat,
// which nobody can change any more, but not for what is over and has been shown.
func (p Places) MoveChat(from, to chat.ChatID) {
	p.t.Chat, p.t.Space = p.t.Chat.MovedFrom(from, to), p.t.Space.MovedFrom(from, to)
	var messages []Message
	for _, m := range p.t.Messages {
		place := chat.Place{Chat: m.Place.Chat.MovedFrom(from, to), User: m.Place.User}
		switch {
		case place == m.Place:
			messages = append(messages, m)
		case p.t.Messages.In(place) != nil: // it is shown there already
		case p.t.IsActive() || m.Shown < p.t.Rev:
			messages = append(messages, Message{Place: place, Space: m.Space.MovedFrom(from, to), Seat: m.Seat})
		}
	}
	p.t.Messages = messages
}

// IsHeardElsewhere says that the person was last heard at their seat through another
// identity than the user.
func (p Places) IsHeardElsewhere(who Participant, user chat.UserID) bool {
	s := p.t.Chairs.SeatOf(who)
	return s != engine.Nobody && (p.t.Stage == Playing || p.t.Stage == Finished) && user != cmp.Or(p.t.Chairs[s].Via, p.t.Chairs[s].User)
}

// SpaceOf is the server or group that the message stands in; "" of one in private.
func (p Places) SpaceOf(m Message) chat.ChatID {
	if m.Place.Chat != "" && m.Place.Chat == p.t.Chat {
		return p.t.Space
	}
	return m.Space
}

// Scopes are where the table's match counts besides everywhere: wherever it has had
// its board, where it began first. In what counts they are looked up by standing.Standings.
func (p Places) Scopes() []chat.ChatID {
	all := []chat.ChatID{p.t.Space}
	for _, m := range p.t.Messages {
		all = append(all, m.Space)
	}
	return slices.DeleteFunc(all, func(x chat.ChatID) bool { return x == "" })
}

// Dismiss lets the private message of somebody who doesn't belong to the table
// any more say so, and change no more after that.
func (p Places) Dismiss(user chat.UserID) {
	if m := p.t.Messages.In(chat.Place{User: user}); m != nil {
		m.Last = p.t.Rev + 1
	}
}

// dismissAll lets the readers of such messages belong to the table no more: they say so.
func (p Places) dismissAll(such func(Message) bool) {
	for i := range p.t.Messages {
		if m := &p.t.Messages[i]; such(*m) {
			m.Seat, m.Last = engine.Nobody, p.t.Rev+1
		}
	}
}
