package telegramtest

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg" // photos may be JPEG files
	"image/png"
	"path"
	"slices"
	"strings"

	"tarockbot/bot/platform/double"
)

// Photo is a photo that the bot has sent.
type Photo struct {
	Width, Height int    // of the uploaded picture
	Data          []byte // the uploaded file; nil if more than maxFresh photos were uploaded later
	Sizes         []Size // smallest first
}

// Size is a photo in one of the sizes that Telegram makes of it.
type Size struct {
	File   string `json:"file_id"`
	Unique string `json:"file_unique_id"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Bytes  int    `json:"file_size,omitempty"`
}

// Limits of photos.
const (
	maxPhoto   = 10 << 20 // bytes
	maxSides   = 10_000   // the sum of width and height
	maxRatio   = 20       // of the sides
	maxCaption = 1024     // UTF-16 units
)

// maxFresh is the number of photos whose uploaded data is kept.
const maxFresh = 100

// photoExtensions are the extensions of files that Telegram accepts as photos.
var photoExtensions = []string{".jpg", ".jpeg", ".gif", ".png", ".tif", ".bmp"}

// boxes are the squares that the sizes of a photo fit in.
var boxes = []struct {
	letter string
	side   int
}{{"s", 90}, {"m", 320}, {"x", 800}, {"y", 1280}}

// photos holds the photos that the server knows. The server's lock guards it.
type photos struct {
	known          map[string]*Photo // by file_id
	fresh          []*Photo          // those with data, oldest first
	uploads        int               // the number of uploaded photos
	expectsDropped bool              // see ExpectDroppedFiles
	blanks         int               // the number of pictures from blank
}

// ExpectDroppedFiles makes the server accept file names after "dropped:" in place of files, for tests behind a proxy
// that drops file contents. Each dropped file becomes a blank picture.
func (s *Server) ExpectDroppedFiles() { s.Do(func() { s.photos.expectsDropped = true }) }

// dropped is the kind of a file whose data a proxy in front of the server dropped.
const dropped = "dropped"

// takeDropped moves dropped files from the call's parameters to its files; see ExpectDroppedFiles. The lock must be held.
func (ps *photos) takeDropped(call apiCall) {
	for field, value := range call.params {
		if name, ok := strings.CutPrefix(value, "dropped:"); ok && ps.expectsDropped {
			call.files[field] = double.Upload{Name: name, Kind: dropped, Data: ps.blank()}
			delete(call.params, field)
		}
	}
}

// blank returns a picture of one pixel, whose colour no other blank picture has. The lock must be held.
func (ps *photos) blank() []byte {
	ps.blanks++
	shade := color.RGBA{uint8(ps.blanks), uint8(ps.blanks >> 8), uint8(ps.blanks >> 16), 255}
	m := image.NewPaletted(image.Rect(0, 0, 1, 1), color.Palette{shade})
	var b bytes.Buffer
	_ = png.Encode(&b, m) // a picture of one pixel has no error
	return b.Bytes()
}

// photo returns the photo that ref refers to: a known photo by its file_id, or an uploaded file by its field. If ref
// is empty, the file is in the given field.
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

// add adds an uploaded photo and returns it. The lock must be held.
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

// checkPhoto returns the size of the picture in pixels, or the refusal of the file.
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

// newPhoto returns a photo in all its sizes. The number n makes its file_ids unique.
func newPhoto(data []byte, width, height, n int) *Photo {
	sum := sha256.Sum256(data)
	unique := "AQAD" + base64.RawURLEncoding.EncodeToString(sum[:9])
	p := &Photo{Width: width, Height: height, Data: data}
	long := max(width, height)
	for i, box := range boxes {
		side := min(box.side, long)
		p.Sizes = append(p.Sizes, Size{
			File:   fmt.Sprintf("AgACAgIAAxk%s%s%d", base64.RawURLEncoding.EncodeToString(sum[:18]), box.letter, n),
			Unique: unique + box.letter, Width: max(1, width*side/long), Height: max(1, height*side/long),
		})
		if side == long || i == len(boxes)-1 {
			p.Sizes[i].Bytes = len(data)
			break
		}
	}
	return p
}

// ForgetFiles makes all file_ids invalid.
func (s *Server) ForgetFiles() { s.Do(func() { clear(s.photos.known) }) }

// readPhoto reads the content of a message with a photo.
func (call apiCall) readPhoto(c *Chat, m *Message) (refusal *reply) {
	if m.Photo, refusal = call.photo(c, call.params["photo"], "photo"); refusal != nil {
		return refusal
	}
	return call.readNewCaption(c, m)
}

// inputMedia is the parameter of editMessageMedia. Only photos are supported, and no parse modes.
type inputMedia struct {
	Type     string          `json:"type"`
	Media    string          `json:"media"`
	Caption  string          `json:"caption"`
	Entities json.RawMessage `json:"caption_entities"`
	Above    bool            `json:"show_caption_above_media"`
}

// readMedia reads the new photo and caption of a message.
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
	m.Above = media.Above
	return m.readCaption(media.Caption, string(media.Entities), call.params["reply_markup"])
}

// readNewCaption reads the caption of a message with a photo, and its position.
func (call apiCall) readNewCaption(_ *Chat, m *Message) *reply {
	if m.Photo == nil {
		return badRequest("there is no caption in the message to edit")
	}
	m.Above = call.params["show_caption_above_media"] == "true"
	return m.readCaption(call.params["caption"], call.params["caption_entities"], call.params["reply_markup"])
}

// readCaption reads the text of a message with a photo or a document.
func (m *Message) readCaption(caption, entities, markup string) *reply {
	m.Text = strings.TrimSpace(caption)
	if length(m.Text) > maxCaption {
		return badRequest("message caption is too long")
	}
	return m.readMarkup(entities, markup)
}
