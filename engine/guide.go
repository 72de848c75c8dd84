package engine

import "io/fs"

// MustSub returns a folder of the files that a game embeds, such as its guide. It
// panics if dir is not a valid path.
func MustSub(fsys fs.FS, dir string) fs.FS {
	sub, err := fs.Sub(fsys, dir)
	if err != nil {
		panic(err)
	}
	return sub
}
