package screens

import (
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/seq"
	"tarockbot/render/words"
)

// PlatformLink lets users of a platform repeat a command. Link is a web address, or a text to type.
type PlatformLink struct{ Platform, Link string }

// linkLines lists the links. The text of the id introduces each link with its platform.
func linkLines(links []PlatformLink, w *words.Tongue, id string) []chat.Line {
	return seq.Map(links, func(x PlatformLink) chat.Line {
		on := w.Say(id, "Platform", w.Say("platform.there."+x.Platform))
		return chat.Line{{Text: on + " ", Style: chat.Dim}, {Text: x.Link, Style: either(IsAddress(x.Link), chat.Link, chat.Code)}}
	})
}

// reference shows a label with an address. A web address can be opened; any other can be copied.
func reference(what, address string) chat.Line {
	return chat.Line{{Text: what + " "}, {Text: address, Style: either(IsAddress(address), chat.Link, chat.Code)}}
}

// IsAddress reports whether the text is a web address.
func IsAddress(text string) bool {
	return strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "http://")
}
