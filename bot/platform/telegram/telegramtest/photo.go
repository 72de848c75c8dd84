package telegramtest

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg" // what may be uploaded
	"image/png"
	"io"
	"net/http"
	"path"
	"slices"
	"strings"
)

// Photo is a photo that the bot has sent.
type Photo struct {
	Width, Height int    // as it was uploaded
	Data          []byte // the file as it was uploaded; nil if that is long ago
	Unique        string // the same for the same picture
	Sizes         []Size // smallest first
}

// Size is one of the sizes in which Telegram keeps a photo.
type Size struct {
	File   string `json:"file_id"`
	Unique string `json:"file_unique_id"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Bytes  int    `json:"file_size,omitempty"`
}

// upload is a file in a call.
type upload struct {
	name    string
	data    []byte
	dropped bool // somebody before the server has kept the data
}

// uploads are the files of a call, by field.
type uploads map[string]upload

// bytes returns the size of everything uploaded.
func (u uploads) bytes() int {
	n := 0
	for _, f := range u {
		n += len(f.data)
	}
	return n
}

// What a photo may be.
const (
	maxPhoto   = 10 << 20
	maxSides   = 10_000 // width and height together
	maxRatio   = 20
	maxCaption = 1024
)

// maxFresh is of how many photos the files are kept.
const maxFresh = 100

var photoNames = []string{".jpg", ".jpeg", ".gif", ".png", ".tif", ".bmp"}

// boxes are the sizes in which photos are kept: each fits into a square.
var boxes = []struct {
	letter string
	side   int
}{{"s", 90}, {"m", 320}, {"x", 800}, {"y", 1280}}

// photos are those that the server knows. Its lock guards them.
type photos struct {
	known   map[string]*Photo // by file_id
	fresh   []*Photo          // uploaded of late
	uploads int
	lossy   bool // see LosesFiles
	blanks  int
}

// readFiles takes the files out of a form. What is left of one is its name if
// somebody before the server drops files.
func (s *Server) readFiles(r *http.Request, params map[string]string) (uploads, error) {
	files := make(uploads)
	if r.MultipartForm != nil {
		for field, all := range r.MultipartForm.File {
			f, err := all[0].Open()
			if err != nil {
				return nil, err
			}
			data, err := io.ReadAll(f)
			_ = f.Close()
			if err != nil {
				return nil, err
			}
			files[field] = upload{name: all[0].Filename, data: data}
		}
	}
	s.Lock()
	defer s.Unlock()
	if s.lossy {
		for field, value := range params {
			if name, ok := strings.CutPrefix(value, "dropped:"); ok {
				files[field] = upload{name, s.blank(), true}
				delete(params, field)
			}
		}
	}
	return files, nil
}

// LosesFiles makes the server expect only the names of files, after "dropped:",
// because a program before it drops their contents. A blank picture stands for each.
func (s *Server) LosesFiles() { s.Do(func() { s.lossy = true }) }

// blank returns a picture that is like no other: its one point has another
// colour.
func (ps *photos) blank() []byte {
	ps.blanks++
	shade := color.RGBA{uint8(ps.blanks), uint8(ps.blanks >> 8), uint8(ps.blanks >> 16), 255}
	m := image.NewPaletted(image.Rect(0, 0, 1, 1), color.Palette{shade})
	var b bytes.Buffer
	_ = png.Encode(&b, m) // it can always be encoded
	return b.Bytes()
}

// photo returns the one that a call means: uploaded with it, or known already.
// ref is what the call says, field where the file is if it says nothing.
func (api methods) photo(c *Chat, ref, field string) (*Photo, *reply) {
	if c.noPhotos {
		return nil, badRequest("not enough rights to send photos to the chat")
	}
	if name, ok := strings.CutPrefix(ref, "attach://"); ok {
		ref, field = "", name
	}
	if ref != "" {
		if p, ok := api.known[ref]; ok {
			return p, nil
		}
		return nil, badRequest("wrong file identifier/HTTP URL specified")
	}
	f, ok := api.files[field]
	if !ok {
		return nil, badRequest("there is no photo in the request")
	}
	width, height, no := checkPhoto(f)
	if no != nil {
		return nil, no
	}
	api.uploads++
	p := newPhoto(f.data, width, height, api.uploads)
	api.fresh = append(api.fresh, p)
	if len(api.fresh) > maxFresh {
		api.fresh[0].Data, api.fresh = nil, api.fresh[1:]
	}
	for _, size := range p.Sizes {
		api.known[size.File] = p
	}
	return p, nil
}

func checkPhoto(f upload) (width, height int, no *reply) {
	switch {
	case len(f.data) == 0:
		return 0, 0, badRequest("file must be non-empty")
	case len(f.data) > maxPhoto:
		return 0, 0, badRequest(fmt.Sprintf("file of size %d bytes is too big for a photo; the maximum size is %d bytes", len(f.data), maxPhoto))
	case !slices.Contains(photoNames, path.Ext(f.name)):
		return 0, 0, badRequest("photo has unsupported extension. Use one of .jpg, .jpeg, .gif, .png, .tif or .bmp")
	}
	c, _, err := image.DecodeConfig(bytes.NewReader(f.data))
	switch {
	case err != nil:
		return 0, 0, badRequest("IMAGE_PROCESS_FAILED")
	case c.Width+c.Height > maxSides || max(c.Width, c.Height) > maxRatio*min(c.Width, c.Height):
		return 0, 0, badRequest("PHOTO_INVALID_DIMENSIONS")
	}
	return c.Width, c.Height, nil
}

// newPhoto keeps a photo in its sizes. n tells apart what was uploaded twice.
func newPhoto(data []byte, width, height, n int) *Photo {
	sum := sha256.Sum256(data)
	unique := "AQAD" + base64.RawURLEncoding.EncodeToString(sum[:9])
	p := &Photo{Width: width, Height: height, Data: data, Unique: unique}
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

// ForbidPhotos sets whether only the group's administrators, of which the bot is
// none, may send photos.
func (c *Chat) ForbidPhotos(forbidden bool) { c.server.Do(func() { c.noPhotos = forbidden }) }

// ForgetFiles makes all file_ids worthless.
func (s *Server) ForgetFiles() { s.Do(func() { clear(s.known) }) }

func (api methods) readPhoto(c *Chat, m *Message, params map[string]string) (no *reply) {
	if m.Photo, no = api.photo(c, params["photo"], "photo"); no != nil {
		return no
	}
	return readNewCaption(c, m, params)
}

// inputMedia is what editMessageMedia takes: photos only, and no markup that
// would have to be read.
type inputMedia struct {
	Type     string          `json:"type"`
	Media    string          `json:"media"`
	Caption  string          `json:"caption"`
	Entities json.RawMessage `json:"caption_entities"`
	Above    bool            `json:"show_caption_above_media"`
}

func (api methods) readMedia(c *Chat, m *Message, params map[string]string) *reply {
	var media inputMedia
	no := strict(params["media"], &media)
	if no == nil && media.Type != "photo" {
		no = badRequest("unsupported media type")
	}
	if no != nil {
		return no
	}
	if m.Photo, no = api.photo(c, media.Media, ""); no != nil {
		return no
	}
	m.Above = media.Above
	return m.readCaption(media.Caption, string(media.Entities), params["reply_markup"])
}

// readNewCaption reads the words of a message with a photo, and where they stand.
func readNewCaption(_ *Chat, m *Message, params map[string]string) *reply {
	if m.Photo == nil {
		return badRequest("there is no caption in the message to edit")
	}
	m.Above = params["show_caption_above_media"] == "true"
	return m.readCaption(params["caption"], params["caption_entities"], params["reply_markup"])
}

// readCaption reads the words below a photo.
func (m *Message) readCaption(caption, entities, markup string) *reply {
	m.Text = strings.TrimSpace(caption)
	if length(m.Text) > maxCaption {
		return badRequest("message caption is too long")
	}
	return m.readRest(entities, markup)
}
