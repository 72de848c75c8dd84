package telegram

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
)

// network is Telegram's name; prefix begins the ids of its people and chats.
const (
	network = "telegram"
	prefix  = network + ":"
)

// userID is the port's name for a person.
func userID(id int64) chat.UserID { return chat.UserID(prefix + strconv.FormatInt(id, 10)) }

// chatID is the port's name for a group, or for one topic of it.
func chatID(group int64, topic int) chat.ChatID {
	if topic == 0 {
		return chat.ChatID(prefix + strconv.FormatInt(group, 10))
	}
	return chat.ChatID(fmt.Sprintf("%s%d/%d", prefix, group, topic))
}

// target is the destination of a message. A private chat has its person's id, which is positive; the ids
// of groups are negative.
type target struct {
	chat  int64
	topic int
}

func (t target) private() bool { return t.chat > 0 }

// key returns the target as a key of notes.
func (t target) key() string { return fmt.Sprintf("%d/%d", t.chat, t.topic) }

// targetOf reads a place. It returns false if the place isn't one of Telegram's.
func targetOf(place chat.Place) (target, bool) {
	text, ok := strings.CutPrefix(string(place.Chat)+string(place.User), prefix)
	if !ok || place.Chat != "" && place.User != "" {
		return target{}, false
	}
	chatText, topicText, inTopic := strings.Cut(text, "/")
	number, err := strconv.ParseInt(chatText, 10, 64)
	t := target{chat: number}
	if inTopic && err == nil {
		t.topic, err = strconv.Atoi(topicText)
	}
	return t, err == nil && number != 0 && t.private() == (place.User != "")
}

// messageID is a message's chat and its number there, which is 0 for no message.
type messageID struct {
	chat    int64
	message int
}

// ref is a message's reference: its number, its chat, because a group may move, and the properties that an
// edit can't change or depends on.
type ref struct {
	messageID
	protected bool // the message can't be forwarded
	photo     bool // it has a picture; earlier versions didn't store this
	beside    int  // the message beside it that called, which earlier versions stored here; 0 for none
}

// The flags in a Ref.
const (
	protectedFlag = "p"
	photoFlag     = "f"
)

func (r ref) String() string {
	flags := "-"
	if r.protected {
		flags += protectedFlag
	}
	if r.photo {
		flags += photoFlag
	}
	return fmt.Sprintf("%d.%d.%s", r.chat, r.message, flags)
}

// parseRef reads the result of String, also of earlier versions.
func parseRef(text chat.Ref) (ref, bool) {
	const parts, earlier = 3, 5
	part := strings.Split(string(text), ".")
	if len(part) != parts && len(part) != earlier {
		return ref{}, false
	}
	number, err1 := strconv.ParseInt(part[0], 10, 64)
	message, err2 := strconv.Atoi(part[1])
	r := ref{messageID: messageID{number, message}}
	r.protected, r.photo = strings.Contains(part[2], protectedFlag), strings.Contains(part[2], photoFlag)
	var err3 error
	if len(part) == earlier {
		r.beside, err3 = strconv.Atoi(part[3])
	}
	return r, errors.Join(err1, err2, err3) == nil && message > 0
}
