package command

import (
	"context"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/screens"
	"tarockbot/bot/support/seq"
)

const askAdminsTime = 5 * time.Second

// boardLang returns the space's language or, in private, the person's. A new space gets the language that the platform
// reports, never the first player's.
func boardLang(ctx context.Context, r *Request) (string, error) {
	if r.Home() == "" {
		return r.Words.Tag(), nil
	}
	return r.sv.Spaces.EnsureLang(ctx, r.Home(), r.SpaceLang)
}

// wrongChatPage returns nil where challenges are allowed. It refuses people who may not challenge.
func wrongChatPage(ctx context.Context, r *Request) (*chat.Screen, error) {
	if r.Chat == "" {
		return nil, nil
	}
	s, err := r.sv.Spaces.At(ctx, r.Home())
	switch {
	case err != nil:
		return nil, err
	case len(s.Channels) > 0 && !slices.Contains(s.Channels, r.Chat):
		allowed := seq.Map(s.Channels, func(at chat.ChatID) chat.Span { return chatName(r, r.Home(), at) })
		return screens.ChallengeElsewhere(allowed).Screen(r.Words), nil
	case s.Closed && checkConfigure(ctx, r, r.Home()) != nil:
		return nil, chat.RefusePublicly("challenge-admins", "Space", screens.SpaceName(r.Platform(), r.Words))
	}
	return nil, nil
}

func chatName(r *Request, id, at chat.ChatID) chat.Span {
	if p, ok := r.sv.Platforms[r.Platform()].(chat.Locator); ok {
		if where := p.Locate(id, at); where != "" {
			return chat.Span{Text: where, Style: chat.Link}
		}
	}
	return chat.Span{Text: at.NativeID(), Style: chat.Strong}
}

// checkConfigure refuses unauthorized people, and everybody if the network doesn't answer.
func checkConfigure(ctx context.Context, r *Request, id chat.ChatID) error {
	if r.Admin && id == r.Home() {
		return nil
	}
	p, ok := r.sv.Platforms[r.Platform()].(chat.Administered)
	if !ok || id.Platform() != r.Platform() {
		return chat.RefusePublicly("config-admins", "Space", screens.SpaceName(r.Platform(), r.Words))
	}
	ctx, cancel := context.WithTimeout(ctx, askAdminsTime)
	defer cancel()
	switch may, err := p.Administers(ctx, id, r.User); {
	case err != nil:
		r.sv.Log.Warn("can't look up a chat's administrators", "platform", r.Platform(), "err", err)
		return chat.Refuse("config-unknown")
	case !may:
		return chat.RefusePublicly("config-admins", "Space", screens.SpaceName(r.Platform(), r.Words))
	}
	return nil
}
