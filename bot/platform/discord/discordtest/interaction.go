package discordtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// How long Discord waits for an answer, how long a token lives, and how often
// a bot that a person has brought along may follow up.
const (
	answerTime   = 3 * time.Second
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

// interactions are what people do that the bot is told of and answers.
type interactions struct {
	*base
	chats   *chats
	pending map[string]*exchange // by token
}

// exchange is one interaction and what came of it.
type exchange struct {
	id      string
	person  *Person
	kind    int
	channel string
	pressed *Message
	at      time.Time

	answered int           // the type of the first answer
	done     chan struct{} // closed when there is nothing more to wait for
	lost     chan struct{} // closed when there may be no answer; see lose
	text     string        // what the person is told
	choices  []Choice
	promised int // the flags of the answer that shall come
	original *Message
	follows  int
}

// token is what the bot answers by.
func (e *exchange) token() string { return "aW50ZXJhY3Rpb24" + e.id }

// isForeign reports whether the bot is no member there.
func (e *exchange) isForeign() bool { return e.channel == Elsewhere }

// settle ends the waiting with what the person is told first. The server's lock
// must be held.
func (e *exchange) settle(text string) {
	if shut(e.done) {
		e.text = text
	}
}

// shut closes the channel; false if it is closed.
func shut(c chan struct{}) bool {
	select {
	case <-c:
		return false
	default:
		close(c)
		return true
	}
}

// lose notes that there may be no answer by the token, so that Discord's time for one counts.
// Where time isn't simulated a slow machine is no such reason.
func (is *interactions) lose(token string) {
	is.Lock()
	defer is.Unlock()
	if e, ok := is.pending[token]; ok {
		shut(e.lost)
	}
}

func (is *interactions) serveCallback(q ask) *answer {
	e, ok := is.pending[q.parts[2]]
	switch {
	case !ok || e.id != q.parts[1]:
		return refusal(http.StatusNotFound, 10062, "Unknown interaction").blaming("no such interaction")
	case is.opt.Memory && time.Since(e.at) > answerTime:
		return refusal(http.StatusNotFound, 10062, "Unknown interaction").blaming("answered after %v", time.Since(e.at))
	case e.answered != 0:
		return refusal(http.StatusBadRequest, 40060, "Interaction has already been acknowledged.")
	}
	var given struct {
		Type int             `json:"type"`
		Data json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(q.body, &given); err != nil {
		return invalid(err)
	}
	if err := is.answered(q, e, given.Type, given.Data); err != nil {
		return invalid(err)
	}
	e.answered = given.Type
	is.Signal()
	if q.query.Get("with_response") != "true" {
		return &answer{status: http.StatusNoContent}
	}
	resource := map[string]any{"type": given.Type}
	if e.original != nil {
		resource["message"] = e.original.asJSON()
	}
	return result(map[string]any{"interaction": map[string]any{"id": e.id, "type": e.kind}, "resource": resource})
}

// answered takes the first answer.
func (is *interactions) answered(q ask, e *exchange, kind int, data []byte) error {
	switch {
	case kind == 4 && e.kind != typeAutocomplete:
		b, err := is.chats.readMessage(q, data, false, nil)
		if err != nil {
			return err
		}
		m := is.reply(q, e, b)
		e.original = m
		e.settle(m.Text())
	case kind == 5 && e.kind == typeCommand:
		return e.deferred(data)
	case kind == 6 && e.pressed != nil:
		e.original = e.pressed
		e.settle("")
	case kind == 7 && e.pressed != nil:
		b, err := is.chats.readMessage(q, data, e.pressed.Flags&ComponentsV2 != 0, e.pressed.Attachments)
		if err != nil {
			return err
		}
		e.original = e.pressed
		b.hasComponents = true
		is.chats.rewrite(e.pressed, b)
		e.settle(e.pressed.Text())
	case kind == 9 && (e.kind == typeCommand || e.kind == typePress):
		w, err := readWindow(data)
		if err != nil {
			return err
		}
		w.from = e
		e.person.window = w
		e.settle("")
	case kind == 8 && e.kind == typeAutocomplete:
		return e.suggested(data)
	default:
		return fmt.Errorf("an answer of type %d to an interaction of type %d", kind, e.kind)
	}
	return nil
}

// deferred takes the promise of an answer: it has nothing but the flag that makes that private.
func (e *exchange) deferred(data []byte) error {
	var fields map[string]int
	if err := json.Unmarshal(data, &fields); err != nil {
		return err
	}
	e.promised = fields["flags"]
	if len(fields) > 1 || len(fields) == 1 && e.promised != Ephemeral {
		return fmt.Errorf("a deferred answer with more than the private flag")
	}
	return nil
}

func (e *exchange) suggested(data []byte) error {
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
		e.choices = append(e.choices, Choice{Label: c.Name, Value: value})
	}
	e.settle("")
	return nil
}

// reply keeps a message that answers. The lock must be held.
func (is *interactions) reply(q ask, e *exchange, b body) *Message {
	m := is.chats.newMessage(q, e.channel, b)
	if b.Flags&Ephemeral != 0 {
		m.Owner = e.person.ID
	}
	is.chats.add(m)
	return m
}

// byHook is the exchange whose token the request bears, if it still counts.
func (is *interactions) byHook(q ask) (*exchange, *answer) {
	e, ok := is.pending[q.parts[2]]
	if !ok || q.parts[1] != is.chats.app.id || e.answered == 0 {
		return nil, refusal(http.StatusNotFound, 10015, "Unknown Webhook").blaming("there is nothing to follow up")
	}
	if time.Since(e.at) > tokenLife {
		return nil, refusal(http.StatusUnauthorized, 50027, "Invalid Webhook Token").blaming("the token is %v old", time.Since(e.at))
	}
	return e, nil
}

func (is *interactions) serveFollowUp(q ask) *answer {
	e, no := is.byHook(q)
	if no != nil {
		return no
	}
	if e.follows++; e.isForeign() && e.follows > maxFollowUps {
		return refusal(http.StatusBadRequest, 40094, "Maximum number of follow up messages reached")
	}
	b, err := is.chats.readMessage(q, q.body, false, nil)
	if err != nil {
		return invalid(err)
	}
	if b.Nonce != nil {
		return invalid(fmt.Errorf("a nonce in a follow-up"))
	}
	m := is.reply(q, e, b)
	m.Pinged = pinged(b)
	e.settle(m.Text())
	return result(m.asJSON())
}

func (is *interactions) serveEdit(q ask) *answer {
	e, no := is.byHook(q)
	if no != nil {
		return no
	}
	m := is.chats.messages[e.channel+"/"+q.parts[4]]
	if q.parts[4] == "@original" {
		if e.original == nil && e.answered == 5 {
			e.original = is.reply(ask{}, e, body{Flags: e.promised})
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
