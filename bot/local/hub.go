package local

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"tarockbot/bot"
)

// How much is kept, per list. What is dropped is posted anew by the bot.
const (
	maxChannel = 200
	maxPanels  = 50
	maxAnswers = 20
	maxStreams = 4    // per person; the oldest yields
	maxPersons = 5000 // with anything to show
)

// hub is all that the page shows, and the streams that are to be told. Nothing
// is sent under its lock: a stream is marked, and fetches what is newest when
// it gets round to it, so that a slow browser delays and costs nobody.
type hub struct {
	epoch string // tells this process's references and versions from others'

	mu      sync.Mutex
	version uint64
	refs    uint64
	channel pane
	persons map[bot.UserID]*person
}

// person is one person's side of the page.
type person struct {
	panels  pane
	answers pane
	lang    string // of the last private screen
	flash   flash
	streams []*stream
}

// flash is a word for the next page that a browser without script loads.
type flash struct {
	alert string
	retry string // the act that failed and may be sent again
}

// stream is one open connection for events.
type stream struct {
	wake  chan struct{} // something changed
	yield chan struct{} // closed when a newer stream takes the place
}

func newHub(epoch string) *hub {
	return &hub{
		epoch:   epoch,
		channel: pane{name: "channel", limit: maxChannel},
		persons: make(map[bot.UserID]*person),
	}
}

// person returns the person's side, made if need be. The lock must be held.
func (h *hub) person(user bot.UserID) *person {
	if p, ok := h.persons[user]; ok {
		return p
	}
	if len(h.persons) >= maxPersons {
		h.forgetIdle()
	}
	p := &person{
		panels:  pane{name: "panels", limit: maxPanels},
		answers: pane{name: "answers", limit: maxAnswers},
	}
	h.persons[user] = p
	return p
}

// forgetIdle drops those who are away and have no table.
func (h *hub) forgetIdle() {
	for user, p := range h.persons {
		if len(p.streams) == 0 && len(p.panels.messages) == 0 {
			delete(h.persons, user)
		}
	}
}

// knows says whether the person has a side already.
func (h *hub) knows(user bot.UserID) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.persons[user] != nil
}

// newRef names a new message; no other process has used it.
func (h *hub) newRef() bot.Ref {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.refs++
	return bot.Ref(h.epoch + "-" + strconv.FormatUint(h.refs, 36))
}

// post adds the message to the person's panels, or to the channel if user is "".
func (h *hub) post(user bot.UserID, lang string, m message) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.version++
	h.list(user, lang).add(m, h.version)
	h.wake(user)
}

// edit gives a message there a new content; it says whether the message is
// there still.
func (h *hub) edit(user bot.UserID, lang string, m message) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	list := h.list(user, lang)
	old := list.find(m.ref)
	if old == nil {
		return false
	}
	h.version++
	if list.change(old, m.html, m.notify, h.version) {
		h.wake(user)
	}
	return true
}

// list is where messages for the user stand. The lock must be held.
func (h *hub) list(user bot.UserID, lang string) *pane {
	if user == "" {
		return &h.channel
	}
	p := h.person(user)
	p.lang = lang
	return &p.panels
}

// answer puts a private page last among the person's answers, or in the place
// of the one with the same ref.
func (h *hub) answer(user bot.UserID, lang string, m message) {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.person(user)
	p.lang = lang
	h.version++
	if old := p.answers.find(m.ref); old != nil {
		p.answers.change(old, m.html, "", h.version)
	} else {
		p.answers.add(m, h.version)
	}
	h.wake(user)
}

// dismiss removes one of the person's answers.
func (h *hub) dismiss(user bot.UserID, ref bot.Ref) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.version++
	if p := h.persons[user]; p != nil && p.answers.remove(ref, h.version) {
		h.wake(user)
	}
}

// leaveWord keeps a flash for the person's next page; an empty one clears it.
func (h *hub) leaveWord(user bot.UserID, f flash) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.person(user).flash = f
}

// snapshot is all that one person sees at one moment.
type snapshot struct {
	seen                     string
	channel, panels, answers []string
	lang                     string
	flash                    flash
}

// look returns what the person sees, and takes the word that was left.
func (h *hub) look(user bot.UserID) snapshot {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.person(user)
	s := snapshot{
		seen: h.mark(), lang: p.lang, flash: p.flash,
		channel: htmls(h.channel), panels: htmls(p.panels), answers: htmls(p.answers),
	}
	p.flash = flash{}
	return s
}

func htmls(p pane) []string {
	out := make([]string, len(p.messages))
	for i, m := range p.messages {
		out[i] = m.html
	}
	return out
}

// mark names the present version. The lock must be held.
func (h *hub) mark() string { return h.epoch + "." + strconv.FormatUint(h.version, 10) }

// parseMark is the version of a mark; 0 for one of another process, which has seen nothing.
func (h *hub) parseMark(mark string) uint64 {
	epoch, n, _ := strings.Cut(mark, ".")
	if epoch != h.epoch {
		return 0
	}
	v, err := strconv.ParseUint(n, 10, 64)
	if err != nil {
		return 0
	}
	return v
}

// since returns what the person lacks who has seen the mark, and the mark of
// now. A mark of another process lacks everything, empty lists too.
func (h *hub) since(user bot.UserID, mark string) ([]listUpdate, string) {
	seen := h.parseMark(mark)
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.person(user)
	updates := []listUpdate{}
	for _, list := range []*pane{&h.channel, &p.panels, &p.answers} {
		if list.version > seen || seen == 0 {
			updates = append(updates, list.since(seen, user))
		}
	}
	return updates, h.mark()
}

// join opens a stream for the person; the oldest yields if there are too many.
func (h *hub) join(user bot.UserID) *stream {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.person(user)
	s := &stream{wake: make(chan struct{}, 1), yield: make(chan struct{})}
	if len(p.streams) >= maxStreams {
		close(p.streams[0].yield)
		p.streams = slices.Delete(p.streams, 0, 1)
	}
	p.streams = append(p.streams, s)
	return s
}

// part ends the stream.
func (h *hub) part(user bot.UserID, s *stream) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if p := h.persons[user]; p != nil {
		p.streams = slices.DeleteFunc(p.streams, func(o *stream) bool { return o == s })
	}
}

// wake marks the person's streams, or everybody's if user is "".
func (h *hub) wake(user bot.UserID) {
	if user == "" {
		for _, p := range h.persons {
			p.wake()
		}
		return
	}
	if p := h.persons[user]; p != nil {
		p.wake()
	}
}

func (p *person) wake() {
	for _, s := range p.streams {
		select {
		case s.wake <- struct{}{}:
		default: // marked already
		}
	}
}
