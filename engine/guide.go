package engine

import "io/fs"

// GuideFS returns the guide that a game embeds, a folder named guide, as Game
// wants it: "de/01-course.md".
func GuideFS(embedded fs.FS) fs.FS { return SubFS(embedded, "guide") }

// SubFS returns a folder of what a game embeds, such as its lessons.
func SubFS(embedded fs.FS, folder string) fs.FS {
	root, err := fs.Sub(embedded, folder)
	if err != nil {
		panic(err) // the name above is no path
	}
	return root
}
