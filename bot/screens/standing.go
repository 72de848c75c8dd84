package screens

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/support/seq"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/describe"
	"tarockbot/render/plan"
	"tarockbot/render/words"
)

// Leaderboard shows a page of a game's ranking.
type Leaderboard struct {
	Game string // its id
	Kind string // one of LeaderboardKinds
	// Scoped reports that the chat has its own leaderboard. Here reports that the page shows it, not
	// the leaderboard of all players.
	Scoped, Here bool
	Places       []Place
	Pages        Pages
	// Own lists the reader's place with its neighbours, without those that Places contains. It is
	// empty if Places contains the reader's place.
	Own []Place
	// Unlisted is the rank of an unlisted reader; 0 if the reader is listed or has no rank.
	Unlisted int
}

// Place describes a person's place on a leaderboard.
type Place struct {
	Rank int    // from 1
	Name string // for display
	ID   string // distinguishes people with the same name
	Mine bool   // it is the reader's place
	// Rating and Provisional appear on a leaderboard by rating.
	Rating      int
	Provisional bool
	Score       standing.Tally
}

// Screen lists the places, then the reader's own place with its neighbours.
func (p Leaderboard) Screen(w *words.Tongue) *chat.Screen {
	game, where := w.Say("game."+p.Game), either(p.Here, w.Say("leaderboard.here"), w.Say("leaderboard.everywhere"))
	line := func(place Place) chat.Line { return p.line(place, w) }
	provisional := func(place Place) bool { return p.Kind == WordRating && place.Provisional }
	text := nonEmpty(title(w.Say("leaderboard.title", "Game", game, "Where", where)+" – "+w.Say("leaderboard."+p.Kind)),
		when(len(p.Places) == 0, dim(w.Say("leaderboard.empty."+p.Kind, "Game", game))))
	text = append(text, seq.Map(p.Places, line)...)
	unlisted := dim(w.Say("leaderboard.unlisted", "Rank", p.Unlisted))
	text = append(text, nonEmpty(when(p.Unlisted > 0, unlisted), when(len(p.Own) > 0, dim("…")))...)
	text = append(text, seq.Map(p.Own, line)...)
	if slices.ContainsFunc(slices.Concat(p.Places, p.Own), provisional) {
		text = append(text, dim(w.Say("leaderboard.provisional")))
	}
	scopes := []chat.Button{
		option(w.Say("leaderboard.here"), p.other(p.Game, true, p.Kind), p.Here),
		option(w.Say("leaderboard.everywhere"), p.other(p.Game, false, p.Kind), !p.Here),
	}
	kinds := seq.Map(LeaderboardKinds(), func(kind string) chat.Button {
		return option(w.Say("leaderboard."+kind), p.other(p.Game, p.Here, kind), kind == p.Kind)
	})
	others := gameButtons(p.Game, func(game string) string { return p.other(game, p.Here, p.Kind) }, w)
	return page(w, text, p.turns(w), when(p.Scoped, scopes), kinds, others)
}

// line shows the rank, name and score of a place.
func (p Leaderboard) line(place Place, w *words.Tongue) chat.Line {
	style, score := either(place.Mine, chat.Strong, chat.Plain), scoreText(place.Score, w)
	if p.Kind == WordRating {
		score = ratingText(place.Rating, place.Provisional) + " · " + score
	}
	return chat.Line{
		{Text: fmt.Sprintf("%d. %s ", place.Rank, place.Name), Style: style},
		{Text: place.ID, Style: chat.Dim},
		{Text: " – " + score, Style: style},
	}
}

// other returns the command for another leaderboard. It omits the scope in private.
func (p Leaderboard) other(game string, here bool, kind string) string {
	return lineOf("leaderboard", game, when(p.Scoped, either(here, WordHere, WordEverywhere)), kind)
}

// turns returns the buttons that turn the page.
func (p Leaderboard) turns(w *words.Tongue) []chat.Button {
	line := p.other(p.Game, p.Here, p.Kind)
	before, after := p.Pages.lines(line)
	return row(
		symbolButton("◀", w.Say("page.before"), before),
		when(p.Pages != Pages{} && len(p.Own) > 0, button(w.Say("leaderboard.me"), lineOf(line, WordMe))),
		symbolButton("▶", w.Say("page.after"), after))
}

// scoreText describes a person's results in matches.
func scoreText(x standing.Tally, w *words.Tongue) string {
	return w.Count("leaderboard.line", x.Matches, "Points", describe.Signed(x.Points), "Won", x.Won) + drawnText(x, w)
}

// drawnText tells the number of drawn matches. It returns "" if there are none.
func drawnText(x standing.Tally, w *words.Tongue) string {
	return when(x.Drawn > 0, w.Say("leaderboard.drawn", "Number", x.Drawn))
}

// ratingText formats a rating and marks a provisional one.
func ratingText(points int, provisional bool) string {
	return strconv.Itoa(points) + when(provisional, "?")
}

// Profile shows how much and how well a person plays a game.
type Profile struct {
	standing.Career
	Name    string         // for display
	Mention string         // as the reader typed it, "@bert"; "" for the reader's own profile
	Game    string         // its id
	Hidden  bool           // the profile is hidden from other people
	Against standing.Tally // the reader's results against the person
	Zone    *time.Location // the reader's
	Learn   Learn          // the reader's own lessons; zero in other profiles
}

// Screen shows the profile. With a picture, the caption omits the rating because the picture shows it.
func (p Profile) Screen(w *words.Tongue, pictures Pictures) *chat.Screen {
	head := title(w.Say("profile.title", "Name", p.Name, "Game", w.Say("game."+p.Game)))
	rest := append(p.lines(w), nonEmpty(when(len(p.Learn.Done) > 0, plain(p.Learn.progress(p.Game, w))))...)
	others := gameButtons(p.Game, func(game string) string { return lineOf("profile", p.Mention, game) }, w)
	s := page(w, append(nonEmpty(head, p.ratingLine(w)), rest...), others, p.buttons(w))
	if s.Picture = p.picture(w, pictures); s.Picture != nil {
		s.Caption = append([]chat.Line{head}, rest...)
	}
	return s
}

// ratingLine tells the rating, with a rank if the person has more than a few matches and a public profile. It returns
// nil before the first rated match.
func (p Profile) ratingLine(w *words.Tongue) chat.Line {
	rated, ranked := ratingText(p.Rating.Shown(), p.Rating.Provisional()), !p.Rating.Provisional() && !p.Hidden
	rating := w.Say("profile.rating.unranked", "Rating", rated)
	if ranked {
		rating = w.Say("profile.rating", "Rating", rated, "Rank", p.Rank)
	}
	return when(p.RatedMatches > 0, strong(rating))
}

// buttons returns buttons to the leaderboard, the history, the lessons and a challenge.
func (p Profile) buttons(w *words.Tongue) []chat.Button {
	return row(
		button(w.Say("profile.leaderboard"), lineOf("leaderboard", p.Game, WordEverywhere)),
		button(w.Say("profile.history"), HistoryFilter{Game: p.Game, Mention: p.Mention}.Line()),
		when(len(p.Learn.Done) > 0, button(w.Say("button.learn"), lineOf("learn", p.Game))),
		when(p.Mention != "", button(w.Say("profile.challenge"), lineOf("setup", p.Game, p.Mention))))
}

// picture draws the history of the rating. It returns nil before the first rated match or without a
// studio.
func (p Profile) picture(w *words.Tongue, pictures Pictures) *chat.Picture {
	if pictures.Studio == nil || len(p.Stats.Curve) == 0 {
		return nil
	}
	curve := plan.RatingHistory{Name: displayname.StripIsolates(p.Name)[0], Game: p.Game, Matches: p.RatedMatches, Best: p.Stats.Best}
	for _, x := range p.Stats.Curve {
		day := dayText(x.At.In(p.Zone), w)
		curve.Rated = append(curve.Rated, plan.Rated{Rating: x.Points, Deviation: x.Deviation, Provisional: x.Provisional, Day: day})
	}
	return pictureOf(pictures.Studio.Picture(curve, w, false))
}

// lines tells the facts that the picture lacks.
func (p Profile) lines(w *words.Tongue) []chat.Line {
	if p.Totals.Matches == 0 {
		return []chat.Line{plain(w.Say("profile.none"))}
	}
	text := []chat.Line{plain(scoreText(p.Totals, w))}
	if n := p.Stats.Deals; n > 0 {
		text = append(text, plain(w.Count("profile.points", n, "Points", describe.Points((p.Stats.Thirds+n/2)/n, w))))
	}
	for _, f := range mostMade(p.Stats.Contracts) {
		text = append(text, plain(w.Say("profile.contract", "Contract", w.Say("plays."+f.word.String()), "Made", f.Made, "Won", f.Won)))
	}
	for _, f := range mostMade(p.Stats.Announced) {
		text = append(text, plain(w.Say("profile.announced", "Bonus", w.Say("bonus."+f.word.String()), "Made", f.Made, "Won", f.Won)))
	}
	return append(text, nonEmpty(
		when(p.Stats.Left > 0, plain(w.Count("profile.left", p.Stats.Left))),
		when(p.Stats.TimedOut > 0, plain(w.Count("profile.timed-out", p.Stats.TimedOut))),
		when(p.Against.Matches > 0, plain(againstText(p.Against, p.Name, w))),
		when(p.Hidden, dim(w.Say("profile.yours"))))...)
}

// favourite counts the attempts at a contract or bonus.
type favourite struct {
	word engine.Word
	standing.Attempts
}

// mostMade returns the most frequent attempts. More successful ones come first among equals.
func mostMade(all map[engine.Word]standing.Attempts) (most []favourite) {
	const told = 3
	for word, n := range all {
		most = append(most, favourite{word, n})
	}
	slices.SortFunc(most, func(x, y favourite) int {
		return cmp.Or(cmp.Compare(y.Made, x.Made), cmp.Compare(y.Won, x.Won), cmp.Compare(x.word, y.word))
	})
	return most[:min(told, len(most))]
}

// againstText describes the reader's results against a person.
func againstText(x standing.Tally, name string, w *words.Tongue) string {
	return w.Count("profile.against", x.Matches, "Name", name, "Won", x.Won, "Points", describe.Signed(x.Points)) + drawnText(x, w)
}

// HiddenProfile replaces the profile of an unlisted person. It shows only the results of matches with the
// reader, because they belong to the reader too.
type HiddenProfile struct {
	Name, Mention string
	Against       map[string]standing.Tally // the reader's results against the person, by game
}

// Screen lists the reader's results against the person by game.
func (p HiddenProfile) Screen(w *words.Tongue) *chat.Screen {
	against := seq.Map(games.All(), func(g engine.Game) chat.Line {
		x := p.Against[g.ID]
		return when(x.Matches > 0, plain(w.Say("game."+g.ID)+" – "+againstText(x, p.Name, w)))
	})
	hidden := dim(w.Say("profile.hidden", "Name", p.Name))
	return page(w, nonEmpty(slices.Concat([]chat.Line{title(p.Name)}, against, []chat.Line{hidden})...),
		row(button(w.Say("profile.history"), HistoryFilter{Mention: p.Mention}.Line())))
}
