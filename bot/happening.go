package bot

import (
	"context"
	"errors"
	"slices"
)

// happened takes in what a platform tells besides what people say.
func (b *Bot) happened(ctx context.Context, in Input) error {
	switch in.What {
	case Reachable:
		return b.reachable(ctx, in)
	case Moved:
		return b.moveChat(ctx, in)
	case Joined:
		for _, x := range b.tables.find(func(x brief) bool { return x.Chat == in.Chat }) {
			b.showAgain(ctx, x.ID, in)
		}
		return b.greet(ctx, in)
	case Said, Removed: // a chat that is lost shows when something is to be shown there
	}
	return nil
}

// reachable meets somebody and brings what they couldn't be shown before, or
// were shown in a language that wasn't theirs.
func (b *Bot) reachable(ctx context.Context, in Input) error {
	p, err := b.meet(ctx, in)
	if err != nil {
		return err
	}
	mine := b.tables.find(func(x brief) bool { return x.Invited == in.User || slices.Contains(x.People, p.ID) })
	for _, x := range mine {
		b.showAgain(ctx, x.ID, in)
	}
	return nil
}

// showAgain brings the table's messages in the places of the input up to date.
func (b *Bot) showAgain(ctx context.Context, id TableID, in Input) {
	l := b.tables.lock(id)
	defer l.mu.Unlock()
	if err := b.loadTable(ctx, l); err != nil {
		return
	}
	l.heardFrom(in)
	for i, m := range l.state.Messages {
		if m.Place == (Place{User: in.User}) || m.Place == (Place{Chat: in.Chat}) {
			l.showOf(i).force = true
		}
	}
	b.refresh(l)
}

// moveChat takes the tables of a chat along to its new id.
func (b *Bot) moveChat(ctx context.Context, in Input) error {
	for _, x := range b.tables.find(func(x brief) bool { return x.Chat == in.Chat }) {
		each := in
		each.ID += "/" + string(x.ID)
		_, err := b.update(ctx, x.ID, each, person{}, func(c *change) (Answer, error) {
			c.Chat = in.To
			for i := range c.Messages {
				if c.Messages[i].Place.Chat == in.Chat {
					c.Messages[i].Place.Chat = in.To
				}
			}
			return Answer{}, nil
		})
		var no *refusal
		if err != nil && !errors.As(err, &no) {
			return err
		}
	}
	return nil
}

// greet says hello in a chat that the bot has just come to, with the first
// three steps. Nothing depends on it, so it isn't tried again.
func (b *Bot) greet(ctx context.Context, in Input) error {
	seen, err := b.seenBefore(ctx, in)
	if err != nil || seen {
		return err
	}
	doc, err := b.seenDoc(in)
	if err != nil {
		return err
	}
	if err := b.cfg.Store.Commit(ctx, doc); err != nil {
		return b.storeError(err)
	}
	place := Place{Chat: in.Chat}
	platform, ok := b.platformOf(place)
	if !ok {
		return nil
	}
	w := b.words.In(in.Lang, b.cfg.Language)
	b.work.Go(func() {
		_, err := platform.Show(b.running, place, "", Screen{
			Lang: w.Tag(),
			Text: []Line{
				{{Text: w.Say("greeting.title"), Style: Title}},
				{{Text: w.Say("greeting.challenge")}}, {{Text: w.Say("greeting.practice")}}, {{Text: w.Say("greeting.course")}},
			},
			Buttons: [][]Button{{
				{Label: w.Say("button.challenge"), Line: "challenge", Look: Primary},
				{Label: w.Say("button.practice"), Line: "practice"},
				{Label: w.Say("button.course"), Line: "rules course"},
			}},
		})
		if err != nil && b.running.Err() == nil {
			b.cfg.Log.Warn("no greeting", "platform", platformName(place), "err", err)
		}
	})
	return nil
}
