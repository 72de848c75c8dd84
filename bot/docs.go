package bot

import (
	"context"

	"tarockbot/bot/keep"
	"tarockbot/storage"
)

// The kinds of documents.
const (
	kindGreeted = "greeted" // one public chat that has been greeted
	kindDraft   = "draft"   // a half-made choice of cards
	kindHistory = "history" // one finished match of one person
	kindCode    = "code"    // one code for linking, for a while
)

// sweepCodes forgets codes that nobody has used in time.
func (b *Bot) sweepCodes(ctx context.Context) error {
	return b.store.Sweep(ctx, kindCode, "", "", func(doc storage.Doc) bool {
		var code linkCode
		return keep.Decode(doc, &code) == nil && b.cfg.Now().Before(code.Until)
	})
}
