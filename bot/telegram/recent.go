package telegram

import (
	"crypto/sha256"
	"encoding/json"

	"tarockbot/bot/cache"
)

// recent is what this process knows of the messages it has sent lately.
// Nothing depends on it but needless work.
type recent struct {
	cache.Map[messageID, content]
}

// content is what a message shows.
type content struct {
	words   [sha256.Size]byte // with what there is to press; zero if unknown
	picture string            // the Key of its picture, or somePicture; "" for a text
	stays   bool              // it can't be deleted
}

// somePicture is in the place of a Key that isn't known.
const somePicture = "?"

type messageID struct {
	chat    int64
	message int
}

const maxRecent = 5000

func newRecent() *recent {
	return &recent{cache.Map[messageID, content]{Keep: maxRecent}}
}

// digest tells words apart.
func (m outgoing) digest() [sha256.Size]byte {
	text, err := json.Marshal([]any{m.text, m.entities, m.keys})
	if err != nil {
		return [sha256.Size]byte{}
	}
	return sha256.Sum256(text)
}

// shows says whether the message is known to show just that. A picture that is
// awaited may as well be another.
func (r *recent) shows(chat int64, message int, m outgoing) bool {
	words := m.digest()
	now, ok := r.Get(messageID{chat, message})
	return ok && now.words == words && (now.picture == m.photo.key() || m.photo.awaited())
}

// note remembers what the message shows.
func (r *recent) note(chat int64, message int, m outgoing) {
	id, now := messageID{chat, message}, content{words: m.digest(), picture: m.photo.key()}
	if m.photo.awaited() {
		before, _ := r.Get(id)
		now.picture = before.picture
	}
	r.Put(id, now)
}

// pictureOf is the Key of the picture that the message shows, or somePicture; ""
// if it is a text, or nobody knows.
func (r *recent) pictureOf(chat int64, message int) string {
	now, _ := r.Get(messageID{chat, message})
	return now.picture
}

// isPhoto remembers that the message shows some picture.
func (r *recent) isPhoto(chat int64, message int) {
	r.Put(messageID{chat, message}, content{picture: somePicture})
}

// fix remembers that the message, a photo, can't be deleted.
func (r *recent) fix(chat int64, message int) {
	r.Put(messageID{chat, message}, content{picture: somePicture, stays: true})
}

// stays says that the message is known to be one that can't be deleted.
func (r *recent) stays(chat int64, message int) bool {
	now, _ := r.Get(messageID{chat, message})
	return now.stays
}
