package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// The architecture tests parse the sources themselves, because a tool may answer from its cache.

const module = "tarockbot"

// rule lists the packages that a package may import, as patterns for path.Match.
type rule struct {
	pkg     string
	imports []string
}

// mayImport lists the imports allowed within this module. The first fitting row counts; every package needs one.
var mayImport = []rule{
	{"engine/card", nil},
	{"engine", []string{"engine/card"}},
	{"engine/games", []string{"engine", "engine/*"}},
	{"engine/fair", []string{"engine/card"}},
	{"engine/verify", []string{"engine", "engine/fair", "engine/games"}},
	{"engine/kosakeln", []string{"engine", "engine/card"}},
	{"engine/strohmandeln", []string{"engine", "engine/card"}},
	{"engine/illustrated", []string{"engine", "engine/card"}},
	{"engine/lesson", []string{"engine", "engine/card"}},
	{"engine/rating", nil},
	{"engine/dice", nil},
	{"engine/robot", []string{"engine", "engine/card", "engine/dice", "engine/games", "engine/solver"}},
	{"engine/duel", []string{"engine", "engine/dice", "engine/fair", "engine/robot", "engine/solver"}},
	{"engine/solver", []string{"engine", "engine/card"}},
	{"engine/analysis", []string{"engine", "engine/card", "engine/solver"}},
	{"engine/enginetest", []string{"engine", "engine/card", "engine/dice"}},
	{"engine/enginetest/golden", nil},
	{"engine/enginetest/script", []string{"engine", "engine/card", "engine/enginetest/golden"}},
	{"engine/enginetest/guides", []string{"engine", "engine/card", "engine/enginetest/golden", "engine/lesson"}},
	{"render/words", nil},
	{"render/text", nil},
	{"render/felt", []string{"render/text"}},
	{"render/pen", nil},
	{"render/lru", nil},
	{"render/rendertest", []string{"engine", "engine/*", "engine/enginetest/golden", "render/pen", "render/plan", "render/text", "render/words"}},
	{"render/art", []string{"engine/card", "render/pen", "render/lru"}},
	{"render/describe", []string{"engine", "engine/card", "render/text", "render/words"}},
	{"render/plan", []string{"engine", "engine/card", "render/describe", "render/felt", "render/words"}},
	{"render", []string{"engine", "engine/card", "render/art", "render/describe", "render/felt", "render/pen", "render/plan", "render/lru", "render/words"}},
	{"storage", nil},
	{"storage/durable", nil},
	{"storage/bolt", []string{"storage", "storage/durable"}},
	{"storage/memory", []string{"storage"}},
	{"storage/postgres", []string{"storage"}},
	{"storage/postgres/pgtest", []string{"storage/waittest"}},
	{"storage/sealed", []string{"storage"}},
	{"storage/storagetest", []string{"storage"}},
	{"storage/waittest", nil},
	// The levels of bot: each imports only lower levels.
	{"bot/chat", []string{"render/felt", "render/text"}},
	{"bot/support/cache", nil},
	{"bot/support/ratelimit", []string{"bot/support/cache"}},
	{"bot/support/retry", nil},
	{"bot/support/seq", nil},
	{"bot/support/metrics", nil},
	{"bot/support/logfilter", nil},
	{"bot/chat/displayname", []string{"engine/robot", "render/words"}},
	{"bot/chat/speech", []string{"bot/chat", "bot/chat/displayname", "engine", "engine/card", "engine/games", "render/words"}},
	{"bot/documents", []string{"bot/chat", "storage"}},
	{"bot/match/notify", []string{"engine"}},
	{"bot/match", []string{"bot/match/notify", "bot/chat", "bot/chat/displayname", "engine", "engine/card", "engine/fair", "engine/games", "engine/robot"}},
	{"bot/people/standing", []string{"bot/chat", "bot/documents", "engine", "engine/games", "engine/rating", "storage"}},
	{"bot/match/terms", []string{"bot/chat", "bot/support/seq", "bot/documents", "bot/match", "bot/chat/displayname", "bot/chat/speech", "engine", "engine/games", "engine/robot", "render/words"}},
	{"bot/people", []string{"bot/support/cache", "bot/chat", "bot/chat/displayname", "bot/chat/speech", "bot/documents", "bot/match", "bot/match/notify", "bot/people/standing", "storage"}},
	{"bot/tables/spaces", []string{"bot/support/cache", "bot/chat", "bot/documents", "bot/match", "bot/match/terms", "engine", "engine/games", "render/words"}},
	{"bot/tables/computer", []string{"bot/match", "engine", "engine/dice", "engine/robot"}},
	{"bot/tables/alarms", []string{"bot/chat", "bot/support/metrics", "bot/documents", "storage"}},
	{"bot/tables/past", []string{"bot/chat", "bot/documents", "bot/match", "storage"}},
	{"bot/tables/players", []string{"bot/chat", "bot/match", "bot/people", "bot/tables/alarms", "engine", "storage"}},
	{"bot/screens/guides", []string{"bot/chat", "bot/chat/speech", "engine", "engine/lesson", "render/words"}},
	{"bot/screens", []string{
		"bot/chat", "bot/support/seq", "bot/chat/displayname", "bot/chat/speech", "bot/match", "bot/match/notify", "bot/people/standing", "bot/match/terms", "bot/people", "bot/screens/guides",
		"engine", "engine/card", "engine/fair", "engine/games", "engine/lesson", "engine/robot", "engine/verify", "render", "render/describe", "render/felt", "render/plan", "render/words",
	}},
	{"bot/outbox", []string{"bot/chat"}},
	{"bot/outbox/outboxtest", []string{"bot/chat"}},
	{"bot/outbox/digest", []string{"bot/chat", "bot/documents", "bot/outbox", "storage"}},
	{"bot/outbox/notice", []string{"bot/chat", "bot/documents", "bot/outbox", "storage"}},
	{"bot/tables", []string{
		"bot/chat", "bot/support/metrics", "bot/support/retry", "bot/documents", "bot/match", "bot/people/standing", "bot/people", "bot/tables/alarms", "bot/tables/computer", "bot/tables/past", "bot/tables/players",
		"engine", "engine/card", "engine/fair", "engine/robot", "engine/verify", "storage", "storage/sealed",
	}},
	{"bot/upkeep/privacy", []string{"bot/chat", "bot/documents", "bot/people", "storage"}},
	{"bot/messages", []string{
		"bot/chat", "bot/support/cache", "bot/support/retry", "bot/support/seq", "bot/chat/speech", "bot/documents", "bot/match", "bot/match/notify", "bot/people", "bot/outbox", "bot/outbox/digest", "bot/outbox/notice", "bot/tables/alarms", "bot/tables/players", "bot/tables/spaces", "bot/tables", "bot/screens",
		"bot/screens/guides", "engine", "render", "render/words", "storage",
	}},
	{"bot/upkeep/bans", []string{"bot/chat", "bot/match", "bot/people", "bot/tables", "engine", "storage"}},
	{"bot/upkeep/doctor", []string{
		"bot/chat", "bot/documents", "bot/match", "bot/people/standing", "bot/people", "bot/tables/alarms", "bot/tables/past", "bot/tables", "engine", "engine/games", "engine/verify", "storage", "storage/sealed",
	}},
	{"bot/command", []string{
		"bot/chat", "bot/support/ratelimit", "bot/support/seq", "bot/chat/displayname", "bot/chat/speech", "bot/documents", "bot/match", "bot/match/notify", "bot/people/standing", "bot/match/terms", "bot/people", "bot/outbox", "bot/outbox/notice",
		"bot/tables/alarms", "bot/tables/past", "bot/tables/players", "bot/tables/spaces", "bot/tables", "bot/screens", "bot/screens/guides", "bot/messages", "bot/upkeep/privacy", "bot/upkeep/bans",
		"engine", "engine/card", "engine/fair", "engine/games", "engine/lesson", "engine/robot", "engine/verify", "render/describe", "render/words", "storage",
	}},
	{"bot", []string{
		"bot/chat", "bot/support/cache", "bot/support/logfilter", "bot/support/metrics", "bot/support/ratelimit", "bot/support/retry", "bot/chat/displayname", "bot/chat/speech", "bot/documents", "bot/match", "bot/people/standing", "bot/people", "bot/outbox",
		"bot/tables/alarms", "bot/tables/past", "bot/tables/players", "bot/tables/spaces", "bot/tables", "bot/screens", "bot/screens/guides", "bot/messages", "bot/upkeep/privacy", "bot/upkeep/bans", "bot/upkeep/doctor", "bot/command",
		"engine", "engine/fair", "engine/robot", "render", "render/describe", "render/words", "storage",
	}},
	{"bot/platform/bottest", []string{"bot", "bot/chat", "bot/command", "bot/platform/double", "storage"}},
	{"bot/platform/bottest/stories", []string{"bot", "bot/chat", "bot/platform/bottest", "engine/enginetest/golden", "storage", "storage/memory", "storage/storagetest"}},
	{"bot/platform/platformtest", []string{"bot/command", "engine", "engine/games", "render/words", "storage", "storage/waittest"}},
	{"bot/platform/paralleltest", nil},
	// Networks see the bot only through bot/chat.
	{"bot/platform/texts", []string{"render/words"}},
	{"bot/platform/calls", []string{"bot/chat"}},
	{"bot/platform/double", []string{"bot/chat"}},
	{"bot/platform/keyedqueue", []string{"bot/chat"}},
	{"bot/platform/lines", []string{"bot/chat", "bot/support/cache"}},
	{"bot/platform/driver", []string{"bot/chat", "bot/support/metrics"}},
	{"bot/platform/web", []string{"bot/chat", "bot/support/metrics", "bot/platform/driver", "bot/platform/texts", "engine/card", "render/felt"}},
	{"bot/platform/*", []string{"bot/chat", "bot/support/cache", "bot/support/metrics", "bot/support/retry", "bot/platform/calls", "bot/platform/driver", "bot/platform/keyedqueue", "bot/platform/lines", "bot/platform/texts"}},
	{"bot/platform/*/*test", []string{"bot/platform/double", "bot/platform/platformtest", "bot/support/retry"}},
	{"cmd/tarockbot/simulate/tabletest", []string{"bot/chat", "bot/match", "engine", "engine/card", "engine/fair", "engine/games", "engine/robot"}},
	{"cmd/tarockbot/simulate", []string{
		"bot", "bot/chat", "bot/match", "bot/people", "bot/people/standing", "bot/platform/bottest", "bot/platform/double", "bot/tables", "bot/tables/alarms", "bot/tables/past", "bot/upkeep/doctor", "cmd/tarockbot/simulate/tabletest", "engine", "engine/card", "engine/dice", "engine/games", "engine/robot", "engine/verify", "storage", "storage/memory",
	}},
	{"cmd/tarockbot/internal/networks", []string{"bot/chat", "bot/platform/*", "cmd/tarockbot/internal/proofs"}},
	{"cmd/tarockbot/internal/proofs", []string{"bot/platform/web", "engine/fair", "engine/verify"}},
	{"cmd/tarockbot/deploy", nil},
	{"cmd/tarockbot/internal/exit", nil},
	{"cmd/tarockbot/internal/background", nil},
	{"cmd/tarockbot/internal/location", nil},
	{"cmd/tarockbot/internal/system", []string{"storage/durable"}},
	{"cmd/tarockbot/internal/report", []string{"bot/upkeep/doctor"}},
	{"cmd/tarockbot/internal/*", []string{
		"bot", "bot/chat", "bot/documents", "bot/people", "bot/people/standing", "bot/platform/driver", "bot/screens", "bot/support/*", "bot/tables", "bot/upkeep/*",
		"cmd/tarockbot/internal/*", "engine/fair", "render", "render/words", "storage", "storage/*",
	}},
	{"cmd/tarockbot", []string{
		"bot", "bot/documents", "bot/platform/texts", "bot/upkeep/doctor", "bot/platform/discord",
		"cmd/tarockbot/internal/*", "engine", "engine/analysis", "engine/duel", "engine/fair", "engine/games", "engine/verify", "render", "render/plan", "render/words", "storage", "storage/bolt", "storage/postgres",
	}},
}

// testsMayImport lists the additional imports of a package's tests.
var testsMayImport = []rule{
	{"engine", []string{"engine/enginetest/golden", "engine/games", "engine/kosakeln", "engine/illustrated", "engine/strohmandeln"}},
	{"engine/analysis", []string{"engine/games"}},
	{"engine/duel", []string{"engine/card", "engine/enginetest/guides", "engine/games"}},
	{"engine/robot", []string{"engine/duel", "engine/enginetest", "engine/enginetest/golden", "engine/fair", "engine/kosakeln", "engine/illustrated", "engine/strohmandeln"}},
	{"engine/solver", []string{"engine/dice", "engine/enginetest", "engine/games", "engine/robot"}},
	{"engine/enginetest/guides", []string{"engine/enginetest/golden", "engine/kosakeln"}},
	{"engine/enginetest/script", []string{"engine/card", "engine/enginetest/golden", "engine/kosakeln"}},
	{"engine/lesson", []string{"engine/kosakeln"}},
	{"engine/verify", []string{"engine/dice", "engine/enginetest/golden", "engine/robot"}},
	{"engine/*", []string{"engine/enginetest", "engine/enginetest/*"}},
	{"render", []string{"engine/*", "engine/enginetest/golden", "render/rendertest"}},
	{"render/describe", []string{"engine/kosakeln", "engine/strohmandeln", "render/rendertest"}},
	{"render/plan", []string{"render/art", "render/rendertest", "render/text"}},
	{"render/art", []string{"engine/enginetest/golden", "render/rendertest"}},
	{"render/words", []string{"engine", "engine/*"}},
	{"storage/postgres", []string{"storage/postgres/pgtest", "storage/storagetest", "storage/waittest"}},
	{"storage", []string{"storage/memory"}},
	{"storage/*", []string{"storage/storagetest", "storage/memory", "storage/waittest"}},
	{"bot", []string{"bot/outbox/digest", "bot/platform/bottest", "bot/platform/bottest/stories", "bot/platform/double", "engine/*", "engine/enginetest/golden", "storage/*", "storage/postgres/pgtest"}},
	{"bot/command", []string{"bot/platform/bottest", "bot/platform/bottest/stories"}},
	{"bot/chat/*", []string{"engine/enginetest/golden"}},
	{"bot/match", []string{"engine/enginetest/golden"}},
	{"bot/match/notify", []string{"engine/enginetest/golden"}},
	{"bot/match/terms", []string{"engine/enginetest/golden"}},
	{"bot/people/standing", []string{"engine/enginetest/golden", "storage", "storage/memory", "storage/storagetest"}},
	{"bot/messages", []string{"bot/outbox/outboxtest", "bot/platform/bottest/stories", "bot/support/metrics", "engine/games", "storage/memory"}},
	{"bot/outbox", []string{"bot/outbox/outboxtest", "engine/enginetest/golden"}},
	{"bot/outbox/*", []string{"bot/outbox/outboxtest", "engine/enginetest/golden", "storage", "storage/memory"}},
	{"bot/people", []string{"engine/enginetest/golden", "storage/memory"}},
	{"bot/screens", []string{"engine/*", "engine/enginetest/golden"}},
	{"bot/screens/guides", []string{"engine/enginetest", "engine/enginetest/golden", "engine/games"}},
	{"bot/tables", []string{"bot/platform/bottest/stories", "engine/games", "storage/memory"}},
	{"bot/tables/alarms", []string{"storage/memory", "storage/storagetest"}},
	{"bot/tables/computer", []string{"engine/card", "engine/games"}},
	{"bot/tables/past", []string{"engine", "engine/fair", "storage/memory", "storage/storagetest"}},
	{"bot/tables/players", []string{"bot/documents", "storage/memory"}},
	{"bot/tables/spaces", []string{"storage", "storage/memory", "storage/storagetest"}},
	{"bot/documents", []string{"storage/memory", "storage/storagetest"}},
	{"bot/upkeep/doctor", []string{"storage/bolt", "storage/memory", "storage/storagetest"}},
	{"bot/upkeep/bans", []string{"bot/platform/bottest/stories"}},
	{"bot/upkeep/*", []string{"engine/enginetest/golden", "storage/memory", "storage/storagetest"}},
	{"bot/platform/calls", []string{"bot/platform/double", "engine/enginetest/golden"}},
	{"bot/platform/web", []string{"bot", "bot/platform/bottest", "bot/platform/double", "engine/verify", "render/pen", "render/rendertest", "render/words", "storage/memory"}},
	{"bot/platform/*", []string{"bot", "bot/command", "bot/platform/bottest", "bot/platform/double", "bot/platform/paralleltest", "bot/platform/platformtest", "bot/platform/*/*test", "engine/enginetest/golden", "render", "storage", "storage/memory", "storage/waittest"}},
	{"cmd/tarockbot", []string{"bot/*", "bot/*/*", "bot/platform/*/*test", "engine/enginetest", "engine/enginetest/golden", "engine/lesson", "render/describe", "render/rendertest", "storage", "storage/*", "storage/postgres/pgtest"}},
	{"cmd/tarockbot/deploy", []string{"cmd/tarockbot/internal/*", "storage/waittest"}},
	{"cmd/tarockbot/internal/location", []string{"engine/enginetest/golden", "storage/postgres"}},
	{"cmd/tarockbot/internal/*", []string{"bot/platform/double", "engine/enginetest/golden", "storage/postgres/pgtest"}},
}

var otherModules = []struct {
	module   string
	packages []string
}{
	{"github.com/bwmarrin/discordgo", []string{"bot/platform/discord"}},
	{"github.com/gorilla/websocket", []string{"bot/platform/discord", "bot/platform/discord/discordtest"}},
	{"github.com/go-telegram/bot", []string{"bot/platform/telegram"}},
	{"github.com/piglig/go-qr", []string{"bot/platform/web"}}, // draws the QR code of an invitation
	{"github.com/prometheus/client_golang", []string{"bot", "bot/support/metrics", "cmd/tarockbot/internal/*"}},
	{"go.etcd.io/bbolt", []string{"storage/bolt"}},
	{"github.com/jackc/pgx", []string{"storage/postgres", "storage/postgres/pgtest"}},
	{"golang.org/x/sys", []string{"storage/bolt", "cmd/tarockbot/internal/backup"}},
	{"github.com/nicksnyder/go-i18n", []string{"render/words"}},
	{"github.com/klauspost/compress", []string{"render"}},
	{"github.com/rivo/uniseg", []string{"bot/chat/displayname"}},
	{"golang.org/x/text", []string{"render/pen", "render/words", "bot/platform/web", "bot/chat/displayname", "engine/enginetest/guides"}},
	{"golang.org/x/image", []string{"render/art", "render/pen"}},
	{"golang.org/x/time", []string{"bot/outbox", "bot/support/ratelimit"}},
	{"go.yaml.in/yaml", []string{"cmd/tarockbot/deploy", "cmd/tarockbot/internal/config"}},
	{"github.com/spf13/pflag", []string{"cmd/tarockbot", "cmd/tarockbot/internal/config"}},
	{"github.com/chromedp", []string{"cmd/tarockbot"}},
}

// notInEngine lists standard packages that would make a game depend on chance, time or the outside world.
var notInEngine = []string{
	"os", "os/*", "net", "net/*", "time", "syscall", "log", "log/*", "plugin", "unsafe",
	"math/rand", "math/rand/*", "crypto/rand",
}

var topLevel = []string{
	"go.mod", "go.sum", "config.example.yaml", "README.md", "LICENSE",
	".ci", ".git", ".github", ".gitignore", ".gitattributes", ".golangci.yml",
	"bot", "cmd", "engine", "render", "storage",
}

var vagueNames = []string{"utils", "util", "helpers", "helper", "common", "models", "model", "types", "misc", "base", "lib"}

type source struct {
	name string
	pkg  string
	test bool
	size int
	*ast.File
}

var parseSources = sync.OnceValues(func() (all []source, err error) {
	root := os.DirFS("../..")
	err = fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		switch base := path.Base(name); {
		case err != nil:
			return err
		case entry.IsDir() && name != "." && (strings.HasPrefix(base, ".") || base == "testdata"):
			return fs.SkipDir
		case entry.IsDir() || path.Ext(name) != ".go":
			return nil
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments)
		all = append(all, source{name, path.Dir(name), strings.HasSuffix(name, "_test.go"), bytes.Count(text, []byte("\n")), file})
		return err
	})
	return all, err
})

func sources(t *testing.T) []source {
	t.Helper()
	all, err := parseSources()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 50 {
		t.Fatalf("only %d Go files found", len(all))
	}
	return all
}

func (s source) imported() []string {
	var paths []string
	for _, i := range s.Imports {
		p, err := strconv.Unquote(i.Path.Value)
		if err == nil {
			paths = append(paths, p)
		}
	}
	return paths
}

func (s source) imports(pattern string) bool {
	return slices.ContainsFunc(s.imported(), func(p string) bool { return matchesAny([]string{pattern}, p) })
}

func matchesAny(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		ok, err := path.Match(p, name)
		return ok && err == nil
	})
}

func ruleFor(table []rule, pkg string) (rule, bool) {
	for _, r := range table {
		if matchesAny([]string{r.pkg}, pkg) {
			return r, true
		}
	}
	return rule{}, false
}

func TestOwnImports(t *testing.T) {
	for _, s := range sources(t) {
		r, ok := ruleFor(mayImport, s.pkg)
		if !ok {
			t.Errorf("%s: package %s needs a row in mayImport and, unless it is a game, one in CONTRIBUTING.md", s.name, s.pkg)
			continue
		}
		allowed := slices.Clone(r.imports)
		if s.test {
			forTests, _ := ruleFor(testsMayImport, s.pkg)
			allowed = append(append(allowed, s.pkg), forTests.imports...)
		}
		for _, p := range s.imported() {
			if own, ok := strings.CutPrefix(p, module+"/"); ok && !matchesAny(allowed, own) {
				t.Errorf("%s: %s must not import %s: see mayImport, and the levels in CONTRIBUTING.md", s.name, s.pkg, own)
			}
		}
	}
}

// floors lists bot's folders. Each imports only folders before it.
var floors = []string{
	"support", "chat", "documents", "match", "people", "outbox", "tables", "screens", "messages", "upkeep", "command", "platform",
}

func TestFolderOrder(t *testing.T) {
	if len(floors) > 12 {
		t.Errorf("bot has %d folders, but may have at most 12", len(floors))
	}
	used := make(map[string]bool)
	for _, s := range sources(t) {
		folder := folderOf(s.pkg)
		if folder == "" || s.test {
			continue
		}
		used[folder] = true
		if !slices.Contains(floors, folder) {
			t.Errorf("%s: the folder bot/%s isn't in floors", s.name, folder)
		}
		for _, p := range s.imported() {
			imported := folderOf(strings.TrimPrefix(p, module+"/"))
			if slices.Index(floors, imported) > slices.Index(floors, folder) {
				t.Errorf("%s: bot/%s must not import the higher bot/%s", s.name, folder, imported)
			}
		}
	}
	for _, f := range floors {
		if !used[f] {
			t.Errorf("there is no folder bot/%s", f)
		}
	}
}

func folderOf(pkg string) string {
	below, is := strings.CutPrefix(pkg, "bot/")
	floor, _, _ := strings.Cut(below, "/")
	if !is {
		return ""
	}
	return floor
}

func TestAllowedImportsAreUsed(t *testing.T) {
	all := sources(t)
	for _, table := range [][]rule{mayImport, testsMayImport} {
		for _, r := range table {
			packages := slices.DeleteFunc(slices.Clone(all), func(s source) bool { row, _ := ruleFor(table, s.pkg); return row.pkg != r.pkg })
			if len(packages) == 0 {
				t.Errorf("the row of %s matches no package", r.pkg)
			}
			for _, allowed := range r.imports {
				if !slices.ContainsFunc(packages, func(s source) bool { return s.imports(module + "/" + allowed) }) {
					t.Errorf("the row of %s allows %s, which nothing imports", r.pkg, allowed)
				}
			}
		}
	}
	for _, m := range otherModules {
		for _, pkg := range m.packages {
			if !slices.ContainsFunc(all, func(s source) bool {
				return matchesAny([]string{pkg}, s.pkg) && slices.ContainsFunc(s.imported(), func(p string) bool { return strings.HasPrefix(p, m.module) })
			}) {
				t.Errorf("otherModules allows %s in %s, which doesn't import it", m.module, pkg)
			}
		}
	}
}

func TestOtherModules(t *testing.T) {
	for _, s := range sources(t) {
		for _, p := range s.imported() {
			first, _, _ := strings.Cut(p, "/")
			if !strings.Contains(first, ".") {
				continue
			}
			allowed := false
			for _, m := range otherModules {
				if p == m.module || strings.HasPrefix(p, m.module+"/") {
					allowed = matchesAny(m.packages, s.pkg)
				}
			}
			if !allowed {
				t.Errorf("%s: %s must not import %s", s.name, s.pkg, p)
			}
		}
	}
}

func TestEngineImportsNoOutsideWorld(t *testing.T) {
	for _, s := range sources(t) {
		if s.test || strings.HasPrefix(s.pkg, "engine/enginetest") || s.pkg != "engine" && !strings.HasPrefix(s.pkg, "engine/") {
			continue
		}
		for _, p := range s.imported() {
			if matchesAny(notInEngine, p) {
				t.Errorf("%s: the engine must not import %s; pass such values in", s.name, p)
			}
		}
	}
}

func TestPackages(t *testing.T) {
	commented := make(map[string]bool)
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		opening := "Package " + s.Name.Name + " "
		if s.Name.Name == "main" {
			opening = "Command " + path.Base(s.pkg) + " "
		}
		commented[s.pkg] = commented[s.pkg] || strings.HasPrefix(s.Doc.Text(), opening)
		if slices.Contains(vagueNames, path.Base(s.pkg)) || slices.Contains(vagueNames, s.Name.Name) {
			t.Errorf("%s: the name of package %s is vague", s.name, s.pkg)
		}
	}
	for pkg, ok := range commented {
		if !ok {
			t.Errorf("%s has no package comment", pkg)
		}
	}
}

// mayNameTableKinds lists the other packages that may name the kinds of bot/tables' documents, with reasons.
var mayNameTableKinds = map[string]string{
	"bot/upkeep/doctor":           "examines and migrates these documents while no bot runs",
	"cmd/tarockbot/internal/node": "reads these documents before it acts",
	"cmd/tarockbot/simulate":      "checks the commits",
}

func TestTableKindsNamedByTablesOnly(t *testing.T) {
	named := make(map[string]bool)
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		ast.Inspect(s.File, func(n ast.Node) bool {
			if x, ok := n.(*ast.SelectorExpr); ok && slices.Contains([]string{"KindTable", "KindSummary", "KindDraft", "KindDirty"}, x.Sel.Name) {
				named[s.pkg] = true
				if mayNameTableKinds[s.pkg] == "" {
					t.Errorf("%s: names %s; only tables.Commit may change tables", s.name, x.Sel.Name)
				}
			}
			return true
		})
	}
	for pkg := range mayNameTableKinds {
		if !named[pkg] {
			t.Errorf("mayNameTableKinds lists %s, which names no kind of a table's documents", pkg)
		}
	}
}

var setter = regexp.MustCompile(`^Set[A-Z]`)

var allowedSetters = map[string]string{
	"bot/tables.SetMessages":                    "the shown messages, only in memory",
	"bot/tables.SetUnstored":                    "a mark for unstored data",
	"bot/match.SetChain":                        "a table's state",
	"bot/match/terms.SetPace":                   "a value of the terms",
	"bot/support/metrics.SetDue":                "a metric",
	"cmd/tarockbot/internal/monitor.SetWaiting": "the health check's answer",
	"storage/sealed.SetKeys":                    "keys that the running bot reads again",
}

func TestSetters(t *testing.T) {
	found := make(map[string]bool)
	for _, s := range sources(t) {
		for _, f := range functions(s) {
			name := s.pkg + "." + f.Name.Name
			if s.test || f.Recv == nil || !setter.MatchString(f.Name.Name) {
				continue
			}
			found[name] = true
			if allowedSetters[name] == "" {
				t.Errorf("%s: %s needs a row in allowedSetters; prefer a parameter of the constructor", s.name, name)
			}
		}
	}
	for name := range allowedSetters {
		if !found[name] {
			t.Errorf("allowedSetters lists %s, which doesn't exist", name)
		}
	}
}

// Without sync, a crash would lose acknowledged commits. On a slow machine, tests that depend on real time would fail.
func TestForbiddenNames(t *testing.T) {
	calls := make(map[string]bool)
	for _, s := range sources(t) {
		avoidsRealTime := mustAvoidRealTime(s)
		ast.Inspect(s.File, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				if n.Name == "NoSync" && !s.test {
					t.Errorf("%s: names NoSync", s.name)
				}
			case *ast.SelectorExpr:
				x, ok := n.X.(*ast.Ident)
				if !ok {
					break
				}
				name := x.Name + "." + n.Sel.Name
				realTime := slices.Contains(realTime, name)
				calls[s.name] = calls[s.name] || realTime
				if name == "time.Sleep" || avoidsRealTime && realTime {
					t.Errorf("%s: calls %s; wait for an event instead", s.name, name)
				}
			}
			return true
		})
	}
	for name := range mayUseRealTime {
		if !calls[name] {
			t.Errorf("mayUseRealTime lists %s, which calls no function in realTime", name)
		}
	}
}

// realTime lists functions that make a test depend on real time.
var realTime = []string{
	"context.WithTimeout", "context.WithTimeoutCause", "context.WithDeadline", "context.WithDeadlineCause",
	"time.After", "time.AfterFunc", "time.NewTicker", "time.NewTimer", "time.Since", "time.Tick", "time.Until",
}

// mayUseRealTime gives reasons why these tests pass on a slow machine, even outside of synctest bubbles.
var mayUseRealTime = map[string]string{
	"bot/platform/bottest/mentions.go":                "retries until the test's context ends",
	"bot/platform/platformtest/scene.go":              "only sets the time of the next retry",
	"bot/bot_test.go":                                 "a generous limit for retries, and the clock of a bubble",
	"bot/kill_test.go":                                "kills at any moment",
	"bot/metrics_test.go":                             "compares two metrics of one run",
	"bot/platform/discord/discordtest/chats.go":       "forgets a post's mark after minutes, as Discord does",
	"bot/platform/discord/discordtest/fault.go":       "only sets the least wait of a request",
	"bot/platform/discord/discordtest/interaction.go": "enforces Discord's times only where time is fake",
	"bot/platform/discord/discordtest/press.go":       "gives up only where time is fake, or after a fault",
	"bot/platform/telegram/client_test.go":            "expects the client to give up a hanging call",
	"bot/platform/telegram/telegramtest/person.go":    "gives up only where time is fake",
	"bot/platform/telegram/telegramtest/press.go":     "gives up and enforces Telegram's times only where time is fake",
	"bot/platform/telegram/telegramtest/updates.go":   "ends a long poll, which begins again",
	"cmd/tarockbot/internal/node/database_test.go":    "retries until the test's context ends, and sets no shorter limit",
	"cmd/tarockbot/kill_test.go":                      "kills at any moment; a person without an answer tries again after a second",
	"cmd/tarockbot/main_test.go":                      "checks times only with -promises",
	"cmd/tarockbot/node_test.go":                      "checks times only with -promises, and retries until the test's context ends",
	"cmd/tarockbot/soak_test.go":                      "presses for a while, and sets no time limit",
	"storage/bolt/process_test.go":                    "checks times only with -promises",
	"storage/postgres/pgtest/bench.go":                "is for benchmarks",
	"storage/postgres/proxy_test.go":                  "checks times only with -promises, and delays a message",
	"storage/postgres/server_test.go":                 "checks times only with -promises",
	"storage/postgres/stopped_test.go":                "writes at intervals in a process that will be stopped",
	"storage/postgres/tools_test.go":                  "waits for a timeout, only with -long",
	"storage/waittest/waittest.go":                    "sets the generous limit of each test",
}

func mustAvoidRealTime(s source) bool {
	return (s.test || strings.HasSuffix(s.pkg, "test")) && !strings.HasSuffix(s.name, "bench_test.go") &&
		!s.imports("testing/synctest") && mayUseRealTime[s.name] == ""
}

func TestRealTimeInBubbles(t *testing.T) {
	all, bubbles := sources(t), make(map[string]bool)
	for _, s := range all {
		for _, f := range functions(s) {
			if namesAny(f, []string{"synctest.Test"}) {
				bubbles[s.pkg+" "+f.Name.Name] = true
			}
		}
	}
	judged := 0
	for _, s := range all {
		if !s.test || !s.imports("testing/synctest") || mayUseRealTime[s.name] != "" {
			continue
		}
		for _, f := range functions(s) {
			if !strings.HasPrefix(f.Name.Name, "Test") || !namesAny(f, realTime) {
				continue
			}
			judged++
			inBubble := false
			ast.Inspect(f, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					inBubble = inBubble || bubbles[s.pkg+" "+id.Name]
				}
				return true
			})
			if !inBubble {
				t.Errorf("%s: %s uses real time outside of a bubble; wait for an event instead", s.name, f.Name.Name)
			}
		}
	}
	if judged < 10 {
		t.Errorf("checked only %d tests, want at least 10", judged)
	}
}

func functions(s source) (all []*ast.FuncDecl) {
	for _, d := range s.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			all = append(all, f)
		}
	}
	return all
}

func namesAny(f *ast.FuncDecl, names []string) (found bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok {
				found = found || slices.Contains(names, x.Name+"."+s.Sel.Name)
			}
		}
		return true
	})
	return found
}

func TestTopLevel(t *testing.T) {
	allowed := topLevel
	for line := range strings.Lines(readText(t, "../../.gitignore")) {
		allowed = append(allowed, strings.Trim(strings.TrimSpace(line), "/"))
	}
	for _, name := range fileNames(t, "../..") {
		if !matchesAny(allowed, name) {
			t.Errorf("%s isn't allowed at the top level", name)
		}
	}
}
