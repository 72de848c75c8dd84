package kosakeln

import "embed"

//go:embed lessons
var lessons embed.FS
