package telegram

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
)

// Recall implements chat.Remembers. It lists quarantined updates only by number, because they may mention
// other people.
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

// numberOf returns the user's number at Telegram, or 0 if the id isn't one of Telegram's.
func numberOf(user chat.UserID) int64 {
	id, _ := strconv.ParseInt(strings.TrimPrefix(string(user), prefix), 10, 64)
	return id
}

// namesIn returns the person's user names in the notes.
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

// NamesIn returns the names of the user in notes: each user name after an @.
func NamesIn(user chat.UserID, notes map[string][]byte) (names []string) {
	for _, name := range namesIn(numberOf(user), notes) {
		names = append(names, "@"+name)
	}
	return names
}

// forget drops the person's pages from memory. It waits for a change in progress, which would store them
// again.
func (p *pages) forget(user int64) {
	p.changing.Lock()
	defer p.changing.Unlock()
	p.kept.Delete(user)
	p.newest.DeleteFunc(func(key string, _ int64) bool { return strings.HasPrefix(key, fmt.Sprint(user, " ")) })
}
