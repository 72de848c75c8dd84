package discord

import (
	"cmp"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/texts"
	"tarockbot/bot/support/cache"
)

// A picture is an attachment that a gallery above the text shows. This file relies on
// Discord's behaviour: an edit keeps the attachments that it lists by id. A gallery may
// refer to a kept attachment by name, as to a new one. An answer reports the shown
// attachment in the component, not among the attachments.

// Limits of pictures.
const (
	maxPicture = 10 << 20 // bytes
	maxAlt     = 1024
	maxShown   = 4000 // messages in memory
)

// pictureRest is how long no picture is sent to a channel that has refused one, because the bot may not
// attach files there.
const pictureRest = 10 * time.Minute

// pictureName is the file name of a message's picture.
const pictureName = "tarock.png"

// attachment is a file of a message: a new one by its number, an existing one by its id.
type attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename,omitempty"`
	Description string `json:"description,omitempty"`
}

// galleryItem is a picture in a gallery.
type galleryItem struct {
	Media       media  `json:"media"`
	Description string `json:"description,omitempty"`
}

type media struct {
	URL          string `json:"url"`
	AttachmentID string `json:"attachment_id,omitempty"` // Discord tells it
}

// shown is a message's picture.
type shown struct {
	attachment string // its id; "" for none
	key        string // see chat.Picture; "" if unknown
	alt        string // its description
}

// picture returns the picture that the message shows.
func (m *seenMessage) picture() shown {
	for _, c := range m.components() {
		for _, item := range c.Items {
			if isSnowflake(item.Media.AttachmentID) {
				return shown{attachment: item.Media.AttachmentID, alt: item.Description}
			}
		}
	}
	if len(m.Attachments) > 0 {
		return shown{attachment: m.Attachments[0].ID, alt: m.Attachments[0].Description}
	}
	return shown{}
}

// pictures remembers each message's picture, so that none is sent twice. A forgotten picture is sent
// again.
type pictures struct {
	cache.Map[string, shown]
	drawing pictureUpdates
	refused cache.Map[string, time.Time] // until when a channel gets none
	log     *slog.Logger
}

// record stores what the message shows after a request. It forgets the message if that is uncertain.
func (p *pictures) record(message string, s shown, err error) {
	switch {
	case err == nil && message != "":
		p.Put(message, s)
	case isUncertain(err):
		p.Delete(message)
	}
}

// pictureSource is how a message gets its picture: it keeps its old one, or a new one is sent. The zero
// value is no picture.
type pictureSource struct {
	shown        // the picture afterwards; a new one has no id yet
	png   []byte // the new picture; nil for none
}

// sources returns the ways to show the picture, the best first. has is the message's present
// picture.
func (p *pictures) sources(channel string, pic *chat.Picture, has shown) (list []pictureSource) {
	if pic == nil {
		return []pictureSource{{}}
	}
	alt := texts.Truncate(pic.Alt, maxAlt)
	switch {
	case has.attachment == "":
	case pic.Key == has.key:
		list = append(list, pictureSource{shown: shown{has.attachment, has.key, alt}})
	case pic.PNG == nil:
		list = append(list, pictureSource{shown: has})
	}
	if len(pic.PNG) > 0 && len(pic.PNG) <= maxPicture && p.accepts(channel) {
		list = append(list, pictureSource{shown{"", pic.Key, alt}, pic.PNG})
	}
	return append(list, pictureSource{})
}

// accepts reports whether the channel hasn't refused a picture recently.
func (p *pictures) accepts(channel string) bool {
	until, _ := p.refused.Get(channel)
	return !time.Now().Before(until)
}

// withPicture returns the message with the picture above its text.
func (m message) withPicture(w pictureSource) message {
	switch {
	case w.png != nil:
		m.Attachments = []attachment{{ID: "0", Filename: pictureName, Description: w.alt}}
		m.file = &chat.File{Name: pictureName, Type: "image/png", Data: w.png}
	case w.attachment != "":
		m.Attachments = []attachment{{ID: w.attachment}}
	default:
		return m.withoutPicture()
	}
	if m.Flags&flagComponents == 0 {
		return m // a plain message shows its attachments
	}
	gallery := component{Type: kindGallery, Items: []galleryItem{{media{URL: "attachment://" + pictureName}, w.alt}}}
	m.Components = slices.Clone(m.Components)
	m.Components[0].Components = slices.Concat([]component{gallery}, m.Components[0].Components)
	return m
}

// withoutPicture returns the message without its picture. The text then says what the picture shows.
func (m message) withoutPicture() message {
	m.Attachments, m.file = nil, nil
	if m.Flags&flagComponents == 0 {
		m.Content = cmp.Or(m.alone, m.Content)
		return m
	}
	inside := slices.Clone(m.Components[0].Components)
	inside = slices.DeleteFunc(inside, func(c component) bool { return c.Type == kindGallery })
	inside[0].Content = cmp.Or(m.alone, inside[0].Content)
	m.Components = slices.Clone(m.Components)
	m.Components[0].Components = inside
	return m
}

// sendWithPicture sends the message with the best picture that Discord accepts, or without. It returns the
// sent message and its picture.
func (p *pictures) sendWithPicture(
	channel string, m message, pic *chat.Picture, has shown, send func(message) (seenMessage, error),
) (seenMessage, shown, error) {
	var refused error // the refusal of a new picture
	for _, w := range p.sources(channel, pic, has) {
		made, err := send(m.withPicture(w))
		switch {
		case err == nil:
			if refused != nil && !errors.Is(refused, errSlow) { // the channel accepts the words, but no pictures
				p.log.Warn("discord: a picture was refused; words go alone", "err", refused, "for", pictureRest)
				p.refused.Put(channel, time.Now().Add(pictureRest))
			}
			if w.png != nil {
				w.attachment = made.picture().attachment
			}
			return made, w.shown, nil
		case !refusesPicture(err) || w.attachment == "" && w.png == nil:
			return seenMessage{}, shown{}, err
		case w.png != nil:
			refused = err
		}
	}
	return seenMessage{}, shown{}, refused // never: the last source returns
}

// errSlow means that there is no time for a picture now.
var errSlow = errors.New("no time for a picture")

// refusesPicture reports whether Discord may accept the message without its picture.
func refusesPicture(err error) bool {
	status := statusOf(err)
	tooLarge := status == http.StatusBadRequest || status == http.StatusRequestEntityTooLarge
	return errors.Is(err, errSlow) || !hasCode(err, goneCodes...) && (tooLarge || hasCode(err, codeMissingPermission))
}
