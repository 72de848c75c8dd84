package bot

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/pages"
	"tarockbot/bot/speech"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render"
	"tarockbot/render/words"
)

// profileAsked is whose profile somebody asks for, and of which game.
type profileAsked struct {
	who     person
	mention string        // as typed, "@bert"; "" for oneself
	games   []engine.Game // the first that they have played
}

// askedProfile reads "profile @bert kosakeln", in any order.
func (b *Bot) askedProfile(ctx context.Context, r *request) (want profileAsked, err error) {
	want.who = r.person
	want.games, _ = b.gamesFor(r)
	for _, term := range b.lexicon.Phrases.Read(r.args) {
		i := slices.IndexFunc(games.All(), func(g engine.Game) bool { return g.ID == strings.ToLower(term.Word) })
		if i >= 0 {
			want.games = games.All()[i : i+1]
			continue
		}
		someone, mention, err := b.called(ctx, r, term)
		switch {
		case err != nil:
			return want, err
		case mention == "":
			return want, chat.Refuse("no-term", "Term", speech.CleanName(term.Typed))
		case someone.person.ID == "":
			return want, chat.Refuse("profile-none", "Name", someone.name)
		}
		if want.who = someone.person; !r.person.is(want.who.ID) {
			want.mention = mention
		}
	}
	return want, nil
}

// line is what shows the profile in the game.
func (want profileAsked) line(game string) string {
	return strings.Join(slices.DeleteFunc([]string{"profile", want.mention, game}, func(s string) bool { return s == "" }), " ")
}

// profile shows how somebody plays a game, and how well. Who doesn't want to be
// listed is shown to nobody else.
func (b *Bot) profile(ctx context.Context, r *request) (Answer, error) {
	want, err := b.askedProfile(ctx, r)
	if err != nil {
		return Answer{}, err
	}
	head, err := b.standings.entrantOf(ctx, want.who.ID)
	if err != nil {
		return Answer{}, err
	}
	name, err := b.nameOf(ctx, head.all[0], r.t)
	if err != nil {
		return Answer{}, err
	}
	if want.mention != "" && !head.listed {
		return b.hiddenProfile(ctx, r, want, name)
	}
	p, err := b.profileOf(ctx, want)
	if err != nil {
		return Answer{}, err
	}
	p.name, p.hidden = name, !head.listed
	if want.mention != "" {
		if p.against, err = b.standings.between(ctx, r.person.ID, want.who.ID, p.game.ID); err != nil {
			return Answer{}, err
		}
	}
	return Answer{Screen: b.profilePage(r, want, p)}, nil
}

// hiddenProfile shows what is between the reader and somebody who isn't listed, which
// is the reader's as well, and nothing else.
func (b *Bot) hiddenProfile(ctx context.Context, r *request, want profileAsked, name string) (Answer, error) {
	s := &Screen{Lang: r.t.Tag(), Text: []Line{{{Text: name, Style: Title}}}}
	for _, game := range games.All() {
		x, err := b.standings.between(ctx, r.person.ID, want.who.ID, game.ID)
		if err != nil {
			return Answer{}, err
		}
		if x.Matches > 0 {
			s.Text = append(s.Text, Line{{Text: r.t.Say("game."+game.ID) + " – " + againstText(x, name, r.t)}})
		}
	}
	if len(s.Text) == 1 {
		return Answer{}, chat.Refuse("profile-hidden", "Name", name)
	}
	s.Text = append(s.Text, Line{{Text: r.t.Say("profile.hidden", "Name", name), Style: Dim}})
	s.Buttons = [][]Button{{{Label: r.t.Say("profile.history"), Line: historyAsked{mention: want.mention}.line()}}}
	return Answer{Screen: s}, nil
}

// againstText is what the reader has reached against somebody.
func againstText(x tally, name string, w *words.Tongue) string {
	return w.Count("profile.against", x.Matches, "Name", name, "Won", x.Won, "Points", render.Signed(x.Points)) + drawnText(x, w)
}

// profile is what a profile tells.
type profile struct {
	career
	name    string
	game    engine.Game
	hidden  bool  // nobody else sees it
	against tally // of the reader against them
}

// profileOf is the profile in the first of the games that the person has played.
func (b *Bot) profileOf(ctx context.Context, want profileAsked) (p profile, err error) {
	for _, game := range want.games {
		p.game = game
		if p.career, err = b.standings.careerOf(ctx, want.who.ID, game.ID); err != nil || p.Totals.Matches > 0 {
			return p, err
		}
	}
	if len(want.games) > 1 {
		p.game = want.games[0]
		p.career, err = b.standings.careerOf(ctx, want.who.ID, p.game.ID)
	}
	return p, err
}

func (b *Bot) profilePage(r *request, want profileAsked, p profile) *Screen {
	title := Line{{Text: r.t.Say("profile.title", "Name", p.name, "Game", r.t.Say("game."+p.game.ID)), Style: Title}}
	rest := p.lines(r.t)
	s := &Screen{Lang: r.t.Tag(), Text: append([]Line{title}, p.ratingLines(r.t)...)}
	s.Text = append(s.Text, rest...)
	if s.Picture = b.curvePicture(r, p); s.Picture != nil {
		s.Brief = append([]Line{title}, rest...)
	}
	s.Buttons = profileButtons(r.t, want, p)
	return s
}

// ratingLines tell the rating, which the picture shows as well.
func (p profile) ratingLines(w *words.Tongue) []Line {
	if !p.Rated {
		return nil
	}
	rated := pages.RatingText(p.Rating.Shown(), p.Rating.Provisional())
	text := w.Say("profile.rating", "Rating", rated, "Rank", p.Rank)
	if p.Rating.Provisional() || p.hidden { // a rank would be of few matches, or isn't theirs
		text = w.Say("profile.rating.unranked", "Rating", rated)
	}
	return []Line{{{Text: text, Style: Strong}}}
}

// lines tell what the picture doesn't.
func (p profile) lines(w *words.Tongue) (text []Line) {
	add := func(line string) { text = append(text, Line{{Text: line}}) }
	x := p.Totals
	if x.Matches == 0 {
		add(w.Say("profile.none"))
		return text
	}
	add(w.Count("leaderboard.line", x.Matches, "Points", render.Signed(x.Points), "Won", x.Won) + drawnText(x, w))
	if n := p.Style.Deals; n > 0 {
		add(w.Count("profile.points", n, "Points", render.Points((p.Style.Thirds+n/2)/n, w)))
	}
	for _, f := range mostMade(p.Style.Contracts) {
		add(w.Say("profile.contract", "Contract", w.Say("plays."+f.word.String()), "Made", f.Made, "Won", f.Won))
	}
	for _, f := range mostMade(p.Style.Announced) {
		add(w.Say("profile.announced", "Bonus", w.Say("bonus."+f.word.String()), "Made", f.Made, "Won", f.Won))
	}
	if p.Style.Left > 0 {
		add(w.Count("profile.left", p.Style.Left))
	}
	if p.Style.TimedOut > 0 {
		add(w.Count("profile.timed-out", p.Style.TimedOut))
	}
	if x := p.against; x.Matches > 0 {
		add(againstText(x, p.name, w))
	}
	if p.hidden {
		text = append(text, Line{{Text: w.Say("profile.yours"), Style: Dim}})
	}
	return text
}

// drawnText tells how many matches were drawn, if any were.
func drawnText(x tally, w *words.Tongue) string {
	if x.Drawn == 0 {
		return ""
	}
	return w.Say("leaderboard.drawn", "Number", x.Drawn)
}

// favourite is something undertaken often.
type favourite struct {
	word engine.Word
	attempts
}

// favourites is how many of them a profile tells.
const favourites = 3

// mostMade are those made most often, of two the one with more success.
func mostMade(all map[engine.Word]attempts) (most []favourite) {
	for word, n := range all {
		most = append(most, favourite{word, n})
	}
	slices.SortFunc(most, func(x, y favourite) int {
		return cmp.Or(cmp.Compare(y.Made, x.Made), cmp.Compare(y.Won, x.Won), cmp.Compare(x.word, y.word))
	})
	return most[:min(favourites, len(most))]
}

// curvePicture is how the rating went; nil for words alone, and before the first
// rated match.
func (b *Bot) curvePicture(r *request, p profile) *Picture {
	if b.cfg.Pictures == nil || r.person.TextOnly || len(p.Curve) == 0 {
		return nil
	}
	curve := render.Curve{Name: speech.PlainName(p.name), Game: p.game.ID, Matches: p.RatedMatches, Best: p.Best}
	for _, x := range p.Curve {
		curve.Rated = append(curve.Rated, render.Rated{Rating: x.Points, Deviation: x.Deviation, Provisional: x.Provisional,
			Day: speech.DayText(x.At.In(b.people.zoneOf(r.person)), r.t)})
	}
	return pictureOf(b.cfg.Pictures.Curve(curve, r.t))
}

// profileButtons lead to the other games, and to what they are counted from.
func profileButtons(w *words.Tongue, want profileAsked, p profile) [][]Button {
	var others []Button
	for _, g := range games.All() {
		others = append(others, pages.Option(w.Say("game."+g.ID), want.line(g.ID), g.ID == p.game.ID))
	}
	history := historyAsked{game: p.game.ID, mention: want.mention}
	more := []Button{
		{Label: w.Say("profile.leaderboard"), Line: "leaderboard " + p.game.ID + " " + pages.WordEverywhere},
		{Label: w.Say("profile.history"), Line: history.line()},
	}
	if want.mention != "" {
		more = append(more, Button{Label: w.Say("profile.challenge"), Line: "setup " + p.game.ID + " " + want.mention})
	}
	return [][]Button{others, more}
}
