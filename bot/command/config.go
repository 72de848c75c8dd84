package command

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/pages"
	"tarockbot/bot/spaces"
	"tarockbot/bot/speech"
	"tarockbot/bot/terms"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// askAdminsTime is how long a network may take to tell who administers a chat.
const askAdminsTime = 5 * time.Second

// configRequest is what somebody wants of a space's settings: a setting, and its
// values. Buttons say "config SPACE HERE SETTING VALUE…", for the page may stand
// in a private chat; HERE is where it was asked for.
type configRequest struct {
	id, here chat.ChatID
	setting  string
	values   []string
	pressed  bool // a button says it: no values mean none, while who types them wants to see them
}

func (r *Request) configRequest() (c configRequest) {
	args := r.args
	if c.id, c.here = r.Home(), r.Chat; len(args) > 1 && strings.Contains(args[0], ":") {
		c.id, c.here, args, c.pressed = chat.ChatID(args[0]), chat.ChatID(args[1]), args[2:], true
	}
	if len(args) > 0 {
		c.setting, c.values = args[0], args[1:]
	}
	return c
}

// config shows and changes the settings of a server or group, all on one page. Who
// may is looked up every time.
func config(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	c := r.configRequest()
	if c.id == "" {
		return chat.Answer{}, chat.Refuse("config-where")
	}
	if err := mayConfigure(ctx, sv, r, c.id); err != nil {
		return chat.Answer{}, err
	}
	s, err := sv.Spaces.At(ctx, c.id)
	if err != nil {
		return chat.Answer{}, err
	}
	switch {
	case c.setting == pages.SettingChannels && !configPage(sv, r, c, s).HasChannels():
		return chat.Answer{}, chat.Refuse("config-channels")
	case len(c.values) == 0 && (c.setting != pages.SettingChannels || !c.pressed):
		return chat.Answer{Screen: configPage(sv, r, c, s).Screen(r.Words)}, nil
	}
	change, err := configChange(sv, r, c, s)
	if err != nil {
		return chat.Answer{}, err
	}
	s, err = sv.Spaces.Change(ctx, c.id, r.Input, change)
	if err != nil {
		return chat.Answer{}, err
	}
	if c.setting == pages.SettingLang {
		sv.Posts.ShowBoards(c.id)
	}
	return chat.Answer{Alert: r.Words.Say("config.saved"), Screen: configPage(sv, r, c, s).Screen(r.Words)}, nil
}

// spaceChange changes the settings of a space, or refuses to as they are by then.
type spaceChange func(*spaces.Space) error

// always is a change that nothing speaks against.
func always(set func(*spaces.Space)) spaceChange {
	return func(s *spaces.Space) error {
		set(s)
		return nil
	}
}

// configChange is the change of the space that is asked for.
func configChange(sv *Services, r *Request, c configRequest, s spaces.Space) (spaceChange, error) {
	var change spaceChange
	switch value := strings.ToLower(strings.Join(c.values, " ")); c.setting {
	case pages.SettingChannels:
		return channelsChange(c)
	case pages.SettingPace:
		return paceChange(sv, c.values)
	case pages.SettingOption:
		return optionChange(sv, c.values, r.Words), nil
	case pages.SettingLength:
		return lengthChange(value), nil
	case pages.SettingLang:
		change = langChange(value)
	case pages.SettingRules:
		change = rulesChange(value)
	case pages.SettingTables:
		change = tablesChange(value)
	case pages.SettingWho:
		change = whoChange(value)
	case pages.SettingThreads:
		change = threadsChange(sv, value)
	}
	if change == nil || c.setting == pages.SettingThreads && !sv.Outbox.Traits(r.Place()).Threads {
		return nil, unclear(sv, r, c, s)
	}
	return change, nil
}

// unclear refuses a setting that there isn't, or a value, with those that there are. The
// rules are too many for an answer.
func unclear(sv *Services, r *Request, c configRequest, s spaces.Space) error {
	typed := strings.Join(c.values, " ")
	for _, m := range configPage(sv, r, c, s).Menus(r.Words) {
		if m.Setting != c.setting || c.setting == pages.SettingRules {
			continue
		}
		var values []string
		for _, o := range m.Options {
			values = append(values, o.Value)
		}
		return chat.Refuse("no-value", "Term", speech.CleanName(typed), "Values", strings.Join(values, " · "))
	}
	return chat.Refuse("config-unclear", "Typed", speech.CleanName(c.setting+" "+typed))
}

func langChange(value string) spaceChange {
	if !slices.Contains(words.Languages(), value) {
		return nil
	}
	return always(func(s *spaces.Space) { s.Lang = value })
}

// rulesChange sets the rule set, of which nothing else is said yet.
func rulesChange(value string) spaceChange {
	_, set := speech.RulesCalled(value)
	if set == "" && value != pages.WordUsual {
		return nil
	}
	return always(func(s *spaces.Space) {
		if s.Rules != set {
			s.Rules, s.Options, s.Length = set, nil, 0
		}
	})
}

// optionChange sets an option of the rule set that is the space's then, as a challenge
// says it.
func optionChange(sv *Services, values []string, w *words.Tongue) spaceChange {
	word, n := sv.Lexicon.Phrases.Longest(values)
	return func(s *spaces.Space) error {
		g, has := s.Game()
		if !has {
			return chat.Refuse("config-rules")
		}
		set, err := g.RuleSet(s.Rules)
		if err != nil {
			return err
		}
		option, chosen := speech.OptionCalled(g, word)
		if n != len(values) || !terms.HasOption(set, option, chosen) {
			return terms.NoSuchOption(set, strings.Join(values, " "), w)
		}
		all := maps.Clone(s.Options)
		if all == nil {
			all = make(engine.Options)
		}
		all[option], s.Options = chosen, all
		return nil
	}
}

// lengthChange sets how many deals a match by the space's rule set has.
func lengthChange(value string) spaceChange {
	n, err := strconv.Atoi(value)
	return func(s *spaces.Space) error {
		switch g, has := s.Game(); {
		case !has:
			return chat.Refuse("config-rules")
		case value == pages.WordUsual:
			n = 0
		case err != nil || !slices.Contains(g.Lengths, n):
			return terms.NoSuchLength(g)
		}
		s.Length = n
		return nil
	}
}

func paceChange(sv *Services, values []string) (spaceChange, error) {
	p, err := terms.PaceTyped(sv.Lexicon.Phrases, values)
	if err != nil {
		return nil, err
	}
	return always(func(s *spaces.Space) { s.Pace = &p }), nil
}

func tablesChange(value string) spaceChange {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 || n > pages.MostTables {
		return nil
	}
	return always(func(s *spaces.Space) { s.Tables = n })
}

func whoChange(value string) spaceChange {
	if value != pages.WhoAll && value != pages.WhoAdmins {
		return nil
	}
	return always(func(s *spaces.Space) { s.Closed = value == pages.WhoAdmins })
}

func threadsChange(sv *Services, value string) spaceChange {
	on, switched := sv.Lexicon.Switches[value]
	switch {
	case switched:
		return always(func(s *spaces.Space) { s.Threads = &on })
	case value == pages.WordUsual:
		return always(func(s *spaces.Space) { s.Threads = nil })
	}
	return nil
}

// channelsChange sets where challenges may be made: everywhere if nothing is said.
func channelsChange(c configRequest) (spaceChange, error) {
	var channels []chat.ChatID
	if len(c.values) == 1 && c.values[0] == pages.WordUsual {
		c.values = nil
	}
	for _, v := range c.values {
		id := chat.ChatID(v)
		if (chat.Place{Chat: id}).Platform() != (chat.Place{Chat: c.id}).Platform() || len(channels) == pages.MostChannels {
			return nil, chat.Refuse("config-unclear", "Typed", speech.CleanName(v))
		}
		if !slices.Contains(channels, id) {
			channels = append(channels, id)
		}
	}
	return always(func(s *spaces.Space) { s.Channels = channels }), nil
}

// configPage shows all settings of a space.
func configPage(sv *Services, r *Request, c configRequest, s spaces.Space) pages.Config {
	page := pages.Config{
		Home: c.id, Here: c.here, Languages: LanguageNames(sv), Lang: s.Lang, Rules: s.Rules, Options: s.Options, Length: s.Length, Pace: s.UsualPace(),
		Channels: s.Channels, Chats: make(map[chat.ChatID]chat.Span), Tables: s.Tables, UsualTables: sv.PerChat,
		Closed: s.Closed, Threaded: sv.Outbox.Traits(r.Place()).Threads, Threads: s.Threads,
	}
	for _, at := range append(slices.Clip(s.Channels), c.here) {
		page.Chats[at] = chatName(sv, r, c.id, at)
	}
	return page
}

// homeOf is the space that a challenge is made in: where it is said, or where it is
// to be posted from a private chat.
func homeOf(ctx context.Context, sv *Services, r *Request) (spaces.Space, error) {
	id := r.Home()
	if id == "" && slices.Contains(r.args, terms.WordThere) {
		id = cmp.Or(r.Person.AskedIn, r.Person.Asked)
	}
	s, err := sv.Spaces.At(ctx, id)
	return s, err
}

// boardLang is the language of the boards where the input comes from: the space's,
// or the person's own in private. A space that has none gets what its platform tells
// of it, never what whoever plays there first speaks.
func boardLang(ctx context.Context, sv *Services, r *Request) (string, error) {
	if r.Home() == "" {
		return r.Words.Tag(), nil
	}
	return sv.Spaces.SettleLang(ctx, r.Home(), r.SpaceLang)
}

// tablesIn is how many matches may run at once in a chat of the space.
func tablesIn(ctx context.Context, sv *Services, id chat.ChatID) (int, error) {
	s, err := sv.Spaces.At(ctx, id)
	return cmp.Or(s.Tables, sv.PerChat), err
}

// elsewhere tells somebody who challenges where that isn't wanted where it is; nil
// if they may. The error says that this person may not.
func elsewhere(ctx context.Context, sv *Services, r *Request) (*chat.Screen, error) {
	if r.Chat == "" {
		return nil, nil
	}
	s, err := homeOf(ctx, sv, r)
	switch {
	case err != nil:
		return nil, err
	case len(s.Channels) > 0 && !slices.Contains(s.Channels, r.Chat):
		var page pages.Elsewhere
		for _, at := range s.Channels {
			page = append(page, chatName(sv, r, r.Home(), at))
		}
		return page.Screen(r.Words), nil
	case s.Closed:
		if no := mayConfigure(ctx, sv, r, r.Home()); no != nil {
			return nil, cmp.Or(chat.UnlessRefused(no), chat.Refuse("challenge-admins"))
		}
	}
	return nil, nil
}

// chatName is how people find the chat of the space.
func chatName(sv *Services, r *Request, id, at chat.ChatID) chat.Span {
	if p, ok := sv.Platforms[r.Platform()].(chat.Locator); ok {
		if where := p.Locate(id, at); where != "" {
			return chat.Span{Text: where, Style: chat.Link}
		}
	}
	_, name, _ := strings.Cut(string(at), ":")
	return chat.Span{Text: name, Style: chat.Strong}
}

// mayConfigure says why the person can't change the space's settings, if so.
func mayConfigure(ctx context.Context, sv *Services, r *Request, id chat.ChatID) error {
	if r.Admin && id == r.Home() {
		return nil
	}
	p, ok := sv.Platforms[r.Platform()].(chat.Administered)
	if !ok || (chat.Place{Chat: id}).Platform() != r.Platform() {
		return chat.Refuse("config-admins")
	}
	ctx, cancel := context.WithTimeout(ctx, askAdminsTime)
	defer cancel()
	switch may, err := p.Administers(ctx, id, r.User); {
	case err != nil:
		sv.Log.Warn("nobody says who administers a chat", "platform", r.Platform(), "err", err)
		return chat.Refuse("config-unknown")
	case !may:
		return chat.Refuse("config-admins")
	}
	return nil
}
