package screens

import (
	"cmp"
	"slices"
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

// Profile shows a person's results in a game.
type Profile struct {
	standing.Career
	Name    string
	Mention string         // "@bert" as typed; "" for the reader's own profile
	Game    string         // its id
	Hidden  bool           // from other people
	Against standing.Tally // the reader's results against the person
	Zone    *time.Location // the reader's
	Learn   Learn          // zero in others' profiles
}

// Screen shows the profile. The caption omits the rating, because the picture shows it.
func (p Profile) Screen(w *words.Tongue, pictures Pictures) *chat.Screen {
	head := title(w.Say("profile.title", "Name", p.Name, "Game", w.Say("game."+p.Game)))
	rest := append(p.lines(w), nonEmpty(when(len(p.Learn.Progress) > 0, plain(p.Learn.progress(p.Game, w))))...)
	others := gameButtons(p.Game, func(game string) string { return lineOf("profile", p.Mention, game) }, w)
	s := page(w, append(nonEmpty(head, p.ratingLine(w)), rest...), others, p.buttons(w))
	if s.Picture = p.picture(w, pictures); s.Picture != nil {
		s.Caption = append([]chat.Line{head}, rest...)
	}
	return s
}

// ratingLine hides a provisional or private rank. It returns nil without rated matches.
func (p Profile) ratingLine(w *words.Tongue) chat.Line {
	rated, ranked := ratingText(p.Rating.Shown(), p.Rating.IsProvisional()), !p.Rating.IsProvisional() && !p.Hidden
	rating := w.Say("profile.rating.unranked", "Rating", rated)
	if ranked {
		rating = w.Say("profile.rating", "Rating", rated, "Rank", p.Rank)
	}
	return when(p.RatedMatches > 0, strong(rating))
}

func (p Profile) buttons(w *words.Tongue) []chat.Button {
	return row(
		button(w.Say("profile.leaderboard"), lineOf("leaderboard", p.Game, WordEverywhere)),
		button(w.Say("profile.history"), HistoryFilter{Game: p.Game, Mention: p.Mention}.Line()),
		when(len(p.Learn.Progress) > 0, button(w.Say("button.learn"), lineOf("learn", p.Game))),
		when(p.Mention != "", button(w.Say("profile.challenge"), lineOf("setup", p.Game, p.Mention))))
}

func (p Profile) picture(w *words.Tongue, pictures Pictures) *chat.Picture {
	if len(p.Stats.Curve) == 0 {
		return nil
	}
	name := displayname.StripIsolates(p.Name)[0]
	curve := plan.RatingHistory{Name: name, Game: p.Game, Matches: p.RatedMatches, Best: p.Stats.Best}
	for _, x := range p.Stats.Curve {
		day := dayText(x.At.In(p.Zone), w)
		curve.Rated = append(curve.Rated, plan.Rated{Rating: x.Points, Deviation: x.Deviation, Provisional: x.Provisional, Day: day})
	}
	pictures.TwoColours = false // the picture has no cards
	return pictures.of(curve, w)
}

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

type favourite struct {
	word engine.Word
	standing.Attempts
}

func mostMade(all map[engine.Word]standing.Attempts) (most []favourite) {
	const maxShown = 3
	for word, n := range all {
		most = append(most, favourite{word, n})
	}
	slices.SortFunc(most, func(x, y favourite) int {
		return cmp.Or(cmp.Compare(y.Made, x.Made), cmp.Compare(y.Won, x.Won), cmp.Compare(x.word, y.word))
	})
	return most[:min(maxShown, len(most))]
}

func againstText(x standing.Tally, name string, w *words.Tongue) string {
	return w.Count("profile.against", x.Matches, "Name", name, "Won", x.Won, "Points", describe.Signed(x.Points)) + drawnText(x, w)
}

// HiddenProfile shows an unlisted person's matches with the reader.
type HiddenProfile struct {
	Name, Mention string
	Against       map[string]standing.Tally // by game
}

// Screen lists results by game.
func (p HiddenProfile) Screen(w *words.Tongue) *chat.Screen {
	against := seq.Map(games.All(), func(g engine.Game) chat.Line {
		x := p.Against[g.ID]
		return when(x.Matches > 0, plain(w.Say("game."+g.ID)+" – "+againstText(x, p.Name, w)))
	})
	hidden := dim(w.Say("profile.hidden", "Name", p.Name))
	return page(w, nonEmpty(slices.Concat([]chat.Line{title(p.Name)}, against, []chat.Line{hidden})...),
		row(button(w.Say("profile.history"), HistoryFilter{Mention: p.Mention}.Line())))
}
