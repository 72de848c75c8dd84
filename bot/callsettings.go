package bot

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/pages"
	"tarockbot/bot/speech"
	"tarockbot/engine"
)

// setCalling changes how the person is called, and shows what came of it.
func (b *Bot) setCalling(ctx context.Context, r *request, change func(*calling)) (Answer, error) {
	if err := b.setPerson(ctx, r, r.person.head().User, func(p *person) { change(&p.calling) }); err != nil {
		return Answer{}, err
	}
	b.refreshAll(r.person)
	return b.callsPage(r)
}

// setTurnCalls chooses when the person is called to their turn; without a word it
// shows how they are called.
func (b *Bot) setTurnCalls(ctx context.Context, r *request) (Answer, error) {
	typed := strings.Join(r.args[1:], " ")
	if typed == "" {
		return b.callsPage(r)
	}
	chosen, ok := b.typed.calls.Phrase(typed)
	if !ok {
		return Answer{}, chat.Refuse("no-calls")
	}
	return b.setCalling(ctx, r, func(c *calling) { c.Calls = chosen })
}

// setZone chooses a time zone; without a word it shows some.
func (b *Bot) setZone(ctx context.Context, r *request) (Answer, error) {
	typed := strings.Join(r.args[1:], " ")
	if typed == "" {
		return b.zonesPage(r)
	}
	zone, ok := speech.ZoneCalled(typed, b.words)
	if !ok {
		return Answer{}, chat.Refuse("no-zone", "Zone", speech.CleanName(typed))
	}
	return b.setCalling(ctx, r, func(c *calling) { c.Zone = zone })
}

// zonesPage offers time zones, each with the time that it is there.
func (b *Bot) zonesPage(r *request) (Answer, error) {
	s := &Screen{Lang: r.t.Tag(), Text: []Line{
		{{Text: r.t.Say("zone.title"), Style: Title}},
		{{Text: r.t.Say("zone.typed")}},
	}}
	var all []Button
	for _, zone := range speech.Zones {
		there := b.people.zoneOf(person{calling: calling{Zone: zone}})
		label := speech.ZoneName(zone, r.t) + " " + b.cfg.Now().In(there).Format("15:04")
		all = append(all, pages.Option(label, "settings zone "+zone, zone == r.person.zone()))
	}
	const perRow = 3
	for row := range slices.Chunk(all, perRow) {
		s.Buttons = append(s.Buttons, row)
	}
	return Answer{Screen: s}, nil
}

// setQuiet chooses the hours in which nobody calls.
func (b *Bot) setQuiet(ctx context.Context, r *request) (Answer, error) {
	typed := strings.Join(r.args[1:], " ")
	on, isSwitch := b.lexicon.Switches.Word(typed)
	from, to, ok := b.lexicon.Hours(typed)
	if !ok && (!isSwitch || on) {
		return Answer{}, chat.Refuse("no-hours")
	}
	return b.setCalling(ctx, r, func(c *calling) { c.Quiet = hours{from, to} })
}

// setReminders chooses which reminders come.
func (b *Bot) setReminders(ctx context.Context, r *request) (Answer, error) {
	chosen, ok := b.typed.reminders.Word(r.arg(1))
	if !ok {
		return Answer{}, chat.Refuse("no-reminders")
	}
	return b.setCalling(ctx, r, func(c *calling) { c.Reminders = chosen })
}

// setPlatform chooses where the person is called.
func (b *Bot) setPlatform(ctx context.Context, r *request) (Answer, error) {
	name := speech.PlainWord(r.arg(1))
	if name != "auto" && !slices.Contains(r.person.platforms(), name) {
		return Answer{}, chat.Refuse("no-platform", "Platform", speech.CleanName(name))
	}
	if name == "auto" {
		name = ""
	}
	answer, err := b.setCalling(ctx, r, func(c *calling) { c.Platform = name })
	if err != nil {
		return Answer{}, err
	}
	for _, x := range b.register.of(r.person) {
		if err := b.alter(ctx, x.ID, func(t *match.Table) bool { return b.callElsewhere(t, r.person) }); err != nil {
			b.cfg.Log.Warn("a panel is not where it is wanted", "err", err) // the next match's is
		}
	}
	return answer, nil
}

// callElsewhere gives the person a panel where they want to be called from now on.
// What they have been called for they know, for they are there.
func (b *Bot) callElsewhere(t *match.Table, p person) bool {
	s := t.SeatOf(p.who())
	if s == engine.Nobody {
		return false
	}
	t.Chairs[s].Told = t.Chairs[s].Call
	b.wantPanels(t)
	return true
}

// platforms are those that the person is on.
func (p person) platforms() []string {
	names := make(map[string]bool)
	for _, x := range p.identities() {
		names[x.User.Platform()] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// turnCallsLine tells when the person is called to their turn.
func turnCallsLine(r *request) Line {
	return Line{{Text: r.t.Say("settings.calls", "Value", r.t.Say("calling.turn."+r.person.Calls.word()))}}
}

// quietLine tells in which hours nobody calls.
func quietLine(r *request) Line {
	return Line{{Text: r.t.Say("settings.quiet", "Value", quietText(r), "Zone", speech.ZoneName(r.person.zone(), r.t))}}
}

func quietText(r *request) string {
	if r.person.Quiet == (hours{}) {
		return r.t.Say("settings.quiet.none")
	}
	return r.person.Quiet.String()
}

// someHours have a button; others are typed.
var someHours = []hours{{22 * 60, 7 * 60}, {23 * 60, 8 * 60}, {20 * 60, 8 * 60}}

// callsPage shows how the person is called, and lets them change it.
func (b *Bot) callsPage(r *request) (Answer, error) {
	p := r.person
	s := &Screen{Lang: r.t.Tag(), Text: []Line{
		{{Text: r.t.Say("calling.title"), Style: Title}},
		turnCallsLine(r), quietLine(r),
		{{Text: r.t.Say("settings.zone", "Value", speech.ZoneName(p.zone(), r.t), "Time", b.cfg.Now().In(b.people.zoneOf(p)).Format("15:04"))}},
		{{Text: r.t.Say("settings.reminders", "Value", r.t.Say("reminders."+p.Reminders.word()))}},
		{{Text: r.t.Say("calling.about"), Style: Dim}},
		{{Text: r.t.Say("calling.typed"), Style: Dim}},
	}}
	var turn []Button
	for _, x := range allTurnCalls() {
		turn = append(turn, pages.Option(r.t.Say("calling.turn."+x.word()), "settings calls "+x.word(), p.Calls == x))
	}
	quiet := []Button{pages.Option(r.t.Say("calling.always"), "settings quiet off", p.Quiet == hours{})}
	for _, h := range someHours {
		line := "settings quiet " + time.Time{}.Add(time.Duration(h.From)*time.Minute).Format("15:04") + "-" +
			time.Time{}.Add(time.Duration(h.To)*time.Minute).Format("15:04")
		quiet = append(quiet, pages.Option(h.String(), line, p.Quiet == h))
	}
	var remind []Button
	for _, x := range []reminders{bothReminders, lastReminder, noReminders} {
		remind = append(remind, pages.Option(r.t.Say("reminders."+x.word()), "settings reminders "+x.word(), p.Reminders == x))
	}
	s.Buttons = [][]Button{turn, quiet, remind}
	if all := p.platforms(); len(all) > 1 {
		row := []Button{pages.Option(r.t.Say("calling.auto"), "settings platform auto", p.Platform == "")}
		for _, name := range all {
			row = append(row, pages.Option(r.t.Say("platform."+name), "settings platform "+name, p.Platform == name))
		}
		s.Text = slices.Insert(s.Text, len(s.Text)-2, Line{{Text: r.t.Say("calling.where")}}) // before what is dim
		s.Buttons = append(s.Buttons, row)
	}
	s.Buttons = append(s.Buttons, []Button{
		{Label: r.t.Say("button.zone"), Line: "settings zone"},
		{Label: r.t.Say("button.settings"), Line: "settings"},
	})
	return Answer{Screen: s}, nil
}
