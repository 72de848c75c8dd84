package discord

import (
	"cmp"
)

type interaction struct {
	ID        string `json:"id"`
	Type      int    `json:"type"`
	Token     string `json:"token"`
	Locale    string `json:"locale"`
	GuildID   string `json:"guild_id"`
	Language  string `json:"guild_locale"` // the server's; "" elsewhere
	ChannelID string `json:"channel_id"`
	Channel   struct {
		Type int `json:"type"`
	} `json:"channel"`
	Allowed string            `json:"app_permissions"` // the bot's permissions there; "" if unknown
	Context *int              `json:"context"`
	Owners  map[string]string `json:"authorizing_integration_owners"`
	Member  member            `json:"member"` // in a server, with permissions
	User    user              `json:"user"`   // elsewhere
	Message *seenMessage      `json:"message"`
	Data    struct {
		Type     int      `json:"type"`
		TargetID string   `json:"target_id"`
		CustomID string   `json:"custom_id"`
		Values   []string `json:"values"`
		Options  []option `json:"options"`
		// fields of a submitted modal
		Components []component `json:"components"`
		Resolved   struct {
			Users   map[string]user   `json:"users"`
			Members map[string]member `json:"members"`
		} `json:"resolved"`
	} `json:"data"`
}

func (i *interaction) subCommand() []option {
	if o := i.Data.Options; len(o) == 1 && o[0].Type == optionGroup {
		return o[0].Options
	}
	return i.Data.Options
}

type user struct {
	ID         string `json:"id"`
	Username   string `json:"username"`
	GlobalName string `json:"global_name"`
	Bot        bool   `json:"bot"`
}

func (u user) name(nick string) string { return cmp.Or(nick, u.GlobalName, u.Username) }

type member struct {
	Nick    string `json:"nick"`
	User    user   `json:"user"`
	Allowed string `json:"permissions"`
}

type option struct {
	Name    string   `json:"name"`
	Type    int      `json:"type"`
	Value   any      `json:"value"`
	Focused bool     `json:"focused"`
	Options []option `json:"options"`
}

const (
	typeCommand      = 2
	typePress        = 3
	typeAutocomplete = 4
	typeSubmit       = 5
)

const (
	contextGuild = iota
	contextDirect
	contextPrivate
)

const userCommand = 2

func (i *interaction) isValid() bool {
	known := i.Type >= typeCommand && i.Type <= typeSubmit
	return known && isSnowflake(i.ID) && isToken(i.Token) && isSnowflake(i.user().ID)
}

func (i *interaction) user() user { return cmp.Or(i.Member.User, i.User) }

func (i *interaction) name() string { return i.user().name(i.Member.Nick) }

// isPress includes modals opened by a press, because Discord accepts the same answers.
func (i *interaction) isPress() bool {
	return i.Type == typePress || i.Type == typeSubmit && i.Message != nil
}

func (i *interaction) isDirect() bool {
	if i.Context != nil {
		return *i.Context == contextDirect
	}
	return i.GuildID == ""
}

// isForeign reports whether a person installed the bot in a channel where it is no member.
func (i *interaction) isForeign() bool {
	if i.Context != nil && *i.Context == contextPrivate {
		return true
	}
	_, installed := i.Owners["0"]
	return i.GuildID != "" && len(i.Owners) > 0 && !installed
}

func (i *interaction) isEphemeral() bool {
	return i.Message != nil && i.Message.Flags&flagEphemeral != 0
}

func (i *interaction) administers() bool {
	allowed, known := permissions(i.Member.Allowed)
	return known && allowed&(administrator|manageServer) != 0
}

// isMute reports whether the bot may not write in the channel. A foreign channel needs no permission.
func (i *interaction) isMute() bool {
	allowed, known := permissions(i.Allowed)
	needs := viewChannels | sendMessages
	if i.isInThread() {
		needs = viewChannels | sendInThreads
	}
	return known && !i.isForeign() && allowed&administrator == 0 && allowed&needs != needs
}

func (i *interaction) isInThread() bool {
	return i.Channel.Type >= announcementThread && i.Channel.Type <= privateThread
}

const (
	textChannel        = 0
	newsChannel        = 5
	announcementThread = 10
	privateThread      = 12
)

func typedText(components []component) string {
	for _, c := range components {
		if c.Field != nil {
			return c.Field.Value
		}
	}
	return ""
}
