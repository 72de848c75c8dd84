package discord

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/cache"
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

// pictureName is what the picture of a message is called among its files.
const pictureName = "tarock.png"

// attachment is a file of a message: a new one by its number, one that it has by its id.
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

// picture is the one that the message shows.
func (m *seenMessage) picture() shown {
	for _, c := range flat(m.Components) {
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

// pictures remembers which picture each message has, so that none is sent
// twice. What is forgotten is sent anew.
type pictures struct {
	cache.Map[string, shown]
	drawing pictureUpdates
	limits  *limits
	log     *slog.Logger
}

// record remembers what the message shows after a request; it forgets what nobody knows.
func (p *pictures) record(message string, s shown, err error) {
	switch {
	case err == nil && message != "":
		p.Put(message, s)
	case isUncertain(err):
		p.Delete(message)
	}
}

// pictureSource is how a message gets its picture: it keeps the one it has, or a new one
// is sent with it. The zero way does without.
type pictureSource struct {
	shown        // then; of a new one without its id
	png   []byte // nil for none that is new
}

// ways are those to show the picture, the best first; the message shows has already.
func (p *pictures) pictureSources(channel string, pic *chat.Picture, has shown) (list []pictureSource) {
	if pic == nil {
		return []pictureSource{{}}
	}
	alt := short(pic.Alt, maxAlt)
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

// accepts says that the channel hasn't refused any lately.
func (p *pictures) accepts(channel string) bool { return p.limits.wait("pictures "+channel) == 0 }

// with is the message with a picture, which stands above the text.
func (m message) with(w pictureSource) message {
	switch {
	case w.png != nil:
		m.Attachments = []attachment{{ID: "0", Filename: pictureName, Description: w.alt}}
		m.file = &chat.File{Name: pictureName, Type: "image/png", Data: w.png}
	case w.attachment != "":
		m.Attachments = []attachment{{ID: w.attachment}}
	default:
		return m.words()
	}
	if m.Flags&flagComponents == 0 {
		return m // it shows its attachments
	}
	gallery := component{Type: kindGallery, Items: []galleryItem{{media{URL: "attachment://" + pictureName}, w.alt}}}
	m.Components = slices.Clone(m.Components)
	m.Components[0].Components = slices.Concat([]component{gallery}, m.Components[0].Components)
	return m
}

// words is the message without its picture, and with all that this says.
func (m message) words() message {
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

// sendWithPicture sends the message with its picture as well as Discord takes it, and in
// words alone if that takes none. The result is what the message shows then.
func (p *pictures) sendWithPicture(channel string, m message, pic *chat.Picture, has shown, send func(message) (seenMessage, error)) (shown, error) {
	var refused error // of a new picture
	for _, w := range p.pictureSources(channel, pic, has) {
		made, err := send(m.with(w))
		switch {
		case err == nil:
			if refused != nil && !errors.Is(refused, errSlow) { // the channel takes the words, but no pictures
				p.log.Warn("discord: a picture was refused; words go alone", "err", refused, "for", pictureRest)
				p.limits.delay("pictures "+channel, pictureRest)
			}
			if w.png != nil {
				w.attachment = made.picture().attachment
			}
			return w.shown, nil
		case !refusesPicture(err) || w.attachment == "" && w.png == nil:
			return shown{}, err
		case w.png != nil:
			refused = err
		}
	}
	return shown{}, refused // never: the last way returns
}

// errSlow: there is no time for a picture now.
var errSlow = errors.New("no time for a picture")

// refusesPicture says that the message may be taken without its picture.
func refusesPicture(err error) bool {
	status := statusOf(err)
	tooLarge := status == http.StatusBadRequest || status == http.StatusRequestEntityTooLarge
	return errors.Is(err, errSlow) || !hasCode(err, goneCodes...) && (tooLarge || hasCode(err, codeMissingPermission))
}

// pictureUpdates stop the pictures that are being drawn for pages which were shown without, by
// message. When a page changes, the picture for what it was isn't wanted any more.
type pictureUpdates struct {
	cache.Map[string, context.CancelFunc]
}

// begin lets a picture follow, instead of one that is still awaited there.
func (f *pictureUpdates) begin(ctx context.Context, message string, until time.Time) (context.Context, context.CancelFunc) {
	f.cancel(message)
	ctx, cancel := context.WithDeadline(ctx, until)
	f.Put(message, cancel)
	return ctx, cancel
}

// outdate stops what is awaited for the message.
func (f *pictureUpdates) cancel(message string) {
	if cancel, ok := f.Get(message); ok {
		cancel()
	}
}
