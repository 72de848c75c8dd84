package engine

import "io/fs"

// GuideFS is the guide that a game embeds, a folder named guide, as Game wants
// it: "de/01-course.md".
func GuideFS(embedded fs.FS) fs.FS {
	root, err := fs.Sub(embedded, "guide")
	if err != nil {
		panic(err) // the name above is no path
	}
	return root
}
