package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"tarockbot/engine"
	"tarockbot/engine/card"
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
	Matches  []exportedMatch   `json:"matches"`  // that are over, newest first; `history export` gives their deals
	// Left says how many matches there was no room for.
	Left int `json:"left,omitempty"`
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
	Platform  map[string]any             `json:"platform,omitempty"` // what the platform itself remembers
}

// exportedTable is a table as its player sees it.
type exportedTable struct {
	Code    TableID  `json:"code"`
	Stage   stage    `json:"stage"`
	Rules   string   `json:"rules"`
	Chat    ChatID   `json:"chat,omitempty"`
	Seat    int      `json:"seat"` // from 1; 0 for who is only asked
	Players []string `json:"players"`
	Totals  []int    `json:"totals,omitempty"`
	// Hand and Laid are the own cards in the deal that is played.
	Hand []card.Card `json:"hand,omitempty"`
	Laid []card.Card `json:"laid,omitempty"`
	// Chosen is a half-made choice.
	Chosen []string `json:"chosen,omitempty"`
}

// exportedMatch is one finished match.
type exportedMatch struct {
	past
	People  *struct{} `json:"people,omitempty"` // hides the random ids of others
	Players []string  `json:"players"`
}

// exportMe sends a person all that is stored of them.
func (b *Bot) exportMe(ctx context.Context, r *request) (Answer, error) {
	x := export{Format: exportFormat, Made: b.cfg.Now().UTC()}
	for _, who := range r.person.identities() {
		account, err := b.exportAccount(ctx, who)
		if err != nil {
			return Answer{}, err
		}
		x.Accounts = append(x.Accounts, account)
	}
	for _, brief := range b.register.about(r.person) {
		if t := b.peek(brief.ID); t != nil {
			x.Tables = append(x.Tables, b.exportTable(r, t))
		}
	}
	if err := b.exportMatches(ctx, r, &x); err != nil {
		return Answer{}, err
	}
	data, err := json.MarshalIndent(x, "", "  ")
	if err != nil {
		return Answer{}, fmt.Errorf("bot: export: %w", err)
	}
	s := &Screen{Lang: r.t.Tag(), Text: []Line{
		{{Text: r.t.Say("export.title"), Style: Title}}, {{Text: r.t.Say("export.about")}}, {{Text: r.t.Say("export.deals"), Style: Dim}},
	}, Buttons: [][]Button{{{Label: r.t.Say("export.settings"), Line: "settings"}}}}
	return Answer{Screen: s, File: &File{Name: exportFile, Type: "application/json", Data: append(data, '\n')}}, nil
}

// untold are fields of a stored person that others are in, or that prove something.
var untold = []string{"blocked", "users", "code"}

// exportAccount is what is stored of one identity.
func (b *Bot) exportAccount(ctx context.Context, who identity) (exportedAccount, error) {
	a := exportedAccount{User: who.User, Settings: make(map[string]json.RawMessage)}
	var p person
	if _, err := b.load(ctx, kindPerson, string(who.Person), &p); err != nil {
		return a, err
	}
	if _, err := b.load(ctx, kindPerson, string(who.Person), &a.Settings); err != nil {
		return a, err
	}
	for _, field := range untold {
		delete(a.Settings, field)
	}
	for _, x := range p.Blocked {
		a.Blocked = append(a.Blocked, x.Name)
	}
	var err error
	if a.Standings, err = b.exportOwn(ctx, kindStanding, who.Person); err != nil {
		return a, err
	}
	if a.Styles, err = b.exportOwn(ctx, kindStyle, who.Person); err != nil {
		return a, err
	}
	if err := b.exportWaiting(ctx, who.User, &a); err != nil {
		return a, err
	}
	notes, err := b.notesAbout(ctx, who.User)
	if err != nil {
		return a, err
	}
	if platform, is := b.platforms[who.User.platform()].(Remembers); is {
		a.Platform = platform.Recall(who.User, notes)
	}
	return a, nil
}

// exportOwn is what is stored of the account in each game, but whom it has met.
func (b *Bot) exportOwn(ctx context.Context, kind string, account PersonID) (map[string]json.RawMessage, error) {
	own := make(map[string]json.RawMessage)
	prefix := string(account) + "|"
	for doc, err := range b.cfg.Store.Scan(ctx, kind, prefix, prefix+"~") {
		if err != nil {
			return nil, fmt.Errorf("bot: export %s: %w", kind, err)
		}
		var fields map[string]json.RawMessage
		if err := decode(doc, &fields); err != nil {
			return nil, err
		}
		delete(fields, "today") // it counts others by their ids
		data, err := json.Marshal(fields)
		if err != nil {
			return nil, fmt.Errorf("bot: export %s: %w", kind, err)
		}
		own[strings.TrimPrefix(doc.Key.ID, prefix)] = data
	}
	return own, nil
}

// exportWaiting adds what is stored for a while only.
func (b *Bot) exportWaiting(ctx context.Context, user UserID, a *exportedAccount) error {
	for doc, err := range b.cfg.Store.Scan(ctx, kindNotice, string(user)+"|", string(user)+"|~") {
		var n notice
		if err == nil {
			err = decode(doc, &n)
		}
		if err != nil {
			return fmt.Errorf("bot: export notices: %w", err)
		}
		a.Notices = append(a.Notices, n.What)
	}
	for doc, err := range b.naming(ctx, kindCode, user) {
		var code linkCode
		if err == nil {
			err = decode(doc, &code)
		}
		if err != nil {
			return fmt.Errorf("bot: export codes: %w", err)
		}
		a.Codes = append(a.Codes, code.Until)
	}
	return nil
}

// exportTable is the table as the person sees it.
func (b *Bot) exportTable(r *request, t *table) exportedTable {
	seat := t.seatOf(r.person)
	x := exportedTable{Code: t.ID, Stage: t.Stage, Rules: t.Setup.Rules, Chat: t.Chat, Seat: int(seat) + 1, Players: plainNames(t.names(r.t))}
	if len(t.match.Done) > 0 {
		x.Totals = t.match.Standing().Totals
	}
	if deal := t.match.Deal; deal != nil && seat != engine.Nobody {
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
		plain[i] = strings.NewReplacer(firstIsolate, "", popIsolate, "").Replace(name)
	}
	return plain
}

// exportRoom is how many bytes of matches are exported; the rest of a File is for
// all else.
const exportRoom = MaxFile / 2

// exportMatches adds the finished matches, as many of the latest as there is room
// for.
func (b *Bot) exportMatches(ctx context.Context, r *request, x *export) error {
	room := exportRoom
	for p, err := range b.matches(ctx, r.person) {
		if err != nil {
			return err
		}
		names, err := b.namesOf(ctx, p.People, r.t)
		if err != nil {
			return err
		}
		m := exportedMatch{past: p, Players: plainNames(names)}
		data, err := json.Marshal(m)
		if err != nil {
			return fmt.Errorf("bot: export: %w", err)
		}
		if room -= 2 * len(data); room < 0 { // with what makes it readable
			x.Left++
			continue
		}
		x.Matches = append(x.Matches, m)
	}
	return nil
}
