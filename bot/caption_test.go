package bot_test

import (
	"regexp"
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/storage/memory"
)

// TestTakenOverBesidePicture: beside a picture and in its description, too, it is
// told that the computer plays on for somebody and the match counts for nobody.
func TestTakenOverBesidePicture(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withPictures)
	for _, who := range []string{"bert", "carl"} {
		w.mustSay(who, "help")
	}
	w.three("beck")
	w.mustSay("carl", line(*w.mustSay("carl", "leave").Screen, "leave "))
	want := said("heading.taken-over", "Name", "③ carl")
	told := func(s chat.Screen) bool { return drawn(s) && strings.Contains(textOf(s.CaptionOrText()), want) }
	w.panel("anna", told)
	if alt, want := w.wait(public, told).Picture.Alt, said("heading.taken-over", "Name", "carl"); !strings.Contains(alt, want) {
		t.Errorf("the picture doesn't tell %q: %s", want, alt)
	}
	w.panel("bert", told)
}

// A deal of Strohmandeln that was level, and one that nobody played, as tables
// keep them.
const (
	levelDeal = `{"result":{"declarer":0,"contract":"undertake","thirds":[0,0],"tricks":[0,0],"items":[{"item":"game","by":0,"won":true,"value":0}],"score":[0,0]},"end":{"How":"","Seat":-1},"how":[]}`
	unplayed  = `{"result":{"declarer":null,"contract":null,"thirds":[0,0],"tricks":[0,0],"items":[],"score":[0,0]},"end":{"How":"fold","Seat":0},"how":[]}`
)

// afterDeals is a copy of the world where the deals were played at the table
// before the one that is.
func (w *world) afterDeals(id string, deals ...string) *world {
	w.t.Helper()
	c := w.copyWith(id, func(table string) string {
		before, deal, found := strings.Cut(table, `"deal":`)
		if !found {
			w.t.Fatal("no deal is played")
		}
		before, _, _ = strings.Cut(before, `"done":`)
		return before + `"done":[` + strings.Join(deals, ",") + `],"deal":` + deal
	}, withPictures)
	c.mustSay("anna", "table "+id)
	return c
}

// TestDoubleBesidePicture: beside a picture it is told that a deal counts double,
// and in its description as soon as that is of this deal.
func TestDoubleBesidePicture(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New())
	id := w.seat("anna", "bert", "strohmandeln classic 4")
	c := w.afterDeals(id, levelDeal)
	defer c.end()
	double, before := said("heading.double"), "Last deal: "
	board := c.playUntil(id, func(s chat.Screen) bool {
		if s.Caption == nil { // the beginning of a message
			return false
		}
		if strings.Contains(s.Picture.Alt, before) && strings.Contains(s.Picture.Alt, double) {
			t.Errorf("the deal before is told to count double: %s", s.Picture.Alt)
		}
		if beside := textOf(s.CaptionOrText()); !strings.Contains(beside, double) {
			t.Errorf("it isn't told:\n%s", beside)
		}
		return !strings.Contains(s.Picture.Alt, before)
	})
	if !strings.Contains(board.Picture.Alt, double) {
		t.Errorf("the picture tells: %s", board.Picture.Alt)
	}
}

// TestDoubledTold: what is told of a deal that is over says that it counted double: the picture, the words, and the
// list at the end.
func TestDoubledTold(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New())
	id := w.seat("anna", "bert", "strohmandeln classic 4")
	const won = `{"result":{"declarer":0,"contract":"undertake","thirds":[120,90],"tricks":[13,14],"items":[{"item":"game","by":0,"won":true,"value":3}],"score":[3,0]},"end":{"How":"","Seat":-1},"how":[]}`
	c := w.afterDeals(id, levelDeal, won)
	defer c.end()
	board := c.wait(public, contains("Deal 2 (double) is over:"))
	if !strings.Contains(board.Picture.Alt, said("heading.doubled")) {
		t.Errorf("the picture tells: %s", board.Picture.Alt)
	}
	if strings.Contains(text(board), "Deal 1 (double)") {
		t.Errorf("the first deal is told to have counted double:\n%s", text(board))
	}
}

// TestDrawDoublesTold: where it is agreed upon that a draw doubles, in whatever words, the deal after a drawn simple game
// is told to count double, though one had a bonus; else it isn't.
func TestDrawDoublesTold(t *testing.T) {
	t.Parallel()
	const drawn = `{"result":{"declarer":null,"contract":"simple","thirds":[105,105],"tricks":[13,14],"items":[{"item":"pagat","by":0,"won":true,"value":1}],"score":[1,0]},"end":{"How":"","Seat":-1},"drawn":true}`
	for agreed, doubles := range map[string]bool{"": false, " draw=double": true, " draw doubles": true, " unentschieden verdoppelt": true} {
		w := startWorld(t, memory.New())
		id := w.seat("anna", "bert", "strohmandeln classic 4"+agreed)
		c := w.afterDeals(id, drawn)
		board := text(c.wait(public, contains("Dealer: ")))
		if strings.Contains(board, said("heading.double")) != doubles || strings.Contains(board, said("option.draw.double")) != doubles {
			t.Errorf("%q: the board says\n%s", agreed, board)
		}
		c.end()
	}
}

// TestNumberOfDealBefore: the deal before has the same number beside a picture as
// in words alone, also after one that nobody played.
func TestNumberOfDealBefore(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New())
	id := w.seat("anna", "bert", "strohmandeln classic 4")
	c := w.afterDeals(id, unplayed, levelDeal)
	defer c.end()
	over := regexp.MustCompile(`Deal \d is over:`)
	board := c.playUntil(id, func(s chat.Screen) bool {
		if s.Panel { // which tells the reader's own part of it
			return s.Caption != nil && !strings.Contains(s.Picture.Alt, "Last deal: ")
		}
		return over.MatchString(textOf(s.CaptionOrText()))
	})
	if said := over.FindString(textOf(board.CaptionOrText())); !strings.Contains(text(board), said) {
		t.Errorf("beside the picture it says %q, and in words alone\n%s", said, text(board))
	}
}
