package command

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match/terms"
	"tarockbot/bot/screens"
	"tarockbot/bot/support/seq"
	"tarockbot/bot/tables/spaces"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// configRequest is a setting of a space that somebody wants to see or change, with its new values. Buttons
// say "config SPACE HERE SETTING VALUE…", because the page may be in a private chat; HERE is the chat
// where it was asked for.
type configRequest struct {
	id, here chat.ChatID
	setting  string
	values   []string
	pressed  bool // sent by a button: no values then mean an empty list; typed, they mean "show the setting"
}

// readConfig reads what a button says, or what somebody types.
func (l *line) readConfig() (c configRequest) {
	args := l.all()
	if c.id, c.here = l.r.Home(), l.r.Chat; len(args) > 1 && strings.Contains(args[0], ":") {
		c.id, c.here, args, c.pressed = chat.ChatID(args[0]), chat.ChatID(args[1]), args[2:], true
	}
	if len(args) > 0 {
		c.setting, c.values = args[0], args[1:]
	}
	return c
}

// config shows and changes the settings of a server or group, all on one page. It looks up each time
// whether the person may.
func config(ctx context.Context, r *Request, c configRequest) (chat.Answer, error) {
	if c.id == "" {
		return chat.Answer{}, chat.RefuseOpenly("config-where")
	}
	if err := checkConfigure(ctx, r, c.id); err != nil {
		return chat.Answer{}, err
	}
	s, err := r.sv.Spaces.At(ctx, c.id)
	switch {
	case err != nil:
		return chat.Answer{}, err
	case c.setting == screens.SettingChannels && !configPage(r, c, s).HasChannels():
		return chat.Answer{}, chat.Refuse("config-channels")
	case len(c.values) == 0 && (c.setting != screens.SettingChannels || !c.pressed):
		return chat.Answer{Screen: configPage(r, c, s).Screen(r.Words)}, nil
	}
	s, err = r.sv.Spaces.Update(ctx, c.id, r.Input, func(s *spaces.Space) error { return c.apply(r, s) })
	if err != nil {
		return chat.Answer{}, err
	}
	if c.setting == screens.SettingLang {
		r.sv.Messages.RefreshBoards(c.id)
	}
	return chat.Answer{Alert: r.Words.Say("config.saved"), Screen: configPage(r, c, s).Screen(r.Words)}, nil
}

// apply changes the setting of the stored space, or refuses the value.
func (c configRequest) apply(r *Request, s *spaces.Space) error {
	value, ok := strings.ToLower(strings.Join(c.values, " ")), false
	switch c.setting {
	case screens.SettingChannels:
		return c.applyChannels(s)
	case screens.SettingPace:
		p, err := terms.ParsePace(r.sv.Language.Lexicon.Phrases, c.values)
		s.Pace = &p
		return err
	case screens.SettingOption:
		return c.applyOption(r.sv, s, r.Words)
	case screens.SettingLength:
		return applyLength(s, value)
	case screens.SettingLang:
		s.Lang, ok = value, slices.Contains(words.Languages(), value)
	case screens.SettingRules:
		_, set := speech.RulesCalled(value)
		if ok = set != "" || value == screens.WordUsual; s.Rules != set { // of which nothing else is said yet
			s.Rules, s.Options, s.Length = set, nil, 0
		}
	case screens.SettingTables:
		n, err := strconv.Atoi(value)
		s.Tables, ok = n, err == nil && n >= 0 && n <= screens.MostTables
	case screens.SettingWho:
		s.Closed, ok = value == screens.WhoAdmins, value == screens.WhoAll || value == screens.WhoAdmins
	case screens.SettingThreads:
		var on bool
		if s.Threads, ok = nil, value == screens.WordUsual; !ok {
			on, ok = r.sv.Language.Lexicon.Switches[value]
			s.Threads = &on
		}
		ok = ok && r.sv.Outbox.Traits(r.Place()).Threads
	}
	if !ok {
		return unclearSetting(r, c, *s)
	}
	return nil
}

// unclearSetting returns the refusal of an unknown setting or value. It tells the known values, except the rule sets,
// which are too many.
func unclearSetting(r *Request, c configRequest, s spaces.Space) error {
	typed := strings.Join(c.values, " ")
	for _, m := range configPage(r, c, s).Menus(r.Words) {
		if m.Setting != c.setting || c.setting == screens.SettingRules {
			continue
		}
		values := seq.Map(m.Options, func(o chat.Option) string { return o.Value })
		return chat.RefuseOpenly("no-value", "Term", displayname.Clean(typed), "Values", strings.Join(values, " · "))
	}
	return chat.Refuse("config-unclear", "Typed", displayname.Clean(c.setting+" "+typed))
}

// applyOption sets an option of the space's rule set, said as in a challenge.
func (c configRequest) applyOption(sv *Services, s *spaces.Space, w *words.Tongue) error {
	word, n := sv.Language.Lexicon.Phrases.Longest(c.values)
	g, has := s.Game()
	if !has {
		return chat.Refuse("config-rules")
	}
	set, err := g.RuleSet(s.Rules)
	if err != nil {
		return err
	}
	option, chosen := speech.OptionCalled(g, word)
	if n != len(c.values) || !terms.HasOption(set, option, chosen) {
		return terms.NoSuchOption(set, strings.Join(c.values, " "), w)
	}
	all := make(engine.Options)
	maps.Copy(all, s.Options)
	all[option], s.Options = chosen, all
	return nil
}

// applyLength sets the number of deals of a match by the space's rule set.
func applyLength(s *spaces.Space, value string) error {
	n, err := strconv.Atoi(value)
	switch g, has := s.Game(); {
	case !has:
		return chat.Refuse("config-rules")
	case value == screens.WordUsual:
		n = 0
	case err != nil || !slices.Contains(g.LengthsOf(s.Rules), n):
		return terms.NoSuchLength(g, s.Rules)
	}
	s.Length = n
	return nil
}

// applyChannels sets the channels for challenges; without any they are allowed everywhere.
func (c configRequest) applyChannels(s *spaces.Space) error {
	var channels []chat.ChatID
	if len(c.values) == 1 && c.values[0] == screens.WordUsual {
		c.values = nil
	}
	for _, v := range c.values {
		id := chat.ChatID(v)
		if id.Platform() != c.id.Platform() || len(channels) == screens.MostChannels {
			return chat.Refuse("config-unclear", "Typed", displayname.Clean(v))
		}
		if !slices.Contains(channels, id) {
			channels = append(channels, id)
		}
	}
	s.Channels = channels
	return nil
}

// configPage returns the page of all settings of a space.
func configPage(r *Request, c configRequest, s spaces.Space) screens.Config {
	page := screens.Config{
		Home: c.id, Here: c.here, Languages: r.sv.Language.LanguageNames(), Lang: s.Lang, Rules: s.Rules, Options: s.Options, Length: s.Length, Pace: s.UsualPace(),
		Channels: s.Channels, Chats: make(map[chat.ChatID]chat.Span), Tables: s.Tables, UsualTables: r.sv.Limits.PerChat,
		Closed: s.Closed, Threaded: r.sv.Outbox.Traits(r.Place()).Threads, Threads: s.Threads,
	}
	for _, at := range append(slices.Clip(s.Channels), c.here) {
		page.Chats[at] = chatName(r, c.id, at)
	}
	return page
}
