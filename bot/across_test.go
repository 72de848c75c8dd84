package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/engine/enginetest"
	"tarockbot/engine/games"
	"tarockbot/storage/memory"
)

// formattingNetwork is a network with its own links and command prefix.
type formattingNetwork struct {
	*bottest.Network
	linkPrefix    string // before the code; empty if unknown
	commandPrefix string
}

func (l formattingNetwork) Link(line string) string {
	code, is := strings.CutPrefix(line, "accept ")
	if l.linkPrefix == "" || !is {
		return ""
	}
	return l.linkPrefix + code
}

func (l formattingNetwork) FormatCommand(line string) string {
	if l.commandPrefix != "" && strings.HasPrefix(line, "play") {
		return ""
	}
	return l.commandPrefix + line
}

func TestCommandsSpelledForEachNetwork(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		here := formattingNetwork{bottest.New("discord"), "/tarock accept code:", "/tarock "}
		running := bottest.Start(t.Context(), t, bot.Config{Store: memory.New()}, func(*bot.Bot) chat.Platform { return here },
			formattingNetwork{bottest.New("telegram"), "https://t.me/bot?start=join_", ""}, formattingNetwork{bottest.New("local"), "http://localhost/?show=accept_", ""}, bottest.New("fake"))
		synctest.Wait()
		for _, tt := range []struct {
			user           chat.UserID
			lang, line     string
			want, unwanted string // empty accepts anything
		}{
			{"discord:anna", "en", "nonsense", "/tarock help", "Type help"},
			{"telegram:anna", "en", "nonsense", "Type help", "/"},
			{"discord:anna", "en", "help people", "/tarock accept ab7726sk", "easy"},
			{"telegram:anna", "en", "help play", "play XXI", "/"},
			{"discord:anna", "en", "block", "/tarock block @bert", ""},
			{"discord:anna", "en", "link", "Telegram: link ", "/tarock"},
			{"telegram:anna", "en", "link", "Discord: /tarock link ", "Telegram:"},
			{"discord:anna", "en", "challenge bamberger", "To accept on Discord: /tarock accept code:CODE\nTo accept on the web page: http://localhost/?show=accept_CODE\nTo accept on Telegram: https://t.me/bot?start=join_CODE\n", ""},
			{"discord:anna", "en", "decline", "", "t.me"},
			{"discord:carl", "de", "challenge bamberger", "Annehmen auf der Webseite: http://localhost/", "To accept"},
		} {
			in := chat.Input{ID: tt.line + tt.lang, User: tt.user, Name: "anna", Lang: tt.lang, SpaceLang: tt.lang, Line: tt.line}
			if strings.HasPrefix(tt.line, "challenge") || tt.line == "decline" {
				in.Chat = chat.ChatID("discord:" + tt.lang)
			}
			a, err := running.Handle(t.Context(), in)
			if err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			got := a.Alert
			if a.Screen != nil {
				got = text(*a.Screen)
			}
			if in.Chat != "" {
				p, _ := here.Last(in.Place())
				got = strings.ReplaceAll(text(p.Screen), strings.TrimPrefix(offeredLine(p.Screen, "accept "), "accept "), "CODE")
			}
			if !strings.Contains(got, tt.want) || tt.unwanted != "" && strings.Contains(got, tt.unwanted) {
				t.Errorf("%s says %q and reads\n%s\nwant %q, and not %q", tt.user, tt.line, got, tt.want, tt.unwanted)
			}
		}
	})
}

func TestMatchAcrossNetworks(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withOthers("telegram"))
	const bert = "telegram:bert"
	w.mustSay("anna", "challenge bamberger contra 2")
	id := w.awaitChallenge()
	w.mustSay(bert, "accept "+id)
	moves, bothMoved := 0, false
	answered := make(map[string]chat.Answer)
	var old []chat.Input
	for offeredLine(*w.mustSay(bert, "games").Screen, "hand ") != "" {
		var inputs []chat.Input
		for _, u := range []string{"fake:anna", bert} {
			if m := offeredMove(w.hand(u, id)); m != "" {
				repeated := w.in(u, m)
				inputs = append(inputs, w.in("telegram:zoe", m), repeated, w.in(u, m), repeated, w.in("fake:zoe", m))
			}
		}
		inputs = append(inputs, old...)
		made := make(map[chat.UserID]string)
		for i, a := range w.handleAtOnce(inputs...) {
			in := inputs[i]
			before, again := answered[in.ID]
			if again && a != before {
				t.Fatalf("%+v gets the answer %+v, and when repeated %+v", in, before, a)
			}
			if answered[in.ID] = a; a.Refused || again && i >= len(inputs)-len(old) {
				continue
			}
			if in.Name == "zoe" || made[in.User] != "" && made[in.User] != in.ID {
				t.Fatalf("a stranger's or second press had an effect: %s, %q", in.User, in.Line)
			}
			made[in.User] = in.ID
		}
		if len(made) == 0 {
			t.Fatal("nobody can move")
		}
		moves, bothMoved, old = moves+len(made), bothMoved || len(made) == 2, inputs[:min(len(inputs), 10)]
	}
	if !bothMoved {
		t.Error("no two moves were simultaneous; the test proves nothing")
	}
	n := 0
	for _, r := range w.finishedDeals() {
		n += len(enginetest.AskedMoves(t, games.Replay, r))
	}
	if n != moves {
		t.Errorf("%d presses were accepted, %d moves are recorded", moves, n)
	}
}

func TestPressedByTwoIdentities(t *testing.T) {
	t.Parallel()
	for _, other := range []string{annaTelegram, annaFake} {
		w := newLinkWorld(t)
		w.link(annaFake, annaTelegram)
		pressTwice := func(line string) {
			t.Helper()
			answers := w.handleAtOnce(w.in(annaFake, line), w.in(other, line))
			if n := countAccepted(answers); n != 1 {
				t.Fatalf("%d presses of %q had an effect, want 1: %+v", n, line, answers)
			}
			for _, a := range answers {
				hasOwnRefusal := strings.HasPrefix(line, "challenge") || strings.HasPrefix(line, "rematch")
				if a.Refused && !hasOwnRefusal && a.Alert != inEnglish("refuse.done-already") {
					t.Errorf("%q gets the answer %q", line, a.Alert)
				}
			}
		}
		pressTwice("challenge bamberger 2")
		w.mustSay(annaFake, "decline")
		w.mustSay("bert", "challenge bamberger 2")
		id := w.awaitChallenge()
		pressTwice("accept " + id)
		for range 12 {
			if m := offeredMove(w.hand("bert", id)); m != "" {
				w.mustSay("bert", m)
			}
			if m := offeredMove(w.hand("anna", id)); m != "" {
				pressTwice(m)
			}
		}
		pressTwice(offeredLine(*w.mustSay(annaTelegram, "resign "+id).Screen, "resign "))
		pressTwice(offeredLine(*w.mustSay(annaFake, "leave "+id).Screen, "leave "))
		w.mustSay("bert", "rematch "+id)
		pressTwice("rematch " + id)
	}
}
