package storagetest

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
)

// Disk models a file under power cuts. The zero value is an empty file.
type Disk struct {
	synced  Image
	pending []change
}

// Image is the content of a file: Data, and zeros up to Size.
type Image struct {
	Data []byte
	Size int64
}

// change without data only makes the file longer.
type change struct {
	at   int64
	data []byte
}

// Write writes at an offset.
func (d *Disk) Write(data []byte, at int64) {
	d.pending = append(d.pending, change{at, bytes.Clone(data)})
}

// Grow makes the file at least size bytes long.
func (d *Disk) Grow(size int64) { d.pending = append(d.pending, change{at: size}) }

// Sync makes all changes durable.
func (d *Disk) Sync() {
	for _, c := range d.pending {
		d.synced.apply(c)
	}
	d.pending = nil
}

// Written returns the file after the process was killed.
func (d *Disk) Written() Image {
	im := d.synced.clone()
	for _, c := range d.pending {
		im.apply(c)
	}
	return im
}

// Cut returns a possible file after a power cut: each unsynced change is complete, missing or partial.
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
