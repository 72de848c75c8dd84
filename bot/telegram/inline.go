package telegram

import (
	"context"
	"strings"

	tg "github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"
)

// answerInline answers somebody who types @bot in any chat. With the code of a
// challenge it offers a message that leads to it; without, a way to make one.
// What is sent so can't be kept up to date, so it only has a link.
func (p *Platform) answerInline(ctx context.Context, q *models.InlineQuery) {
	ctx, cancel := context.WithTimeout(ctx, callbackTime)
	defer cancel()
	words := textsFor(q.From.LanguageCode)
	params := &tg.AnswerInlineQueryParams{
		InlineQueryID: q.ID, Results: []models.InlineQueryResult{}, IsPersonal: true, CacheTime: 1,
		Button: &models.InlineQueryResultsButton{Text: words["inline-make"], StartParameter: "challenge"},
	}
	if code := strings.ToLower(strings.TrimSpace(q.Query)); validCode(code) {
		params.Results = append(params.Results, p.sharedChallenge(code, q.From, words))
		params.Button = nil
	}
	if _, err := p.api.AnswerInlineQuery(ctx, params); err != nil {
		p.log.Debug("telegram: inline query not answered", "err", err)
	}
}

// sharedChallenge is the message that leads to a challenge.
func (p *Platform) sharedChallenge(code string, from *models.User, words texts) *models.InlineQueryResultArticle {
	m := plainMessage(strings.ReplaceAll(words["inline-text"], "{name}", isolated(from.FirstName)))
	return &models.InlineQueryResultArticle{
		ID: code, Title: words["inline-title"], Description: words["inline-about"],
		InputMessageContent: models.InputTextMessageContent{
			MessageText: m.text, Entities: m.entities, LinkPreviewOptions: noPreview(),
		},
		ReplyMarkup: &keyboard{Rows: [][]button{{{Text: words["inline-accept"], URL: p.Link(code)}}}},
	}
}

// validCode says whether it can be a challenge's code; whether there is such a
// challenge turns out when somebody follows the link.
func validCode(code string) bool {
	const shortest, longest = 4, 32
	return len(code) >= shortest && len(code) <= longest && linkSafe(code) && !strings.Contains(code, "_")
}

// isolated is a name as it may stand among other words: of bounded length, and
// with its own direction of writing. It is the sender's own name.
func isolated(name string) string {
	const longest = 40
	name = strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f", r) {
			return -1
		}
		return r
	}, name)
	return "\u2068" + cut(name, longest) + "\u2069"
}
