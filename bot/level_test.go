package bot_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/robot"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// levelled is what is stored of a table's levels, and of what they may be taken for.
type levelled struct {
	Chairs []struct {
		Robot bool
		Level robot.Level
	}
	Setup engine.Setup
}

// levels are those of the table's computer players, by seat.
func (w *world) levels(id string) (all []robot.Level) {
	w.t.Helper()
	var t levelled
	if !w.read("table", id, &t) {
		w.t.Fatal("there is no such table")
	}
	for _, c := range t.Chairs {
		if c.Robot {
			all = append(all, c.Level)
		}
	}
	return all
}

// TestLevelTyped: a level can be said in any order and in both languages, and what says an
// exchange goes on saying that.
func TestLevelTyped(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]struct {
		level    robot.Level
		exchange engine.Name
		rules    string
	}{
		"practice kosakeln":                     {robot.Medium, "classic", "kosakeln/bamberger"},
		"practice strong":                       {robot.Strong, "classic", "kosakeln/bamberger"},
		"practice level=easy":                   {robot.Easy, "classic", "kosakeln/bamberger"},
		"practice level=medium easy":            {robot.Medium, "easy", "kosakeln/bamberger"},
		"practice easy":                         {robot.Medium, "easy", "kosakeln/bamberger"},
		"practice medium":                       {robot.Medium, "medium", "kosakeln/bamberger"},
		"practice kosakeln easy":                {robot.Medium, "easy", "kosakeln/bamberger"},
		"practice easy strong":                  {robot.Strong, "easy", "kosakeln/bamberger"},
		"practice strong easy":                  {robot.Strong, "easy", "kosakeln/bamberger"},
		"practice easy computer":                {robot.Medium, "easy", "kosakeln/bamberger"},
		"practice spieleversum easy":            {robot.Easy, "", "kosakeln/spieleversum"},
		"practice easy strohmandeln":            {robot.Easy, "", "strohmandeln/classic"},
		"practice strohmandeln medium":          {robot.Medium, "", "strohmandeln/classic"},
		"practice weak strohmandeln/forty":      {robot.Easy, "", "strohmandeln/forty"},
		"practice strong computer illustrated":  {robot.Strong, "", "illustrated/loew"},
		"practice illustrated computer strong":  {robot.Strong, "", "illustrated/loew"},
		"practice level easy illustrated":       {robot.Easy, "", "illustrated/loew"},
		"practice easy level kosakeln":          {robot.Easy, "classic", "kosakeln/bamberger"},
		"practice hofrat":                       {robot.Strong, "classic", "kosakeln/bamberger"},
		"challenge computer level=strong":       {robot.Strong, "classic", "kosakeln/bamberger"},
		"challenge strong computer contra":      {robot.Strong, "classic", "kosakeln/bamberger"},
		"ueben stark":                           {robot.Strong, "classic", "kosakeln/bamberger"},
		"ueben starker computer strohmandeln":   {robot.Strong, "", "strohmandeln/classic"},
		"ueben computer stark":                  {robot.Strong, "classic", "kosakeln/bamberger"},
		"ueben stufe leicht":                    {robot.Easy, "classic", "kosakeln/bamberger"},
		"ueben leichte stufe mittel":            {robot.Easy, "medium", "kosakeln/bamberger"},
		"ueben stufe=leicht strohmandeln":       {robot.Easy, "", "strohmandeln/classic"},
		"ueben level=stark":                     {robot.Strong, "classic", "kosakeln/bamberger"},
		"ueben leicht":                          {robot.Medium, "easy", "kosakeln/bamberger"},
		"ueben strohmandeln leicht":             {robot.Easy, "", "strohmandeln/classic"},
		"herausfordern schwacher computer beck": {robot.Easy, "", "illustrated/beck"},
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.mustSay("anna", line)
			id := w.practiceTableOf("anna")
			var is levelled
			w.read("table", id, &is)
			if is.Setup.Rules != want.rules || is.Setup.Options["exchange"] != want.exchange {
				t.Errorf("it is played by %+v, want %+v", is.Setup, want)
			}
			for _, l := range w.levels(id) {
				if l != want.level {
					t.Errorf("the computer plays %q, want %q", l, want.level)
				}
			}
		})
	}
}

// TestLevelRefused: what is no level is refused with those there are, and a level for a
// seat that isn't there as the computer is.
func TestLevelRefused(t *testing.T) {
	t.Parallel()
	w := introduced(t, "bert", "carl")
	w.refuses("anna", "practice level=grandmaster", "no-value", "Term", "level=grandmaster", "Values", "level easy · level medium · level strong")
	w.refuses("anna", "practice strong level=easy", "said-twice", "Term", "level=easy")
	w.refuses("anna", "challenge kosakeln @bert strong", "no-chair-computer", "Others", 1)
	w.refuses("anna", "challenge @bert @carl computer=1 level=easy", "no-chair", "Others", 1)
}

// TestLevelIsTold: where a table is introduced it is said what the computer is, and in
// play its name.
func TestLevelIsTold(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"en", "de"} {
		w := introduced(t, "bert")
		w.mustSay("anna", "settings lang "+lang)
		name := in(lang).Say("name.computer.strong")
		told := in(lang).Say("name.introduced", "Name", isolated(name), "Level", in(lang).Say("computer.level.strong"))
		w.input(chat.Input{ID: w.newID(), User: user("anna"), Name: "anna", Chat: w.chat, SpaceLang: lang, Line: "challenge @bert illustrated strong"})
		id := w.challenge()
		w.wait(public, contains("③ "+in(lang).Say("challenge.chair.taken", "Name", told)))
		w.mustSay("bert", "accept "+id)
		w.wait(public, func(s chat.Screen) bool {
			return contains(told+" · ")(s) && contains("③ "+isolated(name)+" ")(s)
		})
		w.atTable(id, "anna", "bert")
		if s := text(*w.mustSay("anna", "games").Screen); !strings.Contains(s, told) {
			t.Errorf("the tables don't say %q:\n%s", told, s)
		}
		w.mustSay("bert", "leave yes")
		w.mustSay("anna", "leave yes")
		w.wait(public, isOver)
		if s := text(*w.mustSay("anna", "history").Screen); !strings.Contains(s, told) {
			t.Errorf("the history doesn't say %q:\n%s", told, s)
		}
		if s := text(*w.mustSay("anna", "replay "+id+"-1").Screen); !strings.Contains(s, name) {
			t.Errorf("the replay doesn't say %q:\n%s", name, s)
		}
	}
}

// TestLevelIsExported: the files with what is kept of somebody, and with their deals, name the
// levels of the computer players, at tables that go on and in matches that are over.
func TestLevelIsExported(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("anna", "practice strohmandeln easy")
	type sat struct{ Levels []robot.Level }
	var all struct{ Tables, Matches []sat }
	var deals []sat
	read := func(command string, into any) {
		if err := json.Unmarshal(w.mustSay("anna", command).File.Data, into); err != nil {
			t.Fatal(err)
		}
	}
	want := []robot.Level{"", robot.Easy}
	check := func(what string, of []sat) {
		if len(of) != 1 || !slices.Equal(of[0].Levels, want) {
			t.Errorf("%s are told as %v, want %q", what, of, want)
		}
	}
	read("export", &all)
	check("tables", all.Tables)
	w.mustSay("anna", "leave yes")
	read("export", &all)
	check("matches", all.Matches)
	read("history export", &deals)
	check("deals", deals)
}

// TestNameIsTaken: the computer isn't called like somebody who sits there, and the picture tells which of them is
// the person.
func TestNameIsTaken(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withPictures)
	w.mustSay("Resi", "practice illustrated")
	hand := w.hand("Resi", "")
	for s, name := range []string{"☺ Resi", "Resi 2", "Resi 3"} {
		if told := string('①'+rune(s)) + " " + isolated(name); !strings.Contains(text(hand), told) || !strings.Contains(hand.Picture.Alt, name) {
			t.Errorf("nobody is called %s:\n%s\n%s", name, text(hand), hand.Picture.Alt)
		}
	}
}

// TestLevelIsChosen: the page of practice offers all levels, the one played last is chosen,
// and "now" plays it.
func TestLevelIsChosen(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	offered := func(of *chat.Screen) []string { return linesWith(*of, "practice ") }
	usual := offered(w.mustSay("anna", "practice").Screen)
	if want := []string{"practice kosakeln", "practice illustrated", "practice strohmandeln"}; !slices.Equal(usual, want) {
		t.Errorf("who is new is offered %q, want %q", usual, want)
	}
	page := w.mustSay("anna", "practice").Screen
	if got, want := linesWith(*page, "level "), []string{"level easy", "level medium", "level strong"}; !slices.Equal(got, want) {
		t.Errorf("the levels are %q, want %q", got, want)
	}
	easy := offered(w.mustSay("anna", "level easy").Screen)
	if want := "practice strohmandeln level=easy"; !slices.Contains(easy, want) {
		t.Fatalf("after the press %q is offered, want %q", easy, want)
	}
	w.mustSay("anna", "practice strohmandeln level=easy")
	w.mustSay("anna", "leave yes")
	if got := offered(w.mustSay("anna", "practice").Screen); !slices.Equal(got, append(easy[2:3:3], easy[:2]...)) {
		t.Errorf("after an easy match %q is offered", got)
	}
	w.seat("anna", "bert", "spieleversum 2") // among people there is no level
	w.mustSay("anna", "now")
	if id := strings.Fields(line(*w.mustSay("anna", "now").Screen, "leave "))[1]; !slices.Equal(w.levels(id), []robot.Level{robot.Easy}) {
		t.Errorf("now is played at %q", w.levels(id))
	}
}

// TestLevelInSetup: the page of a challenge offers the levels where the computer plays.
func TestLevelInSetup(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.mustSay("anna", "setup illustrated computer=1").Screen
	i := slices.IndexFunc(s.Menus, func(m chat.Menu) bool { return m.Label == said("setup.level") })
	if i < 0 {
		t.Fatal("no level is offered")
	}
	m := s.Menus[i]
	if len(m.Options) != len(robot.Levels()) || !m.Options[1].Chosen {
		t.Fatalf("offered are %+v", m.Options)
	}
	s = w.mustSay("anna", m.After(m.Options[2])).Screen
	w.mustSay("anna", line(*s, "challenge "))
	if got := w.levels(w.challenge()); !slices.Equal(got, []robot.Level{robot.Strong}) {
		t.Errorf("the computer plays %q", got)
	}
	s = w.mustSay("anna", "setup illustrated").Screen
	if slices.ContainsFunc(s.Menus, func(m chat.Menu) bool { return m.Label == said("setup.level") }) {
		t.Error("a level is offered for nobody")
	}
}

// TestLevelStays: a rematch is played at the same level, and who fills a table up gets
// computer players as good as those there are.
func TestLevelStays(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("anna", "practice strohmandeln easy")
	w.mustSay("anna", "leave yes")
	w.mustSay("anna", "rematch")
	if got := w.levels(w.practiceTableOf("anna")); !slices.Equal(got, []robot.Level{robot.Easy}) {
		t.Errorf("the rematch is played at %q", got)
	}
	w.mustSay("bert", "challenge illustrated")
	id := w.challenge()
	w.mustSay("carl", "accept "+id)
	w.mustSay("bert", "fill "+id)
	if got := w.levels(id); !slices.Equal(got, []robot.Level{robot.Medium}) {
		t.Errorf("the table was filled up at %q", got)
	}
}

// TestFillLevel: who fills a table up chooses the level of the computer, by a button or by
// words in both languages.
func TestFillLevel(t *testing.T) {
	t.Parallel()
	filled := func(line func(w *world, id string) string) []robot.Level {
		w := introduced(t, "carl")
		w.mustSay("bert", "challenge illustrated")
		id := w.challenge()
		w.mustSay("carl", "accept "+id)
		w.mustSay("bert", line(w, id))
		return w.levels(id)
	}
	for typed, want := range map[string]robot.Level{
		"fill": robot.Medium, "fill CODE": robot.Medium, "fill strong": robot.Strong, "fill CODE easy": robot.Easy, "fill level=easy CODE": robot.Easy,
		"fill medium": robot.Medium, "fill stark": robot.Strong, "fill CODE stufe leicht": robot.Easy, "fill schwacher computer": robot.Easy, "fill hofrat": robot.Strong,
	} {
		got := filled(func(_ *world, id string) string { return strings.Replace(typed, "CODE", id, 1) })
		if !slices.Equal(got, []robot.Level{want}) {
			t.Errorf("after %q the computer plays %q, want %q", typed, got, want)
		}
	}
	for i, want := range robot.Levels() {
		got := filled(func(w *world, _ string) string {
			s := w.wait(public, func(s chat.Screen) bool { return line(s, "fill ") != "" })
			if label := "(" + said("computer.level."+string(want)) + ")"; !slices.ContainsFunc(s.Buttons, func(row []chat.Button) bool {
				return slices.ContainsFunc(row, func(b chat.Button) bool { return strings.Contains(b.Label, label) })
			}) {
				t.Errorf("no button says %q", label)
			}
			return linesWith(s, "fill ")[i]
		})
		if !slices.Equal(got, []robot.Level{want}) {
			t.Errorf("after button %d the computer plays %q, want %q", i, got, want)
		}
	}
	w := introduced(t, "carl")
	w.mustSay("bert", "challenge illustrated")
	w.mustSay("carl", "accept "+w.challenge())
	w.refuses("bert", "fill grandmaster", "no-value", "Term", "grandmaster", "Values", "level easy · level medium · level strong")
	w.refuses("carl", "fill strong", "none-open")
}

// rewrite replaces what matches in a stored document, before the next start. Something must match.
func (w *world) rewrite(kind, id string, what *regexp.Regexp, by string) {
	w.t.Helper()
	if err := w.end(); err != nil {
		w.t.Fatal(err)
	}
	doc, err := w.store.Get(w.ctx, storage.Key{Kind: kind, ID: id})
	if err != nil {
		w.t.Fatal(err)
	}
	if !what.Match(doc.Data) {
		w.t.Fatalf("%s %s has nothing like %q", kind, id, what)
	}
	doc.Data = what.ReplaceAll(doc.Data, []byte(by))
	if err := w.store.Commit(w.ctx, doc); err != nil {
		w.t.Fatal(err)
	}
	w.boot()
}

// TestNoLevel: a table from before there were levels goes on as it was, with a computer that
// has no name of its own.
func TestNoLevel(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("anna", "practice kosakeln")
	id := w.practiceTableOf("anna")
	w.rewrite("table", id, regexp.MustCompile(`,"level":"medium"`), "")
	if got := w.levels(id); !slices.Equal(got, []robot.Level{""}) {
		t.Fatalf("the computer plays %q", got)
	}
	if s := text(w.hand("anna", id)); !strings.Contains(s, "② "+isolated(said("name.computer"))) || strings.Contains(s, "(computer") {
		t.Errorf("the table is shown as\n%s", s)
	}
	for !strings.Contains(text(w.hand("anna", id)), said("news.last", "Number", 1)) {
		w.mustSay("anna", move(w.hand("anna", id)))
	}
	w.mustSay("anna", "leave yes")
	for _, command := range []string{"history", "replay " + id + "-1"} {
		if s := text(*w.mustSay("anna", command).Screen); !strings.Contains(s, isolated(said("name.computer"))) {
			t.Errorf("%s tells\n%s", command, s)
		}
	}
}
