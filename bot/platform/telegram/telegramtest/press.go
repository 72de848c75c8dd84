package telegramtest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"tarockbot/bot/platform/platformtest"
)

// press is a press of a button.
type press struct {
	at       time.Time
	answered bool
	answer   Answer
}

// Answer is the bot's answer to a press.
type Answer struct {
	Text  string
	Alert bool
	URL   string
}

// newQuery returns the id of a new press or inline query. The lock must be held.
func (s *Server) newQuery() string {
	s.lastQuery++
	return strconv.FormatInt(s.lastQuery, 10)
}

// TapOnly presses the button with the data in the message, without waiting. It returns the ids of the press and of the
// update.
func (p *Person) TapOnly(m Message, data string) (string, int64) {
	s := p.server
	s.Lock()
	defer s.Unlock()
	id := s.newQuery()
	s.presses[id] = &press{at: time.Now()}
	body := map[string]any{"id": id, "from": p.json(), "chat_instance": "1", "data": data, "message": m.json(s.chats[m.Chat])}
	return id, s.Updates.push("callback_query", body)
}

// Tap presses the button with the data in the message and waits for the answer. The error is
// platformtest.ErrUnanswered if the person's patience ends first.
func (p *Person) Tap(ctx context.Context, m Message, data string) (Answer, error) {
	id, _ := p.TapOnly(m, data)
	return p.answerTo(ctx, id)
}

// answerTo waits for the answer to the press.
func (p *Person) answerTo(ctx context.Context, id string) (answer Answer, err error) {
	s := p.server
	patient, cancel := p.withPatience(ctx)
	defer cancel()
	began := time.Now()
	defer func() { p.waited.Store(int64(time.Since(began))) }()
	err = s.Wait(patient, func() bool {
		s.Lock()
		defer s.Unlock()
		answer = s.presses[id].answer
		return s.presses[id].answered
	})
	if err != nil {
		return answer, fmt.Errorf("telegramtest: the press: %w", cmp.Or(ctx.Err(), platformtest.ErrUnanswered))
	}
	return answer, nil
}

// Waited returns how long the person's last press waited for its answer.
func (p *Person) Waited() time.Duration { return time.Duration(p.waited.Load()) }

// answerCallbackQuery answers a press. It is too late for that only in simulated time, for a slow machine is no fault.
func (call apiCall) answerCallbackQuery() *reply {
	params := call.params
	p, ok := call.server.presses[params["callback_query_id"]]
	answer := Answer{Text: params["text"], Alert: params["show_alert"] == "true", URL: params["url"]}
	switch {
	case !ok || p.answered || call.server.IsInMemory() && time.Since(p.at) > pressLife:
		return badRequest("query is too old and response timeout expired or query ID is invalid")
	case utf8.RuneCountInString(answer.Text) > maxCallback:
		return badRequest("MESSAGE_TOO_LONG")
	case answer.URL != "" && !startURL.MatchString(answer.URL):
		return badRequest("URL_INVALID")
	}
	p.answered, p.answer = true, answer
	return result(true)
}

// pressDelay is a person's time to press in simulated time. Without it the simulated clock would stand still.
const pressDelay = 100 * time.Millisecond

// Press toggles buttons until exactly the values are chosen. Then it presses the control, and waits a moment for the
// message to change.
func (p *Person) Press(ctx context.Context, c platformtest.Control, values ...string) (string, error) {
	m, ok := p.message(c.Message)
	if !ok {
		return "the message is gone", nil // deleted since Controls
	}
	if p.server.IsInMemory() {
		<-time.After(pressDelay)
	}
	for _, b := range slices.Concat(m.Keyboard...) {
		t, isToggle := toggleOf(b)
		if !isToggle || t.fixed || t.chosen == slices.Contains(values, t.value) {
			continue
		}
		if answer, err := p.Tap(ctx, m, b.Data); err != nil || answer.Alert {
			return answer.Text, err
		}
	}
	answer, err := p.Tap(ctx, m, c.ID)
	p.awaitEdit(ctx, m)
	return answer.Text, err
}

// editPatience is the longest time that a person waits for the message to change after a press.
const editPatience = 200 * time.Millisecond

// awaitEdit waits until the message has changed, but not longer than editPatience.
func (p *Person) awaitEdit(ctx context.Context, before Message) {
	ctx, cancel := context.WithTimeout(ctx, editPatience)
	defer cancel()
	_ = p.server.Wait(ctx, func() bool { // the message need not change
		now, ok := p.message(before.name())
		return !ok || now.Edits != before.Edits
	})
}

// message returns the message of that name in its latest version, or false if it is gone.
func (p *Person) message(name string) (Message, bool) {
	chat, id, _ := strings.Cut(name, ":")
	chatID, _ := strconv.ParseInt(chat, 10, 64)
	messageID, _ := strconv.Atoi(id)
	p.server.Lock()
	defer p.server.Unlock()
	if c, ok := p.server.chats[chatID]; ok {
		if m := c.find(messageID); m != nil {
			return *m, true
		}
	}
	return Message{}, false
}
