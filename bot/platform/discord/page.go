package discord

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/cache"
	"tarockbot/bot/support/retry"
)

// deliver sends a page by put. If its picture isn't ready, the picture follows later.
func (r *reply) deliver(put func(message) (seenMessage, error)) {
	pic, pictures := r.answer.Screen.Picture, r.shared.pictures
	id, old := r.pressedPage()
	sent, now, err := r.sendPage(put, old)
	id = cmp.Or(id, sent.ID)
	if err != nil {
		pictures.Delete(id)
		r.logUnsent(err)
		return
	}
	pictures.record(id, now, nil)
	if pic != nil && id != "" && now.key != pic.Key && pictures.accepts(r.i.ChannelID) {
		r.drawPicture(id)
	}
}

// pressedPage returns the ID of the page to replace, or "", and its picture. It cancels the page's unfinished picture.
func (r *reply) pressedPage() (id string, old shown) {
	if !r.i.isEphemeral() {
		return "", shown{}
	}
	id = r.i.Message.ID
	r.shared.pictures.drawing.cancel(id)
	old, known := r.shared.pictures.Get(id)
	if !known {
		old = r.i.Message.picture()
	}
	return id, old
}

func (r *reply) sendPage(put func(message) (seenMessage, error), old shown) (sent seenMessage, now shown, err error) {
	send := func(m message) (seenMessage, error) {
		made, err := put(m)
		if m.file != nil {
			err = r.giveUpPicture(err)
		}
		return made, err
	}
	err = r.shared.emojis.retryWithout(func() (err error) {
		sent, now, err = r.shared.pictures.sendWithPicture(r.i.ChannelID, r.page(), r.answer.Screen.Picture, old, send)
		return err
	})
	return sent, now, err
}

// giveUpPicture turns a retryable failure into errSlow, after the demanded wait.
func (r *reply) giveUpPicture(err error) error {
	if !isRetryable(err) || !r.waitForLimit(err) {
		return err
	}
	return fmt.Errorf("%w: %w", errSlow, err)
}

// drawPicture adds the picture unless the page has changed.
func (r *reply) drawPicture(id string) {
	ctx, cancel := r.shared.pictures.drawing.begin(r.ctx, id, r.received.Add(tokenLife))
	if !r.shared.tryGo(r.shared.slow, "discord: picture", func() {
		defer cancel()
		pic := *r.answer.Screen.Picture
		var err error
		if pic.PNG == nil {
			pic.PNG, err = pic.Draw(ctx)
		}
		if err == nil {
			err = r.attachPicture(ctx, id, &pic)
		}
		if err != nil && ctx.Err() == nil && !hasCode(err, goneCodes...) {
			r.shared.log.Warn("discord: a page is without its picture", "err", err)
		}
	}) {
		cancel()
	}
}

func (r *reply) attachPicture(ctx context.Context, id string, pic *chat.Picture) error {
	const tries = 3
	for try := 1; ; try++ {
		err := r.attachPictureNow(ctx, id, pic)
		wait := time.Second
		if later, limited := waitOf(err); limited {
			wait = later
		}
		if !isRetryable(err) || try == tries || !retry.Sleep(ctx, wait) {
			return err
		}
	}
}

const attachTimeout = 5 * time.Second

// attachPictureNow queues behind the person's presses, because no press may be answered meanwhile.
func (r *reply) attachPictureNow(ctx context.Context, id string, pic *chat.Picture) error {
	turn := r.shared.queues.Join(r.i.user().ID)
	defer turn.Leave()
	if !turn.Wait(ctx) || ctx.Err() != nil {
		return context.Cause(ctx)
	}
	old, _ := r.shared.pictures.Get(id)
	_, now, err := r.shared.pictures.sendWithPicture(r.i.ChannelID, r.page(), pic, old, func(m message) (seenMessage, error) {
		return r.editAnswer(m, attachTimeout)
	})
	r.shared.pictures.record(id, now, err)
	return err
}

func (r *reply) page() message {
	s, opener := *r.answer.Screen, ""
	if r.answer.Alert != "" {
		alert := []chat.Line{{{Text: r.answer.Alert, Style: chat.Strong}}, nil}
		s.Text, s.Caption = slices.Concat(alert, s.Text), slices.Concat(alert, s.CaptionOrText())
	}
	if s.Protect {
		opener = r.line
	}
	m := r.shared.layouts.screenMessage(r.ctx, s, opener, false)
	m.Flags |= flagEphemeral
	return m
}

func (r *reply) answerWithPage(m message) (seenMessage, error) {
	var made struct{ Resource struct{ Message seenMessage } }
	q := request{body: response{answerMessage, m}, file: m.file}
	if r.i.isEphemeral() {
		q.body = response{answerUpdate, edited(m)}
	}
	if r.answer.Screen.Picture != nil {
		q.query = "with_response=true"
	}
	err := r.sendFirst(q, &made)
	return made.Resource.Message, err
}

// pictureUpdates cancels outdated drawings, by message.
type pictureUpdates struct {
	cache.Map[string, context.CancelFunc]
}

func (f *pictureUpdates) begin(ctx context.Context, message string, until time.Time) (context.Context, context.CancelFunc) {
	f.cancel(message)
	ctx, cancel := context.WithDeadline(ctx, until)
	f.Put(message, cancel)
	return ctx, cancel
}

func (f *pictureUpdates) cancel(message string) {
	if cancel, ok := f.Get(message); ok {
		cancel()
	}
}
