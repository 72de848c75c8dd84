package bot

import (
	"context"
	"errors"

	"tarockbot/storage"
)

// space is a server or group, as its administrators have set it up.
type space struct {
	Lang string `json:"lang,omitempty"` // of its boards; "" before the first
}

// boardLang is the language of the boards where the input comes from: the space's,
// at first that of whoever challenges there first, or the person's own in private.
func (b *Bot) boardLang(ctx context.Context, r *request) (string, error) {
	lang, id := r.t.Tag(), string(r.space())
	for range tries {
		var s space
		if id == "" {
			return lang, nil
		}
		version, err := b.load(ctx, kindSpace, id, &s)
		if err != nil || s.Lang != "" {
			return s.Lang, err
		}
		s.Lang = lang
		doc, err := encode(kindSpace, id, version, s)
		if err != nil {
			return "", err
		}
		if err = b.cfg.Store.Commit(ctx, doc); !errors.Is(err, storage.ErrConflict) {
			return lang, b.storeError(err)
		}
	}
	return "", errBusy
}
