package screens

import (
	"fmt"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/support/seq"
	"tarockbot/render/words"
)

// Leaderboard shows a page of a game's ranking.
type Leaderboard struct {
	Game string // its id
	Kind string // one of LeaderboardKinds
	// Scoped: the chat has its own leaderboard. Here: the page shows it.
	Scoped, Here bool
	Places       []Place
	Pages        Pages
	// OwnPlaces lists the reader's neighbourhood, if not in Places.
	OwnPlaces []Place
	// UnlistedRank is an unlisted reader's rank, or 0.
	UnlistedRank int
}

// Place is a person's place on a leaderboard.
type Place struct {
	Rank int // from 1
	Name string
	ID   string // distinguishes people with the same name
	Mine bool   // the reader's
	// Rating and Provisional are for leaderboards by rating.
	Rating      int
	Provisional bool
	Score       standing.Tally
}

// Screen lists the places, then the reader's.
func (p Leaderboard) Screen(w *words.Tongue) *chat.Screen {
	game, where := w.Say("game."+p.Game), w.Say(either(p.Here, "leaderboard.here", "leaderboard.everywhere"))
	line := func(place Place) chat.Line { return p.line(place, w) }
	provisional := func(place Place) bool { return p.Kind == WordRating && place.Provisional }
	text := nonEmpty(title(w.Say("leaderboard.title", "Game", game, "Where", where)+" – "+w.Say("leaderboard."+p.Kind)),
		when(len(p.Places) == 0, dim(w.Say("leaderboard.empty."+p.Kind, "Game", game))))
	text = append(text, seq.Map(p.Places, line)...)
	unlisted := dim(w.Say("leaderboard.unlisted", "Rank", p.UnlistedRank))
	text = append(text, nonEmpty(when(p.UnlistedRank > 0, unlisted), when(len(p.OwnPlaces) > 0, dim("…")))...)
	text = append(text, seq.Map(p.OwnPlaces, line)...)
	if slices.ContainsFunc(slices.Concat(p.Places, p.OwnPlaces), provisional) {
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

func (p Leaderboard) other(game string, here bool, kind string) string {
	return lineOf("leaderboard", game, when(p.Scoped, either(here, WordHere, WordEverywhere)), kind)
}

func (p Leaderboard) turns(w *words.Tongue) []chat.Button {
	line := p.other(p.Game, p.Here, p.Kind)
	before, after := p.Pages.lines(line)
	return row(
		symbolButton("◀", w.Say("page.before"), before),
		when(p.Pages != Pages{} && len(p.OwnPlaces) > 0, button(w.Say("leaderboard.me"), lineOf(line, WordMe))),
		symbolButton("▶", w.Say("page.after"), after))
}
