package bot

import (
	"context"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/bot/speech"
	"tarockbot/engine"
)

// setCalling changes how the person is called, and shows what came of it.
func (b *Bot) setCalling(ctx context.Context, r *request, change func(*people.Calling)) (Answer, error) {
	if err := b.setPerson(ctx, r, r.person.Head().User, func(p *people.Person) { change(&p.Calling) }); err != nil {
		return Answer{}, err
	}
	b.posts.RefreshAll(r.person)
	return Answer{Screen: b.callingPage(r.person).Screen(r.t)}, nil
}

// setTurnCalls chooses when the person is called to their turn; without a word it
// shows how they are called.
func (b *Bot) setTurnCalls(ctx context.Context, r *request) (Answer, error) {
	typed := strings.Join(r.args[1:], " ")
	if typed == "" {
		return Answer{Screen: b.callingPage(r.person).Screen(r.t)}, nil
	}
	chosen, ok := b.typed.calls.Phrase(typed)
	if !ok {
		return Answer{}, chat.Refuse("no-calls")
	}
	return b.setCalling(ctx, r, func(c *people.Calling) { c.Calls = chosen })
}

// setZone chooses a time zone; without a word it shows some.
func (b *Bot) setZone(ctx context.Context, r *request) (Answer, error) {
	typed := strings.Join(r.args[1:], " ")
	if typed == "" {
		return b.zonesPage(r), nil
	}
	zone, ok := speech.ZoneCalled(typed, b.words)
	if !ok {
		return Answer{}, chat.Refuse("no-zone", "Zone", speech.CleanName(typed))
	}
	return b.setCalling(ctx, r, func(c *people.Calling) { c.Zone = zone })
}

// zonesPage offers time zones, each with the time that it is there.
func (b *Bot) zonesPage(r *request) Answer {
	page := pages.Zones{Chosen: r.person.ZoneName(), Now: make(map[string]time.Time)}
	for _, zone := range speech.Zones {
		page.Now[zone] = b.people.TimeOf(people.Person{Calling: people.Calling{Zone: zone}})
	}
	return Answer{Screen: page.Screen(r.t)}
}

// setQuiet chooses the hours in which nobody calls.
func (b *Bot) setQuiet(ctx context.Context, r *request) (Answer, error) {
	typed := strings.Join(r.args[1:], " ")
	on, isSwitch := b.lexicon.Switches.Word(typed)
	from, to, ok := b.lexicon.Hours(typed)
	if !ok && (!isSwitch || on) {
		return Answer{}, chat.Refuse("no-hours")
	}
	return b.setCalling(ctx, r, func(c *people.Calling) { c.Quiet = people.Hours{From: from, To: to} })
}

// setReminders chooses which reminders come.
func (b *Bot) setReminders(ctx context.Context, r *request) (Answer, error) {
	chosen, ok := b.typed.reminders.Word(r.arg(1))
	if !ok {
		return Answer{}, chat.Refuse("no-reminders")
	}
	return b.setCalling(ctx, r, func(c *people.Calling) { c.Reminders = chosen })
}

// setPlatform chooses where the person is called.
func (b *Bot) setPlatform(ctx context.Context, r *request) (Answer, error) {
	name := speech.PlainWord(r.arg(1))
	if name != "auto" && !slices.Contains(r.person.Platforms(), name) {
		return Answer{}, chat.Refuse("no-platform", "Platform", speech.CleanName(name))
	}
	if name == "auto" {
		name = ""
	}
	answer, err := b.setCalling(ctx, r, func(c *people.Calling) { c.Platform = name })
	if err != nil {
		return Answer{}, err
	}
	for _, x := range b.register.Of(r.person) {
		if err := b.tables.Alter(ctx, x.ID, func(t *match.Table) bool { return b.callElsewhere(t, r.person) }); err != nil {
			b.cfg.Log.Warn("a panel is not where it is wanted", "err", err) // the next match's is
		}
	}
	return answer, nil
}

// callElsewhere gives the person a panel where they want to be called from now on.
// What they have been called for they know, for they are there.
func (b *Bot) callElsewhere(t *match.Table, p people.Person) bool {
	s := t.SeatOf(p.Who())
	if s == engine.Nobody {
		return false
	}
	t.Chairs[s].Told = t.Chairs[s].Call
	b.facts.WantPanels(t)
	return true
}

// callingPage is how the person is called.
func (b *Bot) callingPage(p people.Person) pages.Calling {
	return pages.Calling{
		Turns: spelled(people.AllTurnCalls(), people.TurnCalls.Word), Turn: p.Calls.Word(), Quiet: pages.Hours(p.Quiet), Zone: p.ZoneName(), Now: b.people.TimeOf(p),
		AllReminders: spelled(allReminders(), people.Reminders.Word), Reminders: p.Reminders.Word(), Platforms: p.Platforms(), Platform: p.Platform,
	}
}
