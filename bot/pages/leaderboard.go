package pages

import (
	"fmt"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/standing"
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
