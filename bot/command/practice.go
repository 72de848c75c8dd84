package command

import (
	"context"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match/terms"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/engine/robot"
)

// practice starts a private match with the computer, or challenges the named friends.
func practice(ctx context.Context, r *Request, typedTerms []speech.Term) (chat.Answer, error) {
	if len(typedTerms) == 0 {
		return practicePage(ctx, r, "")
	}
	alone := !slices.ContainsFunc(typedTerms, func(x speech.Term) bool { return speech.IsMention(x.Typed) })
	if !alone && !slices.ContainsFunc(typedTerms, namesComputer) {
		typedTerms = append(typedTerms, speech.Term{Word: terms.WordComputer, Typed: terms.WordComputer})
	}
	t, err := parseTerms(ctx, r, typedTerms)
	switch {
	case !alone && (chat.IsRefusal(err, "no-chair") || chat.IsRefusal(err, "no-chair-computer")):
		return chat.Answer{}, chat.Refuse("practice-friend", "Game", r.Words.Say("game."+t.Game.ID))
	case err != nil:
		return chat.Answer{}, err
	case alone:
		return startPractice(ctx, r, t)
	}
	if page, err := wrongChatPage(ctx, r); err != nil || page != nil {
		return chat.Answer{Screen: page}, err
	}
	return propose(ctx, r, t)
}

func namesComputer(term speech.Term) bool {
	name, _, _ := strings.Cut(strings.ToLower(term.Word), "=")
	return name == terms.WordComputer
}

func practicePage(ctx context.Context, r *Request, level robot.Level) (_ chat.Answer, err error) {
	all, known := gamesFor(r)
	if known == 0 {
		last, _, err := lastRules(ctx, r.sv, r.Person)
		if err != nil {
			return chat.Answer{}, err
		}
		played, _ := games.ByRules(last) // the zero game if the rules no longer exist
		if i := slices.IndexFunc(all, func(g engine.Game) bool { return g.ID == played.ID }); i >= 0 {
			all, known = slices.Concat(all[i:i+1], all[:i], all[i+1:]), 1
		}
	}
	if level == "" {
		level, err = lastLevel(ctx, r.sv, r.Person)
	}
	return chat.Answer{Screen: screens.Practice{Games: all, KnownCount: known, Level: level}.Screen(r.Words)}, err
}

func playNow(ctx context.Context, r *Request) (chat.Answer, error) {
	for _, t := range runningTables(r.sv, r.Person) {
		if t.Chairs.HasOnePerson() && (t.Waiting().Has(r.seat(t)) || t.Thinking() != 0) {
			return showHand(ctx, r, t.ID)
		}
	}
	last, _, err := lastRules(ctx, r.sv, r.Person)
	if err != nil {
		return chat.Answer{}, err
	}
	if last == "" {
		return playFirst(ctx, r)
	}
	t, err := lastTerms(ctx, r)
	if err != nil {
		return chat.Answer{}, err
	}
	return startPractice(ctx, r, t)
}

// playFirst starts a person's first match: against the weakest computer and with advice.
func playFirst(ctx context.Context, r *Request) (chat.Answer, error) {
	t, err := lastTerms(ctx, r)
	if err != nil {
		return chat.Answer{}, err
	}
	t.Level = robot.Easy
	turnOnAdvice(ctx, r)
	return startPractice(ctx, r, t)
}

// startPractice starts a match without a chat, and without a clock unless a pace was typed.
func startPractice(ctx context.Context, r *Request, t terms.Terms) (chat.Answer, error) {
	t.PlayAlone()
	r = r.inChat("", "")
	tb, err := newTable(r, t)
	if err != nil {
		return chat.Answer{}, err
	}
	first := &tables.Change{Table: tb, Input: r.Input, Person: r.Person}
	defer first.Release()
	if err := r.sv.Tables.Dealer.Begin(ctx, first); err != nil {
		return chat.Answer{}, err
	}
	answer := r.beginAnswer(tb)
	answer.Next = screens.HandButton(tb.ID, r.Words)
	return answer, openTable(ctx, r.sv, first)
}

// lastTerms returns the last rules and level, or the defaults for a beginner.
func lastTerms(ctx context.Context, r *Request) (terms.Terms, error) {
	rules, options, err := lastRules(ctx, r.sv, r.Person)
	if err != nil {
		return terms.Terms{}, err
	}
	g, rulesErr := games.ByRules(rules)
	if rulesErr != nil {
		g = games.All()[0]
	}
	t, said, err := terms.Parse(g, nil, r.Words)
	if err == nil {
		t.Level, err = lastLevel(ctx, r.sv, r.Person)
	}
	if err != nil {
		return t, err
	}
	if rulesErr != nil {
		t.ApplyPreset(terms.BeginnersPreset())
	} else {
		t.ChooseRules(g, rules)
		t.KeepOptions(options)
	}
	return t, t.Complete(said, r.Words)
}
