package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// in pixels; browsers require both
var iconSizes = []int{192, 512}

type manifestIcon struct {
	Source  string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose"`
}

func (d *artwork) manifest(w http.ResponseWriter, r *http.Request) {
	if d.cfg.AppIcon == nil {
		d.missing(w, r)
		return
	}
	t := d.speaksTo(r)
	var icons []manifestIcon
	for _, size := range iconSizes {
		source, sizes := fmt.Sprintf("/app/icon-%d.png", size), fmt.Sprintf("%dx%d", size, size)
		icons = append(icons, manifestIcon{source, sizes, "image/png", "any maskable"})
	}
	w.Header().Set("Cache-Control", "no-cache")
	data, err := json.Marshal(map[string]any{
		"name": t.Say("title"), "short_name": t.Say("title"), "lang": t.Say("lang"), "start_url": "/", "display": "standalone",
		"background_color": "#163a2c", "theme_color": "#163a2c", "icons": icons,
	})
	if err != nil {
		d.fault(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/manifest+json")
	_, _ = w.Write(data)
}

func (d *artwork) appIcon(w http.ResponseWriter, r *http.Request) {
	text, _ := strings.CutSuffix(strings.TrimPrefix(r.PathValue("icon"), "icon-"), ".png")
	size, err := strconv.Atoi(text)
	if err != nil || d.cfg.AppIcon == nil || !slices.Contains(iconSizes, size) {
		d.missing(w, r)
		return
	}
	data, err := d.icon(r.Context(), size)
	if err != nil {
		d.fault(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=86400")
	w.Header().Set("Content-Type", "image/png")
	_, _ = w.Write(data)
}

func (d *artwork) icon(ctx context.Context, size int) ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if data, ok := d.icons[size]; ok {
		return data, nil
	}
	data, err := d.cfg.AppIcon(ctx, size)
	if err != nil {
		return nil, fmt.Errorf("local: icon: %w", err)
	}
	d.icons[size] = data
	return data, nil
}
