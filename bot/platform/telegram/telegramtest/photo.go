package telegramtest

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg" // registers JPEG
	"image/png"
	"path"
	"slices"
	"strings"

	"tarockbot/bot/platform/double"
)

// Photo is a sent photo.
type Photo struct {
	Width, Height int
	Data          []byte // nil after maxFresh later uploads
	Sizes         []Size // smallest first
}

// Size is a scaled version of a photo.
type Size struct {
	File   string `json:"file_id"`
	Unique string `json:"file_unique_id"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Bytes  int    `json:"file_size,omitempty"`
}

const (
	maxPhoto   = 10 << 20 // bytes
	maxSides   = 10_000   // width + height
	maxRatio   = 20
	maxCaption = 1024 // UTF-16 units
)

const maxFresh = 100

var photoExtensions = []string{".jpg", ".jpeg", ".gif", ".png", ".tif", ".bmp"}

var photoSizes = []struct {
	letter string
	side   int
}{{"s", 90}, {"m", 320}, {"x", 800}, {"y", 1280}}

type photos struct {
	known          map[string]*Photo
	fresh          []*Photo // with data, oldest first
	uploads        int
	expectsDropped bool
	blanks         int
}

// ExpectDroppedFiles reads "dropped:NAME" as a blank picture, for proxies that drop a file's data.
func (s *Server) ExpectDroppedFiles() { s.Do(func() { s.photos.expectsDropped = true }) }

// dropped is the kind of files without data.
const dropped = "dropped"

func (ps *photos) readDropped(call apiCall) {
	for field, value := range call.params {
		if name, ok := strings.CutPrefix(value, "dropped:"); ok && ps.expectsDropped {
			call.files[field] = double.Upload{Name: name, Kind: dropped, Data: ps.blank()}
			delete(call.params, field)
		}
	}
}

// blank returns a unique picture of one pixel.
func (ps *photos) blank() []byte {
	ps.blanks++
	shade := color.RGBA{uint8(ps.blanks), uint8(ps.blanks >> 8), uint8(ps.blanks >> 16), 255}
	m := image.NewPaletted(image.Rect(0, 0, 1, 1), color.Palette{shade})
	var b bytes.Buffer
	_ = png.Encode(&b, m)
	return b.Bytes()
}

// photo finds a photo by file_id or uploaded field.
func (call apiCall) photo(c *Chat, ref, field string) (*Photo, *reply) {
	if c.noPhotos {
		return nil, badRequest("not enough rights to send photos to the chat")
	}
	if name, ok := strings.CutPrefix(ref, "attach://"); ok {
		ref, field = "", name
	}
	ps := &call.server.photos
	if ref != "" {
		if p, ok := ps.known[ref]; ok {
			return p, nil
		}
		return nil, badRequest("wrong file identifier/HTTP URL specified")
	}
	f, ok := call.files[field]
	if !ok {
		return nil, badRequest("there is no photo in the request")
	}
	width, height, refusal := checkPhoto(f)
	if refusal != nil {
		return nil, refusal
	}
	return ps.add(f.Data, width, height), nil
}

func (ps *photos) add(data []byte, width, height int) *Photo {
	ps.uploads++
	p := newPhoto(data, width, height, ps.uploads)
	ps.fresh = append(ps.fresh, p)
	if len(ps.fresh) > maxFresh {
		ps.fresh[0].Data, ps.fresh = nil, ps.fresh[1:]
	}
	for _, size := range p.Sizes {
		ps.known[size.File] = p
	}
	return p
}

func checkPhoto(f double.Upload) (width, height int, refusal *reply) {
	switch {
	case len(f.Data) == 0:
		return 0, 0, badRequest("file must be non-empty")
	case len(f.Data) > maxPhoto:
		return 0, 0, badRequest(fmt.Sprintf("file of size %d bytes is too big for a photo; the maximum size is %d bytes",
			len(f.Data), maxPhoto))
	case !slices.Contains(photoExtensions, path.Ext(f.Name)):
		return 0, 0, badRequest("photo has unsupported extension. Use one of .jpg, .jpeg, .gif, .png, .tif or .bmp")
	}
	c, _, err := image.DecodeConfig(bytes.NewReader(f.Data))
	switch {
	case err != nil:
		return 0, 0, badRequest("IMAGE_PROCESS_FAILED")
	case c.Width+c.Height > maxSides || max(c.Width, c.Height) > maxRatio*min(c.Width, c.Height):
		return 0, 0, badRequest("PHOTO_INVALID_DIMENSIONS")
	}
	return c.Width, c.Height, nil
}

func newPhoto(data []byte, width, height, n int) *Photo {
	sum := sha256.Sum256(data)
	unique := "AQAD" + base64.RawURLEncoding.EncodeToString(sum[:9])
	p := &Photo{Width: width, Height: height, Data: data}
	long := max(width, height)
	for i, box := range photoSizes {
		side := min(box.side, long)
		p.Sizes = append(p.Sizes, Size{
			File:   fmt.Sprintf("AgACAgIAAxk%s%s%d", base64.RawURLEncoding.EncodeToString(sum[:18]), box.letter, n),
			Unique: unique + box.letter, Width: max(1, width*side/long), Height: max(1, height*side/long),
		})
		if side == long || i == len(photoSizes)-1 {
			p.Sizes[i].Bytes = len(data)
			break
		}
	}
	return p
}

// ForgetFiles makes all file_ids invalid.
func (s *Server) ForgetFiles() { s.Do(func() { clear(s.photos.known) }) }

func (call apiCall) readPhoto(c *Chat, m *Message) (refusal *reply) {
	if m.Photo, refusal = call.photo(c, call.params["photo"], "photo"); refusal != nil {
		return refusal
	}
	return call.readNewCaption(c, m)
}

type inputMedia struct {
	Type     string          `json:"type"`
	Media    string          `json:"media"`
	Caption  string          `json:"caption"`
	Entities json.RawMessage `json:"caption_entities"`
	Above    bool            `json:"show_caption_above_media"`
}

func (call apiCall) readMedia(c *Chat, m *Message) *reply {
	var media inputMedia
	refusal := parseStrict(call.params["media"], &media)
	if refusal == nil && media.Type != "photo" {
		refusal = badRequest("unsupported media type")
	}
	if refusal != nil {
		return refusal
	}
	if m.Photo, refusal = call.photo(c, media.Media, ""); refusal != nil {
		return refusal
	}
	m.TextAbove = media.Above
	return m.readCaption(media.Caption, string(media.Entities), call.params["reply_markup"])
}

func (call apiCall) readNewCaption(_ *Chat, m *Message) *reply {
	if m.Photo == nil {
		return badRequest("there is no caption in the message to edit")
	}
	m.TextAbove = call.params["show_caption_above_media"] == "true"
	return m.readCaption(call.params["caption"], call.params["caption_entities"], call.params["reply_markup"])
}

func (m *Message) readCaption(caption, entities, markup string) *reply {
	m.Text = strings.TrimSpace(caption)
	if length16(m.Text) > maxCaption {
		return badRequest("message caption is too long")
	}
	return m.readMarkup(entities, markup)
}
