package bot

import (
	"context"
	"time"

	"tarockbot/bot/keep"
	"tarockbot/bot/spaces"
)

// The kinds of documents.
const (
	kindGreeted = "greeted" // one public chat that has been greeted
	kindCode    = "code"    // one code for linking, for a while
)

// ownHolders are those of this package's own kinds.
func (b *Bot) ownHolders() []keep.Holder {
	return []keep.Holder{
		{Kind: kindCode, Erase: b.eraseCodes, Tell: b.tellCodes},
		{Kind: spaces.KindSpace, Stays: "it is about a server or group of many", Untold: "it is about a server or group of many"},
		{Kind: kindGreeted, Stays: "it is about a chat of many", Untold: "it is about a chat of many"},
	}
}

// tellCodes tells until when codes are good.
func (b *Bot) tellCodes(ctx context.Context, d *keep.Disclosure) error {
	for i, who := range d.Accounts {
		var until []time.Time
		for code, err := range keep.Read[linkCode](b.store.Naming(ctx, kindCode, who.User)) {
			if err != nil {
				return err
			}
			until = append(until, code.Value.Until)
		}
		d.Each[i]["codes"] = until
	}
	return nil
}

// eraseCodes deletes the codes that somebody has asked for.
func (b *Bot) eraseCodes(ctx context.Context, x *keep.Erasure) error {
	return b.store.Erase(ctx, kindCode, "", "", keep.Is(func(code linkCode) bool { return code.User == x.User }))
}

// sweepCodes forgets codes that nobody has used in time.
func (b *Bot) sweepCodes(ctx context.Context) error {
	return b.store.Sweep(ctx, kindCode, "", "", keep.Is(func(code linkCode) bool { return b.cfg.Now().Before(code.Until) }))
}
