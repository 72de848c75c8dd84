package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// iconSizes are the widths, in pixels, in which browsers want the icon of what they install.
var iconSizes = []int{192, 512}

// manifestIcon is an icon in a web app manifest.
type manifestIcon struct {
	Source  string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose"`
}

// manifest tells browsers how the page is installed, in the visitor's language.
func (s server) manifest(w http.ResponseWriter, r *http.Request) {
	if s.p.cfg.AppIcon == nil {
		s.missing(w, r)
		return
	}
	t := catalogue.In(accepted(r.Header.Get("Accept-Language"))...)
	var icons []manifestIcon
	for _, size := range iconSizes {
		icons = append(icons, manifestIcon{fmt.Sprintf("/app/icon-%d.png", size), fmt.Sprintf("%dx%d", size, size), "image/png", "any maskable"})
	}
	w.Header().Set("Cache-Control", "no-cache")
	data, err := json.Marshal(map[string]any{
		"name": t.Say("title"), "short_name": t.Say("title"), "lang": t.Say("lang"), "start_url": "/", "display": "standalone",
		"background_color": "#163a2c", "theme_color": "#163a2c", "icons": icons,
	})
	if err != nil {
		s.fault(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/manifest+json")
	_, _ = w.Write(data)
}

// appIcon is the icon of one of the sizes: "icon-192.png".
func (s server) appIcon(w http.ResponseWriter, r *http.Request) {
	text, _ := strings.CutSuffix(strings.TrimPrefix(r.PathValue("icon"), "icon-"), ".png")
	size, err := strconv.Atoi(text)
	if err != nil || s.p.cfg.AppIcon == nil || !slices.Contains(iconSizes, size) {
		s.missing(w, r)
		return
	}
	data, err := s.p.decks.icon(r.Context(), size, s.p.cfg.AppIcon)
	if err != nil {
		s.fault(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=86400")
	w.Header().Set("Content-Type", "image/png")
	_, _ = w.Write(data)
}
