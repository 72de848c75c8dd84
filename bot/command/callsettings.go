package command

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
func setCalling(ctx context.Context, sv *Services, r *Request, change func(*people.Calling)) (chat.Answer, error) {
	if err := setPerson(ctx, sv, r, r.Person.Head().User, func(p *people.Person) { change(&p.Calling) }); err != nil {
		return chat.Answer{}, err
	}
	sv.Posts.RefreshAll(r.Person)
	return chat.Answer{Screen: callingPage(sv, r.Person).Screen(r.Words)}, nil
}

// setTurnCalls chooses when the person is called to their turn; without a word it
// shows how they are called.
func setTurnCalls(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	typed := strings.Join(r.args[1:], " ")
	if typed == "" {
		return chat.Answer{Screen: callingPage(sv, r.Person).Screen(r.Words)}, nil
	}
	chosen, ok := sv.typed.calls.Phrase(typed)
	if !ok {
		return chat.Answer{}, chat.Refuse("no-calls")
	}
	return setCalling(ctx, sv, r, func(c *people.Calling) { c.Calls = chosen })
}

// setZone chooses a time zone; without a word it shows some.
func setZone(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	typed := strings.Join(r.args[1:], " ")
	if typed == "" {
		return zonesPage(sv, r), nil
	}
	zone, ok := speech.ZoneCalled(typed, sv.Words)
	if !ok {
		return chat.Answer{}, chat.Refuse("no-zone", "Zone", speech.CleanName(typed))
	}
	return setCalling(ctx, sv, r, func(c *people.Calling) { c.Zone = zone })
}

// zonesPage offers time zones, each with the time that it is there.
func zonesPage(sv *Services, r *Request) chat.Answer {
	page := pages.Zones{Chosen: r.Person.ZoneName(), Now: make(map[string]time.Time)}
	for _, zone := range speech.Zones {
		page.Now[zone] = sv.People.TimeOf(people.Person{Calling: people.Calling{Zone: zone}})
	}
	return chat.Answer{Screen: page.Screen(r.Words)}
}

// setQuiet chooses the hours in which nobody calls.
func setQuiet(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	typed := strings.Join(r.args[1:], " ")
	on, isSwitch := sv.Lexicon.Switches.Word(typed)
	from, to, ok := sv.Lexicon.Hours(typed)
	if !ok && (!isSwitch || on) {
		return chat.Answer{}, chat.Refuse("no-hours")
	}
	return setCalling(ctx, sv, r, func(c *people.Calling) { c.Quiet = people.Hours{From: from, To: to} })
}

// setReminders chooses which reminders come.
func setReminders(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	chosen, ok := sv.typed.reminders.Word(r.arg(1))
	if !ok {
		return chat.Answer{}, chat.Refuse("no-reminders")
	}
	return setCalling(ctx, sv, r, func(c *people.Calling) { c.Reminders = chosen })
}

// setPlatform chooses where the person is called.
func setPlatform(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	name := speech.PlainWord(r.arg(1))
	if name != "auto" && !slices.Contains(r.Person.Platforms(), name) {
		return chat.Answer{}, chat.Refuse("no-platform", "Platform", speech.CleanName(name))
	}
	if name == "auto" {
		name = ""
	}
	answer, err := setCalling(ctx, sv, r, func(c *people.Calling) { c.Platform = name })
	if err != nil {
		return chat.Answer{}, err
	}
	for _, x := range sv.Tables.Index.Of(r.Person) {
		if err := sv.Tables.Alter(ctx, x.ID, func(t *match.Table) bool { return callElsewhere(sv, t, r.Person) }); err != nil {
			sv.Log.Warn("a panel is not where it is wanted", "err", err) // the next match's is
		}
	}
	return answer, nil
}

// callElsewhere gives the person a panel where they want to be called from now on.
// What they have been called for they know, for they are there.
func callElsewhere(sv *Services, t *match.Table, p people.Person) bool {
	s := t.Chairs.SeatOf(p.Who())
	if s == engine.Nobody {
		return false
	}
	t.Chairs[s].Told = t.Chairs[s].Call
	sv.Facts.WantPanels(t)
	return true
}

// callingPage is how the person is called.
func callingPage(sv *Services, p people.Person) pages.Calling {
	return pages.Calling{
		Turns: spelled(people.AllTurnCalls(), people.TurnCalls.Word), Turn: p.Calls.Word(), Quiet: pages.Hours(p.Quiet), Zone: p.ZoneName(), Now: sv.People.TimeOf(p),
		AllReminders: spelled(allReminders(), people.Reminders.Word), Reminders: p.Reminders.Word(), Platforms: p.Platforms(), Platform: p.Platform,
	}
}

// allReminders are the choices, in the order in which they are offered.
func allReminders() []people.Reminders {
	return []people.Reminders{people.BothReminders, people.LastReminder, people.NoReminders}
}
