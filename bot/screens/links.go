package screens

import (
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/seq"
	"tarockbot/render/words"
)

// PlatformLink repeats a command on a platform. Link is an address or a text to type.
type PlatformLink struct{ Platform, Link string }

func linkLines(links []PlatformLink, w *words.Tongue, id string) []chat.Line {
	return seq.Map(links, func(x PlatformLink) chat.Line {
		on := w.Say(id, "Platform", w.Say("platform.there."+x.Platform))
		return chat.Line{{Text: on + " ", Style: chat.Dim}, {Text: x.Link, Style: either(IsAddress(x.Link), chat.Link, chat.Code)}}
	})
}

func reference(what, address string) chat.Line {
	return chat.Line{{Text: what + " "}, {Text: address, Style: either(IsAddress(address), chat.Link, chat.Code)}}
}

// IsAddress reports whether the text is a web address.
func IsAddress(text string) bool {
	return strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "http://")
}
