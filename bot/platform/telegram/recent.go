package telegram

import (
	"crypto/sha256"
	"encoding/json"

	"tarockbot/bot/support/cache"
)

// recent is the content that this process has sent recently. It only saves requests.
type recent struct{ cache.Map[messageID, content] }

// content is what a message shows.
type content struct {
	words   [sha256.Size]byte // a hash of text and keyboard; zero if unknown
	picture string            // the Key of its picture, or somePicture; "" for a text, or if unknown
	stays   bool              // Telegram refuses to delete it
}

// somePicture stands for an unknown Key.
const somePicture = "?"

// digest returns a hash of the words. It hashes the text, because a caption leaves out what the picture
// shows.
func (m outgoing) digest() [sha256.Size]byte {
	text, err := json.Marshal([]any{m.text, m.entities, m.keys})
	if err != nil {
		return [sha256.Size]byte{}
	}
	return sha256.Sum256(text)
}

// shows reports whether the message is known to show exactly that. An awaited picture may differ.
func (r *recent) shows(at messageID, m outgoing) bool {
	words := m.digest()
	now, ok := r.Get(at)
	return ok && now.words == words && (now.picture == m.photo.key() || m.photo.awaited())
}

// record remembers what the message shows.
func (r *recent) record(at messageID, m outgoing) {
	now := content{words: m.digest(), picture: m.photo.key()}
	if m.photo.awaited() {
		now.picture = r.find(at).picture
	}
	r.Put(at, now)
}

// recordForeign remembers the picture that another process sent.
func (r *recent) recordForeign(m ref) {
	if _, known := r.Get(m.messageID); m.photo && !known {
		r.Put(m.messageID, content{picture: somePicture})
	}
}

// hasPicture reports whether the message is known to have a picture.
func (r *recent) hasPicture(at messageID) bool { return r.find(at).picture != "" }

// find returns what the message shows, or nothing if that is unknown.
func (r *recent) find(at messageID) content {
	now, _ := r.Get(at)
	return now
}
