package words_test

import (
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/games"
	"tarockbot/engine/illustrated"
	"tarockbot/engine/kosakeln"
	"tarockbot/engine/robot"
	"tarockbot/engine/strohmandeln"
	"tarockbot/render/words"
)

func reasons() map[string]bool {
	all := make(map[string]bool)
	for _, r := range append(engine.CommonReasons(), slices.Concat(kosakeln.Reasons(), illustrated.Reasons(), strohmandeln.Reasons())...) {
		all[string(r)] = true
	}
	for _, g := range games.All() {
		for r := range g.Topics {
			all[string(r)] = true
		}
	}
	return all
}

func gameSetups() (gameIDs, rules, options, values []string) {
	for _, g := range games.All() {
		gameIDs = append(gameIDs, g.ID)
		for _, set := range g.Rules {
			rules = append(rules, set.ID)
			for _, o := range set.Options {
				options = append(options, string(o.ID))
				for _, v := range o.Values {
					values = append(values, fmt.Sprintf("%s.%s", o.ID, v))
				}
			}
		}
	}
	for _, c := range []string{"points.shown", "points.hidden", "leaving.computer", "leaving.ends", "rated.on", "rated.off",
		"timeout.computer", "timeout.settle", "cut.match", "cut.deal"} {
		name, _, _ := strings.Cut(c, ".")
		options = append(options, name, c)
	}
	return gameIDs, rules, options, values
}

func ranks() []string {
	letters := make(map[string]bool)
	for c := range card.PlainSuits.All() {
		if rank := c.Rank(); rank >= "A" {
			letters[rank] = true
		}
	}
	return keys(letters)
}

// families maps id patterns to the names that may replace "*".
func families(c *source, v vocabulary) map[string][]string {
	gameIDs, rules, options, values := gameSetups()
	presets := []string{
		"kosakeln", "kosakeln-short", "kosakeln-spieleversum", "kosakeln-beck", "illustrated-loew", "illustrated-beck", "illustrated-mayr",
		"strohmandeln", "strohmandeln-extended", "strohmandeln-forty",
	}
	return map[string][]string{
		"rank.*":           ranks(),
		"spoken.*":         append(ranks(), card.Pagat.String(), card.Mond.String()),
		"game.*":           gameIDs,
		"rules.*":          rules,
		"option.*":         options,
		"option.*.*":       values,
		"preset.*":         presets,
		"preset.*.about":   presets,
		"call.*":           keys(v.contracts, v.calls),
		"board.calls.*":    ownTerms("auction"),
		"contract.*":       keys(v.played, v.insteadOfGame),
		"plays.*":          keys(v.played),
		"computer.level.*": computerLevels(),
		"name.computer.*":  computerLevels(),
		"name.sibling.*":   computerLevels(),
		"level.*":          {"taken", "retaken", "unterer", "unterer-held"},
		"picture.role.*":   ownTerms("declarer", "defender"),
		"picture.brief.*":  ownTerms("declarer", "defender"),
		"board.nobody.*":   keys(v.unled),
		"bonus.*":          keys(v.bonuses),
		"verb.*":           append(keys(v.verbs), "exchange", "discard", "play", "resign", "timeout"),
		"choice.*":         keys(v.picks),
		"confirm.*":        keys(v.picks),
		"board.waiting.*":  keys(v.phases),
		"todo.phase.*":     slices.DeleteFunc(keys(v.phases), func(p string) bool { return slices.Contains([]string{"play", "exchange", "discard", "talon"}, p) }),
		"hint.call.*":      keys(v.contracts),
		"hint.bonus.*":     keys(v.offered),
		"hint.*.*":         keys(v.said),
		"picture.turn.*":   keys(v.phases),
		"picture.phase.*":  append(keys(v.unbid), string(engine.Playing)),
		"picture.why.*":    keys(v.whys),
		"picture.end.*":    {"resign", "timeout", "at-once"},
		"board.doubled.*":  keys(v.doubled),
		"summary.*.won":    keys(v.insteadOfGame),
		"summary.*.lost":   keys(v.insteadOfGame),
		"summary.end.*":    {"resign", "timeout", "at-once"},
		"reason.*":         keys(reasons()),
		"refuse.typed.*":   typedVerbs(),
		"refuse.bare.*":    {"play", "exchange", "discard", "bid", "announce", "contra", "re", "sub", "talon", "declare"},
		"closed.*":         {"now", "rules", "shorter"},
		"cut.no.*":         {"uncut", "knock"},
		"advice.why.*":     advices(),
		"command.*":        c.commandNames(),
		"help.topic.*":     helpTopics(),
		"help.more.*":      helpTopics(),
		"help.example.*":   {"accept", "decline", "consent", "verify"},
		"typed.help.*":     helpTopics(),
		"platform.*":       c.networks(),
		"platform.there.*": c.networks(),
		"platform.space.*": c.networks(),
		"platform.chat.*":  c.networks(),
		"platform.here.*":  c.networks(),
		"language.*":       words.Languages(),
		"typed.command.*":  c.commandNames(),
		"typed.verb.*":     typedVerbs(),
		"typed.topic.*":    topicNames(),
		"typed.term.*=off": optionsWithOff(),
		"typed.term.*":     termWords(),
		"history.*":        {"won", "lost", "drawn"},
		"typed.*":          {"on", "off", "end"},
		"typed.filter.*":   {"export", "here", "month", "won", "lost", "drawn", "share"},
		"typed.name.*":     append(keys(v.contracts), typedBonuses()...),

		"reminders.*":       {"both", "last", "off"},
		"typed.reminders.*": {"both", "last", "off"},
		"calling.turn.*":    {"now", "away", "hour", "off"},
		"typed.calls.*":     {"now", "away", "hour", "off"},
		"typed.setting.*":   c.settingNames(),
		"typed.deck.*":      {"four", "two"},
		"typed.learn.*":     {"all", "whole"},
		"typed.cutting.*":   {"ask", "never"},
		"verify.*":          {"fair", "violated", "unchecked"},
		"zone.*": {"Europe/Vienna", "Europe/London", "Europe/Lisbon", "Europe/Athens", "Europe/Istanbul", "America/New_York", "America/Chicago",
			"America/Denver", "America/Los_Angeles", "America/Sao_Paulo", "Asia/Kolkata", "Asia/Tokyo", "Australia/Sydney", "UTC"},
		"settings.ranking.*":  {"shown", "hidden", "off"},
		"typed.ranking.*":     {"shown", "hidden", "off"},
		"leaderboard.*":       {"rating", "points", "week", "month"},
		"leaderboard.empty.*": {"rating", "points", "week", "month"},
		"typed.board.*":       {"rating", "points", "week", "month", "here", "everywhere", "me"},
		"unrated.*":           {"friendly", "off", "lapse", "left", "self", "together", "often", "new"},
	}
}

func advices() (all []string) {
	for _, reason := range robot.Reasons() {
		all = append(all, string(reason))
	}
	return all
}

func ownTerms(names ...engine.Name) []string {
	all := make(map[string]bool)
	for _, g := range games.All() {
		for _, set := range g.Rules {
			for _, name := range names {
				all[string(set.Terms.OwnName(name))] = true
			}
		}
	}
	return keys(all)
}

func typedBonuses() []string {
	return []string{
		"game", "pagat", "uhu", "pelikan", "quapil", "absolute", "panzer", "without-trull", "without-kings", "valat",
		"trull", "kings", "birds", "honours",
	}
}

func computerLevels() []string { return []string{"easy", "medium", "strong"} }

func termWords() []string {
	all := []string{"points=shown", "points=hidden", "leaving=computer", "leaving=ends", "rated=on", "rated=off", "computer", "computer=1", "computer=2",
		"pace=live", "pace=none", "timeout=computer", "timeout=settle", "cut=match", "cut=deal"}
	for _, l := range computerLevels() {
		all = append(all, "level="+l)
	}
	for _, g := range games.All() {
		all = append(all, g.ID)
		for _, set := range g.Rules {
			all = append(all, strings.TrimPrefix(set.ID, g.ID+"/"))
			for _, o := range set.Options {
				for _, v := range o.Values {
					all = append(all, map[engine.Name]string{"on": string(o.ID), "off": string(o.ID) + "=off"}[v])
					if v != "on" && v != "off" {
						all[len(all)-1] = string(v)
					}
				}
			}
		}
	}
	return all
}

func optionsWithOff() (all []string) {
	for _, term := range termWords() {
		if word, ok := strings.CutSuffix(term, "=off"); ok {
			all = append(all, word)
		}
	}
	return all
}

func topicNames() []string {
	names := make(map[string]bool)
	for _, g := range games.All() {
		files, err := fs.Glob(g.Guide, fallback()+"/*.md")
		if err != nil {
			panic(err)
		}
		for _, file := range files {
			_, name, _ := strings.Cut(strings.TrimSuffix(file, ".md"), "-")
			names[name] = true
		}
	}
	return keys(names)
}

func helpTopics() []string { return []string{"play", "people", "tables", "standings", "data"} }

func typedVerbs() []string {
	return []string{"play", "exchange", "discard", "bid", "hold", "take", "pass", "announce", "contra", "re", "sub", "done", "talon", "undertake", "fold", "declare"}
}

func fillPattern(pattern, name string) string {
	before, after, _ := strings.Cut(pattern, "*")
	return before + name + strings.TrimPrefix(after, ".*")
}

func idsFor(t *testing.T, u use, id string, all map[string][]string) []string {
	t.Helper()
	if !strings.Contains(id, "*") {
		return []string{id}
	}
	names, ok := all[id]
	if !ok || len(names) == 0 {
		t.Errorf("%s: says %s, but families has no names for it", u.where, id)
	}
	ids := make([]string, len(names))
	for i, name := range names {
		ids[i] = fillPattern(id, name)
	}
	return ids
}

// idsOfPlatforms returns ids of texts whose use other packages' tests check.
func idsOfPlatforms(t *testing.T, have map[string]entry) map[string][]string {
	t.Helper()
	own := map[string][]string{"program.*": nil, "field.name.*": nil, "field.about.*": nil, "field.choice.*": nil}
	for _, file := range filesMatching(t, "bot", "platform", "*", "driver.go") {
		own[filepath.Base(filepath.Dir(file))+".*"] = nil
	}
	for pattern := range own {
		for id := range have {
			if rest, is := strings.CutPrefix(id, strings.TrimSuffix(pattern, "*")); is {
				own[pattern] = append(own[pattern], rest)
			}
		}
	}
	return own
}

func TestUses(t *testing.T) {
	c := readSource(t)
	all, have, used := families(c, gatherVocabulary(t)), texts(t, fallback()), make(map[string]bool)
	maps.Copy(all, idsOfPlatforms(t, have))
	for _, u := range c.uses() {
		for _, said := range u.ids {
			for _, id := range idsFor(t, u, said, all) {
				used[id] = true
				checkText(t, u, id, have)
			}
		}
	}
	for id := range have {
		if !used[id] {
			t.Errorf("no code uses the text %s", id)
		}
	}
}

func checkText(t *testing.T, u use, id string, have map[string]entry) {
	t.Helper()
	e, ok := have[id]
	if !ok {
		t.Errorf("%s: the catalogue has no text %s", u.where, id)
		return
	}
	if u.counted != e.counted {
		t.Errorf("%s: %s: is said with a count: %v, has plural forms: %v", u.where, id, u.counted, e.counted)
	}
	for _, name := range e.gaps() {
		if !u.open && !slices.Contains(u.names, name) {
			t.Errorf("%s: doesn't fill the gap %s of %s", u.where, name, id)
		}
	}
}

// TestVocabulary checks that random deals produce every name in tables.
func TestVocabulary(t *testing.T) {
	v := gatherVocabulary(t)
	for name, got := range map[string]struct{ have, want int }{
		"contracts": {len(v.contracts), 4},
		"bonuses":   {len(v.bonuses), 13},
		"phases":    {len(v.phases), 7},
		"doublings": {len(v.doubled), 3},
		"reasons":   {len(v.whys), 7},
	} {
		if got.have < got.want {
			t.Errorf("found %d %s, want %d or more", got.have, name, got.want)
		}
	}
}
