package bot

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/pages"
	"tarockbot/bot/spaces"
	"tarockbot/bot/terms"
)

// homeOf is the space that a challenge is made in: where it is said, or where it is
// to be posted from a private chat.
func homeOf(ctx context.Context, sv *services, r *request) (spaces.Space, error) {
	id := r.Home()
	if id == "" && slices.Contains(r.args, terms.WordThere) {
		id = cmp.Or(r.person.AskedIn, r.person.Asked)
	}
	s, err := sv.spaces.At(ctx, id)
	return s, err
}

// boardLang is the language of the boards where the input comes from: the space's,
// or the person's own in private. A space that has none gets what its platform tells
// of it, never what whoever plays there first speaks.
func boardLang(ctx context.Context, sv *services, r *request) (string, error) {
	if r.Home() == "" {
		return r.t.Tag(), nil
	}
	return sv.spaces.SettleLang(ctx, r.Home(), r.SpaceLang)
}

// tablesIn is how many matches may run at once in a chat of the space.
func tablesIn(ctx context.Context, sv *services, id ChatID) (int, error) {
	s, err := sv.spaces.At(ctx, id)
	return cmp.Or(s.Tables, sv.perChat), err
}

// elsewhere tells somebody who challenges where that isn't wanted where it is; nil
// if they may. The error says that this person may not.
func elsewhere(ctx context.Context, sv *services, r *request) (*Screen, error) {
	if r.Chat == "" {
		return nil, nil
	}
	s, err := homeOf(ctx, sv, r)
	switch {
	case err != nil:
		return nil, err
	case len(s.Channels) > 0 && !slices.Contains(s.Channels, r.Chat):
		var page pages.Elsewhere
		for _, chat := range s.Channels {
			page = append(page, chatName(sv, r, r.Home(), chat))
		}
		return page.Screen(r.t), nil
	case s.Closed:
		if no := mayConfigure(ctx, sv, r, r.Home()); no != nil {
			return nil, cmp.Or(chat.UnlessRefused(no), chat.Refuse("challenge-admins"))
		}
	}
	return nil, nil
}

// chatName is how people find the chat of the space.
func chatName(sv *services, r *request, id, chat ChatID) Span {
	if p, ok := sv.platforms[r.Platform()].(Locator); ok {
		if where := p.Locate(id, chat); where != "" {
			return Span{Text: where, Style: Link}
		}
	}
	_, name, _ := strings.Cut(string(chat), ":")
	return Span{Text: name, Style: Strong}
}

// mayConfigure says why the person can't change the space's settings, if so.
func mayConfigure(ctx context.Context, sv *services, r *request, id ChatID) error {
	if r.Admin && id == r.Home() {
		return nil
	}
	p, ok := sv.platforms[r.Platform()].(Administered)
	if !ok || (Place{Chat: id}).Platform() != r.Platform() {
		return chat.Refuse("config-admins")
	}
	ctx, cancel := context.WithTimeout(ctx, askAdminsTime)
	defer cancel()
	switch may, err := p.Administers(ctx, id, r.User); {
	case err != nil:
		sv.log.Warn("nobody says who administers a chat", "platform", r.Platform(), "err", err)
		return chat.Refuse("config-unknown")
	case !may:
		return chat.Refuse("config-admins")
	}
	return nil
}
