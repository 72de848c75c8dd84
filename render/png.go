package render

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"

	"github.com/klauspost/compress/zlib"
)

// encoder writes pictures as PNG in the fixed colours. The image package would
// take twice as long: it compresses by Go's own library, and knows nothing between
// the fastest compression and the usual. An encoder is for one goroutine at a time.
type encoder struct {
	mapper mapper
	zlib   *zlib.Writer // kept, for it takes much room
}

// compression is that of zlib, from 1 to 9: with 5 a picture is a thirtieth larger
// and no sooner ready, with 7 it takes a tenth longer and is no smaller.
const compression = 6

// encode is the opaque picture as PNG.
func (e *encoder) encode(drawn *image.RGBA) ([]byte, error) {
	var pixels bytes.Buffer
	if err := e.deflate(&pixels, drawn); err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	const overhead = 1 << 10 // everything but the pixels
	file := append(make([]byte, 0, pixels.Len()+overhead), "\x89PNG\r\n\x1a\n"...)
	file = appendChunk(file, "IHDR", header(drawn.Rect.Dx(), drawn.Rect.Dy()))
	file = appendChunk(file, "PLTE", paletteBytes())
	file = appendChunk(file, "IDAT", pixels.Bytes())
	return appendChunk(file, "IEND", nil), nil
}

// deflate compresses the picture, row by row, each marked as not filtered.
func (e *encoder) deflate(to *bytes.Buffer, drawn *image.RGBA) error {
	if e.zlib == nil {
		w, err := zlib.NewWriterLevel(to, compression)
		if err != nil {
			return err
		}
		e.zlib = w
	}
	e.zlib.Reset(to)
	row := make([]byte, 1+drawn.Rect.Dx())
	for y := range drawn.Rect.Dy() {
		e.mapper.row(row[1:], drawn.Pix[y*drawn.Stride:])
		if _, err := e.zlib.Write(row); err != nil {
			return err
		}
	}
	return e.zlib.Close()
}

// header is that of a picture of eight bits of a palette a pixel.
func header(w, h int) []byte {
	const depth, paletted = 8, 3
	data := binary.BigEndian.AppendUint32(nil, uint32(w))
	data = binary.BigEndian.AppendUint32(data, uint32(h))
	return append(data, depth, paletted, 0, 0, 0)
}

func paletteBytes() []byte {
	data := make([]byte, 0, 3*len(palette))
	for _, c := range palette {
		data = append(data, uint8(c>>16), uint8(c>>8), uint8(c))
	}
	return data
}

// appendChunk adds a part of the file: its length, name, data and checksum.
func appendChunk(file []byte, name string, data []byte) []byte {
	file = binary.BigEndian.AppendUint32(file, uint32(len(data)))
	from := len(file)
	file = append(append(file, name...), data...)
	return binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(file[from:]))
}
