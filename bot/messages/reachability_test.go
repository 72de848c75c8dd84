package messages

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
)

var errNet = errors.New("bad gateway")

func TestWithOutcome(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name         string
		before, want match.Message
		out          outbox.Outcome
	}{
		{"the first post has no buttons", match.Message{}, match.Message{Ref: "1"},
			outbox.Outcome{Step: outbox.StepBegin, Ref: "1", Rev: 3}},
		{"a whole edit", match.Message{Ref: "1", ShownRev: 2}, match.Message{Ref: "1", ShownRev: 3},
			outbox.Outcome{Step: outbox.StepEdit, Old: "1", Ref: "1", Rev: 3, Whole: true}},
		{"an edit without its picture", match.Message{Ref: "1", ShownRev: 2}, match.Message{Ref: "1", ShownRev: 2},
			outbox.Outcome{Step: outbox.StepEdit, Old: "1", Ref: "1", Rev: 3}},
		{"an old edit", match.Message{Ref: "1", ShownRev: 5}, match.Message{Ref: "1", ShownRev: 5},
			outbox.Outcome{Step: outbox.StepEdit, Old: "1", Ref: "1", Rev: 3, Whole: true}},
		{"a second post", match.Message{Ref: "1", ShownRev: 3, Repost: true}, match.Message{Ref: "2", Old: "1"},
			outbox.Outcome{Step: outbox.StepBegin, Ref: "2", Rev: 3}},
		{"an edit of a message to be posted again", match.Message{Ref: "1", Repost: true}, match.Message{Ref: "1", Repost: true},
			outbox.Outcome{Step: outbox.StepEdit, Old: "1", Ref: "1"}},
		{"an edit that makes another message", match.Message{Ref: "1", ShownRev: 2}, match.Message{Ref: "2", ShownRev: 2},
			outbox.Outcome{Step: outbox.StepEdit, Old: "1", Ref: "2"}},
		{"retired", match.Message{Ref: "2", Old: "1"}, match.Message{Ref: "2"},
			outbox.Outcome{Step: outbox.StepRetire, Old: "1", Final: true}},
		{"retired at last in spite of an error", match.Message{Ref: "2", Old: "1"}, match.Message{Ref: "2"},
			outbox.Outcome{Step: outbox.StepRetire, Old: "1", Err: chat.ErrGone, Final: true}},
		{"not retired yet", match.Message{Ref: "2", Old: "1"}, match.Message{Ref: "2", Old: "1"},
			outbox.Outcome{Step: outbox.StepRetire, Old: "1", Err: errNet}},
		{"another message is retired", match.Message{Ref: "3", Old: "2"}, match.Message{Ref: "3", Old: "2"},
			outbox.Outcome{Step: outbox.StepRetire, Old: "1", Final: true}},
		{"a deleted message", match.Message{Ref: "1", ShownRev: 2}, match.Message{ShownRev: 2},
			outbox.Outcome{Step: outbox.StepEdit, Old: "1", Err: chat.ErrGone}},
		{"a refused post", match.Message{Ref: "1", Repost: true}, match.Message{Ref: "1"},
			outbox.Outcome{Step: outbox.StepBegin, Err: chat.ErrRefused}},
		{"a post that is blocked", match.Message{Ref: "1", Repost: true}, match.Message{Ref: "1", Repost: true},
			outbox.Outcome{Step: outbox.StepBegin, Err: chat.ErrBlocked}},
		{"posted in spite of an error", match.Message{}, match.Message{Ref: "1"},
			outbox.Outcome{Step: outbox.StepBegin, Ref: "1", Err: errNet}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := withOutcome(tt.before, tt.out); got != tt.want {
				t.Errorf("got message %+v, want %+v", got, tt.want)
			}
		})
	}
}

func TestRecordOutcome(t *testing.T) {
	t.Parallel()
	anna, board, page := chat.Place{User: "net:anna"}, chat.Place{Chat: "net:club"}, chat.Place{User: "page:anna"}
	posted := outbox.Outcome{Step: outbox.StepPost, Ref: "9", Whole: true, Rev: 5}
	edited := outbox.Outcome{Step: outbox.StepEdit, Old: "1", Ref: "1", Whole: true, Rev: 5}
	blocked := outbox.Outcome{Step: outbox.StepEdit, Old: "1", Err: chat.ErrBlocked}
	for _, tt := range []struct {
		name      string
		place     chat.Place
		lost      bool
		lostAgain bool // lost again since the step began
		out       outbox.Outcome
		want      match.Message // Ref and Lost, as stored
		rev       int64
		silence   bool
		unstored  bool // the reference is only in memory
	}{
		{name: "a post", place: board, out: posted, want: match.Message{Ref: "9"}, rev: 5},
		{name: "a post that is forgotten", place: page, out: posted, want: match.Message{Ref: "1"}, rev: 5, unstored: true},
		{name: "an edit", place: board, out: edited, want: match.Message{Ref: "1"}, rev: 5},
		{name: "a failure", place: board, out: outbox.Outcome{Step: outbox.StepEdit, Old: "1", Err: errNet}, want: match.Message{Ref: "1"}, rev: 5},
		{name: "a blocked board", place: board, out: blocked, want: match.Message{Ref: "1", Lost: true}, rev: 5, silence: true},
		{name: "a blocked panel, which others show", place: anna, out: blocked, want: match.Message{Ref: "1", Lost: true}, rev: 6, silence: true},
		{name: "a blocked panel that was lost", place: anna, lost: true, out: blocked, want: match.Message{Ref: "1", Lost: true}, rev: 5},
		{name: "posted, but blocked", place: board, out: outbox.Outcome{Step: outbox.StepPost, Ref: "9", Err: chat.ErrBlocked},
			want: match.Message{Ref: "9", Lost: true}, rev: 5, silence: true},
		{name: "found", place: anna, lost: true, out: edited, want: match.Message{Ref: "1"}, rev: 6},
		{name: "found by a post", place: board, lost: true, out: posted, want: match.Message{Ref: "9"}, rev: 5},
		{name: "found, but lost again meanwhile", place: anna, lost: true, lostAgain: true, out: edited, want: match.Message{Ref: "1", Lost: true}, rev: 5},
		{name: "a lost place retires", place: anna, lost: true, out: outbox.Outcome{Step: outbox.StepRetire, Old: "0", Final: true},
			want: match.Message{Ref: "1", Lost: true}, rev: 5},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t)
			table, _ := r.table()
			table.Messages.Add(page, 0)
			for i := range table.Messages {
				m := &table.Messages[i]
				m.Ref, m.ShownRev, m.Lost = "1", table.Rev, tt.lost && m.Place == tt.place
			}
			l := r.open(table)
			defer l.Unlock()
			if tt.lostAgain {
				r.Courier.queue.Force(messageKey(table.ID, tt.place))
				r.Courier.queue.MarkLost(messageKey(table.ID, tt.place))
			}
			r.Reachability.recordOutcome(t.Context(), l, tt.place, tt.out)
			if got := r.stored(table.ID, tt.place); got.Ref != tt.want.Ref || got.Lost != tt.want.Lost || l.Table().Rev != tt.rev {
				t.Errorf("stored message %+v and revision %d, want %+v and %d", got, l.Table().Rev, tt.want, tt.rev)
			}
			if now := l.Table().Messages.In(tt.place).Ref; (now != tt.want.Ref) != tt.unstored || l.IsUnstored() != tt.unstored {
				t.Errorf("reference in memory is %q, unstored: %v; want unstored: %v", now, l.IsUnstored(), tt.unstored)
			}
			if r.config.Outbox.EndSilence(tt.place) != tt.silence {
				t.Errorf("EndSilence: want %v", tt.silence)
			}
		})
	}
}

func TestFollowMigratedChat(t *testing.T) {
	t.Parallel()
	r, group := newRig(t), chat.Place{Chat: "net:group"}
	for _, tt := range []struct {
		place  chat.Place
		answer error
		want   []string
	}{
		{group, chat.Migrated{To: "net:super"}, []string{"net:group net:super"}},
		{group, fmt.Errorf("post: %w", chat.Migrated{To: "net:super"}), []string{"net:group net:super"}},
		{group, chat.Migrated{To: "net:group"}, nil},
		{group, chat.Migrated{}, nil},
		{chat.Place{User: "net:anna"}, chat.Migrated{To: "net:super"}, nil},
		{group, chat.ErrGone, nil},
		{group, nil, nil},
	} {
		r.moved = nil
		if r.Reachability.followChat(t.Context(), tt.place, tt.answer); !slices.Equal(r.moved, tt.want) {
			t.Errorf("%+v, %v: moved chats %q, want %q", tt.place, tt.answer, r.moved, tt.want)
		}
	}
}

func TestRemovalAndReturn(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	table, _ := r.table()
	board := chat.Place{Chat: "net:club"}
	r.open(table).Unlock()
	checkLost := func(want bool, after string, err error) {
		t.Helper()
		r.must(err)
		if got := r.stored(table.ID, board).Lost; got != want {
			t.Errorf("after %s the board is lost: %v", after, got)
		}
	}
	in := func(id string, what chat.Event) chat.Input { return chat.Input{ID: id, Chat: "net:club", What: what} }
	checkLost(true, "the removal", r.Reachability.MarkLost(t.Context(), in("1", chat.EventBotRemoved)))
	checkLost(true, "a text in the chat", r.Reachability.MarkFound(t.Context(), in("2", chat.EventSaid)))
	checkLost(false, "the return", r.Reachability.MarkFound(t.Context(), in("3", chat.EventBotJoined)))
	checkLost(false, "the same removal", r.Reachability.MarkLost(t.Context(), in("1", chat.EventBotRemoved)))
	checkLost(true, "another removal", r.Reachability.MarkLost(t.Context(), in("4", chat.EventBotRemoved)))
}
