package robot_test

import (
	"math"
	"slices"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/illustrated"
	"tarockbot/engine/kosakeln"
	"tarockbot/engine/robot"
	"tarockbot/engine/strohmandeln"
)

// rates is a series of numbers, one a deal.
type rates []float64

// mean is the average and half the width of its 95 % interval.
func (r rates) mean() (mean, half float64) {
	n := float64(len(r))
	for _, x := range r {
		mean += x / n
	}
	var squares float64
	for _, x := range r {
		squares += (x - mean) * (x - mean)
	}
	return mean, 1.96 * math.Sqrt(squares/(n-1)/n)
}

// compare plays every deal once for each seat, with the player there and the
// opponent at all others, and returns how much more the player has a deal than
// an opponent: card points counted at the end (thirds / 3) and score. The
// playings of a deal make one number, their average, as they aren't
// independent. Thrown-in deals count 0.
func compare(t testing.TB, rules string, player, opponent robot.Player, deals int) (points, score rates) {
	t.Helper()
	for seed := range deals {
		var p, s float64
		seats := newDeal(t, rules, nil, seed).Game().Seats
		for seat := range seats {
			d := newDeal(t, rules, nil, seed)
			players := slices.Repeat([]robot.Player{opponent}, seats)
			players[seat] = player
			playOut(t, d, players...)
			r := d.Result()
			p += ahead(r.Thirds, seat) / 3
			s += ahead(r.Score, seat)
		}
		points, score = append(points, p/float64(seats)), append(score, s/float64(seats))
	}
	return points, score
}

// ahead is how much more the seat has than the others on average.
func ahead(values []int, seat int) float64 {
	others := 0
	for s, v := range values {
		if s != seat {
			others += v
		}
	}
	return float64(values[seat]) - float64(others)/float64(len(values)-1)
}

// TestBeatsRandom asks for the 4 card points a deal that the player must be
// ahead, at the lower end of the interval.
func TestBeatsRandom(t *testing.T) {
	for _, g := range []struct {
		game  engine.Game
		score float64 // game points a deal
	}{{kosakeln.Game, 4}, {strohmandeln.Game, 1}, {illustrated.Game, 10}} {
		for _, rules := range g.game.Rules {
			d := dice(7)
			points, score := compare(t, rules.ID, robot.Simple{}, random{&d}, 200)
			if mean, half := points.mean(); mean-half < 4 {
				t.Errorf("%s: %.2f ± %.2f card points a deal, want 4", rules.ID, mean, half)
			}
			if mean, half := score.mean(); mean-half < g.score {
				t.Errorf("%s: %.2f ± %.2f score a deal, want %.0f", rules.ID, mean, half, g.score)
			}
		}
	}
}

// BenchmarkAgainstRandom reports the margins over 1,000 deals played twice;
// see compare for what is counted.
func BenchmarkAgainstRandom(b *testing.B) {
	for _, rules := range []string{kosakeln.Bamberger, kosakeln.Spieleversum,
		strohmandeln.Classic, strohmandeln.Extended, strohmandeln.Forty,
		illustrated.Loew, illustrated.Beck, illustrated.MayrSedlaczek} {
		b.Run(rules, func(b *testing.B) {
			var points, score rates
			for b.Loop() {
				d := dice(7)
				points, score = compare(b, rules, robot.Simple{}, random{&d}, 1000)
			}
			report(b, points, "points/deal", "±points")
			report(b, score, "score/deal", "±score")
		})
	}
}

func report(b *testing.B, r rates, unit, halfUnit string) {
	mean, half := r.mean()
	b.ReportMetric(mean, unit)
	b.ReportMetric(half, halfUnit)
}

// TestSelfPlay: deals between players of a kind are played, not thrown in, the
// declarer is usually right to have bid, and every contract occurs.
func TestSelfPlay(t *testing.T) {
	const deals = 1000
	for _, v := range variants(kosakeln.Game, illustrated.Game) {
		contracts, won := map[engine.Word]int{}, 0
		for seed := range deals {
			d := newDeal(t, v.Rules, v.Options, seed)
			playOut(t, d, robot.Simple{}, robot.Simple{}, robot.Simple{})
			r := d.Result()
			contracts[r.Contract]++
			if r.Declarer != engine.Nobody && r.Items[0].Won == (r.Items[0].By == r.Declarer) {
				won++
			}
		}
		t.Logf("%s %v: %v, %d won", v.Rules, v.Options, contracts, won)
		played := deals - contracts[0]
		if played < deals*8/10 || won*100 < played*55 || len(contracts) < 4 {
			t.Errorf("%s %v: of %d deals %v, %d won", v.Rules, v.Options, deals, contracts, won)
		}
	}
}
