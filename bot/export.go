package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/bot/speech"
	"tarockbot/bot/standing"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/storage"
)

// exportFile and exportFormat are the names of the file that tells somebody what
// is stored of them, and of its form.
const (
	exportFile   = "tarockbot-export.json"
	exportFormat = "tarockbot-export/1"
)

// export is all that is stored of a person. Others are in it by the names that
// they have now, and by no ids.
type export struct {
	Format   string            `json:"format"`
	Made     time.Time         `json:"made"`
	Accounts []exportedAccount `json:"accounts"` // of linked ones, all; the first one's settings count
	Tables   []exportedTable   `json:"tables"`   // that go on, or ended a day ago at most
	Rivals   []exportedRival   `json:"rivals,omitempty"`
	Matches  []exportedMatch   `json:"matches"` // that are over, newest first; `history export` gives their deals
	// Left says for how many matches there was no room, RivalsLeft for how many
	// rivals.
	Left       int `json:"left,omitempty"`
	RivalsLeft int `json:"rivalsLeft,omitempty"`
}

// exportedAccount is one identity.
type exportedAccount struct {
	User      UserID                     `json:"user"`
	Settings  map[string]json.RawMessage `json:"settings"` // as stored: name, languages, what was chosen
	Blocked   []string                   `json:"blocked,omitempty"`
	Notices   []string                   `json:"notices,omitempty"` // that were not told yet, by kind
	Codes     []time.Time                `json:"codes,omitempty"`   // until when codes for linking are good
	Standings map[string]json.RawMessage `json:"standings,omitempty"`
	Styles    map[string]json.RawMessage `json:"styles,omitempty"`
	Digest    *exportedDigest            `json:"digest,omitempty"`
	Platform  map[string]any             `json:"platform,omitempty"` // what the platform itself remembers
}

// exportedDigest is the message that tells of all games that wait for somebody.
type exportedDigest struct {
	Place Place          `json:"place"`
	At    time.Time      `json:"at"` // when it was posted last
	Games []chat.TableID `json:"games,omitempty"`
}

// exportedTable is a table as its player sees it.
type exportedTable struct {
	Code    chat.TableID `json:"code"`
	Stage   match.Stage  `json:"stage"`
	Rules   string       `json:"rules"`
	Chat    ChatID       `json:"chat,omitempty"`
	Seat    int          `json:"seat"` // from 1; 0 for who is only asked
	Players []string     `json:"players"`
	Totals  []int        `json:"totals,omitempty"`
	// Hand and Laid are the own cards in the deal that is played.
	Hand []card.Card `json:"hand,omitempty"`
	Laid []card.Card `json:"laid,omitempty"`
	// Chosen is a half-made choice, Ahead the card set in advance, and Missed one
	// that might not be played when its turn came.
	Chosen []string `json:"chosen,omitempty"`
	Ahead  string   `json:"ahead,omitempty"`
	Missed string   `json:"missed,omitempty"`
	// TimeLeft is how long the own clock still runs, such as "71h59m0s"; "" if it
	// isn't one's turn. TimedOut is how often others have claimed that it was up.
	TimeLeft string `json:"timeLeft,omitempty"`
	TimedOut int    `json:"timedOut,omitempty"`
}

// exportedRival is what somebody has reached against another, through one account.
type exportedRival struct {
	User  UserID `json:"user"`
	Game  string `json:"game"`
	Rival string `json:"rival"` // the other's name
	standing.Tally
}

// exportedMatch is one finished match.
type exportedMatch struct {
	match.Past
	People  *struct{} `json:"people,omitempty"` // hides the random ids of others
	Players []string  `json:"players"`
}

// exporting is an export on its way.
type exporting struct {
	export
	*request
	who   []chat.Identity // whose accounts they are
	names namer
}

// How many bytes there are for what may be any number; the rest of a File is for all
// else.
const (
	matchRoom = MaxFile / 2
	rivalRoom = MaxFile / 8
)

// exportMe sends a person all that is stored of them.
func (b *Bot) exportMe(ctx context.Context, r *request) (Answer, error) {
	free, err := b.filing(ctx)
	if err != nil {
		return Answer{}, err
	}
	defer free()
	x := &exporting{request: r, who: r.person.Identities(), names: b.namer(r.t)}
	x.export = export{Format: exportFormat, Made: b.cfg.Now().UTC(), Accounts: make([]exportedAccount, len(x.who))}
	for i, who := range x.who {
		x.Accounts[i].User = who.User
	}
	for _, k := range everyKind() {
		if k.tell == nil {
			continue
		}
		if err := k.tell(b, ctx, x); err != nil {
			return Answer{}, fmt.Errorf("bot: export %s: %w", k.kind, err)
		}
	}
	data, err := json.MarshalIndent(x.export, "", "  ")
	if err != nil {
		return Answer{}, fmt.Errorf("bot: export: %w", err)
	}
	return Answer{Screen: pages.Exported(r.t), File: &File{Name: exportFile, Type: "application/json", Data: append(data, '\n')}}, nil
}

// hidden are fields of a stored person that others are in, or that prove something.
var hidden = []string{"blocked", "users", "code"}

// tellPerson adds what is stored of each identity itself.
func (b *Bot) tellPerson(ctx context.Context, x *exporting) error {
	for i, who := range x.who {
		a := &x.Accounts[i]
		a.Settings = make(map[string]json.RawMessage)
		var p people.Person
		if _, err := b.store.Load(ctx, people.KindPerson, string(who.Person), &p); err != nil {
			return err
		}
		if _, err := b.store.Load(ctx, people.KindPerson, string(who.Person), &a.Settings); err != nil {
			return err
		}
		for _, field := range hidden {
			delete(a.Settings, field)
		}
		for _, x := range p.Blocked {
			a.Blocked = append(a.Blocked, x.Name)
		}
	}
	return nil
}

func (b *Bot) tellStandings(ctx context.Context, x *exporting) (err error) {
	for i, who := range x.who {
		if x.Accounts[i].Standings, err = b.byGame(ctx, standing.KindStanding, who.Person); err != nil {
			return err
		}
	}
	return nil
}

func (b *Bot) tellStyles(ctx context.Context, x *exporting) (err error) {
	for i, who := range x.who {
		if x.Accounts[i].Styles, err = b.byGame(ctx, standing.KindStyle, who.Person); err != nil {
			return err
		}
	}
	return nil
}

// byGame is what is stored of the account in each game, but whom it has met.
func (b *Bot) byGame(ctx context.Context, kind string, account chat.PersonID) (map[string]json.RawMessage, error) {
	own := make(map[string]json.RawMessage)
	prefix := string(account) + "|"
	for doc, err := range b.store.Scan(ctx, kind, prefix, prefix+"~") {
		var fields map[string]json.RawMessage
		if err == nil {
			err = keep.Decode(doc, &fields)
		}
		if err != nil {
			return nil, err
		}
		delete(fields, "today") // it counts others by their ids
		data, err := json.Marshal(fields)
		if err != nil {
			return nil, err
		}
		own[strings.TrimPrefix(doc.Key.ID, prefix)] = data
	}
	return own, nil
}

// tellRivals adds what the person has reached against each other, as far as there
// is room.
func (b *Bot) tellRivals(ctx context.Context, x *exporting) error {
	room := rivalRoom
	for _, who := range x.who {
		prefix := string(who.Person) + "|"
		for doc, err := range b.store.Scan(ctx, standing.KindRival, prefix, prefix+"~") {
			if err != nil {
				return err
			}
			if room < 0 { // of these none is looked at but to be counted
				x.RivalsLeft++
				continue
			}
			rival, err := x.rival(ctx, who.User, strings.TrimPrefix(doc.Key.ID, prefix), doc)
			if err != nil {
				return err
			}
			room -= roomOf(rival)
			x.Rivals = append(x.Rivals, rival)
		}
	}
	return nil
}

// rival is what the document, called "other|game", tells of the user.
func (x *exporting) rival(ctx context.Context, user UserID, id string, doc storage.Doc) (exportedRival, error) {
	other, game, _ := strings.Cut(id, "|")
	rival := exportedRival{User: user, Game: game}
	if err := keep.Decode(doc, &rival.Tally); err != nil {
		return rival, err
	}
	name, err := x.names.of(ctx, chat.PersonID(other))
	rival.Rival = speech.PlainName(name)
	return rival, err
}

// roomOf is how many bytes the value takes about, with what makes it readable.
func roomOf(v any) int {
	data, err := json.Marshal(v)
	if err != nil {
		return 0 // the whole can't be exported then, which says why
	}
	return 2 * len(data)
}

func (b *Bot) tellNotices(ctx context.Context, x *exporting) error {
	for i, who := range x.who {
		all, err := b.notices.To(ctx, who.User)
		if err != nil {
			return err
		}
		for _, n := range all {
			x.Accounts[i].Notices = append(x.Accounts[i].Notices, n.What)
		}
	}
	return nil
}

func (b *Bot) tellDigest(_ context.Context, x *exporting) error {
	for i, who := range x.who {
		if d := b.digests.Of(who.Person); d.Exists() {
			x.Accounts[i].Digest = &exportedDigest{d.Place, d.At, slices.Sorted(maps.Keys(d.Listed))}
		}
	}
	return nil
}

func (b *Bot) tellCodes(ctx context.Context, x *exporting) error {
	for i, who := range x.who {
		for doc, err := range b.naming(ctx, kindCode, who.User) {
			var code linkCode
			if err == nil {
				err = keep.Decode(doc, &code)
			}
			if err != nil {
				return err
			}
			x.Accounts[i].Codes = append(x.Accounts[i].Codes, code.Until)
		}
	}
	return nil
}

func (b *Bot) tellNotes(ctx context.Context, x *exporting) error {
	for i, who := range x.who {
		notes, err := b.notesAbout(ctx, who.User)
		if err != nil {
			return err
		}
		if platform, is := b.platforms[who.User.Platform()].(Remembers); is {
			x.Accounts[i].Platform = platform.Recall(who.User, notes)
		}
	}
	return nil
}

func (b *Bot) tellTables(_ context.Context, x *exporting) error {
	for _, brief := range b.register.About(x.person) {
		if t := b.peek(brief.ID); t != nil {
			x.Tables = append(x.Tables, b.exportTable(x.request, t))
		}
	}
	return nil
}

// exportTable is the table as the person sees it.
func (b *Bot) exportTable(r *request, t *match.Table) exportedTable {
	seat := t.SeatOf(r.person.Who())
	x := exportedTable{Code: t.ID, Stage: t.Stage, Rules: t.Setup.Rules, Chat: t.Chat, Seat: int(seat) + 1, Players: plainNames(pages.View{Table: t}.Names(r.t))}
	if len(t.Match.Done) > 0 {
		x.Totals = t.Match.Standing().Totals
	}
	if seat == engine.Nobody {
		return x
	}
	c := t.Chairs[seat]
	x.Ahead, x.Missed, x.TimedOut = c.Ahead, c.Missed, c.TimedOut
	if c.Timer != (match.Timer{}) && t.Waiting().Has(seat) {
		x.TimeLeft = c.Timer.Remaining(truth{b}).Round(time.Second).String()
	}
	if deal := t.Match.Deal; deal != nil {
		hand := deal.View(seat).Hand
		x.Hand, x.Laid = hand.Cards.Cards(), hand.Laid.Cards()
		l := b.tables.lock(t.ID)
		if b.loadTable(b.running, l) == nil {
			x.Chosen = slices.Clone(l.chosenFor(seat))
		}
		l.mu.Unlock()
	}
	return x
}

// plainNames are names without what keeps their writing direction to themselves.
func plainNames(names []string) []string {
	plain := make([]string, len(names))
	for i, name := range names {
		plain[i] = speech.PlainName(name)
	}
	return plain
}

// tellMatches adds the finished matches, as many of the latest as there is room
// for. Of the others none is looked at but to be counted.
func (b *Bot) tellMatches(ctx context.Context, x *exporting) error {
	room := matchRoom
	for p, err := range b.matches(ctx, x.person) {
		if err != nil {
			return err
		}
		names, err := x.names.at(ctx, p.People)
		if err != nil {
			return err
		}
		m := exportedMatch{Past: p, Players: plainNames(names)}
		if room -= roomOf(m); room < 0 {
			x.Left, err = b.countMatches(ctx, x.who, p.Mark())
			return err
		}
		x.Matches = append(x.Matches, m)
	}
	return nil
}

// countMatches is how many matches the identities have finished until the one with
// the mark, which is counted. One that two of them played is there once.
func (b *Bot) countMatches(ctx context.Context, who []chat.Identity, mark string) (int, error) {
	marks := make(map[string]bool)
	for _, x := range who {
		prefix := string(x.Person) + "|"
		for doc, err := range b.store.Scan(ctx, kindHistory, prefix+mark, prefix) {
			if err != nil {
				return 0, err
			}
			marks[strings.TrimPrefix(doc.Key.ID, prefix)] = true
		}
	}
	return len(marks), nil
}
