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

// exchange is one interaction and what came of it.
type exchange struct {
	id, token string
	person    *Person
	kind      int
	channel   string
	pressed   *Message
	foreign   bool // the bot is no member there
	at        time.Time

	answered int // the type of the first answer
	settled  bool
	done     chan struct{} // closed when there is nothing more to wait for
	isLost   bool
	lost     chan struct{} // closed when there may be no answer; see lose
	text     string
	choices  []Choice
	private  bool // the answer that was promised
	original *Message
	follows  int
}

// settle ends the waiting with what the person is told first. The server's lock
// must be held.
func (e *exchange) settle(text string) {
	if !e.settled {
		e.settled, e.text = true, text
		close(e.done)
	}
}

// lose notes that there may be no answer, so that Discord's time for one counts. Where time
// isn't simulated a slow machine is no such reason. The server's lock must be held.
func (e *exchange) lose() {
	if !e.isLost {
		e.isLost = true
		close(e.lost)
	}
}

func (rs requests) serveCallback(q ask) answer {
	e, ok := rs.s.pending[q.parts[2]]
	switch {
	case !ok || e.id != q.parts[1]:
		rs.s.complainLocked("%s: no such interaction", q.name())
		return refusal(http.StatusNotFound, 10062, "Unknown interaction")
	case rs.s.opt.Memory && time.Since(e.at) > answerTime:
		rs.s.complainLocked("%s: answered after %v", q.name(), time.Since(e.at))
		return refusal(http.StatusNotFound, 10062, "Unknown interaction")
	case e.answered != 0:
		return refusal(http.StatusBadRequest, 40060, "Interaction has already been acknowledged.")
	}
	var given struct {
		Type int             `json:"type"`
		Data json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(q.body, &given); err != nil {
		return rs.invalid(q, err)
	}
	if err := rs.answered(q, e, given.Type, given.Data); err != nil {
		return rs.invalid(q, err)
	}
	e.answered = given.Type
	rs.s.signal()
	if q.query.Get("with_response") != "true" {
		return answer{status: http.StatusNoContent}
	}
	resource := map[string]any{"type": given.Type}
	if e.original != nil {
		resource["message"] = e.original.asJSON()
	}
	return answer{http.StatusOK, map[string]any{"interaction": map[string]any{"id": e.id, "type": e.kind}, "resource": resource}}
}

// answered takes the first answer.
func (rs requests) answered(q ask, e *exchange, kind int, data []byte) error {
	switch {
	case kind == 4 && e.kind != typeAutocomplete:
		b, err := rs.readMessage(q, data, false, nil)
		if err != nil {
			return err
		}
		m := rs.reply(q, e, b)
		e.original = m
		e.settle(m.Text())
	case kind == 5 && e.kind == typeCommand:
		private, err := onlyFlags(data)
		e.private = private
		return err
	case kind == 6 && e.pressed != nil:
		e.original = e.pressed
		e.settle("")
	case kind == 7 && e.pressed != nil:
		b, err := rs.readMessage(q, data, e.pressed.Flags&ComponentsV2 != 0, e.pressed.Attachments)
		if err != nil {
			return err
		}
		e.original = e.pressed
		b.hasComponents = true
		rs.rewrite(e.pressed, b)
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

// onlyFlags: a deferred answer has nothing but the flag that makes it private.
func onlyFlags(data []byte) (private bool, err error) {
	var fields map[string]any
	if err := json.Unmarshal(data, &fields); err != nil {
		return false, err
	}
	if flags, ok := fields["flags"].(float64); len(fields) > 1 || len(fields) == 1 && (!ok || flags != Ephemeral) {
		return false, fmt.Errorf("a deferred answer with more than the private flag")
	}
	return len(fields) == 1, nil
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
func (rs requests) reply(q ask, e *exchange, b body) *Message {
	m := &Message{ID: q.id, Channel: e.channel, Flags: b.Flags, Content: b.Content, Components: b.Components, Attachments: b.files}
	if m.ID == "" {
		m.ID = rs.s.newID()
	}
	if b.Flags&Ephemeral != 0 {
		m.Owner = e.person.ID
	}
	rs.s.requestsOf().storeMessage(m)
	return m
}

// byHook is the exchange whose token the request bears, if it still counts.
func (rs requests) byHook(q ask) (*exchange, *answer) {
	e, ok := rs.s.pending[q.parts[2]]
	if !ok || q.parts[1] != rs.s.app || e.answered == 0 {
		rs.s.complainLocked("%s: there is nothing to follow up", q.name())
		no := refusal(http.StatusNotFound, 10015, "Unknown Webhook")
		return nil, &no
	}
	if time.Since(e.at) > tokenLife {
		rs.s.complainLocked("%s: the token is %v old", q.name(), time.Since(e.at))
		no := refusal(http.StatusUnauthorized, 50027, "Invalid Webhook Token")
		return nil, &no
	}
	return e, nil
}

func (rs requests) serveFollowUp(q ask) answer {
	e, no := rs.byHook(q)
	if no != nil {
		return *no
	}
	if e.follows++; e.foreign && e.follows > maxFollowUps {
		return refusal(http.StatusBadRequest, 40094, "Maximum number of follow up messages reached")
	}
	b, err := rs.readMessage(q, q.body, false, nil)
	if err != nil {
		return rs.invalid(q, err)
	}
	if b.Nonce != nil {
		return rs.invalid(q, fmt.Errorf("a nonce in a follow-up"))
	}
	m := rs.reply(q, e, b)
	m.Pinged = pinged(b)
	e.settle(m.Text())
	return answer{http.StatusOK, m.asJSON()}
}

// promised is the message that a deferred answer has announced.
func (rs requests) promised(e *exchange) *Message {
	m := &Message{ID: rs.s.newID(), Channel: e.channel}
	if e.private {
		m.Owner, m.Flags = e.person.ID, Ephemeral
	}
	return m
}

func (rs requests) serveHookEdit(q ask) answer {
	e, no := rs.byHook(q)
	if no != nil {
		return *no
	}
	m := rs.s.messages[e.channel+"/"+q.parts[4]]
	if q.parts[4] == "@original" {
		m = e.original
		if m == nil && e.answered == 5 {
			m = rs.promised(e)
			e.original = m
			rs.s.requestsOf().storeMessage(m)
		}
	}
	if m == nil || m.deleted {
		return unknownMessage()
	}
	a := rs.change(q, m)
	e.settle(m.Text())
	return a
}
