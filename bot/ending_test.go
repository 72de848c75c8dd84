package bot_test

import (
	"slices"
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/describe"
	"tarockbot/render/plan"
	"tarockbot/storage/memory"
)

// replayed is the deal of a record.
func (w *world) replayed(r engine.Record) *engine.Deal {
	w.t.Helper()
	deal, err := games.Replay(r)
	if err != nil {
		w.t.Fatal(err)
	}
	return deal
}

// between is the scene of the table between its first deal and its second, by
// what is stored.
func (w *world) between(id string, names ...string) (s plan.Scene, now *engine.Deal) {
	w.t.Helper()
	var first engine.Record
	var table stored
	if !w.read("deal", id+"-1", &first) || !w.read("table", id, &table) || table.Deal == nil {
		w.t.Fatal("the table isn't in its second deal")
	}
	over := w.replayed(first)
	now = w.replayed(*table.Deal)
	s = plan.Scene{Rules: over.Rules(), Names: names, Deal: now.PublicView(), Last: over.Result(), Score: engine.Score{Totals: over.Result().Score}}
	if tricks := over.PublicView().Tricks; len(tricks) > 0 {
		s.LastTrick = tricks[len(tricks)-1]
	}
	return s, now
}

// toldOf are the facts of the deal that ended which a description must have.
func toldOf(s plan.Scene) []string {
	t := english()
	facts := []string{"Last deal: ", "Total"}
	if s.LastTrick.N == 0 {
		return facts
	}
	facts = append(facts, "Last trick, ", describe.Points(s.Last.Thirds[0], t), describe.Points(s.Last.Thirds[1], t))
	for _, c := range s.LastTrick.Cards[:s.LastTrick.N] {
		facts = append(facts, describe.Spoken(c, t))
	}
	return facts
}

// showsEnd checks that board and panels show the end of the first deal, which the
// next waits behind, in pictures and in words.
func (w *world) showsEnd(id string, people ...string) {
	w.t.Helper()
	scene, now := w.between(id, people...)
	board := w.pictures.Picture(scene, english(), false)
	shown := map[string]chat.Screen{"the board": w.wait(public, showing(keyOf(board)))}
	for seat, who := range people {
		s := engine.Seat(seat)
		held := plan.PlayerHand{View: now.View(s), Pick: now.Prompt(s).Pick}
		held.Chosen = held.Pick.Bound()
		key := keyOf(w.pictures.Picture(plan.TableAndHand{Scene: scene, Hand: held}, english(), false))
		shown[who] = w.panel(who, showing(key))
		if got := w.hand(who, id).Picture; got == nil || got.Key != key {
			w.t.Errorf("%s asks for the hand and sees something else", who)
		}
	}
	for where, s := range shown {
		for _, fact := range toldOf(scene) {
			if !strings.Contains(s.Picture.Alt, fact) {
				w.t.Errorf("%s doesn't tell %q: %s", where, fact, s.Picture.Alt)
			}
		}
		if words := text(s); !strings.Contains(words, said("news.last", "Number", 1)) ||
			scene.LastTrick.N > 0 != strings.Contains(words, said("board.last")) {
			w.t.Errorf("%s, in words, lacks the end of the deal:\n%s", where, words)
		}
		if where != "the board" && s.Choice == nil && now.Waiting().Has(engine.Seat(seatOf(where, people))) {
			w.t.Errorf("%s can't go on", where)
		}
	}
}

func seatOf(who string, people []string) int {
	for i, name := range people {
		if name == who {
			return i
		}
	}
	return -1
}

// TestDealEndIsSeen: how a deal ended is shown on the board and with everybody's
// new hand, after a restart too and in the same messages, until all have
// exchanged; then the next deal is shown.
func TestDealEndIsSeen(t *testing.T) {
	t.Parallel()
	for _, end := range []string{"played", "resigned", "resigned at once"} {
		t.Run(end, func(t *testing.T) {
			w := startWorld(t, memory.New(), withPictures)
			id := w.seat("anna", "bert", "bamberger 2")
			w.endDeal(id, end)
			w.showsEnd(id, "anna", "bert")
			posts := len(w.net.Posts(public))
			w.mustSay("anna", move(w.hand("anna", id)))
			w.showsEnd(id, "anna", "bert") // she can look at it as long as he exchanges
			w.restart()
			w.showsEnd(id, "anna", "bert")
			if n := len(w.net.Posts(public)); n != posts {
				t.Errorf("%d messages in the channel, want %d", n, posts)
			}
			w.mustSay("bert", move(w.hand("bert", id)))
			gone := func(s chat.Screen) bool { return drawn(s) && !strings.Contains(s.Picture.Alt, "Last deal: ") }
			w.wait(public, gone)
			for _, who := range []string{"anna", "bert"} {
				if s := w.panel(who, gone); strings.Contains(s.Picture.Alt, "Total") {
					t.Errorf("%s's hand shows the table still: %s", who, s.Picture.Alt)
				}
			}
		})
	}
}

// endDeal ends the table's first deal.
func (w *world) endDeal(id, how string) {
	w.t.Helper()
	switch how {
	case "resigned":
		w.playUntil(id, func(s chat.Screen) bool { return strings.Contains(text(s), said("board.last")) })
		fallthrough
	case "resigned at once":
		w.mustSay("anna", "resign yes")
	}
	w.playUntil(id, func(s chat.Screen) bool { return strings.Contains(text(s), said("news.last", "Number", 1)) })
}

// TestDealEndWithComputer: the computer exchanges at once, and the end of the deal
// before stays in sight all the same.
func TestDealEndWithComputer(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withPictures)
	w.mustSay("anna", "practice bamberger 2")
	id := w.practiceTable()
	const most = 100
	for range most {
		if s := w.hand("anna", id); strings.Contains(text(s), said("news.last", "Number", 1)) {
			break
		}
		w.mustSay("anna", move(w.hand("anna", id)))
	}
	scene, now := w.between(id, "anna", said("name.computer.medium"))
	if !now.PublicView().Exchanged.Has(1) {
		t.Fatal("the computer thinks about its exchange")
	}
	held := plan.PlayerHand{View: now.View(0), Pick: now.Prompt(0).Pick}
	held.Chosen = held.Pick.Bound()
	s := w.panel("anna", showing(keyOf(w.pictures.Picture(plan.TableAndHand{Scene: scene, Hand: held}, english(), false))))
	for _, fact := range toldOf(scene) {
		if !strings.Contains(s.Picture.Alt, fact) {
			t.Errorf("it doesn't tell %q: %s", fact, s.Picture.Alt)
		}
	}
}

// TestBrief: beside its picture a screen says little, and all that is needed; in
// words alone it says everything.
func TestBrief(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withPictures)
	id := w.seat("anna", "bert", "bamberger 2")
	playing := func(s chat.Screen) bool { return drawn(s) && strings.Contains(text(s), said("board.last")) }
	w.playUntil(id, func(s chat.Screen) bool { return strings.Contains(text(s), said("board.last")) })
	var now stored
	w.read("table", id, &now)
	deal := w.replayed(*now.Deal)
	names := []string{"① anna", "② bert"}
	all := w.wait(public, playing)
	last := describe.LastTrick(deal.PublicView().Tricks[len(deal.PublicView().Tricks)-1], names, english()).String()
	for where, s := range map[string]chat.Screen{"board": all, "anna": w.panel("anna", playing), "bert": w.panel("bert", playing)} {
		beside := textOf(s.CaptionOrText())
		if !strings.Contains(beside, id) || !strings.Contains(beside, last) {
			t.Errorf("%s: want %q and %q:\n%s", where, id, last, beside)
		}
		for _, part := range []string{"Score", said("board.dealer", "Name", ""), "exchanged"} {
			if strings.Contains(beside, part) || !strings.Contains(text(s), strings.TrimSpace(part)) {
				t.Errorf("%s: %q shall be in the whole text alone:\n%s\n\n%s", where, part, beside, text(s))
			}
		}
	}
	plays := said("board.contract", "Name", names[deal.PublicView().Declarer], "Contract", said("call."+deal.PublicView().Contract.String()))
	if strings.Contains(textOf(all.CaptionOrText()), plays) {
		t.Errorf("the board tells what its picture does:\n%s", textOf(all.CaptionOrText()))
	}
	for seat, who := range []string{"anna", "bert"} {
		s := w.panel(who, playing)
		if !strings.Contains(textOf(s.CaptionOrText()), plays) {
			t.Errorf("%s isn't told %q:\n%s", who, plays, textOf(s.CaptionOrText()))
		}
		for _, l := range describe.Hand(deal.View(engine.Seat(seat)), deal.Prompt(engine.Seat(seat)).Pick, english()) {
			if l := "\n" + l.String() + "\n"; strings.Contains(textOf(s.CaptionOrText())+"\n", l) || !strings.Contains(text(s)+"\n", l) {
				t.Errorf("%s: the hand shall be in the whole text alone:\n%s", who, textOf(s.CaptionOrText()))
			}
		}
	}
	w.mustSay("bert", "settings text")
	words := w.panel("bert", func(s chat.Screen) bool { return s.Picture == nil })
	if got := textOf(words.CaptionOrText()); got != textOf(words.Text) || !strings.Contains(got, "Score") {
		t.Errorf("in words alone:\n%s", got)
	}
}

// textOf is the lines as text, with names as they were given.
func textOf(lines []chat.Line) string {
	return strings.NewReplacer("\u2068", "", "\u2069", "").Replace(text(chat.Screen{Text: lines}))
}

// TestEndUntilAllHaveSpoken: where a deal begins with the auction, the end of the
// one before is seen by everybody until each of the three has spoken, whatever
// the others have said; then by nobody.
func TestEndUntilAllHaveSpoken(t *testing.T) {
	t.Parallel()
	for _, rules := range []string{"loew", "beck", "mayr-sedlaczek"} {
		t.Run(rules, func(t *testing.T) {
			w := startWorld(t, memory.New(), withPictures)
			people := []string{"anna", "bert", "carl"}
			for _, who := range people {
				w.mustSay(who, "help")
			}
			id := w.three(rules)
			w.mustSay("bert", "resign "+id+" yes")
			ended := func(s chat.Screen) bool {
				return s.Picture != nil && strings.Contains(s.Picture.Alt, "Last deal: ") && strings.Contains(text(s), said("news.last", "Number", 1))
			}
			said := []string{"", " bid dreiblatt", " good", " good"}
			for spoken := range said {
				if spoken > 0 {
					w.speaks(id, said[spoken], people...)
				}
				told := said[min(spoken, 1)]
				for _, place := range []chat.Place{public, private("anna"), private("bert"), private("carl")} {
					w.wait(place, func(s chat.Screen) bool {
						bids := strings.Contains(text(s), english().Say("call.dreiblatt"))
						return s.Picture != nil && ended(s) == (spoken < len(people)) && bids == (told != "")
					})
				}
			}
		})
	}
}

// speaks lets the one who may say it do so.
func (w *world) speaks(id, word string, people ...string) {
	w.t.Helper()
	for _, who := range people {
		all := lines(w.hand(who, id))
		if i := slices.IndexFunc(all, func(l string) bool { return strings.HasSuffix(l, word) }); i >= 0 {
			w.mustSay(who, all[i])
			return
		}
	}
	w.t.Fatalf("nobody can say%s", word)
}

// TestEndUntilTheDealerHasSpoken: by every rule set of Strohmandeln the end of the
// deal before stays for the dealer when forehand undertakes.
func TestEndUntilTheDealerHasSpoken(t *testing.T) {
	t.Parallel()
	for _, rules := range []string{"classic", "extended", "forty"} {
		w := startWorld(t, memory.New(), withPictures)
		id := w.seat("anna", "bert", "strohmandeln "+rules+" 4")
		w.mustSay("bert", "resign "+id+" yes")
		var now stored
		w.read("table", id, &now)
		forehand := []string{"anna", "bert"}[1-now.Deal.Dealer]
		w.mustSay(forehand, "undertake")
		for _, who := range []string{"anna", "bert"} {
			if alt := w.hand(who, id).Picture.Alt; !strings.Contains(alt, "Last deal: ") {
				t.Errorf("%s: %s's picture tells: %s", rules, who, alt)
			}
		}
	}
}

// lastOf is the last trick of the deal, in words.
func lastOf(deal *engine.Deal, names ...string) string {
	tricks := deal.PublicView().Tricks
	return describe.LastTrick(tricks[len(tricks)-1], names, english()).String()
}

// TestEndBehindUnplayedDeal: a deal that is folded or thrown in doesn't take the
// end of the last that was played out of sight, and is told besides.
func TestEndBehindUnplayedDeal(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		terms, told string
		unplay      func(w *world, id string) *world
	}{
		{"strohmandeln classic 4", said("summary.folded", "Name", "② bert"), (*world).fold},
		{"bamberger 2", said("summary.thrown-in"), (*world).throwIn},
	} {
		t.Run(tt.terms, func(t *testing.T) {
			w := newWorld(t)
			id := w.seat("anna", "bert", tt.terms)
			w.endDeal(id, "resigned")
			var first engine.Record
			w.read("deal", id+"-1", &first)
			last := lastOf(w.replayed(first), "① anna", "② bert")
			w = tt.unplay(w, id)
			tells := func(s chat.Screen) bool { return drawn(s) && strings.Contains(textOf(s.Text), tt.told) }
			for _, where := range []chat.Screen{w.panel("anna", tells), w.panel("bert", tells), w.wait(public, tells)} {
				if all := textOf(where.Text); !strings.Contains(all, said("news.last", "Number", 1)) || !strings.Contains(all, last) {
					t.Errorf("want the first deal's end, %q:\n%s", last, all)
				}
				if beside := textOf(where.CaptionOrText()); !strings.Contains(beside, tt.told) {
					t.Errorf("beside the picture %q isn't told:\n%s", tt.told, beside)
				}
				if alt := where.Picture.Alt; !strings.Contains(alt, "Last deal: ") || !strings.Contains(alt, "Last trick, ") {
					t.Errorf("the picture doesn't show the first deal's end: %s", alt)
				}
			}
		})
	}
}

// fold gives bert no tarock, and lets him fold in his turn.
func (w *world) fold(id string) *world {
	w.t.Helper()
	var now stored
	w.read("table", id, &now)
	without, _ := foldDecks(*now.Deal)
	w = w.copyWith(id, dealt(without), withPictures)
	if now.Deal.Dealer == 1 {
		w.speaks(id, " pass", "anna")
	}
	w.speaks(id, " fold", "bert")
	return w
}

// throwIn lets both exchange and pass.
func (w *world) throwIn(id string) *world {
	w.t.Helper()
	w = w.copyWith(id, asItIs, withPictures)
	for _, who := range []string{"anna", "bert"} {
		w.mustSay(who, move(w.hand(who, id)))
	}
	for range 2 {
		w.speaks(id, " pass", "anna", "bert")
	}
	return w
}

// TestEndIsNews: that a match is over is told to those who haven't ended it, but
// nobody waits for them; for an answer to a wish for a rematch somebody does.
func TestEndIsNews(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("anna", "bert", "bamberger 2")
	w.mustSay("bert", "leave "+id+" yes")
	w.panel("anna", func(s chat.Screen) bool { return isOver(s) && s.Call != nil && s.Call.News })
	w.mustSay("bert", "rematch "+id)
	w.panel("anna", func(s chat.Screen) bool { return isOver(s) && s.Call != nil && !s.Call.News })
}
