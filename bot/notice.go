package bot

import (
	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
	"tarockbot/bot/pages"
)

// noticeWords are the words of notices.
type noticeWords struct{ posts *posts }

// Serves implements outbox.Words.
func (x noticeWords) Serves(p Place) bool { return x.posts.serves(p) }

// Notice implements outbox.Words: in the language of the one whom it is for.
func (x noticeWords) Notice(n outbox.Notice) Screen {
	w, _ := x.posts.readers.reader(&match.Table{}, match.Message{Place: Place{User: n.To}})
	return *noticePage(n).Screen(w)
}

// noticePage is what the notice says.
func noticePage(n outbox.Notice) pages.Notice {
	return pages.Notice{What: n.What, Name: n.Name, User: n.User, At: n.At}
}
