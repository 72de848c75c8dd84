package command

import (
	"context"
	"errors"
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

// configRequest shows or changes a space's setting. Buttons send "config SPACE HERE SETTING VALUE…". HERE is the chat
// where the person asked for the page, which may be private.
type configRequest struct {
	id, here chat.ChatID
	setting  string
	values   []string
	pressed  bool // from a button: no values mean an empty list; typed, they show the setting
}

func (l *line) readConfig() (c configRequest) {
	args := l.all()
	c.id, c.here = l.r.Home(), l.r.Chat
	if len(args) > 1 && strings.Contains(args[0], ":") {
		c.id, c.here, args, c.pressed = chat.ChatID(args[0]), chat.ChatID(args[1]), args[2:], true
	}
	if len(args) > 0 {
		c.setting, c.values = args[0], args[1:]
	}
	return c
}

func config(ctx context.Context, r *Request, c configRequest) (chat.Answer, error) {
	if c.id == "" {
		return chat.Answer{}, chat.RefusePublicly("config-where")
	}
	if err := checkConfigure(ctx, r, c.id); err != nil {
		return chat.Answer{}, err
	}
	s, err := r.sv.Spaces.At(ctx, c.id)
	if err != nil {
		return chat.Answer{}, err
	}
	page := configPage(r, c, s)
	switch isChannels := c.setting == screens.SettingChannels; {
	case isChannels && !page.HasChannels():
		return chat.Answer{}, chat.Refuse("config-channels")
	case len(c.values) == 0 && !(isChannels && c.pressed):
		return chat.Answer{Screen: page.Screen(r.Words)}, nil
	}
	s, err = r.sv.Spaces.Update(ctx, c.id, r.Input, func(s *spaces.Space) error { return c.apply(r, s) })
	switch {
	case errors.Is(err, errUnclear):
		return chat.Answer{}, unclearSetting(c, page, r.Words)
	case err != nil:
		return chat.Answer{}, err
	case c.setting == screens.SettingLang:
		r.sv.Messages.RefreshBoards(c.id)
	}
	return chat.Answer{Alert: r.Words.Say("config.saved"), Screen: configPage(r, c, s).Screen(r.Words)}, nil
}

var errUnclear = errors.New("bot: unclear setting")

// apply sets the values. On an error the space may be changed, but Spaces.Update doesn't store it.
func (c configRequest) apply(r *Request, s *spaces.Space) (err error) {
	value := strings.ToLower(strings.Join(c.values, " "))
	switch c.setting {
	case screens.SettingChannels:
		return c.applyChannels(s)
	case screens.SettingPace:
		p, err := terms.ParsePace(r.sv.Language.Lexicon.Phrases, c.values)
		s.Pace = &p
		return err
	case screens.SettingOption:
		return c.applyOption(r, s)
	case screens.SettingLength:
		return applyLength(s, value)
	case screens.SettingThreads:
		return applyThreads(r, s, value)
	case screens.SettingRules:
		return applyRules(s, value)
	case screens.SettingTables:
		s.Tables, err = strconv.Atoi(value)
		return unclearUnless(err == nil && s.Tables >= 0 && s.Tables <= screens.MaxTables)
	case screens.SettingLang:
		s.Lang = value
		return unclearUnless(slices.Contains(words.Languages(), value))
	case screens.SettingChallengers:
		s.Closed = value == screens.ChallengersAdmins
		return unclearUnless(s.Closed || value == screens.ChallengersAll)
	}
	return errUnclear
}

func unclearUnless(known bool) error {
	if !known {
		return errUnclear
	}
	return nil
}

// unclearSetting lists the known values, except the many rule sets.
func unclearSetting(c configRequest, page screens.Config, w *words.Tongue) error {
	typed := strings.Join(c.values, " ")
	for _, m := range page.Menus(w) {
		if m.Setting != c.setting || c.setting == screens.SettingRules {
			continue
		}
		values := seq.Map(m.Options, func(o chat.Option) string { return o.Value })
		return chat.RefusePublicly("no-value", "Term", displayname.Clean(typed), "Values", strings.Join(values, " · "))
	}
	return chat.Refuse("config-unclear", "Typed", displayname.Clean(c.setting+" "+typed))
}

func applyRules(s *spaces.Space, value string) error {
	_, set := speech.FindRules(value)
	if s.Rules != set {
		s.Rules, s.Options, s.Length = set, nil, 0
	}
	return unclearUnless(set != "" || value == screens.WordDefault)
}

func applyThreads(r *Request, s *spaces.Space, value string) error {
	on, known := r.sv.Language.Lexicon.Switches[value]
	s.Threads = nil
	if known {
		s.Threads = &on
	}
	return unclearUnless(r.sv.Outbox.Traits(r.Place()).Threads && (known || value == screens.WordDefault))
}

func (c configRequest) applyOption(r *Request, s *spaces.Space) error {
	word, n := r.sv.Language.Lexicon.Phrases.Longest(c.values)
	g, has := s.Game()
	if !has {
		return chat.Refuse("config-rules")
	}
	set, err := g.RuleSet(s.Rules)
	if err != nil {
		return err
	}
	option, chosen := speech.FindOption(g, word)
	if n != len(c.values) || !terms.HasOption(set, option, chosen) {
		return terms.RefuseOption(set, strings.Join(c.values, " "), r.Words)
	}
	all := make(engine.Options)
	maps.Copy(all, s.Options)
	all[option], s.Options = chosen, all
	return nil
}

func applyLength(s *spaces.Space, value string) error {
	n, err := strconv.Atoi(value)
	switch g, has := s.Game(); {
	case !has:
		return chat.Refuse("config-rules")
	case value == screens.WordDefault:
		n = 0
	case err != nil || !slices.Contains(g.LengthsOf(s.Rules), n):
		return terms.RefuseLength(g, s.Rules)
	}
	s.Length = n
	return nil
}

func (c configRequest) applyChannels(s *spaces.Space) error {
	s.Channels = nil
	if slices.Equal(c.values, []string{screens.WordDefault}) {
		return nil
	}
	for _, v := range c.values {
		id := chat.ChatID(v)
		if id.Platform() != c.id.Platform() || len(s.Channels) == screens.MaxChannels {
			return chat.Refuse("config-unclear", "Typed", displayname.Clean(v))
		}
		if !slices.Contains(s.Channels, id) {
			s.Channels = append(s.Channels, id)
		}
	}
	return nil
}

func configPage(r *Request, c configRequest, s spaces.Space) screens.Config {
	page := screens.Config{
		Home: c.id, Here: c.here, Languages: r.sv.Language.LanguageNames(), Lang: s.Lang,
		Rules: s.Rules, Options: s.Options, Length: s.Length, Pace: s.DefaultPace(),
		Channels: s.Channels, Chats: make(map[chat.ChatID]chat.Span), Tables: s.Tables, DefaultTables: r.sv.Limits.TablesPerChat,
		Closed: s.Closed, Threaded: r.sv.Outbox.Traits(r.Place()).Threads, Threads: s.Threads,
	}
	for _, at := range append(slices.Clip(s.Channels), c.here) {
		page.Chats[at] = chatName(r, c.id, at)
	}
	return page
}
