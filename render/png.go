package render

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"

	"github.com/klauspost/compress/zlib"
)

// encoder writes PNG files twice as fast as image/png. Not safe for concurrent use.
type encoder struct {
	colors colorMapper
	zlib   *zlib.Writer // reused, because it is large
}

// compression is zlib's level. 5 makes files 3% larger and saves no time; 7 takes 10% longer and saves no space.
const compression = 6

func (e *encoder) encode(drawn *image.RGBA) ([]byte, error) {
	var pixels bytes.Buffer
	if err := e.deflate(&pixels, drawn); err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	const overhead = 1 << 10
	file := append(make([]byte, 0, pixels.Len()+overhead), "\x89PNG\r\n\x1a\n"...)
	file = appendChunk(file, "IHDR", header(drawn.Rect.Dx(), drawn.Rect.Dy()))
	file = appendChunk(file, "PLTE", []byte(paletteBytes))
	file = appendChunk(file, "IDAT", pixels.Bytes())
	return appendChunk(file, "IEND", nil), nil
}

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
		e.colors.mapRow(row[1:], drawn.Pix[y*drawn.Stride:])
		if _, err := e.zlib.Write(row); err != nil {
			return err
		}
	}
	return e.zlib.Close()
}

func header(w, h int) []byte {
	const depth, paletted = 8, 3
	data := binary.BigEndian.AppendUint32(nil, uint32(w))
	data = binary.BigEndian.AppendUint32(data, uint32(h))
	return append(data, depth, paletted, 0, 0, 0)
}

func appendChunk(file []byte, name string, data []byte) []byte {
	file = binary.BigEndian.AppendUint32(file, uint32(len(data)))
	from := len(file)
	file = append(append(file, name...), data...)
	return binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(file[from:]))
}
