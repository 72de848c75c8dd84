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

// An attachment is shown by a gallery above the text. This file relies on Discord: an edit keeps attachments listed by
// ID; a gallery may name a kept attachment; answers report a shown attachment in its component.

const (
	maxPicture = 10 << 20 // bytes
	maxAlt     = 1024
	maxShown   = 4000 // messages
)

// refusedPause is the pause after a channel refused a picture.
const refusedPause = 10 * time.Minute

const pictureName = "tarock.png"

// In a request, a new attachment's ID is its number.
type attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename,omitempty"`
	Description string `json:"description,omitempty"`
}

type galleryItem struct {
	Media       media  `json:"media"`
	Description string `json:"description,omitempty"`
}

type media struct {
	URL          string `json:"url"`
	AttachmentID string `json:"attachment_id,omitempty"`
}

type shown struct {
	attachment string // its ID, or ""
	key        string // chat.Picture.Key; "" if unknown
	alt        string
}

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

// pictures remembers the messages' pictures. The bot sends forgotten pictures again.
type pictures struct {
	cache.Map[string, shown]
	drawing pictureUpdates
	refused cache.Map[string, time.Time] // the ends of pauses, by channel
	log     *slog.Logger
}

// record forgets the message after an uncertain request.
func (p *pictures) record(message string, s shown, err error) {
	switch {
	case err == nil && message != "":
		p.Put(message, s)
	case isUncertain(err):
		p.Delete(message)
	}
}

// pictureSource is a way to show a picture: by the old attachment or a new file. Zero shows no picture.
type pictureSource struct {
	shown        // what the message then shows; a new attachment has no ID yet
	png   []byte // the new picture, or nil
}

// sources returns the ways to show the picture, the best first.
func (p *pictures) sources(channel string, pic *chat.Picture, old shown) (list []pictureSource) {
	if pic == nil {
		return []pictureSource{{}}
	}
	alt := texts.Truncate(pic.Alt, maxAlt)
	switch {
	case old.attachment == "":
	case pic.Key == old.key:
		list = append(list, pictureSource{shown: shown{old.attachment, old.key, alt}})
	case pic.PNG == nil:
		list = append(list, pictureSource{shown: old})
	}
	if len(pic.PNG) > 0 && len(pic.PNG) <= maxPicture && p.accepts(channel) {
		list = append(list, pictureSource{shown{"", pic.Key, alt}, pic.PNG})
	}
	return append(list, pictureSource{})
}

func (p *pictures) accepts(channel string) bool {
	until, _ := p.refused.Get(channel)
	return !time.Now().Before(until)
}

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

// withoutPicture uses the text that replaces the picture.
func (m message) withoutPicture() message {
	m.Attachments, m.file = nil, nil
	if m.Flags&flagComponents == 0 {
		m.Content = cmp.Or(m.textOnly, m.Content)
		return m
	}
	inside := slices.Clone(m.Components[0].Components)
	inside = slices.DeleteFunc(inside, func(c component) bool { return c.Type == kindGallery })
	inside[0].Content = cmp.Or(m.textOnly, inside[0].Content)
	m.Components = slices.Clone(m.Components)
	m.Components[0].Components = inside
	return m
}

// sendWithPicture tries the sources in order.
func (p *pictures) sendWithPicture(
	channel string, m message, pic *chat.Picture, old shown, send func(message) (seenMessage, error),
) (seenMessage, shown, error) {
	var refused error
	for _, w := range p.sources(channel, pic, old) {
		made, err := send(m.withPicture(w))
		switch {
		case err == nil:
			if refused != nil && !errors.Is(refused, errSlow) { // only pictures are refused
				p.log.Warn("discord: a picture was refused; the message has only text", "err", refused, "for", refusedPause)
				p.refused.Put(channel, time.Now().Add(refusedPause))
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
	return seenMessage{}, shown{}, refused
}

var errSlow = errors.New("no time for a picture")

// refusesPicture reports whether Discord may accept the message without its picture.
func refusesPicture(err error) bool {
	status := statusOf(err)
	tooLarge := status == http.StatusBadRequest || status == http.StatusRequestEntityTooLarge
	return errors.Is(err, errSlow) || !hasCode(err, goneCodes...) && (tooLarge || hasCode(err, codeMissingPermission))
}
