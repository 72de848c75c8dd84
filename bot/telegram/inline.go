package telegram

import (
	"context"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/texts"

	tg "github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"
)

// readInline reads what somebody types after @bot in any chat. The code of a
// challenge offers a message that leads to it, anything else a way to make one.
// What is sent so can't be kept up to date, so it only has a link.
func (p *Platform) readInline(ctx context.Context, u *models.Update) event {
	q := u.InlineQuery
	code := strings.ToLower(strings.TrimSpace(q.Query))
	if !validCode(code) {
		return event{after: func(ctx context.Context) { p.replies.answerInline(ctx, q, chat.Answer{}) }}
	}
	private := target{chat: q.From.ID} // only the one who types sees it
	return event{
		origin: origin{user: q.From.ID},
		inputs: []chat.Input{p.input(ctx, u, q.From, private, "offer "+code)},
		reply:  func(ctx context.Context, a chat.Answer) { p.replies.answerInline(ctx, q, a) },
	}
}

// answerInline offers the challenge of the answer, if there is one.
func (r *replies) answerInline(ctx context.Context, q *models.InlineQuery, a chat.Answer) {
	ctx, cancel := context.WithTimeout(ctx, callbackTime)
	defer cancel()
	words := catalogue.In(q.From.LanguageCode)
	params := &tg.AnswerInlineQueryParams{
		InlineQueryID: q.ID, Results: []models.InlineQueryResult{}, IsPersonal: true, CacheTime: 1,
		Button: &models.InlineQueryResultsButton{Text: words.Say("inline-make"), StartParameter: "challenge"},
	}
	if a.Screen != nil && a.Screen.Share != "" {
		params.Results = append(params.Results, r.sharedChallenge(*a.Screen, words))
		params.Button = nil
	}
	if _, err := r.client.api.AnswerInlineQuery(ctx, params); err != nil {
		r.log.Debug("telegram: inline query not answered", "err", err)
	}
}

// sharedChallenge is the message that leads to a challenge.
func (r *replies) sharedChallenge(s chat.Screen, words texts.Language) *models.InlineQueryResultArticle {
	text, entities := formatted(s.Text)
	return &models.InlineQueryResultArticle{
		ID: s.Share, Title: words.Say("inline-title"), Description: words.Say("inline-about"),
		InputMessageContent: models.InputTextMessageContent{
			MessageText: text, Entities: entities, LinkPreviewOptions: noPreview(),
		},
		ReplyMarkup: &keyboard{Rows: [][]button{{{Text: words.Say("inline-accept"), URL: r.self.startLink(r.lexicon.payload("accept " + s.Share))}}}},
	}
}

// validCode says whether it can be a challenge's code; whether there is such a
// challenge, the bot knows.
func validCode(code string) bool {
	const shortest, longest = 4, 32
	return len(code) >= shortest && len(code) <= longest && linkSafe(code) && !strings.Contains(code, "_")
}
