package bot

import (
	"context"

	"tarockbot/engine"
)

// askPause is what a consent is asked for that stops all clocks of a table; "" is
// that of undo.
const askPause = "pause"

// pause stops the clocks of a table, once all people there agree: "pause TABLE
// REVISION".
func (b *Bot) pause(ctx context.Context, r *request) (Answer, error) {
	id, err := b.myTable(r)
	if err != nil {
		return Answer{}, err
	}
	return b.whenSeated(ctx, id, r, func(c *change, s engine.Seat) (Answer, error) {
		switch {
		case c.Setup.Pace == noPace:
			return Answer{}, refuse("no-clock")
		case c.Paused:
			return Answer{}, refuse("paused-already")
		case c.Consent != nil && (c.Consent.Seat != s || c.Consent.What != askPause):
			return Answer{}, refuse("asked-already", "Name", c.names(r.t)[c.Consent.Seat])
		case c.Consent == nil && c.outdated(r.arg(1)):
			return Answer{}, refuse("stale")
		case c.people() == s.Bit():
			c.Paused = true
			return Answer{Alert: r.t.Say("pause.done")}, nil
		case c.Consent == nil:
			c.Consent = &consent{Seat: s, Rev: c.Rev, What: askPause}
		}
		return Answer{Alert: r.t.Say("pause.asked")}, nil
	})
}

// mayPause says that clocks run at the table that could be stopped.
func (t *table) mayPause() bool { return t.Stage == playing && t.Setup.Pace != noPace && !t.Paused }

// resume lets the clocks of a table run again: "resume TABLE REVISION". Anybody
// there may do it.
func (b *Bot) resume(ctx context.Context, r *request) (Answer, error) {
	id, err := b.pausedTable(r)
	if err != nil {
		return Answer{}, err
	}
	return b.whenSeated(ctx, id, r, func(c *change, _ engine.Seat) (Answer, error) {
		switch {
		case !c.Paused:
			return Answer{}, refuse("not-paused")
		case c.outdated(r.arg(1)):
			return Answer{}, refuse("stale")
		}
		c.Paused = false
		return Answer{Alert: r.t.Say("resume.done")}, nil
	})
}

// pausedTable is the table named, or the first of the person's that is paused, or
// the only one there is.
func (b *Bot) pausedTable(r *request) (TableID, error) {
	if r.arg(0) == "" {
		for _, x := range b.register.of(r.person) {
			if t := b.peek(x.ID); t != nil && t.Stage == playing && t.Paused {
				return x.ID, nil
			}
		}
	}
	return b.myTable(r)
}

// agree does what has been asked for and all have agreed to.
func (c *change) agree(asked consent) error {
	c.Consent = nil
	if asked.What == askPause {
		c.Paused = true
		return nil
	}
	return c.takeBack(asked.Seat)
}

// dropUndo ends a request to take something back: there has been another move.
func (t *table) dropUndo() {
	if t.Consent != nil && t.Consent.What == "" {
		t.Consent = nil
	}
}

// verb begins the ids of the texts about the request.
func (c *consent) verb() string {
	if c.What == "" {
		return "undo"
	}
	return c.What
}
