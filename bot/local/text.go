package local

import (
	"embed"
	"slices"
	"strconv"
	"strings"

	"tarockbot/bot/texts"
)

//go:embed web
var files embed.FS

//go:embed texts.json
var textsFile []byte

// catalogue has the page's own words.
var catalogue = texts.Must(textsFile)

// shortcuts are the commands with a button of their own.
var shortcuts = []string{"practice", "challenge", "games", "rules", "help"}

// accepted returns the languages of an Accept-Language header, best first.
func accepted(header string) []string {
	type wish struct {
		tag     string
		quality float64
	}
	var wishes []wish
	for part := range strings.SplitSeq(header[:min(len(header), 400)], ",") {
		tag, rest, _ := strings.Cut(strings.TrimSpace(part), ";")
		w := wish{strings.TrimSpace(tag), 1}
		if q, ok := strings.CutPrefix(strings.TrimSpace(rest), "q="); ok {
			w.quality, _ = strconv.ParseFloat(q, 64)
		}
		if validTag(w.tag) && w.quality > 0 {
			wishes = append(wishes, w)
		}
	}
	slices.SortStableFunc(wishes, func(a, b wish) int {
		switch {
		case a.quality > b.quality:
			return -1
		case a.quality < b.quality:
			return 1
		}
		return 0
	})
	tags := make([]string, len(wishes))
	for i, w := range wishes {
		tags[i] = w.tag
	}
	return tags
}

func validTag(tag string) bool {
	return tag != "" && len(tag) <= 35 && strings.Trim(tag, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") == ""
}
