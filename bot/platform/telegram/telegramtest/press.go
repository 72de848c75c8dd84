package telegramtest

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"tarockbot/bot/platform/double"
	"tarockbot/bot/platform/platformtest"
)

type press struct {
	at       time.Time
	answered bool
	answer   Answer
}

// Answer answers a press.
type Answer struct {
	Text  string
	Alert bool
	URL   string
}

func (s *Server) newQuery() string {
	s.lastQuery++
	return strconv.FormatInt(s.lastQuery, 10)
}

// TapOnly presses the button and returns the ids of the press and its update.
func (p *Person) TapOnly(m Message, data string) (string, int64) {
	s := p.server
	s.Lock()
	defer s.Unlock()
	id := s.newQuery()
	s.presses[id] = &press{at: time.Now()}
	body := map[string]any{"id": id, "from": p.json(), "chat_instance": "1", "data": data, "message": m.json(s.chats[m.Chat])}
	return id, s.Updates.push("callback_query", body)
}

// Tap presses the button and waits for the answer, or returns platformtest.ErrUnanswered.
func (p *Person) Tap(ctx context.Context, m Message, data string) (Answer, error) {
	id, _ := p.TapOnly(m, data)
	return p.answerTo(ctx, id)
}

func (p *Person) answerTo(ctx context.Context, id string) (answer Answer, err error) {
	s := p.server
	patient, cancel := p.withPatience(ctx)
	defer cancel()
	began := time.Now()
	defer func() { p.waited.Store(int64(time.Since(began))) }()
	err = s.Await(patient, func() bool {
		answer = s.presses[id].answer
		return s.presses[id].answered
	})
	if err != nil {
		return answer, fmt.Errorf("telegramtest: the press: %w", cmp.Or(ctx.Err(), platformtest.ErrUnanswered))
	}
	return answer, nil
}

// Waited returns how long the last press waited.
func (p *Person) Waited() time.Duration { return time.Duration(p.waited.Load()) }

// answerCallbackQuery refuses late answers only in simulated time, because a real machine may be slow.
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

// Press toggles the values, presses the control, and waits a moment for an edit.
func (p *Person) Press(ctx context.Context, c platformtest.Control, values ...string) (string, error) {
	m, ok := p.message(c.Message)
	if !ok {
		return "the message is gone", nil // deleted since Controls
	}
	p.server.TakeMoment()
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

const editPatience = 200 * time.Millisecond

func (p *Person) awaitEdit(ctx context.Context, before Message) {
	ctx, cancel := context.WithTimeout(ctx, editPatience)
	defer cancel()
	_ = p.server.Wait(ctx, func() bool {
		now, ok := p.message(before.name())
		return !ok || now.Edits != before.Edits
	})
}

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

// Controls returns the newest panel's controls, then the newest board's.
func (p *Person) Controls(context.Context) ([]platformtest.Control, error) {
	var all []platformtest.Control
	p.Look()
	for _, c := range []*Chat{p.private, p.Home} {
		if c == nil || c == p.private && double.Locked(p.server, func() bool { return p.blocked }) {
			continue
		}
		if m, ok := platformtest.Newest(c.Messages(), ControlsOf); ok {
			all = append(all, ControlsOf(m)...)
		}
	}
	return all, nil
}

type toggle struct {
	value         string
	chosen, fixed bool
}

func toggleOf(b Button) (toggle, bool) {
	return toggle{
		value:  b.Data[strings.LastIndexByte(b.Data, ' ')+1:],
		chosen: strings.HasPrefix(b.Text, "✓"),
		fixed:  strings.HasPrefix(b.Text, "🔒"),
	}, strings.HasPrefix(b.Data, "pick ")
}

// chosenOf matches the counts at a label's end: "1/2" is 1 of 2 chosen, "1/2–3" is 1 of 2 to 3.
var chosenOf = regexp.MustCompile(`(\d+)/(\d+)(?:–(\d+))?$`)

// ControlsOf returns the message's controls. Toggles and their confirmation are one choice.
func ControlsOf(m Message) []platformtest.Control {
	var values, fixed []string
	var all []platformtest.Control
	for _, b := range slices.Concat(m.Keyboard...) {
		c := platformtest.Control{Message: m.name(), ID: b.Data, Label: b.Text}
		if t, isToggle := toggleOf(b); isToggle {
			if t.fixed {
				fixed = append(fixed, t.value)
			} else {
				values = append(values, t.value)
			}
			continue
		}
		if strings.HasPrefix(b.Data, "confirm ") {
			c.Values, c.Fixed = values, fixed
			if n := chosenOf.FindStringSubmatch(b.Text); n != nil {
				c.Min, _ = strconv.Atoi(n[2])
				c.Max = c.Min
				if n[3] != "" {
					c.Max, _ = strconv.Atoi(n[3])
				}
			}
		}
		if b.Data != "" {
			all = append(all, c)
		}
	}
	return all
}

// InlineResult is an inline query's result.
type InlineResult struct {
	Type    string `json:"type"`
	ID      string `json:"id"`
	Title   string `json:"title"`
	Content struct {
		Text    string `json:"message_text"`
		Preview struct {
			Off bool `json:"is_disabled"`
		} `json:"link_preview_options"`
	} `json:"input_message_content"`
	Markup struct {
		Rows [][]Button `json:"inline_keyboard"`
	} `json:"reply_markup"`
}

type inlineQuery struct {
	answered bool
	results  []InlineResult
	button   string // JSON
}

// Inline sends an inline query and returns its results and the JSON of the button above them.
func (p *Person) Inline(ctx context.Context, text string) ([]InlineResult, string, error) {
	s, q := p.server, new(inlineQuery)
	s.Do(func() {
		id := s.newQuery()
		s.inline[id] = q
		s.Updates.push("inline_query", map[string]any{"id": id, "from": p.json(), "query": text, "offset": ""})
	})
	err := s.Await(ctx, func() bool { return q.answered })
	return q.results, q.button, err
}

const maxResults = 50

func (call apiCall) answerInlineQuery() *reply {
	q, ok := call.server.inline[call.params["inline_query_id"]]
	var results []InlineResult
	switch {
	case !ok || q.answered:
		return badRequest("query is too old and response timeout expired or query ID is invalid")
	case json.Unmarshal([]byte(call.params["results"]), &results) != nil || len(results) > maxResults:
		return badRequest("can't parse inline query results")
	}
	for _, r := range results {
		if r.ID == "" || len(r.ID) > maxData || r.Title == "" {
			return badRequest("RESULT_ID_INVALID")
		}
		if refusal := cmp.Or(checkText(r.Content.Text), checkKeyboard(r.Markup.Rows)); refusal != nil {
			return refusal
		}
	}
	q.answered, q.results, q.button = true, results, call.params["button"]
	return result(true)
}
