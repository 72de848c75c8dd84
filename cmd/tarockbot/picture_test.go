package main

import (
	"image"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/engine"
	"tarockbot/render/rendertest"
)

// drawn runs the command and returns the picture and what was said of it.
func drawn(t *testing.T, args ...string) (picture *image.RGBA, said string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "picture.png")
	got := tarockbot(t, append([]string{"picture", "-o", file}, args...)...)
	got.wantSuccess(t, "")
	return decoded(t, file), got.out
}

func decoded(t *testing.T, file string) *image.RGBA {
	t.Helper()
	return rendertest.Pixels(t, []byte(readText(t, file)))
}

// rounding is by how much processors may draw a channel differently.
const rounding = 48

func TestPicture(t *testing.T) {
	for _, c := range []struct {
		name   string
		args   []string
		height int
		says   string
	}{
		{"the end", []string{recorded}, 980, "Player 1"},
		{"the first deal", []string{recorded + "#1@0"}, 675, "Exchange. Player 1: exchanging"},
		{"in German", []string{recorded + "@1", "--lang", "de"}, 675, "Spieler 1"},
		{"another deal, much announced", []string{recorded + "#20@20"}, 861, "Trick 1 of 16"},
		{"a hand", []string{recorded + "@0", "--seat", "2"}, 950, "Your hand, 0 of "},
		{"a hand in German", []string{recorded + "@0", "--seat=1", "--lang=de", "--two-colours"}, 950, "Dein Blatt"},
	} {
		t.Run(c.name, func(t *testing.T) {
			picture, said := drawn(t, c.args...)
			if size, want := picture.Bounds().Size(), image.Pt(1200, c.height); size != want {
				t.Errorf("the picture is %v, want %v", size, want)
			}
			if !strings.Contains(said, c.says) || strings.Count(said, "\n") != 1 {
				t.Errorf("it says %q, want one line with %q", said, c.says)
			}
		})
	}
	four, _ := drawn(t, recorded+"@0", "--seat", "1")
	two, _ := drawn(t, recorded+"@0", "--seat", "1", "--two-colours")
	if difference, _ := rendertest.Difference(four, two, rounding); difference == "" {
		t.Error("two decks look the same")
	}
}

// TestPictureToOutput: the picture alone stands on the output then.
func TestPictureToOutput(t *testing.T) {
	file, err := filepath.Abs(recorded)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	got := tarockbot(t, "picture", file, "-o", "-")
	got.wantSuccess(t, "")
	if _, err := png.Decode(strings.NewReader(got.out)); err != nil {
		t.Errorf("the output is no picture: %v", err)
	}
	if !strings.Contains(got.err, "Player 1") {
		t.Errorf("it says %q", got.err)
	}
	if _, err := os.Stat("-"); err == nil {
		t.Error("a file called - was written")
	}
}

func TestPictureRefused(t *testing.T) {
	broken := edited(t, func(r *engine.Record) { r.Actions[3] = r.Actions[len(r.Actions)-1] })
	misshapen := func(change func(*engine.Result)) string {
		return edited(t, func(r *engine.Record) { r.Edition = engine.FirstEdition; change(r.Result) })
	}
	out, cutOff := filepath.Join(t.TempDir(), "out.png"), text(t, "[{},{")
	for _, c := range []struct {
		name string
		args []string
		code int
		says string
	}{
		{"no such deal that is read", []string{"-o", out, cutOff + "#2"}, exit.Usage, "the rest of the file, 1 bytes, was not read"},
		{"no file to write", []string{recorded}, exit.Usage, "-o FILE"},
		{"no record", []string{"-o", out}, exit.Usage, "usage: tarockbot picture RECORD[#DEAL][@N]"},
		{"no such deal", []string{"-o", out, recorded + "#21"}, exit.Usage, "no deal 21; the last is 20"},
		{"no deal 0", []string{"-o", out, recorded + "#0"}, exit.Usage, "no deal 0"},
		{"no such action", []string{"-o", out, recorded + "#1@999"}, exit.Usage, "no action 999; the last is "},
		{"no number of actions", []string{"-o", out, recorded + "@abc"}, exit.Usage, recorded + "@abc; behind a file stand #DEAL, @N"},
		{"no number of a deal", []string{"-o", out, recorded + "#x@3"}, exit.Usage, "#DEAL@N, both numbers"},
		{"no number at all", []string{"-o", out, recorded + "@"}, exit.Usage, "both numbers"},
		{"actions before the deal", []string{"-o", out, recorded + "@3#1"}, exit.Usage, "#DEAL@N"},
		{"a very large number", []string{"-o", out, recorded + "@99999999999999999999"}, exit.Usage, "no action 99999999999999999999"},
		{"no such player", []string{"-o", out, recorded, "--seat", "3"}, exit.Usage, "no player 3; there are 2"},
		{"no player 0", []string{"-o", out, recorded, "--seat", "0"}, exit.Usage, "no player 0; there are 2, the first is 1"},
		{"no player before that", []string{"-o", out, recorded, "--seat=-1"}, exit.Usage, "no player -1"},
		{"no player of a name", []string{"-o", out, recorded, "--seat", "anna"}, exit.Usage, "seat"},
		{"no such language", []string{"-o", out, recorded, "--lang", "xx"}, exit.Usage, `no language "xx"; there are en, de`},
		{"no such file", []string{"-o", out, "/nowhere/at/all.json@3"}, exit.IO, "/nowhere/at/all.json"},
		{"no place to write", []string{"-o", "/nowhere/at/all.png", recorded}, exit.IO, "/nowhere/at/all.png"},
		{"no such move", []string{"-o", out, broken}, exit.Data, "deal 1: engine: action 3"},
		{"no deals", []string{"-o", out, written(t, []engine.Record{})}, exit.Data, "no deals"},
		{"a declarer who has no seat", []string{"-o", out, misshapen(func(r *engine.Result) { r.Declarer = 5 })}, exit.Data, "not one for 2 seats"},
		{"an item of nobody", []string{"-o", out, misshapen(func(r *engine.Result) { r.Items[0].By = 7 })}, exit.Data, "not one for 2 seats"},
		{"a score too few", []string{"-o", out, misshapen(func(r *engine.Result) { r.Score = r.Score[:1] })}, exit.Data, "not one for 2 seats"},
		{"no record at all", []string{"-o", out, written(t, "hello")}, exit.Data, "deal 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tarockbot(t, append([]string{"picture"}, c.args...)...).wantFailure(t, c.code, c.says)
		})
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a refused picture was written")
	}
	tarockbot(t, "picture", "-o", out, broken+"@3").wantSuccess(t, "Player 1") // before what is illegal
}

// TestPictureOfEditions: a result is drawn as recorded only where older rules have
// settled the deal. Where the one drawn is another, that is said.
func TestPictureOfEditions(t *testing.T) {
	for edition, says := range map[int]string{
		0: "deal 1: the recorded result is not", engine.FirstEdition: "", engine.Edition: "deal 1: the recorded result is not",
		engine.Edition + 1: "deal 1: settled by newer rules",
	} {
		forged := edited(t, func(r *engine.Record) { r.Result.Score[0], r.Result.Score[1], r.Edition = 777, -777, edition })
		got := tarockbot(t, "picture", "-o", filepath.Join(t.TempDir(), "end.png"), forged)
		asRecorded := strings.Contains(got.out, "777")
		if got.code != 0 || asRecorded != (edition == engine.FirstEdition) || !strings.Contains(got.err, says) || (got.err == "") != (says == "") {
			t.Errorf("edition %d: exit %d, %q and %q", edition, got.code, got.out, got.err)
		}
	}
}

func TestEmojis(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "emojis")
	tarockbot(t, "emojis", dir, "--lang", "de").wantSuccess(t, "54 emojis")
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) != 54 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range []string{"XXI", "SKUS", "HK", "S10"} {
		if size := decoded(t, filepath.Join(dir, "tarock_"+name+".png")).Bounds().Size(); size != image.Pt(128, 128) {
			t.Errorf("%s: %v", name, size)
		}
	}
	tarockbot(t, "emojis", dir, "--lang", "xx").wantFailure(t, exit.Usage, `no language "xx"`)
	tarockbot(t, "emojis", filepath.Join(files[0], "below")).wantFailure(t, exit.IO, files[0])
}

// gallery is the page that says how the pictures of all pages are drawn.
const gallery = "render/README.md"

// TestGallery: the pictures of the pages are those that its commands draw, and pages say
// what the pictures show.
func TestGallery(t *testing.T) {
	texts := markdown(t, os.DirFS("../.."))
	commands := regexp.MustCompile(`(?m)^ +tarockbot (picture .*) -o (\S+)$`).FindAllStringSubmatch(texts[gallery], -1)
	if len(commands) < 6 {
		t.Fatalf("%s draws %d pictures", gallery, len(commands))
	}
	for _, c := range commands {
		args, file := strings.Fields(c[1]), c[2]
		args[1] = filepath.Join("../..", args[1])
		got, said := drawn(t, args[1:]...)
		if difference, _ := rendertest.Difference(got, decoded(t, filepath.Join("../..", file)), rounding); difference != "" {
			t.Errorf("%s: %s; draw it again as %s says", file, difference, gallery)
		}
		shown := 0
		for page, text := range texts {
			if strings.Contains(text, file+")") {
				shown++
				if !strings.Contains(text, "!["+strings.TrimSpace(said)+"](") {
					t.Errorf("%s doesn't say what %s shows: %s", page, file, said)
				}
			}
		}
		if shown == 0 {
			t.Errorf("no page shows %s", file)
		}
	}
}
