package telegram

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"

	tg "github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/cache"
)

// people remember who has which user name: the Bot API doesn't tell whom "@bert" means.
// The notes keep them in a fixed number of slots: a newer name may take an old one's,
// whose owner is remembered again when seen.
type people struct {
	notes chat.Notes
	known cache.Map[string, somebody] // by lower-case user name, or by number
}

// somebody is whom a user name or number means.
type somebody struct {
	Key  string `json:"key"`
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

const (
	peopleSlots = 65536
	maxKnown    = 5000 // people, chats and messages, each in memory
)

func personKey(key string) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(key)) // never fails
	return fmt.Sprintf("person/%d", h.Sum32()%peopleSlots)
}

// record remembers the user name of somebody who did something, and the name for a while.
func (p *people) record(ctx context.Context, u *models.User) {
	if u == nil || u.IsBot {
		return
	}
	p.store(somebodyOf(strconv.FormatInt(u.ID, 10), u))
	if u.Username != "" {
		p.remember(ctx, strings.ToLower(u.Username), u)
	}
}

// nameOf is the name of somebody who did something lately, or "".
func (p *people) nameOf(id int64) string {
	s, _ := p.known.Get(strconv.FormatInt(id, 10))
	return s.Name
}

// recordMessage remembers who wrote a message, and who is meant in it or by it.
func (p *people) recordMessage(ctx context.Context, m *models.Message) {
	p.record(ctx, m.From)
	if m.ReplyToMessage != nil {
		p.record(ctx, m.ReplyToMessage.From)
	}
	for _, e := range m.Entities {
		if e.Type == models.MessageEntityTypeTextMention && e.User != nil && !e.User.IsBot {
			p.remember(ctx, strconv.FormatInt(e.User.ID, 10), e.User)
			p.record(ctx, e.User)
		}
	}
}

func (p *people) remember(ctx context.Context, key string, u *models.User) {
	now := somebodyOf(key, u)
	if before, ok := p.find(ctx, key); ok && before == now {
		return
	}
	data, err := json.Marshal(now)
	if err == nil && p.notes.Write(ctx, personKey(key), data) == nil {
		p.store(now)
	}
}

func somebodyOf(key string, u *models.User) somebody {
	return somebody{Key: key, ID: u.ID, Name: fullName(u)}
}

// fullName is what a person calls themselves.
func fullName(u *models.User) string { return strings.TrimSpace(u.FirstName + " " + u.LastName) }

func (p *people) store(s somebody) { p.known.Put(s.Key, s) }

// find is whom a user name, without @, or a number means.
func (p *people) find(ctx context.Context, mention string) (somebody, bool) {
	key := strings.ToLower(mention)
	s, ok := p.known.Get(key)
	if ok {
		return s, true
	}
	data, err := p.notes.Read(ctx, personKey(key))
	if err != nil || json.Unmarshal(data, &s) != nil || s.Key != key {
		return somebody{}, false
	}
	p.store(s)
	return s, true
}

// Find is whom a user name means, or the number that stands for a person who has none.
// A number that is unknown here is still returned: the bot may know it.
func (p *Platform) Find(ctx context.Context, mention string) (chat.UserID, string, bool) {
	if s, ok := p.people.find(ctx, mention); ok {
		return userID(s.ID), s.Name, true
	}
	if id, err := strconv.ParseInt(mention, 10, 64); err == nil && id > 0 {
		return userID(id), "", false
	}
	return "", "", false
}

// migrations knows the new numbers of groups that have become supergroups; buttons in them
// may still tell the old.
type migrations struct {
	notes chat.Notes
	known cache.Map[int64, int64] // old -> new; 0 if it hasn't moved
}

// firstSuper: the numbers of groups that can still move are above it.
const firstSuper = -1_000_000_000_000

func movedKey(chat int64) string { return fmt.Sprintf("moved/%d", chat) }

// record remembers a move. If it can't be kept, the next sign of it will be.
func (m *migrations) record(ctx context.Context, from, to int64) {
	if m.notes.Write(ctx, movedKey(from), []byte(strconv.FormatInt(to, 10))) == nil {
		m.known.Put(from, to)
	}
}

// now is the chat's number of today.
func (m *migrations) now(ctx context.Context, chat int64) int64 {
	if chat > 0 || chat <= firstSuper {
		return chat
	}
	to, known := m.known.Get(chat)
	if !known {
		text, err := m.notes.Read(ctx, movedKey(chat))
		if err != nil {
			return chat
		}
		to, _ = strconv.ParseInt(string(text), 10, 64) // 0 if there is none
		m.known.Put(chat, to)
	}
	return cmp.Or(to, chat)
}

// cachedAdmins is a group's administrators, as Telegram told them.
type cachedAdmins struct {
	users []int64
	at    time.Time
}

// trusted is how long such a list is taken for true: while somebody presses some buttons.
const trusted = 10 * time.Second

// Administers says whether the person administers the group. Telegram is asked for all
// who do: about one member it need not answer a bot that doesn't.
func (p *Platform) Administers(ctx context.Context, space chat.ChatID, user chat.UserID) (bool, error) {
	group, ok := targetOf(chat.Place{Chat: space})
	person, is := targetOf(chat.Place{User: user})
	if !ok || !is || group.topic != 0 {
		return false, nil
	}
	list, ok := p.admins.Get(group.chat)
	if !ok || p.cfg.Now().Sub(list.at) >= trusted {
		all, err := p.client.api.GetChatAdministrators(ctx, &tg.GetChatAdministratorsParams{ChatID: group.chat})
		if err != nil {
			return false, fmt.Errorf("telegram: administrators: %w", err)
		}
		list = cachedAdmins{at: p.cfg.Now()}
		for _, m := range all {
			list.users = append(list.users, adminOf(m))
		}
		p.admins.Put(group.chat, list)
	}
	return slices.Contains(list.users, person.chat), nil
}

// adminOf is who the administrator is; 0 if it isn't one.
func adminOf(m models.ChatMember) int64 {
	switch {
	case m.Owner != nil && m.Owner.User != nil:
		return m.Owner.User.ID
	case m.Administrator != nil:
		return m.Administrator.User.ID
	}
	return 0
}

// Locate is the address of a topic, which members of its group can open.
func (p *Platform) Locate(_, topic chat.ChatID) string {
	at, ok := targetOf(chat.Place{Chat: topic})
	if !ok || at.chat >= firstSuper {
		return ""
	}
	return fmt.Sprintf("https://t.me/c/%d/%d", firstSuper-at.chat, max(at.topic, 1))
}

// Recall implements chat.Remembers. Of updates in quarantine it tells only the numbers:
// others may be in them.
func (p *Platform) Recall(user chat.UserID, notes map[string][]byte) map[string]any {
	id := numberOf(user)
	told := make(map[string]any)
	if names := namesIn(id, notes); len(names) > 0 {
		told["userNames"] = names
	}
	var all map[string]page
	if data, ok := notes[pagesKey(id)]; ok && json.Unmarshal(data, &all) == nil {
		told["pages"] = all
	}
	var waiting []string
	for key := range notes {
		if update, is := strings.CutPrefix(key, "quarantine/"); is {
			waiting = append(waiting, update)
		}
	}
	if slices.Sort(waiting); len(waiting) > 0 {
		told["updatesNotUnderstood"] = waiting
	}
	return told
}

// numberOf is Telegram's own number of the user; 0 if the id isn't one of Telegram's.
func numberOf(user chat.UserID) int64 {
	id, _ := strconv.ParseInt(strings.TrimPrefix(string(user), prefix), 10, 64)
	return id
}

// namesIn are the user names of the person that the notes know.
func namesIn(id int64, notes map[string][]byte) (names []string) {
	for _, data := range notes {
		var s somebody
		if json.Unmarshal(data, &s) == nil && s.ID == id && s.Key != "" && s.Key != strconv.FormatInt(id, 10) {
			names = append(names, s.Key)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Forget implements chat.Remembers.
func (p *Platform) Forget(_ context.Context, user chat.UserID, notes map[string][]byte) []string {
	id, names := numberOf(user), NamesIn(user, notes)
	p.people.known.DeleteFunc(func(_ string, s somebody) bool { return s.ID == id })
	p.pages.forget(id)
	p.posts.recent.DeleteFunc(func(m messageID, _ content) bool { return m.chat == id })
	p.calls.Forget(target{chat: id}.key())
	p.posts.lines.Forget(append(slices.Clip(names), strconv.FormatInt(id, 10))...)
	return names
}

// NamesIn is what else the notes that name somebody call them: @ and their user names.
func NamesIn(user chat.UserID, notes map[string][]byte) (names []string) {
	for _, name := range namesIn(numberOf(user), notes) {
		names = append(names, "@"+name)
	}
	return names
}

// forget waits for a change of pages that is being made: it would bring them back.
func (p *pages) forget(user int64) {
	p.changing.Lock()
	defer p.changing.Unlock()
	p.kept.Delete(user)
	p.newest.DeleteFunc(func(key string, _ int64) bool { return strings.HasPrefix(key, fmt.Sprint(user, " ")) })
}
