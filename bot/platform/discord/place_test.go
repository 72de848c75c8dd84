package discord_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/bot/platform/discord/discordtest"
	"tarockbot/bot/platform/double"
	"tarockbot/bot/platform/platformtest"
)

func TestChatWithoutBot(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		var chats []chat.ChatID
		b := newBench(t, func(ctx context.Context, in chat.Input) (chat.Answer, error) {
			chats = append(chats, in.Chat)
			return echo(ctx, in)
		})
		place := chat.Place{Chat: "discord:" + discordtest.GroupChat}
		b.showFails(place, "", screen("too early"), chat.ErrBlocked)
		b.mustSayIn(b.anna, discordtest.GroupChat, "games")
		ref := b.show(place, "", screen("a board", "one"))
		b.show(place, ref, screen("a newer board", "one"))
		sleep(15 * time.Minute)
		b.showFails(place, ref, screen("too late"), chat.ErrBlocked)
		board := b.server.Messages(discordtest.GroupChat)[0]
		b.pressControl(b.anna, discordtest.ControlsOf(board)[0])
		b.show(place, ref, screen("the newest"))
		board = b.server.Messages(discordtest.GroupChat)[0]
		if board.Text() != "the newest" || len(chats) != 2 || chats[0] != place.Chat {
			t.Errorf("the board shows %q; inputs came from %q", board.Text(), chats)
		}
	})
}

func TestSpaces(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		var seen []chat.Input
		b := newBench(t, func(ctx context.Context, in chat.Input) (chat.Answer, error) {
			if in.What == chat.EventSaid {
				seen = append(seen, in)
			}
			return echo(ctx, in)
		})
		server := chat.ChatID("discord:g" + discordtest.Guild)
		for _, tt := range []struct {
			name    string
			channel string
			manages bool
			space   chat.ChatID
			admin   bool
		}{
			{"a member", discordtest.Channel, false, server, false},
			{"a manager of the server", discordtest.Channel, true, server, true},
			{"a manager in a chat without the bot", discordtest.GroupChat, true, "", false},
		} {
			b.anna.Manages = tt.manages
			b.mustSayIn(b.anna, tt.channel, "games")
			in := seen[len(seen)-1]
			if in.Chat != chat.ChatID("discord:"+tt.channel) || in.Space != tt.space || in.Admin != tt.admin {
				t.Errorf("%s: %+v, want the space %q, administered %v", tt.name, in, tt.space, tt.admin)
			}
			located := b.platform.Locate(in.Space, in.Chat)
			if want := "https://discord.com/channels/" + discordtest.Guild + "/" + tt.channel; (located == want) != (tt.space == server) {
				t.Errorf("%s: the channel is at %q", tt.name, located)
			}
		}
	})
}

func TestPlainFallback(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, echo)
		b.server.Fail(discordtest.Fault{Match: "POST /channels", Status: http.StatusBadRequest, Code: 50035})
		ref := b.show(public, "", screen("a board", "one"))
		b.show(public, ref, screen("a newer board", "two"))
		board := b.server.Messages(discordtest.Channel)[0]
		if board.Flags&discordtest.ComponentsV2 != 0 || board.Content != "a newer board" || !strings.HasSuffix(string(ref), "/plain") {
			t.Errorf("the board is %+v with the ref %s", board, ref)
		}
		if answer := b.pressControl(b.anna, discordtest.ControlsOf(board)[0]); answer != "two" {
			t.Errorf("a press is answered %q, want two", answer)
		}
	})
}

func TestCommandAndLinkMarkup(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.mustSay(w.anna, "challenge bamberger")
		w.wait("the command to type", func() bool { return strings.Contains(strings.Join(w.boards(), "\n"), "`/tarock accept code:") })
		b := newBench(t, echo)
		b.show(public, "", chat.Screen{Text: []chat.Line{{{Text: "Tele_gram: ", Style: chat.Dim}, {Text: "https://t.me/Tarock_bot?start=join_abc", Style: chat.Link}}}})
		if text := b.server.Messages(discordtest.Channel)[0].Text(); text != "*Tele\\_gram\\:* <https://t.me/Tarock_bot?start=join_abc>" {
			t.Errorf("the link's markup is %s", text)
		}
	})
}

func TestUserMenu(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newWorld(t)
		page, err := w.anna.Menu(w.ctx, w.bert)
		if err != nil || page == "" {
			t.Fatalf("the menu's page is %q, %v", page, err)
		}
		w.press(w.anna, "challenge ")
		w.press(w.bert, "accept ")
		w.find(w.anna, "resign ")
	})
}

// Rare commands are in a group of sub-commands.
func TestFormatCommand(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newWorld(t)
		p := w.platform(&double.Notes{})
		for line, want := range map[string]string{
			"games": "/tarock games", "partien": "/tarock partien",
			"accept abcd2345": "/tarock accept code:abcd2345", "ablehnen abcd2345": "/tarock ablehnen code:abcd2345",
			"pause abcd2345": "/tarock extra pause table:abcd2345",
			"block @bert":    "/tarock block person:@bert", "block #384T": "/tarock block name:#384T", "challenge @bert": "/tarock challenge friend:@bert",
			"rules contra": "/tarock rules topic:contra", "regeln illustrated kontra": "/tarock regeln topic:illustrated kontra",
			"settings calls now": "/tarock settings words:calls now", "rules": "/tarock rules", "verbinden abcd-2345": "/tarock verbinden code:abcd-2345",
			"export": "/tarock extra export", "forget": "/tarock extra forget", "config": "/tarock extra config",
			"play XXI": "", "spiel XXI": "", "setup": "", "consent yes": "/tarock extra consent words:yes", "queue XXI": "/tarock extra queue words:XXI",
		} {
			if got := p.FormatCommand(line); got != want {
				t.Errorf("the line %q is shown as %q, want %q", line, got, want)
			}
		}
		for _, name := range strings.Fields("help accept decline now practice hand games learn rules replay history settings link") {
			if got := p.FormatCommand(name); got != "/tarock "+name {
				t.Errorf("%s isn't a direct sub-command: %s", name, got)
			}
		}
		w.mustSay(w.anna, "help")
		if page := w.press(w.anna, "help people"); !strings.Contains(page, "/tarock accept code:") || strings.Contains(page, "easy") {
			t.Errorf("the help says\n%s", page)
		}
		if answer := w.mustSay(w.anna, "accept abcd2345"); !strings.Contains(answer, "no challenge with that code") {
			t.Errorf("a wrong code is answered %q", answer)
		}
	})
}

func TestSuggestions(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newWorld(t)
		offered := func(p *discordtest.Person, command, option, typed string, given ...any) []discordtest.Choice {
			t.Helper()
			found, err := p.Suggestions(w.ctx, discordtest.Channel, command, option, typed, given...)
			if err != nil || len(found) == 0 {
				t.Fatalf("%s has the suggestions %v, %v", command, found, err)
			}
			return found
		}
		code := func(p *discordtest.Person, command string, wants ...string) string {
			t.Helper()
			first := offered(p, command, "code", "")[0]
			for _, want := range wants {
				if !strings.Contains(first.Label, want) {
					t.Errorf("%s has the suggestion %q, want %q in it", command, first.Label, want)
				}
			}
			return fmt.Sprint(first.Value)
		}
		w.mustSay(w.bert, "help")
		w.mustSay(w.anna, "challenge @"+bertID+" "+terms)
		for _, command := range []string{"accept", "decline"} {
			code(w.bert, command, "Anna", "Kosakeln")
		}
		w.mustSay(w.bert, "decline "+code(w.bert, "decline"))
		w.mustSay(w.anna, "challenge "+terms)
		table := code(w.bert, "accept", "is looking for somebody", "Kosakeln")
		w.mustSay(w.bert, "accept "+table)
		w.mustSay(w.anna, "resign "+table+" yes")
		for _, command := range []string{"replay", "verify"} {
			deal := code(w.anna, command, "Bert")
			if answer := w.mustSay(w.anna, command+" "+deal); deal != table+"-1" || strings.Contains(answer, "There is no") {
				t.Errorf("the suggestion %s %s is answered %q", command, deal, answer)
			}
		}
		for _, tt := range []struct{ command, option, typed, label, value string }{
			{"settings", "words", "quiet 22:00", "Quiet hours: 22:00", "quiet 22:00-07:00"},
			{"settings", "words", "four col", "Cards: Four colours", "deck four"},
			{"rules", "topic", "nullrunde", "", "strohmandeln scoring"},
			{"rules", "topic", "Unterer", "", "kosakeln auction"},
		} {
			if first := offered(w.anna, tt.command, tt.option, tt.typed)[0]; first.Value != tt.value || !strings.Contains(first.Label, tt.label) {
				t.Errorf("%q of %s suggests %v first, want %s", tt.typed, tt.command, first, tt.value)
			}
		}
		for set, want := range map[string]int{"kosakeln/bamberger": 7, "illustrated/loew": 6} {
			rules := map[string]any{"name": "rules", "type": 3, "value": set}
			if found := offered(w.anna, "challenge", "deals", "", rules); len(found) != want {
				t.Errorf("%s suggests %v deals, want %d numbers", set, found, want)
			}
		}
	})
}

func TestEveryCommandAnswered(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newWorld(t)
		for _, c := range bottest.Vocabularies(t)[0].Commands {
			if answer := w.mustSay(w.anna, c.Name); answer == "" {
				t.Errorf("%s isn't answered", c.Name)
			}
		}
		if choices, err := w.anna.Suggestions(w.ctx, w.anna.Home, "pause", "table", ""); err != nil {
			t.Errorf("suggestions for a command in the group: %v, %v", choices, err)
		}
	})
}

// The answer contains the cards, because the person may refuse direct messages.
func TestPracticeInChannel(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.mustSay(w.anna, "practice illustrated/loew")
		if !slices.ContainsFunc(w.anna.Private(), func(m discordtest.Message) bool {
			return strings.Contains(m.Text(), "Have fun") && platformtest.ShowsHand(m.Text())
		}) {
			t.Errorf("the practice match shows no cards: %v", w.anna.Private())
		}
		w.expectMessages(0)
	})
}

func TestThreads(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := prepareWorld(t, simulated)
		w.threads = true
		w.start()
		threads := func() (messageIDs []string) {
			for _, r := range w.server.Requests() {
				if parts := strings.Split(r, "/"); strings.HasSuffix(r, "/threads") {
					messageIDs = append(messageIDs, parts[4])
				}
			}
			return messageIDs
		}
		w.mustSay(w.anna, "challenge @"+bertID+" "+terms)
		accept := w.find(w.bert, "accept ")
		if n := len(threads()); n != 0 {
			t.Errorf("%d threads before anybody accepted", n)
		}
		w.pressControl(w.bert, accept)
		w.find(w.anna, "resign ")
		w.wait("a thread", func() bool { return len(threads()) > 0 })
		thread := threads()[0]
		board := w.server.Messages(discordtest.Channel)[0]
		if thread != board.ID {
			t.Errorf("the thread is at message %s, the board is %s", thread, board.ID)
		}
		bottest.AwaitMentions(w.ctx, t, w.store, func(found []string) bool { return len(found) > 0 }, "thread/"+thread)
		w.restart()
		w.mustSayIn(w.anna, thread, "table")
		w.wait("the board at the bottom of the channel", func() bool {
			all := w.boards()
			return len(all) == 1 && len(w.server.Messages(discordtest.Channel)) == 2
		})
		if n := len(w.server.Messages(thread)); n != 0 {
			t.Errorf("%d messages in the thread", n)
		}
		w.press(w.anna, "hand ") // the new board is complete now
		if n := len(threads()); n != 1 {
			t.Errorf("%d threads, want 1", n)
		}
	})
}

func TestBotMayNotWrite(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.startMatch(terms)
		w.find(w.anna, "resign ")
		w.server.Forbid(discordtest.Channel, true)
		for _, line := range []string{"challenge bamberger", "table"} {
			if answer, err := w.anna.Command(w.ctx, line); err != nil || !strings.Contains(answer, "not allowed to write here") {
				t.Errorf("%s is answered %q, %v", line, answer, err)
			}
		}
		if answer := w.mustSay(w.anna, "games"); strings.Contains(answer, "not allowed") {
			t.Errorf("games is answered %q", answer)
		}
		w.server.Forbid(discordtest.Channel, false)
		w.mustSay(w.anna, "table")
	})
}
