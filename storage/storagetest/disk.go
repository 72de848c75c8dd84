package storagetest

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
)

// Disk is a model of what of a file is on the disk, for tests of what the end of the
// process or a power cut leaves: what was synced, and of all else any part. The zero
// value is an empty file.
type Disk struct {
	synced  Image
	pending []change
}

// Image is a file: what it begins with, and its size. Between the two it is zero.
type Image struct {
	Data []byte
	Size int64
}

// change is a write at an offset, or of no data a change of the size.
type change struct {
	at   int64
	data []byte
}

// Write writes at an offset, like os.File.WriteAt.
func (d *Disk) Write(data []byte, at int64) {
	d.pending = append(d.pending, change{at, bytes.Clone(data)})
}

// Grow makes the file so long, if it is shorter.
func (d *Disk) Grow(size int64) { d.pending = append(d.pending, change{at: size}) }

// Sync waits until all is on the disk.
func (d *Disk) Sync() {
	for _, c := range d.pending {
		d.synced.apply(c)
	}
	d.pending = nil
}

// Written is what is left when the process is killed and the system goes on.
func (d *Disk) Written() Image {
	im := d.synced.clone()
	for _, c := range d.pending {
		im.apply(c)
	}
	return im
}

// Cut is what a power cut may leave: each change since the last sync is there, or not,
// or some pieces of it are, which are smaller than sectors, whatever came before or after it.
func (d *Disk) Cut(r *rand.Rand) Image {
	const piece = 64
	im := d.synced.clone()
	for _, c := range d.pending {
		switch r.IntN(3) {
		case 0:
			im.apply(c)
		case 1:
			for at := 0; at < len(c.data); at += piece {
				if r.IntN(2) == 0 {
					im.apply(change{c.at + int64(at), c.data[at:min(at+piece, len(c.data))]})
				}
			}
		}
	}
	return im
}

// Create writes the image to a new file.
func (im Image) Create(path string) error {
	return errors.Join(os.WriteFile(path, im.Data, 0o600), os.Truncate(path, im.Size))
}

func (im Image) clone() Image { return Image{bytes.Clone(im.Data), im.Size} }

func (im *Image) apply(c change) {
	end := c.at + int64(len(c.data))
	im.Size = max(im.Size, end)
	if len(c.data) == 0 {
		return
	}
	im.Data = append(im.Data, make([]byte, max(0, end-int64(len(im.Data))))...)
	copy(im.Data[c.at:], c.data)
}
