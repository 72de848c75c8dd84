package discord

import (
	"cmp"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"tarockbot/bot/cache"
	"tarockbot/bot/chat"
)

// A picture is an attachment of its message that a gallery above the text
// shows. What is taken for granted of Discord stands in this file: an edit
// keeps the attachments that it lists by their ids, a gallery may refer to one
// that is kept as to a new one, by its name, and an answer tells what is shown
// by a component there, not among the attachments.

// Limits of pictures.
const (
	maxPicture = 10 << 20 // bytes
	maxAlt     = 1024
	maxShown   = 4000 // messages whose pictures are remembered
)

// pictureRest is how long no picture is sent to a channel that has refused one:
// the bot may not attach files there.
const pictureRest = 10 * time.Minute

// attachment is a file of a message: a new one by its number, or one that the
// message has by its id.
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

// shown is the picture that a message has.
type shown struct {
	attachment string // its id; "" for none
	key        string // what it shows, see chat.Picture; "" if that isn't known
	alt        string // the same in words
}

// pictures remembers which picture each message has, so that none is sent
// twice. What is forgotten is sent anew.
type pictures struct {
	cache.Map[string, shown]
	limits *limits
	log    *slog.Logger
}

func newPictures(limits *limits, log *slog.Logger) *pictures {
	return &pictures{Map: cache.Map[string, shown]{Keep: maxShown}, limits: limits, log: log}
}

func (p *pictures) note(message string, s shown) {
	if message != "" {
		p.Put(message, s)
	}
}

// way is how a message gets its picture: it keeps the one it has, or a new one
// is sent with it. The zero way does without.
type way struct {
	keep string // an attachment's id
	png  []byte
	alt  string
}

// ways are those to show the picture, the best first; has is what the message
// shows already.
func (p *pictures) ways(channel string, pic *chat.Picture, has shown) []way {
	if pic == nil {
		return []way{{}}
	}
	var list []way
	alt := short(pic.Alt, maxAlt)
	switch {
	case has.attachment == "":
	case pic.Key == has.key:
		list = append(list, way{keep: has.attachment, alt: alt})
	case pic.PNG == nil:
		list = append(list, way{keep: has.attachment, alt: has.alt})
	}
	if len(pic.PNG) > 0 && len(pic.PNG) <= maxPicture && p.takes(channel) {
		list = append(list, way{png: pic.PNG, alt: alt})
	}
	return append(list, way{})
}

// takes says that the channel hasn't refused any lately.
func (p *pictures) takes(channel string) bool {
	return p.limits.wait(picturesTo(channel)) == 0
}

// picturesTo is the limit of pictures sent to the channel.
func picturesTo(channel string) string { return "pictures " + channel }

// with is the message with a picture, which stands above the text.
func (m message) with(w way) message {
	if w.keep == "" && w.png == nil {
		m = m.words()
		m.Attachments = []attachment{}
		return m
	}
	file := attachment{ID: w.keep}
	m.file = nil
	if w.png != nil {
		file = attachment{ID: "0", Filename: pictureName, Description: w.alt}
		m.file = &chat.File{Name: pictureName, Type: "image/png", Data: w.png}
	}
	m.Attachments = []attachment{file}
	if m.Flags&flagComponents == 0 {
		return m // it shows its attachments
	}
	gallery := component{Type: kindGallery, Items: []galleryItem{{media{URL: "attachment://" + pictureName}, w.alt}}}
	m.Components = slices.Clone(m.Components)
	m.Components[0].Components = append([]component{gallery}, m.Components[0].Components...)
	return m
}

// words is the message without its picture, and with all that this says.
func (m message) words() message {
	m.Attachments, m.file = nil, nil
	if m.Flags&flagComponents == 0 {
		m.Content = cmp.Or(m.alone, m.Content)
		return m
	}
	if len(m.Components) == 0 {
		return m
	}
	m.Components = slices.Clone(m.Components)
	inside := slices.Clone(m.Components[0].Components)
	m.Components[0].Components = slices.DeleteFunc(inside, func(c component) bool { return c.Type == kindGallery })
	if text := &m.Components[0].Components[0]; m.alone != "" {
		text.Content = m.alone
	}
	return m
}

// hang sends the message with its picture as well as Discord takes it, and in
// words alone if that takes none. The result is what the message shows then.
func (p *pictures) hang(channel string, m message, pic *chat.Picture, has shown, send func(message) (seenMessage, error)) (shown, error) {
	var refused error // of a new picture
	for _, w := range p.ways(channel, pic, has) {
		made, err := send(m.with(w))
		switch {
		case err == nil:
			p.refused(channel, refused)
			return w.shows(pic, has, made), nil
		case !refusesPicture(err) || w.keep == "" && w.png == nil:
			return shown{}, err
		case w.png != nil:
			refused = err
		}
	}
	return shown{}, refused // never: the last way returns
}

// refused notes that a channel takes no pictures, if it took the words.
func (p *pictures) refused(channel string, err error) {
	if err == nil || errors.Is(err, errSlow) {
		return
	}
	p.log.Warn("discord: a picture was refused; words go alone", "err", err, "for", pictureRest)
	p.limits.set(picturesTo(channel), pictureRest)
}

// shows is what a message shows that was taken this way.
func (w way) shows(pic *chat.Picture, has shown, made seenMessage) shown {
	switch {
	case w.keep != "":
		has.alt = w.alt
		return has
	case w.png != nil:
		return shown{made.picture().attachment, pic.Key, w.alt}
	}
	return shown{}
}

// errSlow: there is no time for a picture now.
var errSlow = errors.New("no time for a picture")

// refusesPicture says that the message may be taken without its picture.
func refusesPicture(err error) bool {
	var refused *apiError
	switch {
	case errors.Is(err, errSlow):
		return true
	case !errors.As(err, &refused) || hasCode(err, goneCodes...):
		return false
	}
	return refused.Status == http.StatusBadRequest || refused.Status == http.StatusRequestEntityTooLarge ||
		refused.Code == codeMissingPermission
}

// picture is the one that the message shows.
func (m *seenMessage) picture() shown {
	s := pictureIn(m.Components)
	if s.attachment == "" && len(m.Attachments) > 0 {
		s = shown{attachment: m.Attachments[0].ID, alt: m.Attachments[0].Description}
	}
	return s
}

func pictureIn(components []component) shown {
	for _, c := range components {
		for _, item := range c.Items {
			if isSnowflake(item.Media.AttachmentID) {
				return shown{attachment: item.Media.AttachmentID, alt: item.Description}
			}
		}
		if s := pictureIn(c.Components); s.attachment != "" {
			return s
		}
	}
	return shown{}
}

// shownOn is the picture of a message that was pressed.
func (p *pictures) shownOn(m *seenMessage) shown {
	if s, ok := p.Get(m.ID); ok {
		return s
	}
	return m.picture()
}
