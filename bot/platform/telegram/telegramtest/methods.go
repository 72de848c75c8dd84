package telegramtest

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"tarockbot/bot/platform/double"
)

// methods are those of the Bot API that are about chats. The server's lock must be held.
type methods struct {
	*Server
	files uploads // those of the call
}

// answer carries out one call.
func (s *Server) answer(ctx context.Context, method string, params map[string]string, files uploads) *reply {
	if method == "getUpdates" {
		return s.Updates.getUpdates(ctx, params)
	}
	api := methods{s, files}
	methods := map[string]func(map[string]string) *reply{
		"getMe": api.getMe, "sendMessage": api.send(readText), "sendPhoto": api.send(api.readPhoto), "sendDocument": api.send(api.readDocument),
		"editMessageText": api.edit(readText), "editMessageCaption": api.edit(readNewCaption), "editMessageMedia": api.edit(api.readMedia),
		"deleteMessage": api.in(api.deleteMessage), "answerCallbackQuery": api.answerCallbackQuery,
		"answerInlineQuery": api.answerInlineQuery, "setMyCommands": api.setMyCommands,
		"leaveChat": api.in(leaveChat), "setWebhook": s.Updates.setWebhook, "deleteWebhook": s.Updates.deleteWebhook,
		"getWebhookInfo": s.Updates.getWebhookInfo, "setMessageReaction": api.in(setMessageReaction),
		"getChatAdministrators": api.in(getChatAdministrators),
	}
	s.Lock()
	defer s.Unlock()
	defer s.Signal()
	if run, ok := methods[method]; ok {
		return run(params)
	}
	return refuse(http.StatusNotFound, "Not Found: method not found")
}

func number(params map[string]string, name string) int64 {
	n, _ := strconv.ParseInt(params[name], 10, 64)
	return n
}

func (api methods) getMe(map[string]string) *reply {
	return result(map[string]any{"id": int64(botID), "is_bot": true, "first_name": "Tarock", "username": Username,
		"can_join_groups": true, "supports_inline_queries": true})
}

// in lets serve answer calls about a chat in which the bot may write.
func (api methods) in(serve func(*Chat, map[string]string) *reply) func(map[string]string) *reply {
	return func(params map[string]string) *reply {
		c, no := api.reach(number(params, "chat_id"))
		if no != nil {
			return no
		}
		return serve(c, params)
	}
}

// reader reads what a message shows from a call; the reply is the refusal.
type reader func(*Chat, *Message, map[string]string) *reply

// send posts a new message that shows what is read.
func (api methods) send(read reader) func(map[string]string) *reply {
	return api.in(func(c *Chat, params map[string]string) *reply {
		topic := int(number(params, "message_thread_id"))
		if topic != 0 && !c.topics[topic] {
			return badRequest("message thread not found")
		}
		m := &Message{Chat: c.ID, Topic: topic, Protected: params["protect_content"] == "true",
			Silent: params["disable_notification"] == "true", Sent: api.now()}
		if raw := params["reply_parameters"]; raw != "" {
			var to struct {
				ID int `json:"message_id"`
			}
			if json.Unmarshal([]byte(raw), &to) != nil {
				return badRequest("can't parse reply parameters")
			}
			m.ReplyTo = to.ID
		}
		if no := read(c, m, params); no != nil {
			return no
		}
		if no := api.count(c.ID, api.now()); no != nil {
			return no
		}
		c.next++
		m.ID = c.next
		c.messages = append(c.messages, m)
		return result(m.json(c))
	})
}

// edit lets a message show what is read, which must not be the same.
func (api methods) edit(read reader) func(map[string]string) *reply {
	return api.in(func(c *Chat, params map[string]string) *reply {
		m := c.find(int(number(params, "message_id")))
		if m == nil {
			return badRequest("message to edit not found")
		}
		next := *m
		if no := read(c, &next, params); no != nil {
			return no
		}
		if next.Asks != nil {
			return badRequest("inline keyboard expected")
		}
		if no := api.count(c.ID, api.now()); no != nil {
			return no
		}
		if next.Text == m.Text && next.raw == m.raw && next.Photo == m.Photo && next.Above == m.Above {
			return badRequest("message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message")
		}
		next.Edits++
		*m = next
		return result(m.json(c))
	})
}

func (api methods) deleteMessage(c *Chat, params map[string]string) *reply {
	m := c.find(int(number(params, "message_id")))
	switch {
	case m == nil:
		return badRequest("message to delete not found")
	case api.now().Sub(m.Sent) >= editable:
		return badRequest("message can't be deleted for everyone")
	}
	m.Deleted = true
	return result(true)
}

// setMessageReaction takes one emoji, of which the double knows only those that the
// bot uses.
func setMessageReaction(c *Chat, params map[string]string) *reply {
	var all []struct{ Type, Emoji string }
	switch {
	case json.Unmarshal([]byte(params["reaction"]), &all) != nil || len(all) > 1:
		return badRequest("REACTIONS_TOO_MANY")
	case len(all) == 1 && (all[0].Type != "emoji" || !strings.Contains("👌🤔", all[0].Emoji)):
		return badRequest("REACTION_INVALID")
	case int(number(params, "message_id")) > c.next:
		return badRequest("message to react not found")
	}
	return result(true)
}

func (api methods) answerCallbackQuery(params map[string]string) *reply {
	p, ok := api.presses[params["callback_query_id"]]
	url := params["url"]
	switch {
	case !ok || p.answered || api.IsInMemory() && time.Since(p.at) > pressLife: // a slow machine is no such fault
		return badRequest("query is too old and response timeout expired or query ID is invalid")
	case utf8.RuneCountInString(params["text"]) > maxCallback:
		return badRequest("MESSAGE_TOO_LONG")
	case url != "" && !startURL.MatchString(url):
		return badRequest("URL_INVALID")
	}
	p.answered, p.text, p.alert, p.url = true, params["text"], params["show_alert"] == "true", url
	return result(true)
}

func (api methods) answerInlineQuery(params map[string]string) *reply {
	q, ok := api.inline[params["inline_query_id"]]
	var results []InlineResult
	switch {
	case !ok || q.answered:
		return badRequest("query is too old and response timeout expired or query ID is invalid")
	case json.Unmarshal([]byte(params["results"]), &results) != nil || len(results) > 50:
		return badRequest("can't parse inline query results")
	}
	for _, r := range results {
		if r.ID == "" || len(r.ID) > maxData || r.Title == "" {
			return badRequest("RESULT_ID_INVALID")
		}
		if no := cmp.Or(checkText(r.Content.Text), checkKeyboard(r.Markup.Rows)); no != nil {
			return no
		}
	}
	q.answered, q.results, q.button = true, results, params["button"]
	return result(true)
}

func (api methods) setMyCommands(params map[string]string) *reply {
	var all []struct{ Command, Description string }
	if json.Unmarshal([]byte(params["commands"]), &all) != nil || len(all) > 100 {
		return badRequest("can't parse commands")
	}
	for _, c := range all {
		n := utf8.RuneCountInString(c.Description)
		if !commandForm.MatchString(c.Command) || n < 1 || n > 256 {
			return badRequest("BOT_COMMAND_INVALID")
		}
	}
	api.commands[params["scope"]+params["language_code"]] = params["commands"]
	return result(true)
}

func leaveChat(c *Chat, _ map[string]string) *reply {
	c.kicked = true
	return result(true)
}

// Administer makes the people the group's administrators, the first of them its
// owner.
func (c *Chat) Administer(admins ...*Person) {
	c.server.Do(func() { c.admins = admins })
}

// getChatAdministrators lists a group's administrators for any member.
func getChatAdministrators(c *Chat, _ map[string]string) *reply {
	if c.Kind == "private" {
		return badRequest("there are no administrators in the private chat")
	}
	all := []map[string]any{}
	for i, p := range c.admins {
		m := map[string]any{"status": "administrator", "user": p.json(), "is_anonymous": false, "can_be_edited": false,
			"can_manage_chat": true, "can_delete_messages": true, "can_manage_video_chats": true, "can_restrict_members": true,
			"can_promote_members": false, "can_change_info": true, "can_invite_users": true, "can_post_stories": false,
			"can_edit_stories": false, "can_delete_stories": false}
		if i == 0 {
			m = map[string]any{"status": "creator", "user": p.json(), "is_anonymous": false}
		}
		all = append(all, m)
	}
	return result(all)
}

// Commands returns the menus that were set, by scope and language.
func (s *Server) Commands() map[string]string {
	return double.Locked(s, func() map[string]string { return maps.Clone(s.commands) })
}
