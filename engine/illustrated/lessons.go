package illustrated

import "embed"

//go:embed lessons
var lessons embed.FS
