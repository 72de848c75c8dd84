package telegramtest

import (
	"net/http"
	"strings"

	"tarockbot/bot/platform/platformtest"
)

// Document is a file that the bot has sent without processing by Telegram.
type Document struct {
	Name string
	Data []byte // nil if a proxy in front of the server dropped the data
}

// maxDocument is the largest document that a bot may send, in bytes.
const maxDocument = 50 << 20

// json returns the document as updates and answers show it.
func (d *Document) json() map[string]any {
	return map[string]any{"file_id": "BQACAgIAAxk" + d.Name, "file_unique_id": "AgAD" + d.Name, "file_name": d.Name, "file_size": len(d.Data)}
}

// readDocument reads the content of a message with a document.
func (call apiCall) readDocument(_ *Chat, m *Message) *reply {
	field := "document"
	if name, ok := strings.CutPrefix(call.params["document"], "attach://"); ok {
		field = name
	}
	f, ok := call.files[field]
	switch {
	case !ok:
		return badRequest("there is no document in the request")
	case len(f.data) == 0:
		return badRequest("file must be non-empty")
	case len(f.data) > maxDocument:
		return refuse(http.StatusRequestEntityTooLarge, "Request Entity Too Large")
	}
	m.Document = &Document{Name: f.name, Data: f.data}
	if f.dropped {
		m.Document.Data = nil
	}
	return m.readCaption(call.params["caption"], call.params["caption_entities"], call.params["reply_markup"])
}

// Files returns the documents in the person's private chat, then those in the group, each oldest first. Their type is
// empty, for Telegram derives it from the name.
func (p *Person) Files() []platformtest.File {
	var list []platformtest.File
	chats := []*Chat{p.private}
	if p.Home != nil && p.Home != p.private {
		chats = append(chats, p.Home)
	}
	for _, c := range chats {
		for _, m := range c.Messages() {
			if m.Document != nil {
				list = append(list, platformtest.File{Name: m.Document.Name, Data: m.Document.Data})
			}
		}
	}
	return list
}
