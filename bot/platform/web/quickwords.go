package web

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/chat"
)

// quickWords are what players say to each other at a table: never free text between strangers. "word.NAME" is the text.
var quickWords = []string{"hello", "played", "thanks", "moment", "sorry", "luck", "again", "bye"}

// quickWordPause is the time between a person's words.
const quickWordPause = 10 * time.Second

// spokenWord is a player's word, for the message that shows the table to the listener.
type spokenWord struct {
	Ref  chat.Ref `json:"ref"`
	Seat int      `json:"seat"`
	Word string   `json:"word"`
}

// say tells a word to the table's players on the page: "word=NAME REF".
func (s server) say(w http.ResponseWriter, r *http.Request, v visitor) {
	word, ref, _ := strings.Cut(r.PostForm.Get("word"), " ")
	switch {
	case !slices.Contains(quickWords, word) || !s.p.hub.sitsAt(v.user(), chat.Ref(ref)):
		s.refuse(w, r, http.StatusBadRequest, "unclear")
	case !s.p.hub.speak(v.user(), chat.Ref(ref), word):
		s.finish(w, r, v, http.StatusOK, reply{Alert: v.texts.Say("word.soon"), Refused: true})
	default:
		s.finish(w, r, v, http.StatusOK, reply{})
	}
}

// sitsAt reports whether the message shows the user their running table.
func (h *hub) sitsAt(user chat.UserID, ref chat.Ref) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	m := h.panelOf(user, ref)
	return m != nil && m.table != "" && slices.Contains(m.players, user)
}

// The lock must be held.
func (h *hub) panelOf(user chat.UserID, ref chat.Ref) *message {
	if p := h.persons[user]; p != nil {
		return p.panels.find(ref)
	}
	return nil
}

// speak returns false if the user has spoken too recently. The user sitsAt the table.
func (h *hub) speak(user chat.UserID, ref chat.Ref, word string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	m, speaker := h.panelOf(user, ref), h.persons[user]
	if m == nil || h.now().Sub(speaker.spokeAt) < quickWordPause {
		return false
	}
	speaker.spokeAt = h.now()
	for _, player := range m.players {
		listener := h.persons[player]
		if listener == nil {
			continue
		}
		for _, shown := range listener.panels.messages {
			if shown.table == m.table {
				listener.hear(spokenWord{shown.ref, slices.Index(m.players, user), word})
			}
		}
	}
	return true
}

// hear passes a word to the open pages. A page that has not sent the last one yet loses it.
func (p *person) hear(word spokenWord) {
	for _, s := range p.streams {
		select {
		case s.words <- word:
		default:
		}
	}
}

func (w spokenWord) event() string {
	data, _ := json.Marshal(w)
	return "event: quickword\ndata: " + string(data) + "\n\n"
}
