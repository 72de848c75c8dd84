package pages

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/speech"
	"tarockbot/bot/standing"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render"
	"tarockbot/render/words"
)

// The words of a leaderboard's line.
const (
	WordRating     = "rating"
	WordPoints     = "points"
	WordWeek       = "week"
	WordMonth      = "month"
	WordHere       = "here"
	WordEverywhere = "everywhere"
	WordMe         = "me" // the page with one's own place
)

// LeaderboardKinds are what leaderboards are by, in the order of their buttons.
func LeaderboardKinds() []string { return []string{WordRating, WordPoints, WordWeek, WordMonth} }

// Leaderboard is a page of a leaderboard: who is best in a game.
type Leaderboard struct {
	Game string // its id
	Kind string // one of LeaderboardKinds
	// Scoped says that it is read in a chat that has a leaderboard of its own: Here
	// is that, else it is everybody's.
	Scoped, Here bool
	Places       []Place
	// Less and More are the marks of the pages before and behind; "" for none.
	Less, More string
	// Own is the reader's own place with its neighbours, where it isn't among the
	// Places; those that are there are left out.
	Own []Place
	// Unlisted is the rank of a reader who isn't listed; 0 if they are, or have none.
	Unlisted int
}

// Place is somebody's place on a leaderboard.
type Place struct {
	Rank int    // from 1
	Name string // fit to be shown
	ID   string // tells those of one name apart
	Mine bool   // the reader's
	// Rating, and whether it is Provisional, tells a leaderboard by it.
	Rating      int
	Provisional bool
	Score       standing.Tally
}

// scoreText is what somebody has reached in matches.
func scoreText(x standing.Tally, w *words.Tongue) string {
	return w.Count("leaderboard.line", x.Matches, "Points", render.Signed(x.Points), "Won", x.Won) + drawnText(x, w)
}

// drawnText tells how many matches were drawn, if any were.
func drawnText(x standing.Tally, w *words.Tongue) string {
	if x.Drawn == 0 {
		return ""
	}
	return w.Say("leaderboard.drawn", "Number", x.Drawn)
}

// ratingText is a rating as people read it; one that is provisional is marked.
func ratingText(points int, provisional bool) string {
	if provisional {
		return strconv.Itoa(points) + "?"
	}
	return strconv.Itoa(points)
}

// Screen is the page: its places, then the reader's own with its neighbours.
func (p Leaderboard) Screen(w *words.Tongue) *chat.Screen {
	where := "leaderboard.everywhere"
	if p.Here {
		where = "leaderboard.here"
	}
	game := w.Say("game." + p.Game)
	title := w.Say("leaderboard.title", "Game", game, "Where", w.Say(where)) + " – " + w.Say("leaderboard."+p.Kind)
	s := &chat.Screen{Lang: w.Tag(), Text: []chat.Line{styled(title, chat.Title)}}
	add := func(text string) { s.Text = append(s.Text, styled(text, chat.Dim)) }
	provisional := false
	list := func(places []Place) {
		for _, place := range places {
			s.Text = append(s.Text, p.line(place, w))
			provisional = provisional || p.Kind == WordRating && place.Provisional
		}
	}
	if len(p.Places) == 0 {
		add(w.Say("leaderboard.empty."+p.Kind, "Game", game))
	}
	list(p.Places)
	if p.Unlisted > 0 {
		add(w.Say("leaderboard.unlisted", "Rank", p.Unlisted))
	}
	if len(p.Own) > 0 {
		add("…")
		list(p.Own)
	}
	if provisional {
		add(w.Say("leaderboard.provisional"))
	}
	s.Buttons = p.buttons(w)
	return s
}

// line is one place: rank, name and score.
func (p Leaderboard) line(place Place, w *words.Tongue) chat.Line {
	style, score := chat.Plain, scoreText(place.Score, w)
	if place.Mine {
		style = chat.Strong
	}
	if p.Kind == WordRating {
		score = ratingText(place.Rating, place.Provisional) + " · " + score
	}
	return chat.Line{
		{Text: fmt.Sprintf("%d. %s ", place.Rank, place.Name), Style: style},
		{Text: place.ID, Style: chat.Dim},
		{Text: " – " + score, Style: style},
	}
}

// leaderboardLine is what shows the game's leaderboard; without more words, the
// usual one of where it is said.
func leaderboardLine(game string, more ...string) string {
	return strings.Join(append([]string{"leaderboard", game}, more...), " ")
}

// other is what shows another leaderboard, with the reader's place in a chat.
func (p Leaderboard) other(game string, here bool, more ...string) string {
	switch {
	case !p.Scoped:
		return leaderboardLine(game, more...)
	case here:
		return leaderboardLine(game, append([]string{WordHere}, more...)...)
	}
	return leaderboardLine(game, append([]string{WordEverywhere}, more...)...)
}

// buttons turn the pages, and lead to the other scope, of which there is none in
// private, to the same by something else and of other games.
func (p Leaderboard) buttons(w *words.Tongue) [][]chat.Button {
	var scopes, kinds, all []chat.Button
	if p.Scoped {
		scopes = []chat.Button{
			{Label: w.Say("leaderboard.here"), Line: p.other(p.Game, true, p.Kind), Look: lookIf(p.Here)},
			{Label: w.Say("leaderboard.everywhere"), Line: p.other(p.Game, false, p.Kind), Look: lookIf(!p.Here)},
		}
	}
	for _, kind := range LeaderboardKinds() {
		kinds = append(kinds, chat.Button{Label: w.Say("leaderboard." + kind), Line: p.other(p.Game, p.Here, kind), Look: lookIf(kind == p.Kind)})
	}
	for _, g := range games.All() {
		all = append(all, chat.Button{Label: w.Say("game." + g.ID), Line: p.other(g.ID, p.Here, p.Kind), Look: lookIf(g.ID == p.Game)})
	}
	return rowsOf(p.turns(w), scopes, kinds, all)
}

// turns turn the pages.
func (p Leaderboard) turns(w *words.Tongue) (row []chat.Button) {
	if p.Less != "" {
		row = append(row, chat.Button{Label: "◀", Line: p.other(p.Game, p.Here, p.Kind, WordBefore+p.Less)})
	}
	if (p.Less != "" || p.More != "") && len(p.Own) > 0 {
		row = append(row, chat.Button{Label: w.Say("leaderboard.me"), Line: p.other(p.Game, p.Here, p.Kind, WordMe)})
	}
	if p.More != "" {
		row = append(row, chat.Button{Label: "▶", Line: p.other(p.Game, p.Here, p.Kind, WordAfter+p.More)})
	}
	return row
}

// Profile is how somebody plays a game, and how well.
type Profile struct {
	standing.Career
	Name    string         // fit to be shown
	Mention string         // as the reader typed it, "@bert"; "" for themself
	Game    string         // its id
	Hidden  bool           // nobody else sees it
	Against standing.Tally // of the reader in matches with them
	Zone    *time.Location // the reader's
}

// favourite is something undertaken often.
type favourite struct {
	word engine.Word
	standing.Attempts
}

// favourites is how many of them a profile tells.
const favourites = 3

// mostMade are those made most often, of two the one with more success.
func mostMade(all map[engine.Word]standing.Attempts) (most []favourite) {
	for word, n := range all {
		most = append(most, favourite{word, n})
	}
	slices.SortFunc(most, func(x, y favourite) int {
		return cmp.Or(cmp.Compare(y.Made, x.Made), cmp.Compare(y.Won, x.Won), cmp.Compare(x.word, y.word))
	})
	return most[:min(favourites, len(most))]
}

// Screen is the profile.
func (p Profile) Screen(w *words.Tongue, pictures Pictures) *chat.Screen {
	title := styled(w.Say("profile.title", "Name", p.Name, "Game", w.Say("game."+p.Game)), chat.Title)
	rest := p.lines(w)
	s := &chat.Screen{Lang: w.Tag(), Text: slices.Concat([]chat.Line{title}, p.ratingLines(w), rest)}
	if s.Picture = p.picture(w, pictures); s.Picture != nil {
		s.Caption = append([]chat.Line{title}, rest...)
	}
	s.Buttons = p.buttons(w)
	return s
}

// picture is how the rating went; nil before the first rated match.
func (p Profile) picture(w *words.Tongue, pictures Pictures) *chat.Picture {
	if pictures.Studio == nil || len(p.Curve) == 0 {
		return nil
	}
	curve := render.Curve{Name: speech.PlainName(p.Name), Game: p.Game, Matches: p.RatedMatches, Best: p.Best}
	for _, x := range p.Curve {
		curve.Rated = append(curve.Rated, render.Rated{Rating: x.Points, Deviation: x.Deviation, Provisional: x.Provisional, Day: speech.DayText(x.At.In(p.Zone), w)})
	}
	return pictureOf(pictures.Studio.Curve(curve, w))
}

// ratingLines tell the rating, which the picture shows as well.
func (p Profile) ratingLines(w *words.Tongue) []chat.Line {
	if !p.Rated {
		return nil
	}
	rated := ratingText(p.Rating.Shown(), p.Rating.Provisional())
	text := w.Say("profile.rating", "Rating", rated, "Rank", p.Rank)
	if p.Rating.Provisional() || p.Hidden { // a rank would be of few matches, or isn't theirs
		text = w.Say("profile.rating.unranked", "Rating", rated)
	}
	return []chat.Line{styled(text, chat.Strong)}
}

// lines tell what the picture doesn't.
func (p Profile) lines(w *words.Tongue) (text []chat.Line) {
	add := func(line string) { text = append(text, plain(line)) }
	if p.Totals.Matches == 0 {
		add(w.Say("profile.none"))
		return text
	}
	add(scoreText(p.Totals, w))
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
	if p.Against.Matches > 0 {
		add(againstText(p.Against, p.Name, w))
	}
	if p.Hidden {
		text = append(text, styled(w.Say("profile.yours"), chat.Dim))
	}
	return text
}

// againstText is what the reader has reached against somebody.
func againstText(x standing.Tally, name string, w *words.Tongue) string {
	return w.Count("profile.against", x.Matches, "Name", name, "Won", x.Won, "Points", render.Signed(x.Points)) + drawnText(x, w)
}

// profileLine is what shows the profile of who is mentioned, or one's own, in the
// game.
func profileLine(mention, game string) string { return lineOf("profile", mention, game) }

// buttons lead to the other games, and to what they are counted from.
func (p Profile) buttons(w *words.Tongue) [][]chat.Button {
	var others []chat.Button
	for _, g := range games.All() {
		others = append(others, option(w.Say("game."+g.ID), profileLine(p.Mention, g.ID), g.ID == p.Game))
	}
	more := []chat.Button{
		{Label: w.Say("profile.leaderboard"), Line: leaderboardLine(p.Game, WordEverywhere)},
		{Label: w.Say("profile.history"), Line: HistoryFilter{Game: p.Game, Mention: p.Mention}.Line()},
	}
	if p.Mention != "" {
		more = append(more, chat.Button{Label: w.Say("profile.challenge"), Line: "setup " + p.Game + " " + p.Mention})
	}
	return [][]chat.Button{others, more}
}

// HiddenProfile is all that there is to see of somebody who isn't listed: what is
// between them and the reader, which is the reader's as well.
type HiddenProfile struct {
	Name, Mention string
	Against       map[string]standing.Tally // of the reader in matches with them, by game
}

// Screen is the page.
func (p HiddenProfile) Screen(w *words.Tongue) *chat.Screen {
	s := &chat.Screen{Lang: w.Tag(), Text: []chat.Line{styled(p.Name, chat.Title)}}
	for _, g := range games.All() {
		if x := p.Against[g.ID]; x.Matches > 0 {
			s.Text = append(s.Text, plain(w.Say("game."+g.ID)+" – "+againstText(x, p.Name, w)))
		}
	}
	s.Text = append(s.Text, styled(w.Say("profile.hidden", "Name", p.Name), chat.Dim))
	s.Buttons = [][]chat.Button{{{Label: w.Say("profile.history"), Line: HistoryFilter{Mention: p.Mention}.Line()}}}
	return s
}
