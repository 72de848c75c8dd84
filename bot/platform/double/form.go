package double

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
)

// Upload is a file of a request.
type Upload struct {
	Name string
	Kind string // media type
	Data []byte
}

// ReadForm returns a multipart form's fields and files by field name, or nil maps for another body.
func ReadForm(contentType string, body []byte) (fields map[string]string, files map[string]Upload, err error) {
	media, params, err := mime.ParseMediaType(contentType)
	if err != nil || media != "multipart/form-data" {
		return nil, nil, nil
	}
	fields, files = make(map[string]string), make(map[string]Upload)
	parts := multipart.NewReader(bytes.NewReader(body), params["boundary"])
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return fields, files, nil
		}
		if err != nil {
			return nil, nil, err
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return nil, nil, err
		}
		if part.FileName() == "" {
			fields[part.FormName()] = string(data)
		} else {
			files[part.FormName()] = Upload{part.FileName(), part.Header.Get("Content-Type"), data}
		}
	}
}

// DecodeStrict decodes JSON into v and refuses unknown fields.
func DecodeStrict(data []byte, v any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	return decoder.Decode(v)
}
