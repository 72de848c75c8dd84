package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/pages"
	"tarockbot/bot/speech"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/words"
	"tarockbot/storage"
)

// showHand gives the person's panel, wherever they are.
func (b *Bot) showHand(ctx context.Context, r *request) (Answer, error) {
	id, err := b.myTable(r)
	if chat.RefusedWith(err, "which-table") {
		return b.listGames(ctx, r)
	}
	if err != nil {
		return Answer{}, err
	}
	if err := b.bringPanel(ctx, r, id); err != nil {
		return Answer{}, err
	}
	l := b.tables.lock(id)
	defer l.mu.Unlock()
	if err := b.loadTable(ctx, l); err != nil {
		return Answer{}, err
	}
	seat := l.state.SeatOf(r.person.who())
	if seat == engine.Nobody {
		return Answer{}, chat.Refuse("not-seated")
	}
	if l.state.Stage == match.Open {
		return Answer{}, chat.Refuse("not-begun")
	}
	s := b.screen(l, match.Message{Place: Place{User: r.User}, Seat: seat})
	return Answer{Screen: &s}, nil
}

// bringPanel gives the person a panel where they ask for it, if they were heard
// elsewhere before.
func (b *Bot) bringPanel(ctx context.Context, r *request, id chat.TableID) error {
	t, err := b.look(ctx, id)
	if err != nil || t.Stage != match.Playing || !t.Elsewhere(r.person.who(), r.User) {
		return err
	}
	in := r.Input
	in.ID += "/panel" // who asks again shall see the hand again
	_, err = b.update(ctx, id, in, r.person, func(*change) (Answer, error) { return Answer{}, nil })
	return err
}

// postHere shows the table where the request comes from and it isn't shown yet.
func (b *Bot) postHere(ctx context.Context, r *request, id chat.TableID) (Answer, error) {
	if _, err := b.boardLang(ctx, r); err != nil { // the board that comes here is in it
		return Answer{}, err
	}
	return b.update(ctx, id, r.Input, r.person, func(c *change) (Answer, error) {
		seat := c.SeatOf(r.person.who())
		switch {
		case seat == engine.Nobody:
			return Answer{}, chat.Refuse("not-seated")
		case r.Mute && r.Chat != "":
			return Answer{}, chat.Refuse("mute")
		case r.Chat != "":
			c.AddBoard(r.Chat, r.Home())
		default:
			c.AddMessage(r.Place(), seat)
		}
		return Answer{Alert: r.t.Say("table.new")}, nil
	})
}

// lackedBy says that the table isn't shown where its player asks for it: in a chat,
// or in private while it is played.
func (t view) lackedBy(r *request) bool {
	return t.SeatOf(r.person.who()) != engine.Nobody && t.Stage != match.Closed && t.MessageIn(r.Place()) == nil && (r.Chat != "" || t.Stage == match.Playing)
}

// repostTable posts the board or panel afresh and retires the old one; where there is
// none it posts one. A network may let that wait, so all that is said is that it comes.
func (b *Bot) repostTable(ctx context.Context, r *request) (Answer, error) {
	id, err := b.pickTable(r,
		func(x brief) bool { return x.seats(r.person) && x.Stage == match.Playing },
		func(x brief) bool { return x.seats(r.person) },
		func(x brief) bool { return r.Chat != "" && slices.Contains(x.Places, r.Place()) })
	if err != nil {
		return Answer{}, err
	}
	switch t, err := b.look(ctx, id); {
	case err != nil:
		return Answer{}, err
	case view{Table: t}.lackedBy(r):
		return b.postHere(ctx, r, id)
	}
	l := b.tables.lock(id)
	defer l.mu.Unlock()
	if err := b.loadTable(ctx, l); err != nil {
		return Answer{}, err
	}
	places, err := view{Table: l.state}.movedFor(r)
	if err != nil {
		return Answer{}, err
	}
	for _, m := range l.state.Messages {
		if l.state.SeatOf(r.person.who()) != engine.Nobody || slices.Contains(places, m.Place) {
			b.messages.Hurry(keyOf(l.id, m.Place))
		}
	}
	if err := b.repost(ctx, l, r.Input, places); err != nil {
		return Answer{}, err
	}
	return Answer{Alert: r.t.Say("table.comes")}, nil
}

// movedFor are the places where the table is posted afresh for the request: where it
// was made, for nobody moves what others read elsewhere. Who asks in private for a
// challenge of theirs that is in chats alone means those.
func (t view) movedFor(r *request) (places []Place, err error) {
	here, seated := t.MessageIn(r.Place()) != nil, t.SeatOf(r.person.who()) != engine.Nobody
	switch {
	case !seated && (r.Chat == "" || !here):
		return nil, chat.Refuse("not-seated")
	case r.Mute && here:
		return nil, chat.Refuse("mute")
	case here:
		return []Place{r.Place()}, nil
	case r.Chat != "":
		return nil, chat.Refuse("no-such-table")
	}
	for _, m := range t.Messages {
		if m.Place.Chat != "" {
			places = append(places, m.Place)
		}
	}
	return places, nil
}

// repost notes that the table is to be posted afresh in the places, and begins with
// it. The note is durable, for whoever asked is told that it comes. The lock must be
// held.
func (b *Bot) repost(ctx context.Context, l *live, in Input, places []Place) error {
	next := l.state.Clone()
	for _, p := range places {
		next.MessageIn(p).Repost = true
	}
	docs, err := b.changeDocs(l, nil, &change{Table: next}, in)
	if err != nil {
		return err
	}
	if err := b.store.Commit(ctx, docs...); err != nil {
		if errors.Is(err, storage.ErrConflict) {
			return b.conflicted(ctx, l, in)
		}
		return err
	}
	b.publish(l, next, docs, prepared{})
	return nil
}

// listGames lists the person's tables, those that wait for them first, and of
// these first where their time runs out; and between them the challenges that they
// may take.
func (b *Bot) listGames(_ context.Context, r *request) (Answer, error) {
	s := &Screen{Lang: r.t.Tag(), Text: []Line{{{Text: r.t.Say("games.title"), Style: Title}}}}
	waiting, others := b.gamesOf(r.person)
	asked := b.askedTo(r.person)
	if len(waiting) > 0 {
		s.Buttons = [][]Button{{{Label: r.t.Say("button.next"), Line: "next", Look: Primary}}}
	}
	for _, t := range waiting {
		s.Text, s.Buttons = append(s.Text, b.gameLine(t, r)), append(s.Buttons, []Button{gameButton(t, r)})
	}
	for _, t := range asked {
		s.Text, s.Buttons = append(s.Text, askedLine(t, r)), append(s.Buttons, askedButtons(t, r))
	}
	for _, t := range others {
		s.Text, s.Buttons = append(s.Text, b.gameLine(t, r)), append(s.Buttons, []Button{gameButton(t, r)})
	}
	if len(waiting)+len(asked)+len(others) == 0 {
		s.Text = append(s.Text, Line{{Text: r.t.Say("games.none")}})
		s.Buttons = [][]Button{{
			{Label: r.t.Say("button.challenge"), Line: "challenge", Look: Primary},
			{Label: r.t.Say("button.practice"), Line: "practice"},
		}}
	}
	return Answer{Screen: s}, nil
}

// gamesOf are the tables at which the person sits: those that wait for them, the
// one with the least time first, and the others.
func (b *Bot) gamesOf(p person) (waiting, others []*match.Table) {
	for _, x := range b.register.of(p) {
		t := b.peek(x.ID)
		switch {
		case t == nil:
		case t.Waiting().Has(t.SeatOf(p.who())):
			waiting = append(waiting, t)
		default:
			others = append(others, t)
		}
	}
	left := func(t *match.Table) time.Duration {
		if left, _, none := t.LeastLeft(truth{b}, t.SeatOf(p.who()).Bit()); !none {
			return left
		}
		return math.MaxInt64 // where there is no clock they can wait
	}
	slices.SortStableFunc(waiting, func(x, y *match.Table) int { return cmp.Compare(left(x), left(y)) })
	return waiting, others
}

// askedTo are the challenges in which a chair is kept for the person, the oldest
// first.
func (b *Bot) askedTo(p person) (asked []*match.Table) {
	for _, x := range b.register.find(p.traces(), func(x brief) bool { return x.Stage == match.Open && x.asks(p) && !x.seats(p) }) {
		if t := b.peek(x.ID); t != nil && !b.expired(t) {
			asked = append(asked, t)
		}
	}
	return asked
}

// askedLine tells who challenges the reader, and to what.
func askedLine(t *match.Table, r *request) Line {
	return Line{{Text: string(t.ID), Style: Code}, {Text: " "},
		{Text: r.t.Say("games.asked", "Name", speech.ShownName(t.Chairs[0].Name, r.t), "Setup", describeSetup(t.Match.Game, t.Setup, r.t)), Style: Strong}}
}

// askedButtons answer a challenge.
func askedButtons(t *match.Table, r *request) []Button {
	code := " (" + string(t.ID) + ")"
	return []Button{
		{Label: r.t.Say("button.accept") + code, Line: "accept " + string(t.ID), Look: Primary},
		{Label: r.t.Say("decline.now") + code, Line: "decline " + string(t.ID)},
	}
}

// nextGame gives the person's panel of the game that waits for them most.
func (b *Bot) nextGame(ctx context.Context, r *request) (Answer, error) {
	waiting, _ := b.gamesOf(r.person)
	if len(waiting) == 0 {
		return Answer{}, chat.Refuse("none-waits")
	}
	r.args = []string{string(waiting[0].ID)}
	return b.showHand(ctx, r)
}

// gameButton leads to the person's hand, or withdraws a challenge.
func gameButton(t *match.Table, r *request) Button {
	if t.Stage == match.Open {
		label := "button.get-up"
		if r.person.is(t.Host) {
			label = "button.withdraw"
		}
		return Button{Label: r.t.Say(label) + " (" + string(t.ID) + ")", Line: "decline " + string(t.ID)}
	}
	return Button{Label: r.t.Say("games.open", "Name", opponents(t, r)) + " (" + string(t.ID) + ")",
		Line: "hand " + string(t.ID), Look: pages.LookIf(t.Waiting().Has(t.SeatOf(r.person.who())))}
}

func opponents(t *match.Table, r *request) string {
	var names []string
	for s, name := range speech.NamesIn(r.t, (view{Table: t}).rawNames()) {
		if engine.Seat(s) != t.SeatOf(r.person.who()) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

func (t view) rawNames() []string {
	raw := make([]string, len(t.Chairs))
	for s, c := range t.Chairs {
		raw[s] = c.Name
	}
	return raw
}

func (b *Bot) gameLine(t *match.Table, r *request) Line {
	line := Line{{Text: string(t.ID), Style: Code}, {Text: " "}}
	if t.Stage == match.Open {
		id := "games.seated"
		if r.person.is(t.Host) {
			id = "games.challenge"
		}
		return append(line, Span{Text: r.t.Say(id)})
	}
	text, style := b.turnSpan(t, t.SeatOf(r.person.who()), r.t)
	return append(line,
		Span{Text: r.t.Say("games.against", "Name", opponents(t, r), "Deal", view{Table: t}.dealNumber(r.t)) + " – "},
		Span{Text: text, Style: style})
}

// turnSpan tells the seat for whom the match waits, and how long.
func (b *Bot) turnSpan(t *match.Table, s engine.Seat, w *words.Tongue) (string, Style) {
	mine, seats := s.Bit(), t.Waiting()
	switch {
	case t.Paused:
		return w.Say("games.paused"), Plain
	case t.Chairs[s].Absent:
		return w.Say("games.absent"), Strong
	case t.Causes(s).Late != 0:
		return w.Say("games.late"), Strong
	}
	turn, style := w.Say("games.theirs"), Plain
	if seats&mine != 0 {
		turn, style, seats = w.Say("games.yours"), Strong, mine
	}
	switch left, up, none := t.LeastLeft(truth{b}, seats); {
	case up:
		turn = w.Say("games.up", "Turn", turn)
	case !none:
		turn = w.Say("games.left", "Turn", turn, "Left", speech.SpanText(left, w))
	case seats == mine && !b.awayUntil(t.Chairs[s]).IsZero():
		turn = w.Say("games.away", "Turn", turn)
	}
	return turn, style
}

// setup is a challenge being put together by buttons; its lines carry all that
// has been chosen so far.
func (b *Bot) setup(ctx context.Context, r *request) (Answer, error) {
	t, err := b.parseTerms(ctx, r)
	if err != nil {
		return Answer{}, err
	}
	b.putThere(r, &t)
	s := &Screen{Lang: r.t.Tag(), Text: []Line{
		{{Text: r.t.Say("setup.title"), Style: Title}},
		{{Text: r.t.Say("setup.chosen", "Setup", describeSetup(t.game, t.setup, r.t))}},
	}}
	for _, g := range games.All() {
		s.Buttons = append(s.Buttons, ruleButtons(g, t, r.t))
	}
	s.Buttons = append(s.Buttons, optionButtons(t, r.t)...)
	if lengths := lengthButtons(t, r.t); len(lengths) > 0 {
		s.Buttons = append(s.Buttons, lengths)
	}
	s.Buttons = append(s.Buttons, paceButtons(t, r.t)...)
	s.Buttons = append(s.Buttons, opponentButtons(t, r.t))
	if friends := b.friendButtons(t, r); len(friends) > 0 {
		s.Buttons = append(s.Buttons, friends)
	}
	s.Text = append(s.Text, b.opponentLines(ctx, r, t)...)
	if r.t.Command(engine.PlayCard.String()) != "" { // what is pressed can be typed as well
		line := r.t.Command(r.t.Say("typed.command.challenge") + " " + t.spoken(r.t))
		s.Text = append(s.Text, Line{{Text: r.t.Say("setup.typed", "Line", line), Style: Dim}})
	}
	s.Buttons = append(s.Buttons, []Button{{Label: r.t.Say("setup.post"), Line: "challenge " + t.line(), Look: Primary}})
	return Answer{Screen: s}, nil
}

// line is the terms as words that parseTerms reads.
func (t terms) line() string {
	parts := []string{t.setup.Rules}
	set, err := t.game.RuleSet(t.setup.Rules)
	if err == nil {
		for _, opt := range set.Options {
			parts = append(parts, fmt.Sprintf("%s=%s", opt.ID, t.setup.Options[opt.ID]))
		}
	}
	if t.setup.HidePoints {
		parts = append(parts, wordPoints+hiddenPoints)
	}
	if t.setup.LeavingEnds {
		parts = append(parts, wordLeaving+leavingEnds)
	}
	if t.setup.Friendly {
		parts = append(parts, wordRated+friendly)
	}
	if t.paced {
		parts = append(parts, paceWord(t.setup.Pace))
	}
	if t.setup.Settle {
		parts = append(parts, wordTimeout+timeoutSettle)
	}
	if t.setup.Length > 0 {
		parts = append(parts, fmt.Sprint(t.setup.Length))
	}
	if t.there {
		parts = append(parts, wordThere)
	}
	for _, f := range t.friends {
		parts = append(parts, mentioned(f.mention))
	}
	switch t.robots {
	case 0:
	case t.game.Seats - 1 - len(t.friends):
		parts = append(parts, wordComputer)
	default:
		parts = append(parts, fmt.Sprintf("%s=%d", wordComputer, t.robots))
	}
	return strings.Join(parts, " ")
}

// opponentLines tell for whom the challenge will be.
func (b *Bot) opponentLines(ctx context.Context, r *request, t terms) []Line {
	if t.alone() {
		return []Line{{{Text: r.t.Say("setup.computer")}}}
	}
	var lines []Line
	var names []string
	for _, f := range t.friends {
		name := f.mention
		if who, err := b.whom(ctx, r, name); err == nil {
			name = who.name // a network may tell an id
		}
		names = append(names, speech.Isolate(speech.CleanName(name)))
	}
	if len(names) > 0 {
		lines = append(lines, Line{{Text: r.t.Say("setup.friend", "Name", strings.Join(names, ", "))}})
	}
	if t.robots > 0 {
		lines = append(lines, Line{{Text: r.t.Count("setup.robots", t.robots)}})
	}
	switch open := t.game.Seats - 1 - len(t.friends) - t.robots; {
	case open == 0:
	case t.there:
		lines = append(lines, Line{{Text: r.t.Say("setup.anybody")}})
	default:
		lines = append(lines, Line{{Text: r.t.Say("setup.code")}})
	}
	return lines
}

func ruleButtons(g engine.Game, t terms, w *words.Tongue) []Button {
	var row []Button
	for _, set := range g.Rules {
		other := t
		other.play(g, set.ID)
		other.setup.Options, _ = set.Complete(nil)
		other.fit()
		if t.alone() {
			other.robots = g.Seats - 1
		}
		row = append(row, pages.Option(w.Say("rules."+set.ID), "setup "+other.line(), set.ID == t.setup.Rules))
	}
	return row
}

// fit lets no more play than there are chairs by the rules.
func (t *terms) fit() {
	others := t.game.Seats - 1
	t.friends = t.friends[:min(len(t.friends), others)]
	t.robots = min(t.robots, others-len(t.friends))
}

func optionButtons(t terms, w *words.Tongue) [][]Button {
	var rows [][]Button
	set, err := t.game.RuleSet(t.setup.Rules)
	if err != nil {
		return nil
	}
	for _, opt := range set.Options {
		var row []Button
		for _, v := range opt.Values {
			other := t
			other.setup.Options, _ = set.Complete(t.setup.Options)
			other.setup.Options[opt.ID] = v
			row = append(row, pages.Option(w.Say(speech.OptionText(opt.ID, v)), "setup "+other.line(), t.setup.Options[opt.ID] == v))
		}
		rows = append(rows, row)
	}
	rows = append(rows, pointsButtons(t, w))
	if !t.game.ForTwo() {
		rows = append(rows, leavingButtons(t, w))
	}
	if t.robots == 0 {
		rows = append(rows, ratedButtons(t, w))
	}
	return rows
}

func leavingButtons(t terms, w *words.Tongue) []Button {
	on, ends := t, t
	on.setup.LeavingEnds, ends.setup.LeavingEnds = false, true
	return []Button{
		pages.Option(w.Say("option.leaving.computer"), "setup "+on.line(), !t.setup.LeavingEnds),
		pages.Option(w.Say("option.leaving.ends"), "setup "+ends.line(), t.setup.LeavingEnds),
	}
}

func ratedButtons(t terms, w *words.Tongue) []Button {
	counts, doesnt := t, t
	counts.setup.Friendly, doesnt.setup.Friendly = false, true
	return []Button{
		pages.Option(w.Say("option.rated.on"), "setup "+counts.line(), !t.setup.Friendly),
		pages.Option(w.Say("option.rated.off"), "setup "+doesnt.line(), t.setup.Friendly),
	}
}

func pointsButtons(t terms, w *words.Tongue) []Button {
	shown, hidden := t, t
	shown.setup.HidePoints, hidden.setup.HidePoints = false, true
	return []Button{
		pages.Option(w.Say("option.points.shown"), "setup "+shown.line(), !t.setup.HidePoints),
		pages.Option(w.Say("option.points.hidden"), "setup "+hidden.line(), t.setup.HidePoints),
	}
}

// shownLengths is how many match lengths have a button; others can be typed.
const shownLengths = 4

// lengthButtons are the lengths on offer; none where a match isn't played by
// the number of deals.
func lengthButtons(t terms, w *words.Tongue) []Button {
	lengths := slices.Sorted(slices.Values(t.game.Lengths))
	var row []Button
	for _, n := range lengths[:min(shownLengths, len(lengths))] {
		if n == 0 {
			continue
		}
		other := t
		other.setup.Length = n
		row = append(row, pages.Option(w.Count("setup.deals", n), "setup "+other.line(), n == t.setup.Length))
	}
	return row
}

// opponentButtons offer anybody, and the computer for some chairs or for all.
func opponentButtons(t terms, w *words.Tongue) []Button {
	anybody := t
	anybody.robots, anybody.friends = 0, nil
	row := []Button{pages.Option(w.Say("setup.to.anybody"), "setup "+anybody.line(), t.robots == 0 && len(t.friends) == 0)}
	all := t.game.Seats - 1
	for n := 1; n <= all; n++ {
		some := t
		some.robots, some.friends = n, t.friends[:min(len(t.friends), all-n)]
		some.paced = t.paced && (n < all || t.alone()) // what was meant for others doesn't count
		label := w.Say("setup.to.computer")
		if all > 1 {
			label += fmt.Sprintf(" ×%d", n)
		}
		row = append(row, pages.Option(label, "setup "+some.line(), t.robots == n))
	}
	return row
}

// friendButtons offer whom the chat has seen lately. One more than there are
// chairs takes the place of the last.
func (b *Bot) friendButtons(t terms, r *request) (row []Button) {
	for _, seen := range b.crowd.in(r.Chat) {
		if r.person.is(seen.person) || r.person.blocks(person{ID: seen.person, Users: []UserID{seen.user}}) {
			continue
		}
		_, id, _ := strings.Cut(string(seen.user), ":")
		is := func(f friend) bool { return f.mention == id }
		with := t
		if chosen := slices.ContainsFunc(t.friends, is); chosen {
			with.friends = slices.DeleteFunc(slices.Clone(t.friends), is)
		} else {
			all := t.game.Seats - 1
			with.friends = append(slices.Clone(t.friends[:min(len(t.friends), all-1)]), friend{mention: id})
			with.robots = min(t.robots, all-len(with.friends))
		}
		row = append(row, pages.Option(speech.Isolate(seen.name), "setup "+with.line(), slices.ContainsFunc(t.friends, is)))
	}
	return row
}

// rulesTopic shows a page of the rules: "rules auction", "rules kosakeln
// auction", or all pages there are: "rules kosakeln". Where no game is named
// the page is of the game that the person plays, else of that which explains it
// best, with buttons to those of the others. Without a word who plays none is
// asked which game it shall be.
func (b *Bot) rulesTopic(_ context.Context, r *request) (Answer, error) {
	all, played := b.gamesFor(r)
	game, want := b.lexicon.Phrases.Game(r.args)
	if i := slices.IndexFunc(all, func(g engine.Game) bool { return g.ID == game }); i >= 0 {
		all, played = all[i:i+1], 1
	}
	if want == "" && played == 0 {
		return Answer{Screen: rulesGames(r.t)}, nil
	}
	if want == "" {
		page, err := topicsPage(all[0], r.t)
		return Answer{Screen: page}, err
	}
	hit := func(g engine.Game) topicHit { return b.topics.meant(g, want) }
	slices.SortStableFunc(all[played:], func(x, y engine.Game) int { return cmp.Compare(hit(x).rank, hit(y).rank) })
	all = slices.DeleteFunc(all, func(g engine.Game) bool { return hit(g).rank == topicUnknown })
	if len(all) == 0 {
		return Answer{}, chat.Refuse("no-topic", "Topic", speech.CleanName(want))
	}
	page, err := rulesPage(all[0], hit(all[0]).topic, r.t)
	if err != nil {
		return Answer{}, err
	}
	var others []Button
	for _, g := range all[1:] {
		others = append(others, otherRules(g, hit(g).topic, r.t))
	}
	if len(others) > 0 {
		page.Buttons = append(page.Buttons, others)
	}
	return Answer{Screen: page}, nil
}

// gamesFor are all games, and how many of them the person plays: those come
// first, that of this chat, then those of tables touched lately.
func (b *Bot) gamesFor(r *request) (all []engine.Game, played int) {
	var tables []*match.Table
	for _, x := range b.register.of(r.person) {
		if t := b.peek(x.ID); t != nil {
			tables = append(tables, t)
		}
	}
	elsewhere := func(t *match.Table) int {
		if r.Chat != "" && t.MessageIn(r.Place()) != nil {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(tables, func(x, y *match.Table) int {
		return cmp.Or(cmp.Compare(elsewhere(x), elsewhere(y)), y.Touched.Compare(x.Touched))
	})
	add := func(g engine.Game) {
		if !slices.ContainsFunc(all, func(had engine.Game) bool { return had.ID == g.ID }) {
			all = append(all, g)
		}
	}
	for _, t := range tables {
		add(t.Match.Game)
	}
	played = len(all)
	for _, g := range games.All() {
		add(g)
	}
	return all, played
}

// rulesGames asks of which game the rules are to be shown.
func rulesGames(w *words.Tongue) *Screen {
	s := &Screen{Lang: w.Tag(), Text: []Line{{{Text: w.Say("guide.games"), Style: Title}}, {{Text: w.Say("guide.which")}}}}
	for _, g := range games.All() {
		s.Buttons = append(s.Buttons, []Button{{Label: gameName(g, w), Line: rulesLine(g, "")}})
	}
	return s
}

// otherRules leads to what the rules of another game say about the topic.
func otherRules(g engine.Game, topic string, w *words.Tongue) Button {
	return Button{Label: w.Say("guide.title", "Game", w.Say("game."+g.ID)), Line: rulesLine(g, topic)}
}

// rulesPage is the page about a topic.
func rulesPage(game engine.Game, topic string, w *words.Tongue) (*Screen, error) {
	files, err := topicFiles(game, w.Tag())
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(files, func(file string) bool { return topicName(file) == topic })
	if i < 0 {
		return nil, fmt.Errorf("bot: rules: no page %s of %s", topic, game.ID)
	}
	text, err := fs.ReadFile(game.Guide, files[i])
	if err != nil {
		return nil, fmt.Errorf("bot: rules: %w", err)
	}
	return &Screen{Lang: w.Tag(), Text: guideLines(string(text)), Buttons: [][]Button{turnButtons(game, files, i, w)}}, nil
}

// rulesLine is what shows the page about a topic of the game; all, if it is "".
func rulesLine(g engine.Game, topic string) string {
	return strings.TrimSpace("rules " + g.ID + " " + topic)
}

// topicWord is what people who speak the language call a topic: the last word
// of its title.
func topicWord(g engine.Game, topic string, w *words.Tongue) string {
	files, err := topicFiles(g, w.Tag())
	i := slices.IndexFunc(files, func(file string) bool { return topicName(file) == topic })
	if err != nil || i < 0 || w.Tag() == words.Languages()[0] {
		return topic
	}
	heading := headingWords(g, files[i])
	return heading[len(heading)-1]
}

// headingWords are the words of a topic's title, as plain as typed ones.
func headingWords(g engine.Game, file string) []string {
	return strings.FieldsFunc(speech.PlainWord(topicTitle(g, file)), func(r rune) bool { return r == ' ' || r == ',' })
}

func topicFiles(g engine.Game, lang string) ([]string, error) {
	files, err := fs.Glob(g.Guide, lang+"/*.md")
	if fallback := words.Languages()[0]; err == nil && len(files) == 0 && lang != fallback {
		return topicFiles(g, fallback)
	}
	if err == nil && len(files) == 0 {
		err = errors.New("no guide in " + lang)
	}
	return files, err
}

// topicName is "auction" for "de/03-auction.md".
func topicName(file string) string {
	_, name, _ := strings.Cut(strings.TrimSuffix(path.Base(file), ".md"), "-")
	return name
}

// topicsPage lists the pages of a game's rules.
func topicsPage(g engine.Game, w *words.Tongue) (*Screen, error) {
	files, err := topicFiles(g, w.Tag())
	if err != nil {
		return nil, fmt.Errorf("bot: rules: %w", err)
	}
	title := w.Say("guide.title", "Game", w.Say("game."+g.ID))
	s := &Screen{Lang: w.Tag(), Text: []Line{{{Text: title, Style: Title}}, {{Text: w.Say("guide.intro")}}}}
	const perRow = 4
	for row := range slices.Chunk(files, perRow) {
		var buttons []Button
		for _, file := range row {
			buttons = append(buttons, Button{Label: topicTitle(g, file), Line: rulesLine(g, topicName(file))})
		}
		s.Buttons = append(s.Buttons, buttons)
	}
	var others []Button
	for _, other := range games.All() {
		if other.ID != g.ID {
			others = append(others, otherRules(other, "", w))
		}
	}
	if len(others) > 0 {
		s.Buttons = append(s.Buttons, others)
	}
	return s, nil
}

// topicTitle is the heading in the topic's first line.
func topicTitle(g engine.Game, file string) string {
	text, err := fs.ReadFile(g.Guide, file)
	if err != nil {
		return topicName(file)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimPrefix(first, "# ")
}

func turnButtons(g engine.Game, files []string, i int, w *words.Tongue) []Button {
	row := []Button{{Label: w.Say("guide.topics"), Line: rulesLine(g, "")}}
	if i > 0 {
		row = append(row, Button{Label: "◀", Line: rulesLine(g, topicName(files[i-1]))})
	}
	if i+1 < len(files) {
		row = append(row, Button{Label: "▶", Line: rulesLine(g, topicName(files[i+1]))})
	}
	return row
}

// guideLines reads the guide's small part of Markdown: headings, bullets,
// paragraphs and bold words.
func guideLines(text string) []Line {
	var lines []Line
	for raw := range strings.Lines(text) {
		raw = strings.TrimRight(raw, "\n")
		switch {
		case strings.HasPrefix(raw, "# "):
			lines = append(lines, Line{{Text: raw[2:], Style: Title}})
		case strings.HasPrefix(raw, "## "):
			lines = append(lines, Line{{Text: raw[3:], Style: Title}})
		case strings.HasPrefix(raw, "- "):
			lines = append(lines, boldSpans("• "+raw[2:]))
		case raw == "":
			lines = append(lines, nil)
		default:
			lines = append(lines, boldSpans(raw))
		}
	}
	return slices.CompactFunc(lines, func(a, b Line) bool { return len(a) == 0 && len(b) == 0 })
}

// boldSpans makes what stands between ** strong.
func boldSpans(text string) Line {
	var line Line
	for i, part := range strings.Split(text, "**") {
		if part == "" {
			continue
		}
		style := Plain
		if i%2 == 1 {
			style = Strong
		}
		line = append(line, Span{Text: part, Style: style})
	}
	return line
}
