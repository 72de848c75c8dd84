package discord

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/textproto"

	"tarockbot/bot/chat"
)

// pictureName is what the picture of a message is called among its files.
const pictureName = "tarock.png"

// form is a message together with the file that it refers to as file 0.
func form(message []byte, file chat.File) (body []byte, contentType string, err error) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, part := range []struct {
		disposition, contentType string
		data                     []byte
	}{
		{`form-data; name="payload_json"`, "application/json", message},
		{`form-data; name="files[0]"; filename="` + file.Name + `"`, file.Type, file.Data},
	} {
		to, err := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {part.disposition}, "Content-Type": {part.contentType}})
		if err != nil {
			return nil, "", fmt.Errorf("part: %w", err)
		}
		if _, err := to.Write(part.data); err != nil {
			return nil, "", fmt.Errorf("part: %w", err)
		}
	}
	if err := w.Close(); err != nil {
		return nil, "", fmt.Errorf("parts: %w", err)
	}
	return b.Bytes(), w.FormDataContentType(), nil
}
