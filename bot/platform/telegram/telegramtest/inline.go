package telegramtest

import (
	"cmp"
	"context"
	"encoding/json"

	"tarockbot/bot/platform/double"
)

// InlineResult is a result of an inline query.
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

// inlineQuery is an inline query with the bot's answer.
type inlineQuery struct {
	answered bool
	results  []InlineResult
	button   string // JSON
}

// Inline sends an inline query and waits for its answer. It returns the results and the JSON of the button above them.
func (p *Person) Inline(ctx context.Context, text string) ([]InlineResult, string, error) {
	s, q := p.server, new(inlineQuery)
	s.Do(func() {
		id := s.newQuery()
		s.inline[id] = q
		s.Updates.push("inline_query", map[string]any{"id": id, "from": p.json(), "query": text, "offset": ""})
	})
	err := s.Wait(ctx, func() bool { return double.Locked(s, func() bool { return q.answered }) })
	return q.results, q.button, err
}

// maxResults is the largest number of results of an inline query.
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
