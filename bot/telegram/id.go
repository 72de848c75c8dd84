package telegram

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
)

// prefix begins the ids of this platform.
const prefix = "telegram:"

// userID is the port's name for a person.
func userID(id int64) chat.UserID { return chat.UserID(prefix + strconv.FormatInt(id, 10)) }

// chatID is the port's name for a group, or for one topic of it.
func chatID(group int64, topic int) chat.ChatID {
	if topic == 0 {
		return chat.ChatID(prefix + strconv.FormatInt(group, 10))
	}
	return chat.ChatID(fmt.Sprintf("%s%d/%d", prefix, group, topic))
}

// target is where a message goes. A private chat has the id of its person,
// which is positive; those of groups are negative.
type target struct {
	chat  int64
	topic int
}

func (t target) private() bool { return t.chat > 0 }

// key tells it from others.
func (t target) key() string { return fmt.Sprintf("%d/%d", t.chat, t.topic) }

// targetOf reads a place; false if it isn't one of Telegram.
func targetOf(place chat.Place) (target, bool) {
	text, ok := strings.CutPrefix(string(place.Chat)+string(place.User), prefix)
	if !ok || place.Chat != "" && place.User != "" {
		return target{}, false
	}
	chatText, topicText, inTopic := strings.Cut(text, "/")
	chat, err := strconv.ParseInt(chatText, 10, 64)
	t := target{chat: chat}
	if inTopic && err == nil {
		t.topic, err = strconv.Atoi(topicText)
	}
	return t, err == nil && chat != 0 && t.private() == (place.User != "")
}

// ref is what the bot keeps of a message: which it is, and what an edit can't
// change. The chat is part of it, for message numbers mean nothing in another
// chat, such as the one that a group has moved to.
type ref struct {
	chat      int64
	message   int
	protected bool // can't be forwarded
	word      int  // that called somebody to it, as earlier versions kept it here; 0 for none
}

// protectedFlag is the flag in a Ref of a message that can't be forwarded.
const protectedFlag = "p"

func (r ref) String() string {
	flags := "-"
	if r.protected {
		flags += protectedFlag
	}
	return fmt.Sprintf("%d.%d.%s", r.chat, r.message, flags)
}

// parseRef reads what String wrote, and what earlier versions did.
func parseRef(text chat.Ref) (ref, bool) {
	const parts, earlier = 3, 5
	part := strings.Split(string(text), ".")
	if len(part) != parts && len(part) != earlier {
		return ref{}, false
	}
	chat, err1 := strconv.ParseInt(part[0], 10, 64)
	message, err2 := strconv.Atoi(part[1])
	r := ref{chat: chat, message: message, protected: strings.Contains(part[2], protectedFlag)}
	var err3 error
	if len(part) == earlier {
		r.word, err3 = strconv.Atoi(part[3])
	}
	return r, errors.Join(err1, err2, err3) == nil && message > 0
}
