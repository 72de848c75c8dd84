package render_test

import (
	"bytes"
	"context"
	"errors"
	"image/png"
	"maps"
	"slices"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/art"
	"tarockbot/render/describe"
)

// TestIcons checks that every card has an icon usable as an emoji, with the same bytes each time.
// Languages differ only in letters.
func TestIcons(t *testing.T) {
	icons := func(lang string) map[string][]byte {
		t.Helper()
		all, err := studio(t).Icons(t.Context(), catalogue(t).In(lang))
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	german := icons("de")
	const maxEmoji = 256 << 10 // bytes
	for c := range card.Card(card.Count) {
		icon := german[c.String()]
		head, err := png.DecodeConfig(bytes.NewReader(icon))
		if err != nil || head.Width != art.EmojiSize || head.Height != art.EmojiSize || len(icon) > maxEmoji {
			t.Errorf("%s: %d bytes, %+v, %v", c, len(icon), head, err)
		}
	}
	if !maps.EqualFunc(german, icons("de"), bytes.Equal) {
		t.Error("drawn again they differ")
	}
	var other []string
	for name, icon := range icons("en") {
		if !bytes.Equal(icon, german[name]) {
			other = append(other, name)
		}
	}
	slices.Sort(other)
	if want := []string{"CQ", "CV", "DQ", "DV", "HQ", "HV", "SQ", "SV"}; !slices.Equal(other, want) {
		t.Errorf("in English others are %q, want %q", other, want)
	}
}

// TestIconsWait checks that icons are drawn one at a time, and not after their request is cancelled.
func TestIconsWait(t *testing.T) {
	s := studio(t)
	defer s.Busy()()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if icons, err := s.Icons(ctx, catalogue(t).In("de")); !errors.Is(err, context.Canceled) || icons != nil {
		t.Errorf("while a picture is drawn: %d icons, %v", len(icons), err)
	}
}

// TestIconsOfSpans checks that a card names its icon unless it is dimmed.
func TestIconsOfSpans(t *testing.T) {
	view := engine.View{Hand: engine.Hand{Cards: cards(t, "HK", "H4", "XXI")}}
	pick := engine.Pick{Verb: engine.PlayCard, Min: 1, Max: 1, From: cards(t, "HK", "XXI")}
	var icons []string
	for _, line := range describe.Hand(view, pick, catalogue(t).In("en")) {
		for _, s := range line {
			if s.Icon != "" {
				icons = append(icons, s.Icon)
			}
		}
	}
	if want := []string{"XXI", "HK"}; !slices.Equal(icons, want) {
		t.Errorf("icons %q, want %q", icons, want)
	}
}
