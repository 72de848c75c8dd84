package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/bot/pages"
	"tarockbot/bot/speech"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/games"
	"tarockbot/render"
	"tarockbot/render/words"
	"tarockbot/storage"
)

// replay steps through a deal: "replay CODE-DEAL STEP", or as its player of that
// number saw it, "replay CODE-DEAL STEP PLAYER". Without a code it offers the last
// deals. With "replay CODE-DEAL share" it tells how others see it. Anybody who knows
// its code may see a deal that is over, with all hands open; one that is being played
// only who plays it, and nothing but their own side of it.
func (b *Bot) replay(ctx context.Context, r *request) (Answer, error) {
	if len(r.args) == 0 {
		return b.lastDeals(ctx, r)
	}
	id, number, ok := splitDealID(strings.ToLower(r.arg(0)))
	if !ok {
		return Answer{}, chat.Refuse("no-replay")
	}
	d, err := b.dealOf(ctx, r.person, id, number)
	if err != nil {
		return Answer{}, err
	}
	word, _ := b.typed.filters.Word(r.arg(1))
	sharing := word == pages.WordShare
	if sharing {
		r.args = slices.Delete(r.args, 1, 2)
	}
	at := d.positionOf(r.arg(1), r.arg(2))
	if sharing {
		return Answer{Screen: b.sharePage(r, d, at)}, nil
	}
	screen, err := b.replayPage(ctx, r, d, at)
	return Answer{Screen: screen}, err
}

// mostLastDeals is how many deals are offered where none is named.
const mostLastDeals = 8

// lastDeals offers the person's last deals, the newest first: those of matches that
// are played, and then those of finished ones.
func (b *Bot) lastDeals(ctx context.Context, r *request) (Answer, error) {
	s := &Screen{Lang: r.t.Tag(), Text: []Line{{{Text: r.t.Say("replay.which"), Style: Title}}}}
	add := func(id chat.TableID, deals int, about string) (full bool) {
		for n := deals; n > 0 && len(s.Buttons) < mostLastDeals; n-- {
			code := match.DealID(id, n)
			s.Text = append(s.Text, Line{{Text: code, Style: Code}, {Text: " " + about}})
			s.Buttons = append(s.Buttons, []Button{{Label: code + " · " + about, Line: "replay " + code}})
		}
		return len(s.Buttons) >= mostLastDeals
	}
	for _, t := range b.playedBy(r.person) {
		add(t.ID, len(t.Match.Done), r.t.Say("rules."+t.Setup.Rules)+", "+r.t.Say("replay.against", "Name", opponents(t, r)))
	}
	for p, err := range b.matches(ctx, r.person) {
		if err != nil {
			return Answer{}, err
		}
		names, err := b.namesOf(ctx, p.People, r.t)
		if err != nil {
			return Answer{}, err
		}
		others := strings.Join(slices.Delete(names, int(p.Seat), int(p.Seat)+1), ", ")
		if add(p.Table, p.Deals, r.t.Say("rules."+p.Rules)+", "+r.t.Say("replay.against", "Name", others)) {
			break
		}
	}
	if len(s.Buttons) == 0 {
		return Answer{}, chat.Refuse("no-deal-yet")
	}
	return Answer{Screen: s}, nil
}

// playedBy are the matches that the person plays, what was touched last first.
func (b *Bot) playedBy(p person) (all []*match.Table) {
	for _, x := range b.register.of(p) {
		if t := b.peek(x.ID); t != nil && t.Stage == match.Playing {
			all = append(all, t)
		}
	}
	slices.SortStableFunc(all, func(x, y *match.Table) int { return y.Touched.Compare(x.Touched) })
	return all
}

// splitDealID reads a deal's code; the number is 1 if left out.
func splitDealID(code string) (chat.TableID, int, bool) {
	id, number, found := strings.Cut(code, "-")
	n := 1
	if found {
		var err error
		if n, err = strconv.Atoi(number); err != nil || n < 1 {
			return "", 0, false
		}
	}
	return chat.TableID(id), n, keep.ValidCode(id)
}

// keptDeal is a deal as somebody may see it again.
type keptDeal struct {
	id     chat.TableID
	number int // in the match, from 1
	game   engine.Game
	record engine.Record
	people []chat.PersonID // by seat; "" for the computer
	// only is the seat whose side of the deal is all that may be seen, as long as
	// it is played; Nobody if everything may.
	only engine.Seat
	// first is the step that may be seen first: before, the seat held cards that it
	// has put away and may not look at again.
	first int
}

// over says that the deal is.
func (d *keptDeal) over() bool { return d.only == engine.Nobody }

// code names the deal.
func (d *keptDeal) code() string { return match.DealID(d.id, d.number) }

// dealOf is the match's deal of that number as the person may see it.
func (b *Bot) dealOf(ctx context.Context, who person, id chat.TableID, number int) (*keptDeal, error) {
	var kept match.StoredDeal
	version, err := b.store.Load(ctx, kindDeal, match.DealID(id, number), &kept)
	if err != nil {
		return nil, err
	}
	if version == 0 {
		return b.runningDeal(ctx, who, id, number)
	}
	game, err := games.ByRules(kept.Record.Rules)
	if err != nil {
		return nil, fmt.Errorf("bot: replay: %w", err)
	}
	d := &keptDeal{id: id, number: number, game: game, record: kept.Record, people: kept.People, only: engine.Nobody}
	if d.people == nil { // it was stored before people were
		d.people, err = b.peopleOf(ctx, who, id)
	}
	return d, err
}

// runningDeal is the deal that is being played, for somebody who plays it. Where
// card points have to be remembered it can't be looked at again.
func (b *Bot) runningDeal(ctx context.Context, who person, id chat.TableID, number int) (*keptDeal, error) {
	t, err := b.look(ctx, id)
	if chat.RefusedWith(err, "no-table") {
		return nil, chat.Refuse("no-replay")
	}
	if err != nil {
		return nil, err
	}
	seat := t.SeatOf(who.who())
	switch {
	case t.Stage != match.Playing || t.Match.Deal == nil || seat == engine.Nobody || number != len(t.Match.Done)+1:
		return nil, chat.Refuse("no-replay")
	case t.Setup.HidePoints:
		return nil, chat.Refuse("replay-hidden")
	}
	d := &keptDeal{id: id, number: number, game: t.Match.Game, record: t.Match.Deal.Record(), people: t.WhoSits(), only: seat}
	d.first = afterPutAway(d.record.Actions, t.Match.Deal.View(seat))
	return d, nil
}

// afterPutAway is how many moves there were when the viewer last put cards away that
// it may not look at again; 0 if it never did.
func afterPutAway(moves []engine.Move, v engine.View) int {
	known := v.Hand.Laid | v.Table.Laid.Tarocks
	for _, laid := range v.Exchange {
		known |= laid.Tarocks
	}
	for i, m := range slices.Backward(moves) {
		puts := m.Action.Verb == engine.Exchange || m.Action.Verb == engine.Discard
		if puts && m.Seat == v.Hand.Seat && !known.Holds(m.Action.Cards) {
			return i + 1
		}
	}
	return 0
}

// peopleOf are those who sat at the table by the person's own history; nil if it
// doesn't know.
func (b *Bot) peopleOf(ctx context.Context, who person, id chat.TableID) ([]chat.PersonID, error) {
	for p, err := range b.matches(ctx, who) {
		if err != nil || p.Table == id {
			return p.People, err
		}
	}
	return nil, nil
}

// position is a moment of a deal as somebody sees it.
type position struct {
	step int         // after so many actions
	seat engine.Seat // whose side is seen; Nobody: all hands lie open
}

// positionOf reads a position. What is no number is the beginning, or everything.
func (d *keptDeal) positionOf(step, player string) position {
	n, _ := strconv.Atoi(step)
	p, _ := strconv.Atoi(player)
	at := position{d.step(n), engine.Nobody}
	switch {
	case !d.over():
		at.seat = d.only
	case p >= 1 && p <= d.game.Seats:
		at.seat = engine.Seat(p - 1)
	}
	return at
}

// step is the nearest step to n that may be seen.
func (d *keptDeal) step(n int) int { return max(d.first, min(n, len(d.record.Actions))) }

// line is what shows the deal at the position.
func (d *keptDeal) line(at position) string {
	return strings.TrimSpace(fmt.Sprintf("replay %s %s", d.code(), d.args(at)))
}

// args are the words of the position.
func (d *keptDeal) args(at position) string {
	if at.seat == engine.Nobody || !d.over() {
		return strconv.Itoa(at.step)
	}
	return fmt.Sprint(at.step, " ", int(at.seat)+1)
}

// nextTrick is how many actions end the next trick, or the deal if there is none.
func (d *keptDeal) nextTrick(step int) int {
	cards := 0
	for i, m := range d.record.Actions {
		if m.Action.Verb == engine.PlayCard {
			cards++
		}
		if i >= step && m.Action.Verb == engine.PlayCard && cards%d.game.Seats == 0 {
			return i + 1
		}
	}
	return len(d.record.Actions)
}

// after is the deal as it was after so many actions.
func (d *keptDeal) after(actions int) (*engine.Deal, error) {
	record := d.record
	record.Actions = record.Actions[:actions]
	deal, err := engine.Recall(d.game, record)
	if err != nil {
		return nil, errors.New("bot: a stored deal does not replay") // the error would name cards
	}
	return deal, nil
}

// replayNames are the names of those who played, by seat; where they aren't known
// the seats have numbers.
func (b *Bot) replayNames(ctx context.Context, w *words.Tongue, d *keptDeal) ([]string, error) {
	if len(d.people) == d.game.Seats {
		return b.namesOf(ctx, d.people, w)
	}
	names := make([]string, d.game.Seats)
	for i := range names {
		names[i] = w.Say("name.seat", "Number", i+1)
	}
	return names, nil
}

// replayPage is the deal at the position.
func (b *Bot) replayPage(ctx context.Context, r *request, d *keptDeal, at position) (*Screen, error) {
	names, err := b.replayNames(ctx, r.t, d)
	if err != nil {
		return nil, err
	}
	deal, err := d.after(at.step)
	if err != nil {
		return nil, err
	}
	head := []Line{{{Text: r.t.Say("replay.title", "Code", d.code(), "Step", at.step, "Total", len(d.record.Actions)), Style: Title}}}
	if at.seat != engine.Nobody {
		head = append(head, Line{{Text: r.t.Say("replay.seat", "Name", names[at.seat]), Style: Dim}})
	}
	if at.step > 0 {
		m := d.record.Actions[at.step-1]
		open := at.seat == engine.Nobody || at.seat == m.Seat && at.step != d.first
		head = append(head, moveLine(r.t, deal.Rules().Terms, m, open, names))
	}
	s := &Screen{Lang: r.t.Tag(), Text: slices.Concat(head, d.lines(deal, at, names, r.t)), Protect: !d.over()}
	if s.Picture, err = b.replayPicture(r, d, deal, at, names); err != nil {
		return nil, err
	}
	if s.Picture != nil {
		s.Brief = head
		if v := deal.Table(); v.Phase == engine.Playing && v.Result == nil {
			s.Brief = append(slices.Clip(head), render.Unshown(v, names, r.t)...)
		}
	}
	s.Buttons = b.replayButtons(ctx, r, d, at, names)
	return s, nil
}

// lines are the deal in words: the hands that are seen, and the table.
func (d *keptDeal) lines(deal *engine.Deal, at position, names []string, w *words.Tongue) (text []Line) {
	for seat := range engine.Seat(d.game.Seats) {
		if at.seat == engine.Nobody || at.seat == seat {
			text = append(text, Line{{Text: names[seat], Style: Strong}})
			text = append(text, render.Hand(deal.View(seat), engine.Pick{}, w)...)
		}
	}
	if rest := d.rest(deal, at); rest != 0 {
		text = append(text, Line{{Text: w.Say("replay.talon", "Cards", render.Cards(rest, w)), Style: Dim}})
	}
	text = append(append(text, nil), render.Board(deal.Table(), names, w)...)
	if result := deal.Result(); result != nil {
		text = append(text, render.Summary(*result, deal.Rules(), names, w)...)
	}
	return text
}

// rest is what nobody has in hand at the beginning, where it may be seen.
func (d *keptDeal) rest(deal *engine.Deal, at position) card.Set {
	if at.step > 0 || at.seat != engine.Nobody {
		return 0
	}
	rest := card.SetOf(d.record.Deck...)
	for seat := range engine.Seat(d.game.Seats) {
		rest &^= deal.View(seat).Hand.Cards
	}
	return rest
}

// moveLine tells what was done last; if it is open what was put away in secret, too.
func moveLine(w *words.Tongue, terms engine.Terms, m engine.Move, open bool, names []string) Line {
	what := actionLabel(m.Action, terms, w)
	switch m.Action.Verb {
	case engine.Talon:
		what += " " + strconv.Itoa(int(m.Action.N)+1)
	case engine.Exchange, engine.Discard:
		if open {
			what += " " + render.Cards(m.Action.Cards, w)
		}
	case engine.PlayCard:
		card := engine.Play(m.Action.Cards.Lowest())
		what = actionLabel(card, terms, w) + " " + render.Cards(card.Cards, w)
		if m.Action.Word != 0 {
			what += " " + bonusLabel(m.Action.Word, terms, w)
		}
	}
	return Line{{Text: names[m.Seat] + ": " + strings.TrimSpace(what), Style: Strong}}
}

// replayPicture is the deal with all hands open, or as the seat saw it; nil for
// words alone.
func (b *Bot) replayPicture(r *request, d *keptDeal, deal *engine.Deal, at position, names []string) (*Picture, error) {
	taste := r.person.taste
	if b.cfg.Pictures == nil || taste.TextOnly {
		return nil, nil
	}
	scene := render.Scene{Rules: deal.Rules(), Deal: deal.Table()}
	for _, name := range names {
		scene.Names = append(scene.Names, speech.PlainName(name))
	}
	if at.seat != engine.Nobody {
		if deal.Result() != nil {
			return pages.PictureOf(b.cfg.Pictures.Board(scene, r.t, taste.TwoColours)), nil
		}
		return pages.PictureOf(b.cfg.Pictures.Seat(scene, render.Held{View: deal.View(at.seat), Of: d.shownAs(at)}, r.t, taste.TwoColours)), nil
	}
	most, err := d.most()
	if err != nil {
		return nil, err
	}
	open := render.Opened{Scene: scene, Rest: d.rest(deal, at), Most: most}
	for seat := range engine.Seat(d.game.Seats) {
		open.Hands = append(open.Hands, deal.View(seat).Hand.Cards)
	}
	return pages.PictureOf(b.cfg.Pictures.Open(open, r.t, taste.TwoColours)), nil
}

// shownAs is the number of the player whose side is seen; 0 of a deal that is still
// played, where that is the reader.
func (d *keptDeal) shownAs(at position) int {
	if !d.over() {
		return 0
	}
	return int(at.seat) + 1
}

// most is how many cards anybody has in hand at most: at some time before the
// first is played.
func (d *keptDeal) most() (most int, err error) {
	for step := range len(d.record.Actions) + 1 {
		deal, err := d.after(step)
		if err != nil {
			return 0, err
		}
		for seat := range engine.Seat(d.game.Seats) {
			most = max(most, deal.View(seat).Hand.Cards.Len())
		}
		if step < len(d.record.Actions) && d.record.Actions[step].Action.Verb == engine.PlayCard {
			break
		}
	}
	return most, nil
}

// replayButtons are the steps, always at the same places, and below them whose
// side is seen, and the match's other deals.
func (b *Bot) replayButtons(ctx context.Context, r *request, d *keptDeal, at position, names []string) [][]Button {
	last := len(d.record.Actions)
	step := func(label string, to int) Button {
		return Button{Label: label, Line: d.line(position{d.step(to), at.seat})}
	}
	rows := [][]Button{{step("|◀", 0), step("◀", at.step-1), step("▶", at.step+1), step("▶▶", d.nextTrick(at.step)), step("▶|", last)}}
	var others []Button
	if d.over() {
		sides := []Button{pages.Option(r.t.Say("replay.open"), d.line(position{at.step, engine.Nobody}), at.seat == engine.Nobody)}
		for seat, name := range names {
			to := position{at.step, engine.Seat(seat)}
			sides = append(sides, pages.Option(name, d.line(to), at.seat == to.seat))
		}
		rows = append(rows, sides)
		others = append(others, Button{Label: r.t.Say("replay.share"), Line: fmt.Sprintf("replay %s %s %s", d.code(), pages.WordShare, d.args(at))})
	}
	for _, n := range []int{d.number - 1, d.number + 1} {
		if n >= 1 && b.mayReplay(ctx, r.person, d.id, n) {
			others = append(others, Button{Label: r.t.Say("replay.deal", "Number", n), Line: "replay " + match.DealID(d.id, n)})
		}
	}
	if len(others) > 0 {
		rows = append(rows, others)
	}
	return rows
}

// mayReplay says whether the person may see the match's deal of that number.
func (b *Bot) mayReplay(ctx context.Context, who person, id chat.TableID, n int) bool {
	if _, err := b.store.Get(ctx, storage.Key{Kind: kindDeal, ID: match.DealID(id, n)}); err == nil {
		return true
	}
	_, err := b.runningDeal(ctx, who, id, n)
	return err == nil
}

// sharePage tells how others see the deal, on each platform.
func (b *Bot) sharePage(r *request, d *keptDeal, at position) *Screen {
	s := &Screen{Lang: r.t.Tag(), Text: []Line{{{Text: r.t.Say("replay.share.title", "Code", d.code()), Style: Title}}}}
	back := []Button{{Label: r.t.Say("replay.back"), Line: d.line(at)}}
	s.Buttons = [][]Button{back}
	if !d.over() {
		s.Text = append(s.Text, Line{{Text: r.t.Say("replay.share.running")}})
		return s
	}
	line := "replay " + d.code()
	s.Text = append(s.Text, Line{{Text: r.t.Say("replay.share.how")}})
	links := b.linksTo(line, r.t, func(platform string) string { return r.t.Say("replay.share.on", "Platform", platform) })
	typed := Line{{Text: r.t.Say("replay.share.typed") + " ", Style: Dim}, {Text: b.lexicon.Line(line, r.t), Style: Code}}
	s.Text = append(append(s.Text, links...), typed)
	return s
}
