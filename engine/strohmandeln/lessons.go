package strohmandeln

import "embed"

//go:embed lessons
var lessons embed.FS
