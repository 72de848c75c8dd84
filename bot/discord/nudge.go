package discord

import (
	"context"
	"encoding/json"
	"maps"
	"strings"
	"sync"

	"tarockbot/bot"
)

// nudges are the short messages that tell people it is their turn, as edits
// tell nobody: one in a channel at a time, for all tables that wait there.
type nudges struct {
	mu       sync.Mutex
	channels map[string]*nudge
}

// nudge is what is known of one channel; the notes keep it, so that a restart
// doesn't tell people twice.
type nudge struct {
	users  int // of this value; it is kept as long as there are any
	mu     sync.Mutex
	loaded bool

	Waiting map[string]string `json:"waiting,omitempty"` // the person, by message
	Posted  string            `json:"posted,omitempty"`  // the message that told them
}

// lock returns what is known of the channel, for one at a time; unlock ends that.
func (n *nudges) lock(channel string) *nudge {
	n.mu.Lock()
	if n.channels == nil {
		n.channels = make(map[string]*nudge)
	}
	if len(n.channels) >= maxKnown {
		maps.DeleteFunc(n.channels, func(_ string, g *nudge) bool { return g.users == 0 })
	}
	g, ok := n.channels[channel]
	if !ok {
		g = &nudge{Waiting: make(map[string]string)}
		n.channels[channel] = g
	}
	g.users++
	n.mu.Unlock()
	g.mu.Lock()
	return g
}

func (n *nudges) unlock(g *nudge) {
	g.mu.Unlock()
	n.mu.Lock()
	g.users--
	n.mu.Unlock()
}

// load reads what the notes keep of the channel. The lock must be held.
func (g *nudge) load(ctx context.Context, notes bot.Notes, channel string) error {
	if g.loaded {
		return nil
	}
	data, err := notes.Read(ctx, "nudge/"+channel)
	if err != nil {
		return err
	}
	_ = json.Unmarshal(data, g) // what can't be read is forgotten
	if g.Waiting == nil {
		g.Waiting = make(map[string]string)
	}
	g.loaded = true
	return nil
}

func (g *nudge) save(ctx context.Context, notes bot.Notes, channel string) error {
	data, err := json.Marshal(g)
	if err != nil {
		return err
	}
	return notes.Write(ctx, "nudge/"+channel, data)
}

// posted notes that a new message has named the person itself.
func (n *nudges) posted(ctx context.Context, notes bot.Notes, at ref, screen bot.Screen) error {
	if screen.Notify == "" {
		return nil
	}
	g := n.lock(at.channel)
	defer n.unlock(g)
	if err := g.load(ctx, notes, at.channel); err != nil {
		return err
	}
	g.Waiting[at.message] = bare(screen.Notify)
	return g.save(ctx, notes, at.channel)
}

// shown tells somebody whom an edited message newly names, and takes the last
// such word away when nobody is waited for any more.
func (n *nudges) shown(ctx context.Context, p *Platform, at ref, place bot.Place, screen bot.Screen) error {
	g := n.lock(at.channel)
	defer n.unlock(g)
	if err := g.load(ctx, p.notes, at.channel); err != nil {
		return err
	}
	now := bare(screen.Notify)
	if g.Waiting[at.message] == now {
		return nil
	}
	old := g.Posted
	if now == "" {
		delete(g.Waiting, at.message)
		if len(g.Waiting) > 0 {
			old = ""
		} else {
			g.Posted = ""
		}
	} else {
		sent, err := p.send(ctx, at.channel, "call at "+at.message, p.nudgeText(place, screen, now))
		if err != nil {
			return err // the next edit tries again
		}
		g.Waiting[at.message], g.Posted = now, sent.ID
	}
	if err := g.save(ctx, p.notes, at.channel); err != nil {
		return err
	}
	return p.withdraw(ctx, at.channel, old)
}

// nudgeText is the word to the person, and the one mention that notifies.
func (p *Platform) nudgeText(place bot.Place, screen bot.Screen, person string) message {
	text := p.texts.say(screen.Lang, "called")
	if place.Chat == "" && !screen.Ended {
		text = strings.ReplaceAll(p.texts.say(screen.Lang, "turn"), "{table}", screen.Table)
	}
	return message{Content: "<@" + person + "> " + escape(text),
		Mentions: &mentions{Parse: []string{}, Users: []string{person}}}
}

// withdraw deletes a word that has been said; somebody else may have.
func (p *Platform) withdraw(ctx context.Context, channel, id string) error {
	if id == "" {
		return nil
	}
	q := call{name: "withdraw", method: "DELETE", path: "/channels/" + channel + "/messages/" + id, limit: "delete " + channel}
	if err := p.rest.do(ctx, q, nil); !hasCode(err, codeUnknownMessage) {
		return err
	}
	return nil
}
