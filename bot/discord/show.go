package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/metrics"
	"tarockbot/bot/retry"
)

// ref is where a message is: "channel/message", and "/plain" if it is of the
// old kind, which Discord never lets become one of the new.
type ref struct {
	channel, message string
	plain            bool
}

func parseRef(s chat.Ref) (ref, bool) {
	parts := strings.Split(string(s), "/")
	if len(parts) < 2 || !isSnowflake(parts[0]) || !isSnowflake(parts[1]) {
		return ref{}, false
	}
	return ref{parts[0], parts[1], len(parts) > 2}, true
}

func (r ref) String() string {
	s := r.channel + "/" + r.message
	if r.plain {
		s += "/plain"
	}
	return s
}

// Show posts the screen, or edits the message that shows its predecessor. Who is
// called is notified once: by the post itself, or, as edits notify nobody, by a
// word beside it.
func (p *Platform) Show(ctx context.Context, place chat.Place, old chat.Ref, screen chat.Screen) (chat.Ref, error) {
	ctx, cancel := timed(ctx)
	defer cancel()
	if old == "" {
		return p.post(ctx, place, screen)
	}
	at, ok := parseRef(old)
	if !ok {
		return "", fmt.Errorf("discord: show: %w", chat.ErrGone)
	}
	if screen.Retired && !p.beginsThread(ctx, at) {
		if err := p.withdraw(ctx, at.channel, at.message); err == nil || errors.As(err, new(chat.RetryAfter)) {
			return old, err
		} // it says what has become of it, then
	}
	err := p.edit(ctx, at, screen)
	if hasCode(err, codeOldEdits) { // it would stay as it is, with its buttons
		if err := p.withdraw(ctx, at.channel, at.message); err != nil {
			p.log.Info("discord: a message that can't be edited stays", "err", err)
		}
	}
	err = p.portError(ctx, place, err)
	gone := errors.Is(err, chat.ErrGone)
	if err != nil && !gone {
		return "", err
	}
	if gone {
		screen.Call = nil // a message that isn't there calls nobody
		return "", errors.Join(err, p.follow(ctx, place, at, screen))
	}
	p.openThread(ctx, at, screen)
	return old, p.follow(ctx, place, at, screen)
}

// post sends a new message to the place.
func (p *Platform) post(ctx context.Context, place chat.Place, screen chat.Screen) (chat.Ref, error) {
	channel, err := p.channelOf(ctx, place)
	if err != nil {
		return "", err
	}
	var at ref
	err = p.calls.Post(ctx, channel, screen.Table, screen.Call, func(loud bool) error {
		at, err = p.postIn(ctx, channel, place, screen, loud)
		if err != nil && !lost(err) {
			err = fmt.Errorf("%w: %w", chat.ErrUnsent, err)
		}
		return err
	})
	switch {
	case hasCode(err, codeInvalidForm): // in the plain form, too
		return "", fmt.Errorf("%w: %w", chat.ErrRefused, err)
	case err != nil:
		return "", p.portError(ctx, place, err)
	}
	if place.User != "" {
		p.directs.reached(ctx, p.notes, bare(place.User))
	}
	p.openThread(ctx, at, screen)
	return chat.Ref(at.String()), nil
}

// postIn sends the screen to the channel: in the plain form if Discord refuses
// the other.
func (p *Platform) postIn(ctx context.Context, channel string, place chat.Place, screen chat.Screen, loud bool) (ref, error) {
	at := ref{channel: channel}
	post := func() error {
		m := p.plainLayout(ctx, screen)
		if !at.plain {
			m = p.layout(ctx, screen, "")
			mention(&m, place, screen, loud)
		}
		if place.User != "" && !loud {
			m.Flags |= flagSilent
		}
		now, err := p.hang(channel, m, screen.Picture, shown{}, func(m message) (sent seenMessage, err error) {
			sent, err = p.send(ctx, channel, screen.Table, m)
			at.message = sent.ID
			return sent, err
		})
		if err == nil {
			p.shows.note(at.message, now)
		}
		return err
	}
	err := p.withoutEmojis(post)
	if hasCode(err, codeInvalidForm) {
		p.log.Warn("discord: a message is sent in the plain form", "err", err)
		at.plain = true
		err = post()
	}
	if now, _ := p.shows.Get(at.message); err == nil && now.key != "" && now.attachment == "" {
		p.hangLater(ctx, at, screen)
	}
	return at, err
}

// withoutEmojis does it once more without emojis if Discord refuses the form:
// somebody may have removed an emoji.
func (p *Platform) withoutEmojis(do func() error) error {
	err := do()
	if hasCode(err, codeInvalidForm) && p.dropEmojis() {
		p.log.Warn("discord: a message is sent without emojis", "err", err)
		err = do()
	}
	return err
}

// hangLater gives its picture to a message that has none: what stands there is
// an earlier post of the same words whose answer was lost.
func (p *Platform) hangLater(ctx context.Context, at ref, screen chat.Screen) {
	p.shows.note(at.message, shown{})
	if err := p.edit(ctx, at, screen); err != nil {
		p.log.Warn("discord: a message is without its picture", "err", err)
	}
}

// mention adds the notification to a public post that calls; a direct message is
// one.
func mention(m *message, place chat.Place, screen chat.Screen, loud bool) {
	if !loud || place.Chat == "" {
		return
	}
	id := bare(screen.Call.User)
	m.Components = append(m.Components, component{Type: kindText, Content: "<@" + id + ">"})
	m.Mentions.Users = []string{id}
}

// resends is how often a post whose answer was lost is sent again at once.
const resends = 3

// send posts a message. If the answer is lost, it is sent again; its nonce keeps
// Discord from posting it twice. What it is about tells it from another that
// looks the same.
func (p *Platform) send(ctx context.Context, channel, about string, m message) (seenMessage, error) {
	if t, ok := p.hooks.of(channel); ok {
		return p.sendThrough(ctx, t, m)
	}
	nonce, err := p.nonceFor(channel, about, m)
	if err != nil {
		return seenMessage{}, err
	}
	sent, err := p.sendAs(ctx, channel, nonce, m)
	if err == nil {
		p.nonces.arrived(nonce)
	}
	return sent, err
}

// sendAs posts a message under the nonce.
func (p *Platform) sendAs(ctx context.Context, channel, nonce string, m message) (sent seenMessage, err error) {
	m.Nonce, m.EnforceNonce = nonce, true
	q := call{name: "post", method: "POST", path: "/channels/" + channel + "/messages", limit: "post " + channel, body: m, file: m.file}
	pause := retry.Backoff{First: firstResend}
	for try := 0; ; try++ {
		err = p.rest.do(ctx, q, &sent)
		if !lost(err) || try == resends || !pause.Sleep(ctx) {
			break
		}
	}
	if err != nil {
		return sent, err
	}
	if !isSnowflake(sent.ID) {
		return sent, fmt.Errorf("discord: post: the answer has no id")
	}
	return sent, nil
}

// firstResend is how long to wait before a post is sent again; it doubles.
const firstResend = 100 * time.Millisecond

// lost says that nobody knows whether the request was carried out.
func lost(err error) bool {
	var later chat.RetryAfter
	var refused *apiError
	switch {
	case err == nil || errors.As(err, &later):
		return false
	case errors.As(err, &refused):
		return refused.Status >= http.StatusInternalServerError
	}
	return true
}

// edit gives a message a new content. As long as its picture is being drawn it
// keeps the one it has.
func (p *Platform) edit(ctx context.Context, at ref, screen chat.Screen) error {
	has, known := p.shows.Get(at.message)
	if !known && screen.Picture != nil && screen.Picture.PNG == nil {
		var err error
		if has, err = p.lookAt(ctx, at); err != nil {
			return err
		}
	}
	return p.withoutEmojis(func() error {
		m := p.layout(ctx, screen, "")
		if at.plain {
			m = p.plainLayout(ctx, screen)
		}
		now, err := p.hang(at.channel, m, screen.Picture, has, func(m message) (seenMessage, error) { return p.put(ctx, at, m) })
		switch {
		case err == nil:
			p.shows.note(at.message, now)
		case lost(err):
			p.shows.Delete(at.message)
		}
		return err
	})
}

// put makes the message what is in the place.
func (p *Platform) put(ctx context.Context, at ref, m message) (seenMessage, error) {
	if t, ok := p.hooks.of(at.message); ok {
		return p.editThrough(ctx, t, at, m)
	}
	return p.rewrite(ctx, m, call{name: "edit", method: "PATCH", path: "/channels/" + at.channel + "/messages/" + at.message,
		limit: "edit " + at.channel})
}

// rewrite gives a message a new content, and says what has become of it if that
// has a picture.
func (p *Platform) rewrite(ctx context.Context, m message, q call) (now seenMessage, err error) {
	q.body, q.file = edited{m}, m.file
	if len(m.Attachments) == 0 {
		return now, p.rest.do(ctx, q, nil)
	}
	err = p.rest.do(ctx, q, &now)
	return now, err
}

// lookAt asks Discord for the picture of a message that isn't remembered, such
// as after a restart. An error asks for another try: an edit now would take the
// picture away. Where the bot may not look, it takes the message to have none.
func (p *Platform) lookAt(ctx context.Context, at ref) (shown, error) {
	var now seenMessage
	q := call{name: "look at a message", method: "GET", path: "/channels/" + at.channel + "/messages/" + at.message, limit: "look " + at.channel}
	err := p.rest.do(ctx, q, &now)
	var refused *apiError
	if errors.As(err, &refused) && !lost(err) {
		return shown{}, nil // the edit will tell what is wrong
	}
	return now.picture(), err
}

// edited is a message in the place of another: it says so if it has no
// buttons or no picture, which would else stay.
type edited struct{ message }

// MarshalJSON writes the components even if there are none.
func (e edited) MarshalJSON() ([]byte, error) {
	type all struct {
		Content    string      `json:"content,omitempty"`
		Flags      int         `json:"flags,omitempty"`
		Components []component `json:"components"`
		Mentions   *mentions   `json:"allowed_mentions,omitempty"`

		Attachments []attachment `json:"attachments,omitzero"`
	}
	components := e.Components
	if components == nil {
		components = []component{}
	}
	return json.Marshal(all{e.Content, e.Flags, components, e.Mentions, e.Attachments})
}

// What Discord's codes mean for something sent.
var (
	goneCodes    = []int{codeUnknownMessage, codeOldEdits, codeOthersMessage}
	closedCodes  = []int{codeCannotMessageUser, codeNoMutualGuilds} // to direct messages
	blockedCodes = []int{codeMissingAccess, codeMissingPermission, codeUnknownChannel}
	lateCodes    = []int{codeUnknownInteraction, codeAnsweredAlready}
)

// countError counts what went wrong with something sent.
func (p *Platform) countError(err error) {
	var wait chat.RetryAfter
	var refused *apiError
	kind := metrics.SendFailed
	switch {
	case errors.Is(err, context.Canceled):
		return // the bot ends
	case errors.As(err, &wait):
		kind = metrics.SendLimited
	case hasCode(err, goneCodes...):
		kind = metrics.SendGone
	case hasCode(err, closedCodes...), hasCode(err, blockedCodes...):
		kind = metrics.SendBlocked
	case hasCode(err, lateCodes...):
		kind = metrics.SendLate
	case errors.As(err, &refused) && refused.Status < http.StatusInternalServerError:
		kind = metrics.SendRefused
	}
	p.metrics.SendError(p.Name(), kind)
}

// portError is what a failed Show means to the bot.
func (p *Platform) portError(ctx context.Context, place chat.Place, err error) error {
	switch {
	case hasCode(err, codeInvalidForm), hasCode(err, goneCodes...):
		return fmt.Errorf("%w: %w", chat.ErrGone, err)
	case hasCode(err, closedCodes...):
		p.directs.refused(ctx, p.notes, bare(place.User))
		return fmt.Errorf("%w: %w", chat.ErrBlocked, err)
	case hasCode(err, blockedCodes...):
		return fmt.Errorf("%w: %w", chat.ErrBlocked, err)
	case refusedForGood(err):
		return fmt.Errorf("%w: %w", chat.ErrRefused, err)
	}
	return err
}

// refusedForGood says that Discord would refuse the request again.
func refusedForGood(err error) bool {
	refused, is := errors.AsType[*apiError](err)
	return is && refused.Status/100 == 4 && refused.Status != http.StatusUnauthorized && refused.Status != http.StatusRequestTimeout
}
