package discordtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// Discord documents these limits; maxFollowUps is for chats without the bot.
const (
	responseTime = 3 * time.Second
	tokenLife    = 15 * time.Minute
	maxFollowUps = 5
)

const (
	typeCommand      = 2
	typePress        = 3
	typeAutocomplete = 4
	typeSubmit       = 5
)

const (
	respondMessage     = 4
	respondLater       = 5
	respondNothing     = 6
	respondUpdate      = 7
	respondSuggestions = 8
	respondWindow      = 9
)

const (
	inServer  = 0
	inDirect  = 1
	inPrivate = 2 // a chat without the bot
)

const (
	channelText   = 0
	channelDirect = 1
	channelGroup  = 3
	channelThread = 11
)

type interactions struct {
	*shared
	chats   *chats
	pending map[string]*pendingInteraction // by token
}

func (is *interactions) serveCallback(q request) *response {
	i, ok := is.pending[q.parts[2]]
	switch {
	case !ok || i.id != q.parts[1]:
		return refusal(http.StatusNotFound, 10062, "Unknown interaction").withComplaint("no such interaction")
	case is.IsInMemory() && time.Since(i.at) > responseTime:
		return refusal(http.StatusNotFound, 10062, "Unknown interaction").withComplaint("answered after %v", time.Since(i.at))
	case i.responseType != 0:
		return refusal(http.StatusBadRequest, 40060, "Interaction has already been acknowledged.")
	}
	var given struct {
		Type int             `json:"type"`
		Data json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(q.body, &given); err != nil {
		return invalid(err)
	}
	if err := is.acceptResponse(q, i, given.Type, given.Data); err != nil {
		return invalid(err)
	}
	i.responseType = given.Type
	is.Signal()
	if q.query.Get("with_response") != "true" {
		return &response{status: http.StatusNoContent}
	}
	resource := map[string]any{"type": given.Type}
	if i.original != nil {
		resource["message"] = i.original.asJSON()
	}
	return success(map[string]any{"interaction": map[string]any{"id": i.id, "type": i.kind}, "resource": resource})
}

func (is *interactions) acceptResponse(q request, i *pendingInteraction, kind int, data []byte) error {
	switch {
	case kind == respondMessage && i.kind != typeAutocomplete:
		return is.acceptMessage(q, i, data)
	case kind == respondLater && i.kind == typeCommand:
		return i.acceptDeferral(data)
	case kind == respondNothing && i.pressed != nil:
		i.acceptNothing()
		return nil
	case kind == respondUpdate && i.pressed != nil:
		return is.acceptUpdate(q, i, data)
	case kind == respondWindow && (i.kind == typeCommand || i.kind == typePress):
		return i.acceptWindow(data)
	case kind == respondSuggestions && i.kind == typeAutocomplete:
		return i.acceptSuggestions(data)
	}
	return fmt.Errorf("an answer of type %d to an interaction of type %d", kind, i.kind)
}

func (i *pendingInteraction) acceptNothing() {
	i.original = i.pressed
	i.settle("")
}

func (is *interactions) acceptMessage(q request, i *pendingInteraction, data []byte) error {
	d, err := is.chats.readMessage(q, data, false, nil)
	if err != nil {
		return err
	}
	i.original = is.addResponse(q, i, d)
	i.settle(i.original.Text())
	return nil
}

func (is *interactions) acceptUpdate(q request, i *pendingInteraction, data []byte) error {
	d, err := is.chats.readMessage(q, data, i.pressed.Flags&ComponentsV2 != 0, i.pressed.Attachments)
	if err != nil {
		return err
	}
	i.original = i.pressed
	d.hasComponents = true
	is.chats.rewrite(i.pressed, d)
	i.settle(i.pressed.Text())
	return nil
}

func (i *pendingInteraction) acceptWindow(data []byte) error {
	w, err := readWindow(data)
	if err != nil {
		return err
	}
	w.from = i
	i.person.window = w
	i.settle("")
	return nil
}

func (i *pendingInteraction) acceptDeferral(data []byte) error {
	var fields map[string]int
	if err := json.Unmarshal(data, &fields); err != nil {
		return err
	}
	i.promisedFlags = fields["flags"]
	if len(fields) > 1 || len(fields) == 1 && i.promisedFlags != ephemeral {
		return errors.New("a deferred answer with more than the private flag")
	}
	return nil
}

func (i *pendingInteraction) acceptSuggestions(data []byte) error {
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
		i.choices = append(i.choices, Choice{Label: c.Name, Value: value})
	}
	i.settle("")
	return nil
}

func (is *interactions) addResponse(q request, i *pendingInteraction, d draft) *Message {
	m := is.chats.newMessage(q, i.channel, d)
	if d.Flags&ephemeral != 0 {
		m.Owner = i.person.ID
	}
	is.chats.add(m)
	return m
}

func (is *interactions) afterResponse(serve func(request, *pendingInteraction) *response) func(request) *response {
	return func(q request) *response {
		i, ok := is.pending[q.parts[2]]
		if !ok || q.parts[1] != is.chats.app.id || i.responseType == 0 {
			return refusal(http.StatusNotFound, 10015, "Unknown Webhook").withComplaint("a follow-up without an interaction")
		}
		if time.Since(i.at) > tokenLife {
			return refusal(http.StatusUnauthorized, 50027, "Invalid Webhook Token").withComplaint("the token is %v old", time.Since(i.at))
		}
		return serve(q, i)
	}
}

func (is *interactions) serveFollowUp(q request, i *pendingInteraction) *response {
	if i.isForeign() && len(i.followUps) >= maxFollowUps {
		return refusal(http.StatusBadRequest, 40094, "Maximum number of follow up messages reached")
	}
	d, err := is.chats.readMessage(q, q.body, false, nil)
	if err != nil {
		return invalid(err)
	}
	if d.Nonce != nil {
		return invalid(errors.New("a nonce in a follow-up"))
	}
	m := is.addResponse(q, i, d)
	m.Pinged = pingedBy(d)
	i.followUps = append(i.followUps, m)
	i.settle(m.Text())
	return success(m.asJSON())
}

func (is *interactions) serveEdit(q request, i *pendingInteraction) *response {
	m := is.chats.messages[i.channel+"/"+q.parts[4]]
	if q.parts[4] == "@original" {
		if i.original == nil && i.responseType == respondLater {
			i.original = is.addResponse(request{}, i, draft{Flags: i.promisedFlags})
		}
		m = i.original
	}
	if m == nil || m.deleted {
		return unknownMessage()
	}
	resp := is.chats.change(q, m)
	i.settle(m.Text())
	return resp
}

type pendingInteraction struct {
	id      string
	person  *Person
	kind    int
	channel string
	pressed *Message
	at      time.Time

	responseType  int // 0 before the first response
	settled       bool
	unanswered    bool // the bot may never respond; see markUnanswered
	text          string
	choices       []Choice
	promisedFlags int
	original      *Message
	followUps     []*Message
}

func (i *pendingInteraction) token() string { return "aW50ZXJhY3Rpb24" + i.id }

func (i *pendingInteraction) isForeign() bool { return i.channel == GroupChat }

// settle ends the person's wait. The first text counts. The lock must be held.
func (i *pendingInteraction) settle(text string) {
	if !i.settled {
		i.settled, i.text = true, text
	}
	i.person.s.Signal()
}

// markUnanswered makes Discord's deadline apply, because the bot may never respond. A slow bot has no deadline.
func (is *interactions) markUnanswered(token string) {
	is.Do(func() {
		if i, ok := is.pending[token]; ok {
			i.unanswered = true
		}
	})
}
