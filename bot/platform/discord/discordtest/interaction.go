package discordtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// Discord's deadline of the first response, the life of a token, and the most follow-ups in a chat
// without the bot.
const (
	responseTime = 3 * time.Second
	tokenLife    = 15 * time.Minute
	maxFollowUps = 5
)

// Types of interactions.
const (
	typeCommand      = 2
	typePress        = 3
	typeAutocomplete = 4
	typeSubmit       = 5
)

// Types of first responses to interactions.
const (
	respondMessage     = 4
	respondLater       = 5
	respondNothing     = 6
	respondUpdate      = 7
	respondSuggestions = 8
	respondWindow      = 9
)

// Contexts of interactions.
const (
	inServer  = 0
	inDirect  = 1
	inPrivate = 2 // a chat without the bot
)

// Types of channels.
const (
	channelText   = 0
	channelDirect = 1
	channelGroup  = 3
	channelThread = 11
)

// interactions holds the interactions of people, which the bot receives and responds to.
type interactions struct {
	*base
	chats   *chats
	pending map[string]*pendingInteraction // by token
}

func (is *interactions) serveCallback(q request) *response {
	e, ok := is.pending[q.parts[2]]
	switch {
	case !ok || e.id != q.parts[1]:
		return refusal(http.StatusNotFound, 10062, "Unknown interaction").withFault("no such interaction")
	case is.IsInMemory() && time.Since(e.at) > responseTime:
		return refusal(http.StatusNotFound, 10062, "Unknown interaction").withFault("answered after %v", time.Since(e.at))
	case e.responseType != 0:
		return refusal(http.StatusBadRequest, 40060, "Interaction has already been acknowledged.")
	}
	var given struct {
		Type int             `json:"type"`
		Data json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(q.body, &given); err != nil {
		return invalid(err)
	}
	if err := is.acceptResponse(q, e, given.Type, given.Data); err != nil {
		return invalid(err)
	}
	e.responseType = given.Type
	is.Signal()
	if q.query.Get("with_response") != "true" {
		return &response{status: http.StatusNoContent}
	}
	resource := map[string]any{"type": given.Type}
	if e.original != nil {
		resource["message"] = e.original.asJSON()
	}
	return success(map[string]any{"interaction": map[string]any{"id": e.id, "type": e.kind}, "resource": resource})
}

// acceptResponse accepts the first response.
func (is *interactions) acceptResponse(q request, e *pendingInteraction, kind int, data []byte) error {
	switch {
	case kind == respondMessage && e.kind != typeAutocomplete:
		b, err := is.chats.readMessage(q, data, false, nil)
		if err != nil {
			return err
		}
		m := is.addReply(q, e, b)
		e.original = m
		e.settle(m.Text())
	case kind == respondLater && e.kind == typeCommand:
		return e.acceptDeferral(data)
	case kind == respondNothing && e.pressed != nil:
		e.original = e.pressed
		e.settle("")
	case kind == respondUpdate && e.pressed != nil:
		b, err := is.chats.readMessage(q, data, e.pressed.Flags&ComponentsV2 != 0, e.pressed.Attachments)
		if err != nil {
			return err
		}
		e.original = e.pressed
		b.hasComponents = true
		is.chats.rewrite(e.pressed, b)
		e.settle(e.pressed.Text())
	case kind == respondWindow && (e.kind == typeCommand || e.kind == typePress):
		w, err := readWindow(data)
		if err != nil {
			return err
		}
		w.from = e
		e.person.window = w
		e.settle("")
	case kind == respondSuggestions && e.kind == typeAutocomplete:
		return e.acceptSuggestions(data)
	default:
		return fmt.Errorf("an answer of type %d to an interaction of type %d", kind, e.kind)
	}
	return nil
}

// acceptDeferral accepts the promise of a response. It may only have the flag for a private one.
func (p *pendingInteraction) acceptDeferral(data []byte) error {
	var fields map[string]int
	if err := json.Unmarshal(data, &fields); err != nil {
		return err
	}
	p.promisedFlags = fields["flags"]
	if len(fields) > 1 || len(fields) == 1 && p.promisedFlags != Ephemeral {
		return fmt.Errorf("a deferred answer with more than the private flag")
	}
	return nil
}

func (p *pendingInteraction) acceptSuggestions(data []byte) error {
	var list struct {
		Choices []struct {
			Name  string `json:"name"`
			Value any    `json:"value"`
		} `json:"choices"`
	}
	if err := json.Unmarshal(data, &list); err != nil || list.Choices == nil || len(list.Choices) > maxOptions {
		return fmt.Errorf("suggestions: %d, %w", len(list.Choices), err)
	}
	for _, c := range list.Choices {
		value := fmt.Sprint(c.Value)
		if c.Name == "" || len([]rune(c.Name)) > maxOption || value == "" || len([]rune(value)) > maxOption {
			return fmt.Errorf("suggestion %q %q", c.Name, c.Value)
		}
		p.choices = append(p.choices, Choice{Label: c.Name, Value: value})
	}
	p.settle("")
	return nil
}

// addReply adds a message that responds. The lock must be held.
func (is *interactions) addReply(q request, e *pendingInteraction, b body) *Message {
	m := is.chats.newMessage(q, e.channel, b)
	if b.Flags&Ephemeral != 0 {
		m.Owner = e.person.ID
	}
	is.chats.add(m)
	return m
}

// afterResponse lets serve answer requests with the token of an interaction that has its first response.
func (is *interactions) afterResponse(serve func(request, *pendingInteraction) *response) func(request) *response {
	return func(q request) *response {
		e, ok := is.pending[q.parts[2]]
		if !ok || q.parts[1] != is.chats.app.id || e.responseType == 0 {
			return refusal(http.StatusNotFound, 10015, "Unknown Webhook").withFault("there is nothing to follow up")
		}
		if time.Since(e.at) > tokenLife {
			return refusal(http.StatusUnauthorized, 50027, "Invalid Webhook Token").withFault("the token is %v old", time.Since(e.at))
		}
		return serve(q, e)
	}
}

func (is *interactions) serveFollowUp(q request, e *pendingInteraction) *response {
	if e.isForeign() && len(e.followUps) >= maxFollowUps {
		return refusal(http.StatusBadRequest, 40094, "Maximum number of follow up messages reached")
	}
	b, err := is.chats.readMessage(q, q.body, false, nil)
	if err != nil {
		return invalid(err)
	}
	if b.Nonce != nil {
		return invalid(fmt.Errorf("a nonce in a follow-up"))
	}
	m := is.addReply(q, e, b)
	m.Pinged = pingedBy(b)
	e.followUps = append(e.followUps, m)
	e.settle(m.Text())
	return success(m.asJSON())
}

func (is *interactions) serveEdit(q request, e *pendingInteraction) *response {
	m := is.chats.messages[e.channel+"/"+q.parts[4]]
	if q.parts[4] == "@original" {
		if e.original == nil && e.responseType == respondLater {
			e.original = is.addReply(request{}, e, body{Flags: e.promisedFlags})
		}
		m = e.original
	}
	if m == nil || m.deleted {
		return unknownMessage()
	}
	a := is.chats.change(q, m)
	e.settle(m.Text())
	return a
}

// pendingInteraction is an interaction and its responses.
type pendingInteraction struct {
	id      string
	person  *Person
	kind    int
	channel string
	pressed *Message
	at      time.Time

	responseType  int    // of the first response; 0 before
	settled       bool   // the person need not wait any longer
	unanswered    bool   // the bot may never respond; see markUnanswered
	text          string // for the person
	choices       []Choice
	promisedFlags int // the flags of the deferred response
	original      *Message
	followUps     []*Message
}

// token returns the token of the bot's responses.
func (p *pendingInteraction) token() string { return "aW50ZXJhY3Rpb24" + p.id }

// isForeign reports whether the bot is no member of the channel.
func (p *pendingInteraction) isForeign() bool { return p.channel == Elsewhere }

// settle ends the person's wait with a text. The first text counts. The server's lock must be held.
func (p *pendingInteraction) settle(text string) {
	if !p.settled {
		p.settled, p.text = true, text
	}
	p.person.s.Signal()
}

// markUnanswered notes that the bot may never respond, so that Discord's deadline counts. In real time a
// slow machine is no reason for that.
func (is *interactions) markUnanswered(token string) {
	is.Do(func() {
		if e, ok := is.pending[token]; ok {
			e.unanswered = true
		}
	})
}
