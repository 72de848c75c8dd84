package telegram

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"github.com/go-telegram/bot/models"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/cache"
)

// people maps user names to owners, because the Bot API doesn't. The notes have a fixed number of slots; an owner whose
// slot is reused is recorded again at the next update.
type people struct {
	notes chat.Notes
	known cache.Map[string, somebody] // by lower-case user name, or number
}

type somebody struct {
	Key  string `json:"key"`
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

const peopleSlots = 65536

func personKey(key string) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(key))
	return fmt.Sprintf("person/%d", h.Sum32()%peopleSlots)
}

func (p *people) record(ctx context.Context, u *models.User) {
	if u == nil || u.IsBot {
		return
	}
	p.keepInMemory(somebodyOf(strconv.FormatInt(u.ID, 10), u))
	if u.Username != "" {
		p.keepInNotes(ctx, strings.ToLower(u.Username), u)
	}
}

func (p *people) nameOf(id int64) string {
	s, _ := p.known.Get(strconv.FormatInt(id, 10))
	return s.Name
}

func (p *people) recordMessage(ctx context.Context, m *models.Message) {
	p.record(ctx, m.From)
	if m.ReplyToMessage != nil {
		p.record(ctx, m.ReplyToMessage.From)
	}
	for _, e := range m.Entities {
		if e.Type == models.MessageEntityTypeTextMention && e.User != nil && !e.User.IsBot {
			p.keepInNotes(ctx, strconv.FormatInt(e.User.ID, 10), e.User)
			p.record(ctx, e.User)
		}
	}
}

func (p *people) keepInNotes(ctx context.Context, key string, u *models.User) {
	now := somebodyOf(key, u)
	if before, ok := p.find(ctx, key); ok && before == now {
		return
	}
	data, err := json.Marshal(now)
	if err == nil && p.notes.Write(ctx, personKey(key), data) == nil {
		p.keepInMemory(now)
	}
}

func somebodyOf(key string, u *models.User) somebody {
	return somebody{Key: key, ID: u.ID, Name: fullName(u)}
}

func fullName(u *models.User) string { return strings.TrimSpace(u.FirstName + " " + u.LastName) }

func (p *people) keepInMemory(s somebody) { p.known.Put(s.Key, s) }

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
	p.keepInMemory(s)
	return s, true
}

// Find implements chat.Directory. It also returns an unknown number, with false: the bot may know that user.
func (p *Platform) Find(ctx context.Context, mention string) (chat.UserID, string, bool) {
	if s, ok := p.people.find(ctx, mention); ok {
		return userID(s.ID), s.Name, true
	}
	if id, err := strconv.ParseInt(mention, 10, 64); err == nil && id > 0 {
		return userID(id), "", false
	}
	return "", "", false
}

// Disclose implements chat.DataHolder. Of quarantined updates it lists only numbers, because they may mention others.
func (p *Platform) Disclose(user chat.UserID, notes map[string][]byte) map[string]any {
	id := numberOf(user)
	data := make(map[string]any)
	if names := namesIn(id, notes); len(names) > 0 {
		data["userNames"] = names
	}
	var all map[string]page
	if stored, ok := notes[pagesKey(id)]; ok && json.Unmarshal(stored, &all) == nil {
		data["pages"] = all
	}
	var quarantined []string
	for key := range notes {
		if update, is := strings.CutPrefix(key, "quarantine/"); is {
			quarantined = append(quarantined, update)
		}
	}
	if slices.Sort(quarantined); len(quarantined) > 0 {
		data["updatesNotUnderstood"] = quarantined
	}
	return data
}

func numberOf(user chat.UserID) int64 {
	if to, ok := targetOf(chat.Place{User: user}); ok {
		return to.chat
	}
	return 0
}

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

// Forget implements chat.DataHolder.
func (p *Platform) Forget(_ context.Context, user chat.UserID, notes map[string][]byte) []string {
	id, names := numberOf(user), NamesIn(user, notes)
	p.people.known.DeleteFunc(func(_ string, s somebody) bool { return s.ID == id })
	p.pages.forget(id)
	p.posts.recent.DeleteFunc(func(m messageID, _ content) bool { return m.chat == id })
	p.calls.Forget(target{chat: id}.key())
	p.layouts.lines.Forget(append(slices.Clip(names), strconv.FormatInt(id, 10))...)
	return names
}

// NamesIn returns the user's names in notes, each with @.
func NamesIn(user chat.UserID, notes map[string][]byte) (names []string) {
	for _, name := range namesIn(numberOf(user), notes) {
		names = append(names, "@"+name)
	}
	return names
}
