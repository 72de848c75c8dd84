package telegram

import (
	"context"
	"regexp"
	"strings"

	tg "github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/texts"
)

// readInline reads a query after @bot. A challenge's code yields a message that the user can send. It has a
// link instead of the challenge's buttons, because the bot can't edit it.
func (r *reader) readInline(ctx context.Context, u *models.Update) event {
	q := u.InlineQuery
	code := strings.ToLower(strings.TrimSpace(q.Query))
	if !codeForm.MatchString(code) {
		return handledBy(func(ctx context.Context) { r.replies.answerInline(ctx, q, chat.Answer{}) })
	}
	private := target{chat: q.From.ID} // only the person sees the results
	in := r.input(ctx, u, q.From, private, "offer "+code)
	return event{inputs: []chat.Input{in}, plan: func(_ arrival, a chat.Answer) scheduledReply {
		return scheduledReply{now: func(ctx context.Context) { r.replies.answerInline(ctx, q, a) }}
	}}
}

func (r *replies) answerInline(ctx context.Context, q *models.InlineQuery, a chat.Answer) {
	ctx, cancel := context.WithTimeout(ctx, callbackTime)
	defer cancel()
	words := catalogue.In(q.From.LanguageCode)
	params := &tg.AnswerInlineQueryParams{
		InlineQueryID: q.ID, Results: []models.InlineQueryResult{}, IsPersonal: true, CacheTime: 1,
		Button: &models.InlineQueryResultsButton{Text: words.Say("inline-make"), StartParameter: "challenge"},
	}
	if a.Screen != nil && a.Screen.ShareCode != "" {
		params.Results = append(params.Results, r.sharedChallenge(*a.Screen, words))
		params.Button = nil
	}
	if _, err := r.client.api.AnswerInlineQuery(ctx, params); err != nil {
		r.log.Debug("telegram: inline query not answered", "err", err)
	}
}

func (r *replies) sharedChallenge(s chat.Screen, words texts.Language) *models.InlineQueryResultArticle {
	text, entities := formatted(s.Text, maxText)
	return &models.InlineQueryResultArticle{
		ID: s.ShareCode, Title: words.Say("inline-title"), Description: words.Say("inline-about"),
		InputMessageContent: models.InputTextMessageContent{MessageText: text, Entities: entities, LinkPreviewOptions: noPreview},
		ReplyMarkup:         &keyboard{Rows: [][]button{{{Text: words.Say("inline-accept"), URL: r.self.link("accept " + s.ShareCode)}}}},
	}
}

var codeForm = regexp.MustCompile(`^[a-z0-9-]{4,32}$`)
