package discord

import (
	"cmp"
)

// interaction is a command, a press or another act of a person.
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
		// Components are the fields of a submitted modal.
		Components []component `json:"components"`
		Resolved   struct {
			Users   map[string]user   `json:"users"`
			Members map[string]member `json:"members"`
		} `json:"resolved"`
	} `json:"data"`
}

// subCommand returns the sub-command, also one in the group.
func (i *interaction) subCommand() []option {
	if o := i.Data.Options; len(o) == 1 && o[0].Type == optionGroup {
		return o[0].Options
	}
	return i.Data.Options
}

// user and member are a person, everywhere and in one server.
type user struct {
	ID         string `json:"id"`
	Username   string `json:"username"`
	GlobalName string `json:"global_name"`
	Bot        bool   `json:"bot"`
}

// name returns the person's displayed name. nick is the nickname, or "".
func (u user) name(nick string) string { return cmp.Or(nick, u.GlobalName, u.Username) }

type member struct {
	Nick    string `json:"nick"`
	User    user   `json:"user"`
	Allowed string `json:"permissions"` // the member's permissions there; "" if unknown
}

// option is a slash command's option; a sub-command's options are below it.
type option struct {
	Name    string   `json:"name"`
	Type    int      `json:"type"`
	Value   any      `json:"value"`
	Focused bool     `json:"focused"`
	Options []option `json:"options"`
}

// Types of interactions.
const (
	typeCommand      = 2
	typePress        = 3
	typeAutocomplete = 4
	typeSubmit       = 5
)

// Contexts of interactions.
const (
	contextGuild = iota
	contextDirect
	contextPrivate
)

const userCommand = 2 // the type of a command in a person's menu

func (i *interaction) isValid() bool {
	known := i.Type >= typeCommand && i.Type <= typeSubmit
	return known && isSnowflake(i.ID) && isToken(i.Token) && isSnowflake(i.user().ID)
}

// user returns the person.
func (i *interaction) user() user { return cmp.Or(i.Member.User, i.User) }

// name returns the person's displayed name there.
func (i *interaction) name() string { return i.user().name(i.Member.Nick) }

// isPress reports whether the interaction comes from one of the bot's messages: a press, or a window that
// a press has opened. Discord accepts the same answers to both.
func (i *interaction) isPress() bool {
	return i.Type == typePress || i.Type == typeSubmit && i.Message != nil
}

// isDirect reports whether the interaction happened in the direct chat with the bot.
func (i *interaction) isDirect() bool {
	if i.Context != nil {
		return *i.Context == contextDirect
	}
	return i.GuildID == ""
}

// isForeign reports whether the bot is no member of the channel: a person has brought it along.
func (i *interaction) isForeign() bool {
	if i.Context != nil && *i.Context == contextPrivate {
		return true
	}
	_, installed := i.Owners["0"]
	return i.GuildID != "" && len(i.Owners) > 0 && !installed
}

// isEphemeral reports whether only one person sees the pressed message.
func (i *interaction) isEphemeral() bool {
	return i.Message != nil && i.Message.Flags&flagEphemeral != 0
}

// administers reports whether the person may manage the server.
func (i *interaction) administers() bool {
	allowed, told := permissions(i.Member.Allowed)
	return told && allowed&(administrator|manageServer) != 0
}

// isMute reports whether the bot may not write in the channel. Where it is no member it writes by
// interactions.
func (i *interaction) isMute() bool {
	allowed, told := permissions(i.Allowed)
	needs := viewChannels | sendMessages
	if i.isInThread() {
		needs = viewChannels | sendInThreads
	}
	return told && !i.isForeign() && allowed&administrator == 0 && allowed&needs != needs
}

// isInThread reports whether the interaction happened in a thread.
func (i *interaction) isInThread() bool {
	return i.Channel.Type >= announcementThread && i.Channel.Type <= privateThread
}

// Types of channels.
const (
	textChannel        = 0
	newsChannel        = 5
	announcementThread = 10
	privateThread      = 12
)

// typedIn returns the text typed in a submitted window.
func typedIn(components []component) string {
	for _, c := range components {
		if c.Field != nil {
			return c.Field.Value
		}
	}
	return ""
}
