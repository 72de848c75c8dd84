package telegramtest

import (
	"net/http"
	"strings"

	"tarockbot/bot/platform/platformtest"
)

// Document is a file that the bot has sent as it is.
type Document struct {
	Name string
	Data []byte // nil if somebody before the server drops files
}

// maxDocument is the greatest file that a bot may send, in bytes.
const maxDocument = 50 << 20

func (d *Document) json() map[string]any {
	return map[string]any{"file_id": "BQACAgIAAxk" + d.Name, "file_unique_id": "AgAD" + d.Name, "file_name": d.Name, "file_size": len(d.Data)}
}

func (api methods) readDocument(_ *Chat, m *Message, params map[string]string) *reply {
	field := "document"
	if name, ok := strings.CutPrefix(params["document"], "attach://"); ok {
		field = name
	}
	f, ok := api.files[field]
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
	return m.readCaption(params["caption"], params["caption_entities"], params["reply_markup"])
}

// Files returns the documents that the person sees, in the group as well,
// oldest first. Telegram makes their type of the name.
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
