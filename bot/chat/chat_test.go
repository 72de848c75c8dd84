package chat_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"tarockbot/bot/chat"
)

func TestIDs(t *testing.T) {
	t.Parallel()
	const group, topic = chat.ChatID("net:12"), chat.ChatID("net:12/7")
	for _, tt := range []struct{ got, want any }{
		{chat.UserID("net:a:b").NativeID(), "a:b"}, {chat.UserID("net:a").Platform(), "net"}, {group.NativeID(), "12"},
		{group.Has(chat.Place{Chat: topic}), true}, {group.Has(chat.Place{Chat: group}), true}, {topic.Has(chat.Place{Chat: group}), false},
		{group.Has(chat.Place{Chat: "net:123"}), false}, {chat.ChatID("").Has(chat.Place{}), false},
		{topic.AfterMove(group, "net:99"), chat.ChatID("net:99/7")}, {chat.ChatID("net:123").AfterMove(group, "net:99"), chat.ChatID("net:123")},
		{chat.PersonID("ab2c9").ShortID(), "#AB2C"},
		{chat.Input{User: "net:anna", Chat: topic, Space: group}.Home(), group}, {chat.Input{User: "net:anna", Chat: group}.Home(), group},
		{chat.Input{User: "net:anna"}.Place(), chat.Place{User: "net:anna"}}, {chat.Input{User: "net:anna"}.Platform(), "net"},
		{chat.Input{User: "net:anna", Chat: group}.IsFrom(chat.Place{Chat: topic}), true},
		{chat.Input{User: "net:anna", Chat: group}.IsFrom(chat.Place{User: "net:anna"}), false},
		{chat.Input{User: "net:anna"}.IsFrom(chat.Place{User: "net:anna"}), true},
		{chat.ConnectedIf(true), chat.Connected}, {chat.ConnectedIf(false), chat.Disconnected},
	} {
		if tt.got != tt.want {
			t.Errorf("got %v, want %v", tt.got, tt.want)
		}
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	other := errors.New("other")
	wrapped := fmt.Errorf("wrapped: %w", chat.RefusePublicly("late", "name", "Anna"))
	if !chat.IsRefusal(wrapped, "late") || chat.IsRefusal(wrapped, "early") || chat.IsRefusal(other, "late") {
		t.Error("IsRefusal doesn't find the refusal's id")
	}
	if chat.IgnoreRefusal(wrapped) != nil || !errors.Is(chat.IgnoreRefusal(other), other) || chat.IgnoreRefusal(nil) != nil {
		t.Error("a refusal counts as an error, or an error doesn't")
	}
}

func TestCatchFault(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	risky := func(err error) (_ error) {
		defer chat.CatchFault(slog.New(slog.NewTextHandler(&log, nil)), "kitchen", &err)
		panic("fire")
	}
	caught := func() (err error) {
		defer chat.CatchFault(slog.New(slog.NewTextHandler(&log, nil)), "kitchen", &err)
		panic("fire")
	}()
	if err := risky(nil); err != nil {
		t.Errorf("an unnamed result became %v", err)
	}
	if caught == nil || !strings.HasPrefix(caught.Error(), "bot: in kitchen: fault: string at ") || strings.Count(log.String(), "in=kitchen") != 2 {
		t.Errorf("got %v; the log is %s", caught, &log)
	}
}

func TestChoice(t *testing.T) {
	t.Parallel()
	c := chat.Choice{Options: []chat.Option{
		{Value: "a", Group: "1", Chosen: true}, {Value: "b", Group: "1"}, {Value: "c", Group: "2", Fixed: true}, {Value: "d", Group: "1"},
	}}
	if parts := chat.GroupOptions(c.Options); len(parts) != 3 || len(parts[0]) != 2 || len(chat.GroupOptions(nil)) != 0 {
		t.Errorf("the parts are %v", parts)
	}
	if c.CountChosen() != 2 || !c.Offers("b") || c.Offers("e") || !c.IsFixed("c") || c.IsFixed("a") {
		t.Errorf("%d options are chosen", c.CountChosen())
	}
}

func TestMenu(t *testing.T) {
	t.Parallel()
	m := chat.Menu{Line: "set"}
	m.Add("a", "A", true)
	m.Add("b", "B", false)
	for most, want := range map[int][2]string{0: {"set a", "set b"}, 2: {"set", "set a b"}} {
		m.Max = most
		if got := [2]string{m.LineFor(m.Options[0]), m.LineFor(m.Options[1])}; got != want {
			t.Errorf("with Max %d: got %q, want %q", most, got, want)
		}
	}
}

func TestScreen(t *testing.T) {
	t.Parallel()
	s := chat.Screen{Text: []chat.Line{{}, {}}, Caption: []chat.Line{{}}, Buttons: make([][]chat.Button, 1), Playing: true}
	if len(s.CaptionOrText()) != 2 {
		t.Error("without a picture the caption replaces the text")
	}
	s.Picture = &chat.Picture{}
	if len(s.CaptionOrText()) != 1 {
		t.Error("with a picture the whole text is shown")
	}
	if b := s.FirstLineOnly(); len(b.Text) != 1 || b.Caption != nil || b.Buttons != nil || b.Playing {
		t.Errorf("the beginning is %+v", b)
	}
	annaOnly := chat.Readers{Only: []chat.UserID{"net:anna", "net:bert"}, Except: []chat.UserID{"net:bert"}}
	var everybody *chat.Readers
	if !everybody.Has("net:carl") || !annaOnly.Has("net:anna") || annaOnly.Has("net:bert") || annaOnly.Has("net:carl") || !(&chat.Readers{}).Has("net:carl") {
		t.Error("Readers.Has is wrong")
	}
}

func TestFields(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		field       chat.Field
		value, want string
	}{
		{chat.Field{Prefix: "pace="}, "live", "pace=live"},
		{chat.Field{Kind: chat.PersonField}, "12", "@12"},
		{chat.Field{Kind: chat.SwitchField, Name: "here"}, "true", "here"},
		{chat.Field{Kind: chat.SwitchField, Name: "here"}, "false", ""},
		{chat.Field{Kind: chat.NamesField}, "anna huber, #384t,@bert", "@annahuber #384t @bert"},
	} {
		if got := tt.field.Words(tt.value); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
	if got := chat.AnswerLine("cut X", "a  b\r\nc\n"); got != "cut X a  b c " {
		t.Errorf("the answer is %q", got)
	}
}
