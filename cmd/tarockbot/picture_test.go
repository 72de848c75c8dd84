package main

import (
	"image"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/render/rendertest"
)

func drawPicture(t *testing.T, args ...string) (picture *image.RGBA, description string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "picture.png")
	got := tarockbot(t, append([]string{"picture", "-o", file}, args...)...)
	got.wantSuccess(t, "")
	return decodePicture(t, file), got.out
}

func decodePicture(t *testing.T, file string) *image.RGBA {
	t.Helper()
	return rendertest.Pixels(t, []byte(readText(t, file)))
}

// maxRounding is the tolerated difference of a channel between processors.
const maxRounding = 48

func TestEmojis(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "emojis")
	tarockbot(t, "emojis", dir, "--lang", "de").wantSuccess(t, "54 emojis")
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) != 54 {
		t.Fatalf("got %d files, %v, want 54", len(files), err)
	}
	for _, name := range []string{"XXI", "SKUS", "HK", "S10"} {
		if size := decodePicture(t, filepath.Join(dir, "tarock_"+name+".png")).Bounds().Size(); size != image.Pt(128, 128) {
			t.Errorf("%s: got size %v, want 128×128", name, size)
		}
	}
	tarockbot(t, "emojis", dir, "--lang", "xx").wantFailure(t, exit.Usage, `no language "xx"`)
	tarockbot(t, "emojis", filepath.Join(files[0], "below")).wantFailure(t, exit.IO, files[0])
}

const gallery = "render/README.md"

func TestGallery(t *testing.T) {
	texts := markdown(t, os.DirFS("../.."))
	commands := regexp.MustCompile(`(?m)^ +tarockbot (picture .*) -o (\S+)$`).FindAllStringSubmatch(texts[gallery], -1)
	if len(commands) < 6 {
		t.Fatalf("%s has %d commands, want at least 6", gallery, len(commands))
	}
	for _, c := range commands {
		args, file := strings.Fields(c[1]), c[2]
		args[1] = filepath.Join("../..", args[1])
		got, description := drawPicture(t, args[1:]...)
		if difference, _ := rendertest.Difference(got, decodePicture(t, filepath.Join("../..", file)), maxRounding); difference != "" {
			t.Errorf("%s: %s; draw it again with the command in %s", file, difference, gallery)
		}
		shown := 0
		for page, text := range texts {
			if strings.Contains(text, file+")") {
				shown++
				if !strings.Contains(text, "!["+strings.TrimSpace(description)+"](") {
					t.Errorf("%s doesn't describe %s as %s", page, file, description)
				}
			}
		}
		if shown == 0 {
			t.Errorf("no page shows %s", file)
		}
	}
}
