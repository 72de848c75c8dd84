package telegram

import (
	"bytes"
	"context"
	"errors"
	"time"

	"github.com/go-telegram/bot/models"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/cache"
	"tarockbot/bot/support/retry"
)

// photo is the picture of a message: none, ready, or awaited. The words below describe it, because
// Telegram has no other description.
type photo struct {
	picture *chat.Picture // nil for none
	file                  // at Telegram
	offered time.Time     // the time of the attempt, from which a refusal counts
}

// key returns the picture's Key, or "".
func (p photo) key() string {
	if p.picture == nil {
		return ""
	}
	return p.picture.Key
}

// ready reports whether the picture can be sent.
func (p photo) ready() bool { return p.picture != nil && (p.id != "" || p.picture.PNG != nil) }

// awaited reports whether the picture isn't drawn yet. Until then a message keeps its old one.
func (p photo) awaited() bool { return p.picture != nil && !p.ready() }

// photos know which pictures Telegram has, and which it refuses. They only save requests.
type photos struct {
	now    func() time.Time
	files  cache.Map[string, file]     // by a picture's Key
	barred cache.Map[int64, time.Time] // chats that refuse photos, and until when
}

// file is a picture at Telegram, or on its way there.
type file struct {
	id     string    // Telegram's id; "" if Telegram doesn't have it
	tries  int       // failed posts with the picture
	barred time.Time // Telegram refused the picture; not tried before
}

const (
	maxFiles  = 2048
	maxBegins = 3                // failed posts with a picture; then the words are posted first
	barredFor = time.Hour        // for chats and for pictures: the reason may pass
	drawTime  = 10 * time.Second // for a page's picture, including its wait for others
	fileName  = "table.png"      // the same for all pictures, so that it reveals nothing
)

// usable returns the form in which the picture can be sent to the chat now.
func (p *photos) usable(chat int64, picture *chat.Picture) photo {
	if picture == nil {
		return photo{}
	}
	f, _ := p.files.Get(picture.Key)
	barred, _ := p.barred.Get(chat)
	now := p.now()
	if now.Before(f.barred) || now.Before(barred) {
		return photo{}
	}
	return photo{picture, f, now}
}

// recordSent remembers Telegram's id of the picture's largest size.
func (p *photos) recordSent(ph photo, sizes []models.PhotoSize) {
	if ph.ready() && len(sizes) > 0 {
		p.files.Put(ph.key(), file{id: sizes[len(sizes)-1].FileID})
	}
}

// recordRefusal remembers that Telegram refuses the photo there, and returns the form that it may accept.
func (p *photos) recordRefusal(chat int64, ph photo, why error) photo {
	switch {
	case errors.Is(why, errNoPhotos):
		p.barred.Put(chat, ph.offered.Add(barredFor))
	case ph.id != "":
		p.files.Put(ph.key(), file{}) // Telegram has deleted it
	default:
		p.files.Put(ph.key(), file{barred: ph.offered.Add(barredFor)})
	}
	return p.usable(chat, ph.picture)
}

// recordFailure counts a failure to post a message with the photo.
func (p *photos) recordFailure(ph photo) {
	ph.tries++
	p.files.Put(ph.key(), ph.file)
}

// input returns the photo for a new message.
func (p photo) input() models.InputFile {
	if p.id != "" {
		return &models.InputFileString{Data: p.id}
	}
	return &models.InputFileUpload{Filename: fileName, Data: bytes.NewReader(p.picture.PNG)}
}

// illustrate draws an answer's picture once the reader pauses, and adds it unless the message shows
// something else by then. It calls shown after that.
func (ps *posts) illustrate(ctx context.Context, at messageID, m outgoing, shown func(context.Context)) {
	if !m.photo.awaited() {
		return
	}
	ps.edits.Go("telegram: picture", func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), drawTime)
		defer cancel()
		if err := ps.drawAfterPause(ctx, at, m); err != nil {
			ps.log.Debug("telegram: picture doesn't follow", "err", err)
			return
		}
		shown(ctx)
	})
}

// drawAfterPause draws the picture once the message has stayed the same for a while, and shows it.
func (ps *posts) drawAfterPause(ctx context.Context, at messageID, m outgoing) error {
	if !retry.Sleep(ctx, chat.Lull) || !ps.recent.shows(at, m) {
		return context.Cause(ctx)
	}
	picture := *m.photo.picture
	var err error
	if picture.PNG, err = picture.Draw(ctx); err != nil {
		return err
	}
	return ps.client.retryLimited(ctx, nil, func() error {
		t := ps.edits.Join(editKey(at))
		defer t.Leave()
		if !t.Wait(ctx) || !ps.recent.shows(at, m) {
			return context.Cause(ctx)
		}
		drawn := m
		drawn.photo = ps.photos.usable(at.chat, &picture)
		return ps.editNow(ctx, at, drawn)
	})
}
