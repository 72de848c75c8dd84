package bot

import (
	"context"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/engine/rating"
	"tarockbot/render"
	"tarockbot/render/words"
)

// rankingWish is what somebody wants of leaderboards.
type rankingWish string

// The wishes.
const (
	rankingShown  rankingWish = ""
	rankingHidden rankingWish = "hidden" // rated, but listed for nobody
	rankingOff    rankingWish = "off"    // not listed, and no match of theirs is rated
)

// Nobody can be kept from playing against accounts of their own, or against
// friends who lose on purpose. So that it isn't worth it, there are limits a
// day: to how often two meet in rated matches, to how many those have who are
// new, and to how many points anybody gains.
const (
	// ratedMeetings is how many rated matches two people have with each other.
	ratedMeetings = 5
	// ratedFirst is how many rated matches somebody has whose rating is
	// provisional.
	ratedFirst = 10
	// mostGain is how many points somebody gains, in thousandths.
	mostGain = 50_000
	// mostFirstGain is that of somebody whose rating is provisional: it has yet to
	// find its place.
	mostFirstGain = 200_000
)

// Why a match isn't rated.
const (
	unratedFriendly = "friendly" // those who played have wanted it so
	unratedOff      = "off"      // somebody's matches are never rated
	unratedLapse    = "lapse"    // somebody was forgotten not long ago
	unratedLeft     = "left"     // nobody has stayed to the end
	unratedSelf     = "self"     // two who sit there are one person by now
	unratedOften    = "often"    // the same people have had enough rated matches that day
	unratedNew      = "new"      // somebody new has
	unratedTogether = "together" // two of them play from one browser
	unratedOld      = "old"      // it was played before there were ratings
)

// ratedDay is what an account has had of rated matches in one day, the last with
// any. It numbers days as dayOf does.
type ratedDay struct {
	Day     int              `json:"day"`
	Start   int              `json:"start"` // the rating's points when it began
	Matches int              `json:"matches"`
	Met     map[PersonID]int `json:"met,omitempty"` // how often which account
}

func (d *ratedDay) meet(other PersonID) {
	if d.Met == nil {
		d.Met = make(map[PersonID]int)
	}
	d.Met[other]++
}

// ratingOn is the account's rating before a match on that day.
func (s *standing) ratingOn(day int) rating.Rating {
	if s.Rated == 0 {
		return rating.New()
	}
	return s.Rating.Idle(day - s.Today.Day)
}

// rateTo takes the rating that a match on that day has led to, but no more points
// than are gained in a day, and returns it.
func (s *standing) rateTo(after, before rating.Rating, day int) rating.Rating {
	if s.Rated == 0 || s.Today.Day != day {
		s.Today = ratedDay{Day: day, Start: before.Points}
	}
	gain := mostGain
	if before.Provisional() {
		gain = mostFirstGain
	}
	after.Points = min(after.Points, max(s.Today.Start+gain, before.Points))
	s.Rating = after
	s.Rated++
	s.Today.Matches++
	return after
}

// tooMuch says why the match is one rated match too much for that day; "" if it
// isn't.
func (l ledger) tooMuch(m *match) string {
	day := dayOf(m.Ended)
	for i, s := range m.Seats {
		x := l.of(s.Account)
		if x.Rated == 0 || x.Today.Day != day {
			continue
		}
		for j, other := range m.Seats {
			if i != j && x.Today.Met[other.Account] >= ratedMeetings {
				return unratedOften
			}
		}
		if x.Today.Matches >= ratedFirst && x.Rating.Provisional() {
			return unratedNew
		}
	}
	return ""
}

// rankingWishes are all of them, in the order of their buttons.
func rankingWishes() []rankingWish { return []rankingWish{rankingShown, rankingHidden, rankingOff} }

// word is what is said for the wish.
func (x rankingWish) word() string {
	if x == rankingShown {
		return "shown"
	}
	return string(x)
}

// setRanking changes what the person wants of leaderboards, and their places with
// it.
func (b *Bot) setRanking(ctx context.Context, r *request) (Answer, error) {
	wish, ok := b.tongues.wishes[plainWord(r.arg(1))]
	if !ok {
		return Answer{}, chat.Refuse("no-ranking")
	}
	b.ranking.mu.Lock()
	defer b.ranking.mu.Unlock()
	was, err := b.entrantOf(ctx, r.person.head().Person)
	if err != nil {
		return Answer{}, err
	}
	docs, err := b.relistDocs(ctx, []entrant{was}, []entrant{{was.all, wish == rankingShown}})
	if err != nil {
		return Answer{}, err
	}
	if err := b.setPerson(ctx, r, r.person.head().User, func(p *person) { p.Ranking = wish }, docs...); err != nil {
		return Answer{}, err
	}
	return b.settingsPage(ctx, r)
}

// rankingButtons are what one can want of leaderboards.
func rankingButtons(r *request) (row []Button) {
	for _, wish := range rankingWishes() {
		row = append(row, Button{Label: r.t.Say("settings.ranking." + wish.word()), Line: "settings ranking " + wish.word(), Look: lookIf(wish == r.person.Ranking)})
	}
	return row
}

// whyUnrated is why a match of those who sit at the table won't be rated; "" if
// nothing is known against it.
func (b *Bot) whyUnrated(ctx context.Context, t *table) (string, error) {
	if t.Setup.Friendly {
		return unratedFriendly, nil
	}
	var seated []person
	for _, c := range t.Chairs {
		if c.User == "" {
			continue
		}
		p, known, err := b.known(ctx, c.User)
		if err != nil {
			return "", err
		}
		if !known {
			continue
		}
		if p, err = b.whole(ctx, p); err != nil {
			return "", err
		}
		switch {
		case p.Ranking == rankingOff:
			return unratedOff, nil
		case b.cfg.Now().Before(p.Lapse):
			return unratedLapse, nil
		}
		for _, other := range seated {
			if yes, err := b.together(ctx, p, other); err != nil || yes {
				return unratedTogether, err
			}
		}
		seated = append(seated, p)
	}
	return "", nil
}

// together says whether two people play from one place, by any of their identities.
func (b *Bot) together(ctx context.Context, p, other person) (bool, error) {
	for _, x := range p.identities() {
		platform, ok := b.platforms[x.User.Platform()].(Housemates)
		if !ok {
			continue
		}
		for _, y := range other.identities() {
			if x.User.Platform() != y.User.Platform() {
				continue
			}
			if yes, err := platform.Together(ctx, x.User, y.User); err != nil || yes {
				return yes, err
			}
		}
	}
	return false, nil
}

// ratedSeat is what the end of a match tells of a seat's rating.
type ratedSeat struct {
	Before      int  `json:"before"`
	After       int  `json:"after"`
	Provisional bool `json:"provisional,omitempty"`
}

// counted keeps what the log has of the match for the table to tell.
func (t *table) counted(m *match) {
	t.Unrated, t.Ratings = m.Unrated, nil
	for _, s := range m.Seats {
		if s.After != nil {
			t.Ratings = append(t.Ratings, ratedSeat{s.Before.Shown(), s.After.Shown(), s.After.Provisional()})
		}
	}
}

// ratedLines tell how the match has changed the ratings, or why it hasn't.
func (t *table) ratedLines(names []string, w *words.Tongue) []Line {
	if t.withRobot() {
		return nil
	}
	if t.Unrated != "" {
		return []Line{{{Text: t.unratedText(w), Style: Dim}}}
	}
	var changes []string
	for s, x := range t.Ratings {
		changes = append(changes, w.Say("outcome.rating", "Name", names[s], "After", ratingText(x.After, x.Provisional), "Change", render.Signed(x.After-x.Before)))
	}
	if len(changes) == 0 {
		return nil
	}
	return []Line{{{Text: w.Say("outcome.ratings", "Changes", strings.Join(changes, " · "))}}}
}

// unratedText says why the match isn't rated.
func (t *table) unratedText(w *words.Tongue) string {
	most := ratedMeetings
	if t.Unrated == unratedNew {
		most = ratedFirst
	}
	return w.Say("unrated."+t.Unrated, "Max", most)
}

// ratingText is a rating as people read it; one that is provisional is marked.
func ratingText(points int, provisional bool) string {
	if provisional {
		return strconv.Itoa(points) + "?"
	}
	return strconv.Itoa(points)
}
