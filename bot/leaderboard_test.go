package bot_test

import (
	"slices"
	"strings"
	"testing"

	"tarockbot/bot"
	"tarockbot/engine/games"
)

// TestLeaderboardsOfAllGames: a match leads to the leaderboard of its game, the
// page of a game to that of each other in the same scope, and its scopes are its
// own.
func TestLeaderboardsOfAllGames(t *testing.T) {
	w := introduced(t, "bert", "carl")
	w.three("loew leaving=ends")
	w.mustSay("carl", line(*w.mustSay("carl", "leave").Screen, "leave "))
	over := w.wait(public, isOver)
	page := w.mustSay("anna", line(over, "leaderboard")).Screen
	if title := said("leaderboard.title", "Game", said("game.illustrated"), "Where", said("leaderboard.here")); !contains(title)(*page) {
		t.Errorf("the match leads to\n%s\nwant %s", text(*page), title)
	}
	if unnamed := w.mustSay("anna", "leaderboard").Screen; text(*unnamed) != text(*page) {
		t.Errorf("without a name, after a match of one game:\n%s\nwant\n%s", text(*unnamed), text(*page))
	}
	for _, scope := range []string{"everywhere", "here"} {
		page = w.mustSay("anna", line(*page, "leaderboard illustrated "+scope)).Screen
		if !contains("anna")(*page) {
			t.Errorf("%s the match isn't on\n%s", scope, text(*page))
		}
		for _, g := range games.All() {
			other := w.mustSay("anna", line(*page, "leaderboard "+g.ID+" "+scope)).Screen
			if title := said("leaderboard.title", "Game", said("game."+g.ID), "Where", said("leaderboard."+scope)); !contains(title)(*other) {
				t.Errorf("the button leads to\n%s\nwant %s", text(*other), title)
			}
		}
	}
	alone := w.input(bot.Input{ID: w.newID(), User: user("anna"), Name: "anna", Lang: "en", Line: "leaderboard"}).Screen
	if got := lines(*alone); !slices.Equal(got, []string{
		"leaderboard illustrated rating", "leaderboard illustrated points", "leaderboard illustrated week", "leaderboard illustrated month",
		"leaderboard kosakeln rating", "leaderboard illustrated rating", "leaderboard strohmandeln rating",
	}) {
		t.Errorf("in private the page leads to %s", strings.Join(got, ", "))
	}
}
