package posts

import (
	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
	"tarockbot/bot/pages"
)

// noticeWords are the words of notices.
type noticeWords struct{ posts *Posts }

// Serves implements outbox.Words.
func (x noticeWords) Serves(p chat.Place) bool { return x.posts.Serves(p) }

// Notice implements outbox.Words: in the language of the one whom it is for.
func (x noticeWords) Notice(n outbox.Notice) chat.Screen {
	w, _ := x.posts.Readers.reader(&match.Table{}, match.Message{Place: chat.Place{User: n.To}})
	return *noticePage(n).Screen(w)
}

// noticePage is what the notice says.
func noticePage(n outbox.Notice) pages.Notice {
	return pages.Notice{What: n.What, Name: n.Name, User: n.User, At: n.At}
}
