package discordtest

import (
	"bytes"
	"cmp"
	"fmt"
	"image/png"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"tarockbot/bot/platform/double"
	"tarockbot/bot/platform/platformtest"
)

// Attachment is a file of a message.
type Attachment struct {
	ID          string
	Filename    string
	Description string
	Data        []byte

	kind          string // media type
	width, height int    // pixels; 0 unless it is a picture
}

// Picture is a visible picture.
type Picture struct {
	PNG []byte
	Alt string
}

// Discord documents these limits.
const (
	maxFile        = 10 << 20
	maxFiles       = 10
	maxDescription = 1024
	maxItems       = 10 // in a gallery
)

const attachmentScheme = "attachment://"

var (
	fileField = regexp.MustCompile(`^files\[(\d+)\]$`)
	// fileName matches the names that Discord doesn't change.
	fileName = regexp.MustCompile(`^[A-Za-z0-9._-]+\.[a-z]+$`)
)

func (q *request) unpack(contentType string) error {
	fields, files, err := double.ReadForm(contentType, q.raw)
	if err != nil {
		return fmt.Errorf("parts: %w", err)
	}
	if files == nil {
		return nil
	}
	const message = "payload_json"
	q.body, q.files = []byte(fields[message]), make(map[string]double.Upload)
	if delete(fields, message); len(fields) > 0 {
		return fmt.Errorf("the fields %v beside the message", fields)
	}
	for name, file := range files {
		field := fileField.FindStringSubmatch(name)
		if field == nil || len(file.Data) == 0 {
			return fmt.Errorf("part %q with file %q of %d bytes", name, file.Name, len(file.Data))
		}
		q.files[field[1]] = file
	}
	return nil
}

func (q request) checkFileSize() *response {
	for _, f := range q.files {
		if len(f.Data) > maxFile {
			resp := refusal(http.StatusRequestEntityTooLarge, 40005, "Request entity too large")
			return resp.withComplaint("a file of %d bytes", len(f.Data))
		}
	}
	return nil
}

// attachmentRef names an upload by its number or an old file by its ID.
type attachmentRef struct {
	ID          any     `json:"id"`
	Filename    string  `json:"filename"`
	Description *string `json:"description"`
}

func (d *draft) attach(q request, old []Attachment, newID func() string) error {
	list := d.Attachments
	if list == nil {
		list = q.defaultAttachments(old)
	}
	d.files = nil
	for _, l := range list {
		a, err := q.attachment(l, old, newID)
		if err != nil {
			return err
		}
		d.files = append(d.files, a)
	}
	for n := range q.files {
		if !slices.ContainsFunc(list, func(l attachmentRef) bool { return fmt.Sprint(l.ID) == n }) {
			return fmt.Errorf("files[%s] is not listed", n)
		}
	}
	if len(d.files) > maxFiles {
		return fmt.Errorf("%d files", len(d.files))
	}
	return d.attachGalleries()
}

// defaultAttachments applies Discord's default: a message has its uploads, an edited message also its old files.
func (q request) defaultAttachments(old []Attachment) (list []attachmentRef) {
	if q.method == http.MethodPatch {
		for _, a := range old {
			list = append(list, attachmentRef{ID: a.ID})
		}
	}
	for n := range q.files {
		list = append(list, attachmentRef{ID: n})
	}
	return list
}

func (q request) attachment(l attachmentRef, old []Attachment, newID func() string) (Attachment, error) {
	id := fmt.Sprint(l.ID)
	i := slices.IndexFunc(old, func(a Attachment) bool { return a.ID == id })
	file, uploaded := q.files[id]
	var a Attachment
	switch {
	case uploaded:
		a = Attachment{ID: newID(), Filename: file.Name, Data: file.Data, kind: file.Kind}
		if l.Filename != "" {
			a.Filename = l.Filename
		}
		if id == "0" {
			a.ID = cmp.Or(q.accepted.fileID(), a.ID)
		}
		if err := a.readSize(); err != nil {
			return a, err
		}
	case i >= 0:
		a = old[i]
	default:
		return a, fmt.Errorf("attachment %s is unknown", id)
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

func (a *Attachment) readSize() error {
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

func (d *draft) attachGalleries() error {
	for _, c := range withNested(d.Components) {
		for i := range c.Items {
			if err := d.resolve(&c.Items[i].Media); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *draft) resolve(m *Media) error {
	name, refers := strings.CutPrefix(m.URL, attachmentScheme)
	if !refers {
		return fmt.Errorf("a picture at %q", m.URL)
	}
	i := slices.IndexFunc(d.files, func(a Attachment) bool { return a.Filename == name })
	if i < 0 {
		return fmt.Errorf("%s refers to no attachment", m.URL)
	}
	m.AttachmentID = d.files[i].ID
	m.URL = d.files[i].url()
	return nil
}

func (a Attachment) url() string {
	return "https://cdn.discordapp.test/attachments/1/" + a.ID + "/" + a.Filename
}

func (d draft) checkShown() error {
	for _, a := range d.files {
		isIt := func(item Item) bool { return item.Media.AttachmentID == a.ID }
		if !slices.ContainsFunc(withNested(d.Components), func(c Component) bool { return slices.ContainsFunc(c.Items, isIt) }) {
			return fmt.Errorf("attachment %s is shown nowhere", a.ID)
		}
	}
	return nil
}

// Pictures returns the message's visible pictures.
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
	for _, c := range withNested(m.Components) {
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

// Files returns all visible files except pictures, oldest first.
func (p *Person) Files() []platformtest.File {
	direct := p.Direct()
	var list []platformtest.File
	for _, m := range p.s.chats.find(func(m *Message) bool {
		return m.Owner == p.ID || m.Owner == "" && (m.Channel == p.Home || m.Channel == direct)
	}) {
		for _, a := range m.Attachments {
			if a.kind != "image/png" {
				list = append(list, platformtest.File{Name: a.Filename, Type: a.kind, Data: a.Data})
			}
		}
	}
	return list
}

func (a Attachment) asJSON() map[string]any {
	fields := map[string]any{"id": a.ID, "filename": a.Filename, "description": a.Description, "size": len(a.Data),
		"url": a.url(), "proxy_url": a.url(), "content_type": a.kind}
	if a.width > 0 {
		fields["width"], fields["height"] = a.width, a.height
	}
	return fields
}
