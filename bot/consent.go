package bot

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// What the others' consent is asked for.
const (
	askUndo  = ""      // a move is taken back
	askPause = "pause" // all clocks of the table stop
)

// consent is a request to take moves back that revealed something, or for a pause.
type consent struct {
	What string      `json:"what,omitempty"` // askUndo or askPause
	Seat engine.Seat `json:"seat"`           // who asks
	Rev  int64       `json:"rev"`            // the revision they asked at; its buttons answer no other request
	// Agreed are those who have said yes.
	Agreed engine.Seats `json:"agreed,omitempty"`
}

// denial is a request that another has refused, or passed over by doing something
// else, for who asked to read until they do something.
type denial struct {
	What string      `json:"what,omitempty"`
	Seat engine.Seat `json:"seat"` // who asked
	By   engine.Seat `json:"by"`   // who has refused
}

// unagreed are the people who have to agree to the request that is open, and
// haven't yet. The computer agrees to anything.
func (t *table) unagreed() engine.Seats {
	if t.Consent == nil {
		return 0
	}
	return t.people() &^ (t.Consent.Seat.Bit() | t.Consent.Agreed)
}

// asks says that somebody asks the seat's consent.
func (t *table) asks(seat engine.Seat) bool { return t.unagreed().Has(seat) }

// consentLine is the button that answers the request with the word.
func consentLine(t *table, word string) string {
	return fmt.Sprintf("consent %s %d %s", t.ID, t.Consent.Rev, word)
}

// answerConsent lets somebody have what they ask for, or not: "consent TABLE
// REVISION yes", or typed "consent yes". It is done once all have agreed. With "no"
// one's own request is taken back.
func (b *Bot) answerConsent(ctx context.Context, r *request) (Answer, error) {
	if len(r.args) == 1 {
		r.args = b.consentAsked(r)
	}
	if !keep.ValidCode(r.arg(0)) {
		return Answer{}, chat.Refuse("nobody-asks")
	}
	return b.whenSeated(ctx, chat.TableID(r.arg(0)), r, func(c *change, s engine.Seat) (Answer, error) {
		yes := b.lexicon.Yes(r.arg(2))
		mine := c.Consent != nil && c.Consent.Seat == s
		if !c.asks(s) && (!mine || yes) || r.arg(1) != strconv.FormatInt(c.Consent.Rev, 10) {
			return Answer{}, chat.Refuse("stale")
		}
		if yes {
			text, err := c.agree(s)
			return c.requested(text, err, r.t)
		}
		said := r.t.Say(c.Consent.verb() + ".refused")
		if mine {
			said = r.t.Say("consent.withdrawn")
		}
		c.passOver(s)
		return Answer{Alert: said}, nil
	})
}

// openRequest is the error of who asks for something while another's request is open.
type openRequest struct{ *consent }

func (openRequest) Error() string { return "bot: another request is open" }

// ask asks the others' consent for the seat, and returns the text that tells what has
// become of that. Asking for what another has asked for agrees to it; one request is
// open at a time.
func (t *table) ask(s engine.Seat, what string) (text string, err error) {
	switch open := t.Consent; {
	case open == nil:
		t.Consent, t.Denied = &consent{Seat: s, Rev: t.Rev, What: what}, nil
	case what == askPause && open.What == askPause && t.asks(s):
		return t.agree(s)
	case open.Seat == s && open.What != what:
		return "", chat.Refuse("asked-yourself")
	case open.Seat != s:
		return "", openRequest{open}
	}
	return t.Consent.verb() + ".asked", nil
}

// agree lets the seat agree to the open request. Once all have, what was asked for
// is done. It returns the text that tells of that.
func (t *table) agree(s engine.Seat) (text string, err error) {
	agreed := *t.Consent // the table that is changed is a copy; its request isn't
	agreed.Agreed |= s.Bit()
	if t.Consent = &agreed; t.unagreed() != 0 {
		return agreed.verb() + ".agreed", nil
	}
	t.Consent = nil
	if agreed.What == askPause {
		t.Paused = true
	} else {
		err = t.takeBack(agreed.Seat)
	}
	return agreed.verb() + ".done", err
}

// requested is the answer to who has asked for something, or agreed to it.
func (c *change) requested(text string, err error, w *words.Tongue) (Answer, error) {
	if open, is := errors.AsType[openRequest](err); is {
		err = chat.Refuse("asked-already-"+open.verb(), "Name", view{table: c.table}.names(w)[open.Seat])
	}
	if err != nil {
		return Answer{}, err
	}
	return Answer{Alert: w.Say(text)}, nil
}

// consentAsked completes a typed consent with the table and the request that it
// must be meant for: another's, or with "no" the person's own. It is nil if there is
// none.
func (b *Bot) consentAsked(r *request) []string {
	t := b.consentWhere(r, (*table).asks)
	if t == nil && !b.lexicon.Yes(r.arg(0)) {
		t = b.consentWhere(r, func(t *table, s engine.Seat) bool { return t.Consent != nil && t.Consent.Seat == s })
	}
	if t == nil {
		return nil
	}
	return []string{string(t.ID), strconv.FormatInt(t.Consent.Rev, 10), r.arg(0)}
}

// consentWhere is the first of the person's tables, of those where the request is made
// before others, of whose seat that is true; nil if there is none.
func (b *Bot) consentWhere(r *request, is func(*table, engine.Seat) bool) *table {
	return b.nearestWhere(r, func(t *table) bool { return is(t, t.seatOf(r.person.who())) })
}

// dropUndo ends a request to take something back, for the seat goes on: that refuses
// another's. What the seat is told of a refusal of its own it has read by then.
func (t *table) dropUndo(by engine.Seat) {
	if t.Denied != nil && t.Denied.Seat == by {
		t.Denied = nil
	}
	if t.Consent != nil && t.Consent.What == askUndo {
		t.passOver(by)
	}
}

// passOver ends the open request, if there is one, by what the seat does instead.
func (t *table) passOver(by engine.Seat) {
	if t.Consent != nil && t.Consent.Seat != by {
		t.Denied = &denial{What: t.Consent.What, Seat: t.Consent.Seat, By: by}
	}
	t.Consent = nil
}

// verb begins the ids of the texts about the request.
func (c *consent) verb() string { return requestVerb(c.What) }

// requestVerb is consent.verb for what is asked for.
func requestVerb(what string) string {
	if what == askUndo {
		return "undo"
	}
	return what
}
