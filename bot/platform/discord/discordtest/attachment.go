package discordtest

import (
	"bytes"
	"errors"
	"fmt"
	"image/png"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"tarockbot/bot/platform/bottest"
)

// Attachment is a file that a message has.
type Attachment struct {
	ID          string
	Filename    string
	Description string
	Data        []byte

	kind          string // media type, as the bot says it
	width, height int    // in pixels; 0 for what is no picture
}

// Picture is a picture as people see it, or have it read to them.
type Picture struct {
	PNG []byte
	Alt string
}

// upload is a file that comes with a request.
type upload struct {
	name string
	kind string
	data []byte
}

// The limits of attachments that Discord documents.
const (
	maxFile        = 10 << 20
	maxFiles       = 10
	maxDescription = 1024
	maxItems       = 10 // of a gallery
)

const attachmentScheme = "attachment://"

var (
	fileField = regexp.MustCompile(`^files\[(\d+)\]$`)
	// fileName is what Discord leaves of a file's name as it is.
	fileName = regexp.MustCompile(`^[A-Za-z0-9._-]+\.[a-z]+$`)
)

// unpack takes the message and the files out of a request that has both.
func (q *ask) unpack(contentType string) error {
	media, params, err := mime.ParseMediaType(contentType)
	if err != nil || media != "multipart/form-data" {
		return nil // the body is the message
	}
	q.body, q.files = nil, make(map[string]upload)
	parts := multipart.NewReader(bytes.NewReader(q.raw), params["boundary"])
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("parts: %w", err)
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return fmt.Errorf("parts: %w", err)
		}
		field := fileField.FindStringSubmatch(part.FormName())
		switch {
		case part.FormName() == "payload_json":
			q.body = data
		case field == nil || part.FileName() == "" || len(data) == 0:
			return fmt.Errorf("part %q with file %q of %d bytes", part.FormName(), part.FileName(), len(data))
		default:
			q.files[field[1]] = upload{part.FileName(), part.Header.Get("Content-Type"), data}
		}
	}
}

// tooLarge is the refusal of a file that is too large; nil if none is.
func (q ask) tooLarge() *answer {
	for _, f := range q.files {
		if len(f.data) > maxFile {
			return refusal(http.StatusRequestEntityTooLarge, 40005, "Request entity too large").blaming("a file of %d bytes", len(f.data))
		}
	}
	return nil
}

// listed is what a message says of a file that it shall have: one that comes
// with it, by its number, or one that it has, by its id.
type listed struct {
	ID          any     `json:"id"`
	Filename    string  `json:"filename"`
	Description *string `json:"description"`
}

// attach gives the message its files and lets its components show them. Of
// those that it has, it keeps the ones that are listed; if nothing is, an edit
// keeps all and any other change none.
func (b *body) attach(q ask, old []Attachment, newID func() string) error {
	list := b.Attachments
	if list == nil {
		if q.method == http.MethodPatch { // else only what comes with it
			for _, a := range old {
				list = append(list, listed{ID: a.ID})
			}
		}
		for n := range q.files {
			list = append(list, listed{ID: n})
		}
	}
	b.files = nil
	for _, l := range list {
		a, err := q.attachment(l, old, newID)
		if err != nil {
			return err
		}
		b.files = append(b.files, a)
	}
	for n := range q.files {
		if !slices.ContainsFunc(list, func(l listed) bool { return fmt.Sprint(l.ID) == n }) {
			return fmt.Errorf("files[%s] is not listed", n)
		}
	}
	if len(b.files) > maxFiles {
		return fmt.Errorf("%d files", len(b.files))
	}
	return b.attachGalleries(b.Components)
}

// attachment is the file that is meant.
func (q ask) attachment(l listed, old []Attachment, newID func() string) (Attachment, error) {
	id := fmt.Sprint(l.ID)
	i := slices.IndexFunc(old, func(a Attachment) bool { return a.ID == id })
	file, uploaded := q.files[id]
	var a Attachment
	switch {
	case uploaded:
		a = Attachment{ID: newID(), Filename: file.name, Data: file.data, kind: file.kind}
		if l.Filename != "" {
			a.Filename = l.Filename
		}
		if len(q.attached) == 1 && id == "0" { // another stand-in has chosen it
			a.ID = q.attached[0]
		}
		if err := a.measure(); err != nil {
			return a, err
		}
	case i >= 0:
		a = old[i]
	default:
		return a, fmt.Errorf("attachment %s is neither there nor sent", id)
	}
	if l.Description != nil {
		a.Description = *l.Description
	}
	if n := utf8.RuneCountInString(a.Description); n > maxDescription {
		return a, fmt.Errorf("a description of %d characters", n)
	}
	if !fileName.MatchString(a.Filename) {
		return a, fmt.Errorf("file name %q", a.Filename)
	}
	return a, nil
}

// measure finds out how large a picture is. All pictures are PNGs.
func (a *Attachment) measure() error {
	if a.kind != "image/png" {
		return nil
	}
	head, err := png.DecodeConfig(bytes.NewReader(a.Data))
	if err != nil {
		return fmt.Errorf("%s is no PNG: %w", a.Filename, err)
	}
	a.width, a.height = head.Width, head.Height
	return nil
}

// attachGalleries lets galleries show the files that they refer to.
func (b *body) attachGalleries(components []Component) error {
	for _, c := range components {
		if err := b.attachGalleries(c.Components); err != nil {
			return err
		}
		for i := range c.Items {
			if err := b.show(&c.Items[i].Media); err != nil {
				return err
			}
		}
	}
	return nil
}

// show finds the file that is referred to. Discord fills in the rest.
func (b *body) show(m *Media) error {
	name, refers := strings.CutPrefix(m.URL, attachmentScheme)
	if !refers {
		return fmt.Errorf("a picture at %q", m.URL)
	}
	i := slices.IndexFunc(b.files, func(a Attachment) bool { return a.Filename == name })
	if i < 0 {
		return fmt.Errorf("%s refers to no attachment", m.URL)
	}
	m.AttachmentID = b.files[i].ID
	m.URL = b.files[i].url()
	return nil
}

func (a Attachment) url() string {
	return "https://cdn.discordapp.test/attachments/1/" + a.ID + "/" + a.Filename
}

// unseen is a file that nobody sees, for no component shows it.
func (b body) unseen() (Attachment, bool) {
	shown := make(map[string]bool)
	for _, c := range all(b.Components) {
		for _, item := range c.Items {
			shown[item.Media.AttachmentID] = true
		}
	}
	i := slices.IndexFunc(b.files, func(a Attachment) bool { return !shown[a.ID] })
	if i < 0 {
		return Attachment{}, false
	}
	return b.files[i], true
}

// Pictures are those that people see in the message, in order.
func (m Message) Pictures() []Picture {
	var list []Picture
	if m.Flags&ComponentsV2 == 0 {
		for _, a := range m.Attachments {
			if a.kind == "image/png" {
				list = append(list, Picture{a.Data, a.Description})
			}
		}
		return list
	}
	for _, c := range all(m.Components) {
		for _, item := range c.Items {
			for _, a := range m.Attachments {
				if a.ID == item.Media.AttachmentID {
					list = append(list, Picture{a.Data, item.Description})
				}
			}
		}
	}
	return list
}

// Files are what the person sees that can be kept and is no picture, in public
// as well, oldest first.
func (p *Person) Files() []bottest.File {
	direct := p.Direct()
	var list []bottest.File
	for _, m := range p.s.chats.find(func(m *Message) bool {
		return m.Owner == p.ID || m.Owner == "" && (m.Channel == p.Home || m.Channel == direct)
	}) {
		for _, a := range m.Attachments {
			if a.kind != "image/png" {
				list = append(list, bottest.File{Name: a.Filename, Type: a.kind, Data: a.Data})
			}
		}
	}
	return list
}

// asJSON is the attachment as Discord tells it.
func (a Attachment) asJSON() map[string]any {
	told := map[string]any{"id": a.ID, "filename": a.Filename, "description": a.Description, "size": len(a.Data),
		"url": a.url(), "proxy_url": a.url(), "content_type": a.kind}
	if a.width > 0 {
		told["width"], told["height"] = a.width, a.height
	}
	return told
}
