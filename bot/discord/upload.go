package discord

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/textproto"
	"time"

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

// handOver gives the person the file in a message of its own below the answer,
// which waits for nothing. They are told if it can't be had.
func (r *reply) handOver(f *chat.File) {
	give := func() {
		defer noteFault(r.log, "file")
		m := message{Flags: flagEphemeral, Mentions: nobody(), Attachments: []attachment{{ID: "0", Filename: f.Name}}, file: f}
		err := r.add(m, fileTime)
		if err == nil {
			return
		}
		r.log.Warn("discord: a file was not sent", "err", err)
		r.noteUnsent(r.add(word(catalogue.In(r.i.Locale).Say("no-file")), answerTime))
	}
	if !r.queues.aside(give) {
		give()
	}
}

// fileTime is how long it may take to send a file.
const fileTime = 30 * time.Second
