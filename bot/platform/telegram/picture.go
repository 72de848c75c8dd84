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

type photo struct {
	picture *chat.Picture
	file
	offered time.Time
}

func (p photo) key() string {
	if p.picture == nil {
		return ""
	}
	return p.picture.Key
}

func (p photo) ready() bool { return p.picture != nil && (p.id != "" || p.picture.PNG != nil) }

// awaited reports whether the picture isn't drawn yet. Meanwhile a message keeps its old picture.
func (p photo) awaited() bool { return p.picture != nil && !p.ready() }

type photos struct {
	now    func() time.Time
	files  cache.Map[string, file]     // by Picture.Key
	barred cache.Map[int64, time.Time] // chats that refuse photos
}

type file struct {
	id     string    // "" if Telegram doesn't have it
	tries  int       // failed posts
	barred time.Time // refused until then
}

const (
	maxFiles      = 2048
	maxPhotoTries = 3                // failed posts, before the text is posted alone
	barredFor     = time.Hour        // by then the chat may accept photos again
	drawTime      = 10 * time.Second // including waits
	fileName      = "table.png"      // must reveal nothing
)

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

func (p *photos) recordSent(ph photo, sizes []models.PhotoSize) {
	if ph.ready() && len(sizes) > 0 {
		p.files.Put(ph.key(), file{id: sizes[len(sizes)-1].FileID})
	}
}

// recordRefusal returns the photo in a form that Telegram may still accept, or none.
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

func (p *photos) recordFailure(ph photo) {
	ph.tries++
	p.files.Put(ph.key(), ph.file)
}

func (p photo) input() models.InputFile {
	if p.id != "" {
		return &models.InputFileString{Data: p.id}
	}
	return &models.InputFileUpload{Filename: fileName, Data: bytes.NewReader(p.picture.PNG)}
}

// illustrate draws the picture once the reader pauses, and adds it unless the message has changed.
func (ps *posts) illustrate(ctx context.Context, at messageID, m outgoing, shown func(context.Context)) {
	if !m.photo.awaited() {
		return
	}
	ps.edits.Go("telegram: picture", func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), drawTime)
		defer cancel()
		if err := ps.drawAfterPause(ctx, at, m); err != nil {
			ps.log.Debug("telegram: picture not added", "err", err)
			return
		}
		shown(ctx)
	})
}

func (ps *posts) drawAfterPause(ctx context.Context, at messageID, m outgoing) error {
	if !retry.Sleep(ctx, chat.PictureDelay) || !ps.recent.shows(at, m) {
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
