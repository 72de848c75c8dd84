package web

import (
	"slices"
	"testing"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/render/words"
	"tarockbot/storage/memory"
)

func TestTermsOnScreens(t *testing.T) {
	t.Parallel()
	var b *bot.Bot
	bottest.Start(t.Context(), t, bot.Config{Store: memory.New()}, func(started *bot.Bot) chat.Platform {
		b = started
		return newPlatform(t, Config{Notes: b.Materials.Notes("local")})
	})
	all, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	auction := []string{
		"picture.phase.auction", "picture.role.declarer", "picture.role.defender", "call.hold", "call.good", "call.dreiblatt", "call.zweiblatt",
		"call.einblatt", "call.solo", "bonus.pagat", "bonus.uhu", "bonus.absolute", "bonus.panzer", "bonus.without-trull", "bonus.without-kings",
		"bonus.valat", "bonus.trull", "summary.item.silent", "todo.phase.before", "board.doubled.1", "board.doubled.2",
	}
	for game, ids := range map[string][]string{
		"kosakeln":     append(slices.Clone(auction), "board.doubled.3", "bonus.pelikan", "bonus.kakadu", "bonus.quapil", "bonus.birds", "call.unterer", "level.unterer-held", "bonus.honours"),
		"illustrated":  append(slices.Clone(auction), "call.take", "call.unterer", "level.taken", "level.retaken", "level.unterer-held", "plays.trischaken", "bonus.honours"),
		"strohmandeln": {"picture.phase.undertake", "picture.role.undertaker", "picture.role.opponent", "call.undertake", "plays.undertake", "call.fold", "bonus.pagat-captured", "bonus.rostopschin", "piles"},
	} {
		for _, lang := range words.Languages() {
			w, g := all.In(lang), newGlossary(b.Materials.Glossary(game, lang), catalogue.In(lang))
			texts := []string{w.Count("points.leaves", 1), w.Count("points.leaves", 2)}
			for _, id := range append(ids, "picture.dealer", "board.dealer", "todo.lead") {
				if id == "piles" {
					texts = append(texts, catalogue.In(lang).Say(id))
				} else {
					texts = append(texts, w.Say(id))
				}
			}
			for _, text := range texts {
				if !slices.ContainsFunc(g.split(text, "plain", make(map[string]bool)), func(s spanView) bool { return s.Says != "" }) {
					t.Errorf("%s, %s: no word of %q is explained", game, lang, text)
				}
			}
		}
	}
}
