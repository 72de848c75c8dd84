package discord

import (
	"time"

	"tarockbot/bot/chat"
)

// fileTime is how long it may take to send a file.
const fileTime = 30 * time.Second

// handOver gives the person the file in a message of its own below the answer,
// which waits for nothing. They are told if it can't be had.
func (r *reply) handOver(f *chat.File) {
	give := func() {
		defer r.p.recover("file")
		m := message{Flags: flagEphemeral, Mentions: nobody(), Attachments: []attachment{{ID: "0", Filename: f.Name}}, file: f}
		err := r.add(m, fileTime)
		if err == nil {
			return
		}
		r.p.log.Warn("discord: a file was not sent", "err", err)
		r.log(r.add(word(catalogue.In(r.i.Locale).Say("no-file")), answerTime))
	}
	if !r.p.queues.aside(give) {
		give()
	}
}

// add sends one message more that answers.
func (r *reply) add(m message, enough time.Duration) error {
	q := call{name: "add to an answer", method: "POST", path: r.hook(), free: true, body: m, file: m.file}
	return r.request(q, enough, nil)
}
