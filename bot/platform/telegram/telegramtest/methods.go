package telegramtest

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"
)

// methods need the server's lock. getUpdates waits without it and isn't listed.
var methods = map[string]func(apiCall) *reply{
	"answerCallbackQuery":   apiCall.answerCallbackQuery,
	"answerInlineQuery":     apiCall.answerInlineQuery,
	"deleteMessage":         inChat(apiCall.deleteMessage),
	"deleteWebhook":         apiCall.deleteWebhook,
	"editMessageCaption":    edit(apiCall.readNewCaption),
	"editMessageMedia":      edit(apiCall.readMedia),
	"editMessageText":       edit(apiCall.readText),
	"getChatAdministrators": inChat(apiCall.getChatAdministrators),
	"getMe":                 apiCall.getMe,
	"getWebhookInfo":        apiCall.getWebhookInfo,
	"leaveChat":             inChat(apiCall.leaveChat),
	"sendDocument":          send(apiCall.readDocument),
	"sendMessage":           send(apiCall.readText),
	"sendPhoto":             send(apiCall.readPhoto),
	"setMessageReaction":    inChat(apiCall.setMessageReaction),
	"setMyCommands":         apiCall.setMyCommands,
	"setWebhook":            apiCall.setWebhook,
}

// answer locks the server.
func (call apiCall) answer(ctx context.Context) *reply {
	s := call.server
	if call.method == "getUpdates" {
		return s.Updates.getUpdates(ctx, call.params)
	}
	s.Lock()
	defer s.Unlock()
	if run, ok := methods[call.method]; ok {
		return run(call)
	}
	return refuse(http.StatusNotFound, "Not Found: method not found")
}

func inChat(answer func(apiCall, *Chat) *reply) func(apiCall) *reply {
	return func(call apiCall) *reply {
		c, refusal := call.reachChat()
		if refusal != nil {
			return refusal
		}
		return answer(call, c)
	}
}

func (call apiCall) reachChat() (*Chat, *reply) {
	id := call.params.number("chat_id")
	c, ok := call.server.chats[id]
	forbidden := func(text string) *reply { return refuse(http.StatusForbidden, "Forbidden: "+text) }
	switch {
	case !ok:
		return nil, badRequest("chat not found")
	case c.movedTo != 0:
		r := badRequest("group chat was upgraded to a supergroup chat")
		r.Parameters = map[string]any{"migrate_to_chat_id": c.movedTo}
		return nil, r
	case c.kicked:
		return nil, forbidden("bot was kicked from the " + c.Kind + " chat")
	case c.Kind != "private":
		return c, nil
	}
	switch p := call.server.people[id]; {
	case p.blocked:
		return nil, forbidden("bot was blocked by the user")
	case !p.started:
		return nil, forbidden("bot can't initiate conversation with a user")
	}
	return c, nil
}

// reader reads a message's content, or returns a refusal.
type reader func(apiCall, *Chat, *Message) *reply

func send(read reader) func(apiCall) *reply {
	return inChat(func(call apiCall, c *Chat) *reply {
		params, now := call.params, call.server.now()
		topic := int(params.number("message_thread_id"))
		if topic != 0 && !slices.Contains(c.topics, topic) {
			return badRequest("message thread not found")
		}
		m := &Message{Chat: c.ID, Topic: topic, Protected: params["protect_content"] == "true",
			Silent: params["disable_notification"] == "true", Sent: now}
		if raw := params["reply_parameters"]; raw != "" {
			var to struct {
				ID int `json:"message_id"`
			}
			if json.Unmarshal([]byte(raw), &to) != nil {
				return badRequest("can't parse reply parameters")
			}
			m.ReplyTo = to.ID
		}
		if refusal := read(call, c, m); refusal != nil {
			return refusal
		}
		if refusal := call.server.limits.count(c.ID, now); refusal != nil {
			return refusal
		}
		c.lastID++
		m.ID = c.lastID
		c.messages = append(c.messages, m)
		return result(m.json(c))
	})
}

func edit(read reader) func(apiCall) *reply {
	return inChat(func(call apiCall, c *Chat) *reply {
		m := c.find(int(call.params.number("message_id")))
		if m == nil {
			return badRequest("message to edit not found")
		}
		next := *m
		if refusal := read(call, c, &next); refusal != nil {
			return refusal
		}
		if next.ForcedReply != nil {
			return badRequest("inline keyboard expected")
		}
		if refusal := call.server.limits.count(c.ID, call.server.now()); refusal != nil {
			return refusal
		}
		if next.Text == m.Text && next.raw == m.raw && next.Photo == m.Photo && next.TextAbove == m.TextAbove {
			return badRequest("message is not modified: specified new message content and reply markup are exactly the same " +
				"as a current content and reply markup of the message")
		}
		next.Edits++
		*m = next
		return result(m.json(c))
	})
}

func botUser() map[string]any {
	return map[string]any{"id": int64(botID), "is_bot": true, "first_name": "Tarock", "username": Username}
}

func (call apiCall) getMe() *reply {
	me := botUser()
	me["can_join_groups"], me["supports_inline_queries"] = true, true
	return result(me)
}

func (call apiCall) deleteMessage(c *Chat) *reply {
	m := c.find(int(call.params.number("message_id")))
	switch {
	case m == nil:
		return badRequest("message to delete not found")
	case call.server.now().Sub(m.Sent) >= deletable:
		return badRequest("message can't be deleted for everyone")
	}
	m.Deleted = true
	return result(true)
}

func (call apiCall) setMessageReaction(c *Chat) *reply {
	var all []struct{ Type, Emoji string }
	switch {
	case json.Unmarshal([]byte(call.params["reaction"]), &all) != nil || len(all) > 1:
		return badRequest("REACTIONS_TOO_MANY")
	case len(all) == 1 && (all[0].Type != "emoji" || !strings.Contains("👌🤔", all[0].Emoji)):
		return badRequest("REACTION_INVALID")
	case int(call.params.number("message_id")) > c.lastID:
		return badRequest("message to react not found")
	}
	return result(true)
}

func (call apiCall) setMyCommands() *reply {
	var all []struct{ Command, Description string }
	if json.Unmarshal([]byte(call.params["commands"]), &all) != nil || len(all) > 100 {
		return badRequest("can't parse commands")
	}
	for _, c := range all {
		n := utf8.RuneCountInString(c.Description)
		if !commandForm.MatchString(c.Command) || n < 1 || n > 256 {
			return badRequest("BOT_COMMAND_INVALID")
		}
	}
	call.server.commands[call.params["scope"]+call.params["language_code"]] = call.params["commands"]
	return result(true)
}

func (call apiCall) leaveChat(c *Chat) *reply {
	c.kicked = true
	return result(true)
}

func (call apiCall) getChatAdministrators(c *Chat) *reply {
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
