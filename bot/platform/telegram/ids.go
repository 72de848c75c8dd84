package telegram

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
)

const (
	network = "telegram"
	prefix  = network + ":"
)

func userID(id int64) chat.UserID { return chat.UserID(prefix + strconv.FormatInt(id, 10)) }

func chatID(group int64, topic int) chat.ChatID {
	if topic == 0 {
		return chat.ChatID(prefix + strconv.FormatInt(group, 10))
	}
	return chat.ChatID(fmt.Sprintf("%s%d/%d", prefix, group, topic))
}

// target is a private chat with the person's id, or a group, whose id is negative.
type target struct {
	chat  int64
	topic int
}

func (t target) private() bool { return t.chat > 0 }

func (t target) key() string { return fmt.Sprintf("%d/%d", t.chat, t.topic) }

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

// messageID identifies a message; message 0 means none.
type messageID struct {
	chat    int64
	message int
}

// ref is a stored message. It includes the chat, because groups move.
type ref struct {
	messageID
	protected bool // can't be forwarded
	photo     bool // earlier versions didn't store this
	oldPing   int  // ping's message in earlier versions, or 0
}

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

// parseRef also reads refs of earlier versions.
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
		r.oldPing, err3 = strconv.Atoi(part[3])
	}
	return r, errors.Join(err1, err2, err3) == nil && message > 0
}
