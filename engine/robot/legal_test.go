package robot_test

import (
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/dice"
	"tarockbot/engine/enginetest"
	"tarockbot/engine/games"
	"tarockbot/engine/robot"
)

func variants(games ...engine.Game) (all []engine.Setup) {
	for _, g := range games {
		for _, set := range g.Rules {
			for _, o := range enginetest.Combinations(set.Options) {
				if o["draw"] != "double" { // changes only the value of the next deal
					all = append(all, engine.Setup{Rules: set.ID, Options: o})
				}
			}
		}
	}
	return all
}

// TestAlwaysLegal also seats random players, which reach other positions.
func TestAlwaysLegal(t *testing.T) {
	deals := 25 * *robot.Times
	for _, v := range variants(games.All()...) {
		for seed := range deals {
			playOut(t, newDeal(t, v.Rules, v.Options, seed), robot.Medium.New(), robot.Medium.New(), robot.Medium.New())
			playOut(t, newDeal(t, v.Rules, v.Options, seed), randomPlayer{}, robot.Medium.New(), randomPlayer{})
			playOut(t, newDeal(t, v.Rules, v.Options, seed), robot.Medium.New(), randomPlayer{}, robot.Medium.New())
		}
	}
}

func TestUnknownPrompts(t *testing.T) {
	hand := robot.Cards(t, "I V XXI HK H4 D3")
	say := engine.Say
	tests := []struct {
		name   string
		prompt engine.Prompt
		want   string
	}{
		{"only unknown words", engine.Prompt{Choices: []engine.Action{say(engine.Timeout, 0), say(engine.Exchange, engine.Trull)}}, "timeout"},
		{"an unknown contract", engine.Prompt{Choices: []engine.Action{say(engine.Bid, engine.Valat), say(engine.Pass, 0)}}, "pass"},
		{"only unknown contracts", engine.Prompt{Choices: []engine.Action{say(engine.Bid, engine.Valat)}}, "bid valat"},
		{"an unknown announcement", engine.Prompt{Choices: []engine.Action{say(engine.Announce, engine.Solo), say(engine.EndAnnouncing, 0)}}, "done"},
		{"an unknown pick", engine.Prompt{Pick: engine.Pick{Verb: engine.ChoosePacket, Min: 2, Max: 3, Must: robot.Cards(t, "HK"), From: hand}}, "talon I HK 0"},
		{"a pick of no cards", engine.Prompt{Pick: engine.Pick{Verb: engine.ChoosePacket, Max: 3, From: hand}}, "talon 0"},
		{"an unseen talon", engine.Prompt{Choices: []engine.Action{{Verb: engine.ChoosePacket, N: 1}}}, "talon 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := engine.View{PublicView: engine.PublicView{Declarer: engine.Nobody, PacketSize: 3, HandSize: []int{6, 6, 6}}}
			v.Cards = hand
			got := robot.Medium.New().Act(v, tt.prompt, nil)
			if len(got) != 1 || got[0].String() != tt.want || !tt.prompt.Allows(got[0]) {
				t.Errorf("got %v, want %q", got, tt.want)
			}
		})
	}
}

func TestLegalPlaysOfThreeSeats(t *testing.T) {
	d := dice.New(3)
	for seed := range 100 * *robot.Times {
		deck := shuffled(card.Full, seed)
		hands := [engine.MaxSeats]card.Set{card.SetOf(deck[:16]...), card.SetOf(deck[16:32]...), card.SetOf(deck[32:48]...)}
		play := engine.StartTricks(hands, 3, 16, 0)
		for len(play.Tricks) < 16 {
			v := engine.View{PublicView: engine.PublicView{Declarer: engine.Seat(d.Below(3)), Trick: play.Trick, Tricks: play.Tricks}}
			for _, hand := range play.Hands {
				v.HandSize = append(v.HandSize, hand.Len())
			}
			v.Seat, v.Cards = play.Turn, play.Hands[play.Turn]
			p := engine.Prompt{Pick: engine.Pick{Verb: engine.PlayCard, Min: 1, Max: 1, From: play.Playable()}}
			got := robot.Medium.New().Act(v, p, nil)
			if !p.Allows(got[0]) {
				t.Fatalf("%v is not allowed: %+v", got, p)
			}
			play.Play(got[0].Cards.Lowest())
		}
	}
}
