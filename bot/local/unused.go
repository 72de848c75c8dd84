package local

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/chat"
)

// unusedLife is how long somebody has a name on a public page without ever sitting at a
// table.
const unusedLife = 24 * time.Hour

// Lapses says that a name goes that was taken a day ago, unless its owner plays: not an
// administrator's, and not while somebody has the page open with it.
func (p *Platform) Lapses(noted string, data []byte) (user chat.UserID, lapses bool) {
	key, is := strings.CutPrefix(noted, noteKey(""))
	var o ownerNote
	if p.private || !is || json.Unmarshal(data, &o) != nil || o.Taken == 0 || slices.Contains(p.admins, key) {
		return "", false
	}
	user = userID(key)
	return user, p.now().Sub(time.Unix(o.Taken, 0)) >= unusedLife && !p.hub.watched(user)
}
