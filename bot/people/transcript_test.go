package people_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match/notify"
	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
	"tarockbot/engine/enginetest/golden"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// TestTranscripts runs testdata/*.txt, whose lines are userCommands or worldCommands. After each line it prints the
// people who have changed.
func TestTranscripts(t *testing.T) {
	t.Parallel()
	golden.Transcripts(t, "testdata", func(t *testing.T) func(string) ([]string, error) {
		t.Helper()
		w := &world{
			T: t, now: time.Date(2026, 2, 3, 20, 0, 0, 0, standing.Vienna()), random: rand.NewChaCha8([32]byte{1}),
			names: make(map[string]string), lastShown: make(map[chat.UserID]string),
		}
		w.below = &busyStore{Store: memory.New(), beforeCommit: make(map[string]func())}
		w.store = documents.New(w.below, documents.Options{})
		w.people = w.start()
		return w.line
	})
}

type world struct {
	*testing.T
	below     *busyStore
	store     *documents.Store
	people    *people.People
	now       time.Time
	random    *rand.ChaCha8
	users     []chat.UserID     // in order of appearance
	names     map[string]string // readable names of random ids and codes
	codes     []string
	lastShown map[chat.UserID]string // people as printed last
	output    []string
}

type busyStore struct {
	storage.Store
	beforeCommit map[string]func() // by kind of the document; each runs once
	afterRead    func()            // runs once after a person was read
}

func (s *busyStore) Get(ctx context.Context, key storage.Key) (storage.Doc, error) {
	doc, err := s.Store.Get(ctx, key)
	if do := s.afterRead; key.Kind == people.KindPerson && do != nil {
		s.afterRead = nil
		do()
	}
	return doc, err
}

func (s *busyStore) Commit(ctx context.Context, docs ...storage.Doc) error {
	for _, doc := range docs {
		if do := s.beforeCommit[doc.Key.Kind]; do != nil {
			delete(s.beforeCommit, doc.Key.Kind)
			do()
		}
	}
	return s.Store.Commit(ctx, docs...)
}

func (w *world) start() *people.People {
	ps := people.New(w.store, w.random, func() time.Time { return w.now }, func(chat.PersonID, string) []storage.Doc { return nil })
	all, err := people.ReadRemovals(w.Context(), w.store)
	if err := errors.Join(err, ps.LoadLinks(w.Context())); err != nil {
		w.Fatal(err)
	}
	for _, x := range all {
		if x.User != "" {
			ps.Erasures.Block(x.User)
		}
	}
	return ps
}

type userCommand struct {
	user chat.UserID
	args []string
}

func (d userCommand) arg(i int) string {
	if i < len(d.args) {
		return d.args[i]
	}
	return ""
}

// userCommands handle "USER COMMAND ARGS".
var userCommands = map[string]func(*world, userCommand) error{
	"writes": write,
	"sets":   set, // "sets WHAT=VALUE..."
	"blocks": func(w *world, d userCommand) error { return w.block(d, true) },
	"spares": func(w *world, d userCommand) error { return w.block(d, false) },
	"asks":   ask,
	"links":  link, // "links CODE [HOW]"
	"parts": func(w *world, d userCommand) error {
		links := w.people.LockForLinking()
		defer links.Unlock()
		return links.Unlink(w.Context(), w.person(d.user).Identity())
	},
	"leaves": func(w *world, d userCommand) error {
		return w.setAway(d, func(a people.Away) people.Away { return a.Begin(w.timeOf(d), w.count(d.arg(0))) })
	},
	"returns": func(w *world, d userCommand) error {
		return w.setAway(d, func(a people.Away) people.Away { return a.Return(w.timeOf(d)) })
	},
	"days":    daysLeft, // "days OF_YEAR GIVEN"
	"hours":   quietHours,
	"appears": appear,
	"begins": func(w *world, d userCommand) error {
		w.say("listened to: %v", w.people.Erasures.BeginInput(d.user))
		return nil
	},
	"ends": func(w *world, d userCommand) error {
		w.people.Erasures.EndInput(d.user)
		over, stop := context.WithCancel(context.Background())
		stop()
		w.say("nothing is decided: %v", w.people.Erasures.WaitIdle(over, d.user) == nil)
		return nil
	},
	"called": sayPlatforms, // "called PLATFORM"
	"refuses": func(w *world, d userCommand) error {
		w.say("%v", w.person(d.user).Blocks(w.person(userOf(d.arg(0)))))
		return nil
	},
	"same": func(w *world, d userCommand) error {
		w.say("%v", w.people.IsSamePerson(w.account(d.user).ID, w.account(userOf(d.arg(0))).ID))
		return nil
	},
	"account": func(w *world, d userCommand) error {
		w.say("%s", w.describePerson(people.Person{Account: w.account(d.user)}))
		return nil
	},
	"told":   disclose,
	"forget": forget,
	"erased": erase,
	"lapses": func(w *world, d userCommand) error { w.people.Evict(d.user); return nil },
}

// worldCommands handle "COMMAND ARGS".
func (w *world) worldCommands() map[string]func(words []string) error {
	return map[string]func([]string) error{
		"now": func(words []string) (err error) {
			w.now, err = time.ParseInLocation("2006-01-02 15:04", strings.Join(words, " "), standing.Vienna())
			return err
		},
		"passes": func(words []string) error {
			d, err := time.ParseDuration(words[0])
			w.now = w.now.Add(d)
			return err
		},
		"restart": w.restart,
		"before":  w.runBefore,    // "before KIND LINE"
		"late":    w.runAfterRead, // "late LINE; LINE…"
		"sweep": func([]string) error {
			return errors.Join(w.people.Codes.Sweep(w.Context()), w.people.RejoinBans.Sweep(w.Context()))
		},
		"active":   w.active,
		"removals": w.removals,
		"stored":   w.stored,
	}
}

func (w *world) line(text string) ([]string, error) {
	w.output = nil
	if err := w.do(strings.Fields(text)); err != nil {
		return nil, err
	}
	for _, user := range w.users {
		now := w.describePerson(w.person(user))
		if before, is := w.lastShown[user]; now != before && (is || now != "nobody") {
			w.say("%s: %s", name(user), now)
			w.lastShown[user] = now
		}
	}
	return w.output, nil
}

func (w *world) do(words []string) error {
	if does := w.worldCommands()[words[0]]; does != nil {
		return does(words[1:])
	}
	if len(words) < 2 || userCommands[words[1]] == nil {
		return fmt.Errorf("unknown command %q", words)
	}
	d := userCommand{userOf(words[0]), words[2:]}
	if !slices.Contains(w.users, d.user) {
		w.users = append(w.users, d.user)
	}
	err := userCommands[words[1]](w, d)
	if refusal, is := errors.AsType[*chat.Refusal](err); is {
		w.say("refused: %s", refusal.ID)
		return nil
	}
	return err
}

func (w *world) say(format string, args ...any) {
	w.output = append(w.output, fmt.Sprintf(format, args...))
}

func userOf(text string) chat.UserID {
	who, platform, _ := strings.Cut(text, "@")
	return chat.UserID(cmp.Or(platform, "net") + ":" + who)
}

func name(user chat.UserID) string {
	platform, who, _ := strings.Cut(string(user), ":")
	if platform == "net" {
		return who
	}
	return who + "@" + platform
}

func (w *world) readableID(kind, drawn string) string {
	if w.names[drawn] == "" {
		n := 1
		for _, name := range w.names {
			if strings.HasPrefix(name, kind) {
				n++
			}
		}
		w.names[drawn] = kind + strconv.Itoa(n)
	}
	return w.names[drawn]
}

func (w *world) lookup(user chat.UserID) (people.Person, bool) {
	p, known, err := w.people.LookupLinked(w.Context(), user)
	if err != nil {
		w.Fatal(err)
	}
	return p, known
}

func (w *world) person(user chat.UserID) people.Person { p, _ := w.lookup(user); return p }

func (w *world) account(user chat.UserID) people.Account {
	p, _, err := w.people.Lookup(w.Context(), user)
	if err != nil {
		w.Fatal(err)
	}
	return p
}

func (w *world) head(user chat.UserID) chat.UserID {
	p, known := w.lookup(user)
	if !known {
		return user
	}
	return p.Head().User
}

func (w *world) timeOf(d userCommand) time.Time { return w.people.TimeOf(w.person(d.user)) }

func (w *world) count(word string) int {
	n, err := strconv.Atoi(word)
	if err != nil {
		w.Fatal(err)
	}
	return n
}

func viennaTime(t time.Time) string { return t.In(standing.Vienna()).Format("2006-01-02 15:04") }

func (w *world) describePerson(p people.Person) string {
	if p.ID == "" {
		return "nobody"
	}
	all := []string{w.readableID("person", string(p.ID)), p.Name}
	add := func(is bool, format string, args ...any) {
		if is {
			all = append(all, fmt.Sprintf(format, args...))
		}
	}
	add(p.Lang != "", "speaks %s", p.Lang)
	add(p.ReportedLang != "", "hears %s", p.ReportedLang)
	add(p.ConfirmsCards, "is asked first")
	add(p.TextOnly, "in words alone")
	add(p.TwoColours, "in two colours")
	add(p.Zone != "", "in %s", p.Zone)
	add(p.QuietHours != people.Hours{}, "not called from %d:%02d to %d:%02d", p.QuietHours.From/60, p.QuietHours.From%60, p.QuietHours.To/60, p.QuietHours.To%60)
	add(p.Reminders != people.BothReminders, "reminders %s", p.Reminders.Word())
	add(p.Calls != notify.WhenAway, "calls %s", p.Calls.Word())
	add(p.CallPlatform != "", "called on %s", p.CallPlatform)
	add(p.Ranking != standing.RankingShown, "on boards %s", p.Ranking.Word())
	add(p.LastChallengeChat != "", "asked last in %s", p.LastChallengeChat)
	add(p.Code != "", "has asked for a code")
	add(w.now.Before(p.RejoinBan), "unrated until %s", viennaTime(p.RejoinBan))
	add(p.Away.IsAt(w.now), "away until %s", viennaTime(p.Away.Until))
	add(p.Away.Used > 0, "%d days of %d used", p.Away.Used, p.Away.Year)
	var blocked, linked []string
	for _, x := range p.Blocked {
		blocked = append(blocked, x.Name)
	}
	add(len(blocked) > 0, "blocks %s", strings.Join(blocked, " and "))
	for _, x := range p.Linked.All {
		linked = append(linked, name(x.User))
	}
	add(len(linked) > 0, "is %s, since entry %d", strings.Join(linked, " and "), p.Linked.LastEntry)
	return strings.Join(all, "; ")
}

// write handles "[NAME] [in LANG]". In NAME, "_" is a space and "~" an invisible character.
func write(w *world, d userCommand) error {
	in := chat.Input{User: d.user, Name: strings.NewReplacer("_", " ", "~", "\u200b").Replace(cmp.Or(d.arg(0), name(d.user)))}
	if i := slices.Index(d.args, "in"); i >= 0 {
		in.Lang = d.arg(i + 1)
		if i == 0 {
			in.Name = name(d.user)
		}
	}
	if w.people.Erasures.IsBlocked(d.user) {
		return chat.Refuse("being-forgotten")
	}
	_, err := w.people.Resolve(w.Context(), in)
	return err
}

func set(w *world, d userCommand) error {
	var err error
	_, changeErr := w.people.Change(w.Context(), w.head(d.user), func(p *people.Account) {
		for _, word := range d.args {
			what, value, _ := strings.Cut(word, "=")
			err = errors.Join(err, setOne(p, what, value))
		}
	})
	return errors.Join(err, changeErr)
}

func setOne(p *people.Account, what, value string) error {
	switch what {
	case "lang":
		p.Lang = value
	case "confirm":
		p.ConfirmsCards = value == "yes"
	case "text":
		p.TextOnly = value == "yes"
	case "colours":
		p.TwoColours = value == "two"
	case "zone":
		p.Zone = value
	case "quiet":
		var fromHour, from, toHour, to int
		_, err := fmt.Sscanf(value, "%d:%d-%d:%d", &fromHour, &from, &toHour, &to)
		p.QuietHours = people.Hours{From: 60*fromHour + from, To: 60*toHour + to}
		return err
	case "reminders":
		p.Reminders = people.Reminders(value)
	case "calls":
		p.Calls = notify.Preference(value)
	case "platform":
		p.CallPlatform = value
	case "ranking":
		p.Ranking = standing.RankingChoice(value)
	default:
		return fmt.Errorf("unknown setting %q", what)
	}
	return nil
}

func (w *world) block(d userCommand, on bool) error {
	other := userOf(d.arg(0))
	_, err := w.people.Change(w.Context(), d.user, func(p *people.Account) {
		p.Blocked = slices.DeleteFunc(slices.Clone(p.Blocked), func(x people.Blocked) bool { return x.User == other })
		if on {
			p.Blocked = append(p.Blocked, people.Blocked{User: other, Person: w.account(other).ID, Name: name(other)})
		}
	})
	return err
}

func ask(w *world, d userCommand) error {
	code, err := w.people.Codes.Issue(w.Context(), d.user)
	if err == nil {
		w.codes = append(w.codes, code)
		w.say("code%d has %d letters and dashes", len(w.codes), len(code))
	}
	return err
}

// link handles a code such as "code1", which may be typed "loosely".
func link(w *world, d userCommand) error {
	typed := d.arg(0)
	if n, is := strings.CutPrefix(typed, "code"); is {
		typed = w.codes[w.count(n)-1]
	}
	if d.arg(1) == "loosely" {
		typed = strings.NewReplacer("-", "", "0", "O", "1", "l").Replace(strings.ToUpper(typed))
	}
	owner, err := w.people.Codes.Owner(w.Context(), people.CodeSum(typed))
	if err != nil {
		return err
	}
	me := w.person(d.user)
	w.say("%s is %s", d.arg(0), name(owner.Users[0]))
	if me.Is(owner.ID) {
		return chat.Refuse("link-already")
	}
	links := w.people.LockForLinking()
	defer links.Unlock()
	return links.Link(w.Context(), me.Identity(), owner)
}

func (w *world) setAway(d userCommand, change func(people.Away) people.Away) error {
	p := w.person(d.user)
	_, err := w.people.Change(w.Context(), w.head(d.user), func(x *people.Account) { x.Away = change(p.Away) })
	return err
}

func daysLeft(w *world, d userCommand) error {
	a := w.person(d.user).Away
	w.say("%d days left; buttons say %s", a.DaysLeft(w.count(d.arg(0)), w.count(d.arg(1))), a.ButtonMark(w.now))
	return nil
}

func quietHours(w *world, d userCommand) error {
	p := w.person(d.user)
	until := w.people.QuietUntil(p)
	if until.IsZero() {
		w.say("may be called; it is %s there", w.people.TimeOf(p).Format("15:04"))
		return nil
	}
	w.say("quiet until %s there, for %v", until.Format("2006-01-02 15:04"), until.Sub(w.now))
	return nil
}

func appear(w *world, d userCommand) error {
	w.people.ActiveMembers.RecordActive(chat.ChatID(d.arg(0)), d.user, w.person(d.user))
	return nil
}

func (w *world) active(words []string) error {
	var all []string
	for _, m := range w.people.ActiveMembers.ActiveIn(chat.ChatID(strings.Join(words, ""))) {
		all = append(all, m.Name)
	}
	w.say("%s", cmp.Or(strings.Join(all, ", "), "nobody"))
	return nil
}

func sayPlatforms(w *world, d userCommand) error {
	p := w.person(d.user)
	w.say("%s, of those on %s", name(p.IdentityAt(d.arg(0)).User), strings.Join(p.Platforms(), " and "))
	return nil
}

func (w *world) restart([]string) error {
	w.people = w.start()
	for _, id := range w.people.Links.Unlinked() {
		w.say("%s had been parted", w.readableID("person", string(id)))
	}
	return nil
}

// runBefore makes another bot run a line just before a document of the kind is stored.
func (w *world) runBefore(words []string) error {
	w.below.beforeCommit[words[0]] = func() {
		current := w.people
		w.people = w.start()
		if err := w.do(words[1:]); err != nil {
			w.Fatal(err)
		}
		w.people = current
	}
	return nil
}

// runAfterRead runs lines between the next read of a person and its use.
func (w *world) runAfterRead(words []string) error {
	w.below.afterRead = func() {
		for l := range strings.SplitSeq(strings.Join(words, " "), "; ") {
			if err := w.do(strings.Fields(l)); err != nil {
				w.Fatal(err)
			}
		}
	}
	return nil
}

func (w *world) disclosure(user chat.UserID) *documents.Disclosure {
	p := w.person(user)
	return documents.NewDisclosure(p.Identity(), p.Identities())
}

func (w *world) holders() []documents.Holder {
	return slices.Concat([]documents.Holder{w.people.Codes.Holder(), w.people.LinkHolder()}, w.people.Holders())
}

func disclose(w *world, d userCommand) error {
	disclosure := w.disclosure(d.user)
	for _, h := range w.holders() {
		if h.Disclose == nil {
			continue
		}
		if err := h.Disclose(w.Context(), disclosure); err != nil {
			return err
		}
	}
	for i, fields := range disclosure.PerAccount {
		for _, field := range slices.Sorted(maps.Keys(fields)) {
			data, err := json.Marshal(fields[field])
			if err != nil {
				return err
			}
			w.say("%s %s: %s", name(disclosure.Accounts[i].User), field, w.readable(data))
		}
	}
	return nil
}

func (w *world) readable(data []byte) string {
	text := string(data)
	for drawn, name := range w.names {
		text = strings.ReplaceAll(text, drawn, name)
	}
	return text
}

func forget(w *world, d userCommand) error {
	x := people.Removal{At: w.now.UTC(), User: d.user, Person: w.account(d.user).ID}
	doc, err := x.Doc()
	if err != nil {
		return err
	}
	w.people.Erasures.Block(d.user)
	w.people.Erasures.Signal()
	w.people.Erasures.Signal() // a second signal changes nothing
	<-w.people.Erasures.Signalled()
	return w.store.Commit(w.Context(), doc)
}

// erase runs twice, because a crash may repeat it.
func erase(w *world, d userCommand) error {
	all, err := people.ReadRemovals(w.Context(), w.store)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(x *people.Removal) bool { return x.User == d.user })
	if i < 0 {
		return fmt.Errorf("%s has no stored removal", d.user)
	}
	for range 2 {
		for _, h := range w.holders() {
			if h.Erase == nil {
				continue
			}
			if err := h.Erase(w.Context(), &documents.Erasure{Identity: all[i].Identity()}); err != nil {
				return err
			}
		}
	}
	done := people.Removal{At: all[i].At, Person: all[i].Person, Version: all[i].Version}
	doc, err := done.Doc()
	if err != nil {
		return err
	}
	ban, err := w.people.RejoinBans.Docs(w.Context(), d.user, all[i].At.Add(people.RejoinBanLife))
	if err != nil {
		return err
	}
	w.people.Erasures.Unblock(d.user)
	return w.store.Commit(w.Context(), append(ban, doc)...)
}

func (w *world) removals([]string) error {
	all, err := people.ReadRemovals(w.Context(), w.store)
	for _, x := range all {
		w.say("%s at %s, user %q", w.readableID("person", string(x.Person)), viennaTime(x.At), x.User)
	}
	return err
}

func (w *world) stored(words []string) error {
	for doc, err := range w.store.Scan(w.Context(), words[0], "", "") {
		if err != nil {
			return err
		}
		id := w.readable([]byte(doc.Key.ID))
		if words[0] == people.KindRejoinBan || words[0] == people.KindCode {
			id = fmt.Sprintf("a sum of %d digits", len(id))
		}
		w.say("%s: %s", id, w.readable(doc.Data))
	}
	return nil
}
