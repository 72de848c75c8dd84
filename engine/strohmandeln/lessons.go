package strohmandeln

import "embed"

// lessons teach the game, as package lesson reads them.
//
//go:embed lessons
var lessons embed.FS
