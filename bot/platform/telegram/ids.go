package telegram

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/cache"
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
	r := ref{messageID: messageID{number, message}, protected: strings.Contains(part[2], protectedFlag), photo: strings.Contains(part[2], photoFlag)}
	var err3 error
	if len(part) == earlier {
		r.beside, err3 = strconv.Atoi(part[3])
	}
	return r, errors.Join(err1, err2, err3) == nil && message > 0
}

// Locate returns the address of a topic, which members of its group can open.
func (p *Platform) Locate(_, topic chat.ChatID) string {
	at, ok := targetOf(chat.Place{Chat: topic})
	if !ok || at.chat >= firstSuper {
		return ""
	}
	return fmt.Sprintf("https://t.me/c/%d/%d", firstSuper-at.chat, max(at.topic, 1))
}

// migrations know the new numbers of groups that have become supergroups. Buttons may still carry the old
// number.
type migrations struct {
	notes chat.Notes
	known cache.Map[int64, int64] // new number by old; 0 if the group hasn't moved
}

// firstSuper is below the numbers of all groups that can still become supergroups.
const firstSuper = -1_000_000_000_000

func movedKey(group int64) string { return fmt.Sprintf("moved/%d", group) }

// record remembers a move. If the note can't be written, the next failure of a send reports the move
// again.
func (m *migrations) record(ctx context.Context, from, to int64) {
	if m.notes.Write(ctx, movedKey(from), []byte(strconv.FormatInt(to, 10))) == nil {
		m.known.Put(from, to)
	}
}

// current returns the group's current number.
func (m *migrations) current(ctx context.Context, group int64) int64 {
	if group > 0 || group <= firstSuper {
		return group
	}
	to, known := m.known.Get(group)
	if !known {
		text, err := m.notes.Read(ctx, movedKey(group))
		if err != nil {
			return group
		}
		to, _ = strconv.ParseInt(string(text), 10, 64) // 0 if there is none
		m.known.Put(group, to)
	}
	return cmp.Or(to, group)
}
