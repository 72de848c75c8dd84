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
