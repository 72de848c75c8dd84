package bot

import (
	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
	"tarockbot/bot/pages"
	"tarockbot/bot/people"
)

// noticesAbout tells the identities of what the person does with the journal's
// next entry.
func (b *Bot) noticesAbout(p people.Person, what string, to []chat.Identity) []outbox.Notice {
	var all []outbox.Notice
	for _, x := range to {
		all = append(all, outbox.Notice{To: x.User, What: what, Name: p.Name, User: p.Users[0], At: b.cfg.Now().UTC(), Entry: b.people.Links.Next()})
	}
	return all
}

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
