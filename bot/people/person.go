package people

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/bot/match/notify"
	"tarockbot/bot/people/standing"
)

// Person is one player, as stored.
type Person struct {
	ID      chat.PersonID `json:"id"`
	Name    string        `json:"name"`
	Users   []chat.UserID `json:"users"`
	Lang    string        `json:"lang,omitempty"`    // chosen; "" follows the platform
	Heard   string        `json:"heard,omitempty"`   // the language the platform last told
	Confirm bool          `json:"confirm,omitempty"` // ask before a card is played
	Asked   chat.ChatID   `json:"asked,omitempty"`   // where the user last asked for a challenge
	AskedIn chat.ChatID   `json:"askedIn,omitempty"` // the server or group of that; "" if it is in none
	Code    string        `json:"code,omitempty"`    // the newest code for linking that was asked for; see CodeSum
	// RejoinBan is until when nothing that the person plays is rated, who was forgotten before.
	RejoinBan time.Time `json:"lapse,omitzero"`
	Taste
	Calling
	Learnt Learnt `json:"learnt,omitempty"`
	// LessonsOffered says that the person was told of the lessons.
	LessonsOffered bool          `json:"lessonsOffered,omitempty"`
	Wake           string        `json:"wake,omitempty"` // the key of the alarm by which somebody is called again
	Ranking        standing.Wish `json:"ranking,omitempty"`

	Away    Away      `json:"away,omitzero"`
	Blocked []Blocked `json:"blocked,omitempty"` // who can't challenge or join the person

	version int64
	Linked  Group `json:"-"` // see WithLinked
}

// chooseAs takes what the head has chosen. What else counts of several accounts linkOthers joins.
func (p *Person) chooseAs(head Person) {
	p.Lang, p.Heard, p.Confirm, p.Ranking, p.Away = head.Lang, head.Heard, head.Confirm, head.Ranking, head.Away
	p.Taste, p.Calling = head.Taste, head.Calling
}

// look is what tables show of the person and by their choices. The language that the platform told isn't
// in it: what somebody does on another device lets nothing be shown anew that they don't touch.
type look struct {
	Lang    string
	Confirm bool
	Away    int64 // until when
	Taste
	Calling
}

func (p *Person) look() look { return look{p.Lang, p.Confirm, p.Away.Until.Unix(), p.Taste, p.Calling} }

// Identity is the one that was introduced as this person.
func (p Person) Identity() chat.Identity { return chat.Identity{Person: p.ID, User: p.Users[0]} }

// Participant is the person as tables know them.
func (p Person) Participant() match.Participant {
	return match.Participant{ID: p.ID, Users: p.Users, Linked: p.Linked.All}
}

// Identities are all that the person is, the head first.
func (p Person) Identities() []chat.Identity { return p.Participant().Identities() }

// Head is the identity whose settings count.
func (p Person) Head() chat.Identity { return p.Identities()[0] }

// Others are those that are linked with the one that was introduced as p.
func (p Person) Others() []chat.Identity {
	return slices.DeleteFunc(slices.Clone(p.Linked.All), func(x chat.Identity) bool { return x.Person == p.ID })
}

// Is says whether that is the person, through whatever identity.
func (p Person) Is(id chat.PersonID) bool { return p.Participant().Is(id) }

// Has says whether the user is an identity of the person.
func (p Person) Has(user chat.UserID) bool { return p.Participant().Has(user) }

// IdentityAt is the person's identity on the platform, or else that on which they like to be called.
func (p Person) IdentityAt(platform string) chat.Identity {
	for _, at := range []string{platform, p.Platform} {
		for _, x := range p.Identities() {
			if x.User.Platform() == at {
				return x
			}
		}
	}
	return p.Head()
}

// Platforms are those that the person is on.
func (p Person) Platforms() []string {
	names := make(map[string]bool)
	for _, x := range p.Identities() {
		names[x.User.Platform()] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// Taste is how somebody likes tables to look.
type Taste struct {
	TextOnly   bool `json:"textOnly,omitempty"`   // no pictures
	TwoColours bool `json:"twoColours,omitempty"` // cards in red and black alone
	AsChat     bool `json:"asChat,omitempty"`     // no table laid out, where the platform could
	Advised    bool `json:"advised,omitempty"`    // what to do is told while they play the computer alone
	NeverCut   bool `json:"neverCut,omitempty"`   // they aren't asked to cut
}

// Calling is how somebody wants to be called.
type Calling struct {
	Zone      string            `json:"zone,omitempty"`      // a name of the time zone database; "" for the bot's
	Quiet     Hours             `json:"quiet,omitzero"`      // in which nobody calls
	Reminders Reminders         `json:"reminders,omitempty"` // of the time that runs out
	Calls     notify.Preference `json:"calls,omitempty"`     // to their turn
	Platform  string            `json:"platform,omitempty"`  // where they are called, if they are there; "": where they were heard last
}

// Learnt is how many steps of each lesson somebody has done, by "GAME/NAME".
type Learnt map[string]int

// lessonKey names a lesson of a game.
func lessonKey(game, name string) string { return game + "/" + name }

// Of is how many steps of the lesson are done.
func (ls Learnt) Of(game, name string) int { return ls[lessonKey(game, name)] }

// With is the same with so many steps of one done, unless that is behind already.
func (ls Learnt) With(game, name string, steps int) Learnt {
	return ls.joined(Learnt{lessonKey(game, name): steps})
}

// joined is what several accounts of one person have learnt.
func (ls Learnt) joined(others Learnt) Learnt {
	all := maps.Clone(ls)
	for key, steps := range others {
		if all == nil {
			all = make(Learnt)
		}
		all[key] = max(all[key], steps)
	}
	return all
}

// Reminders are which of the reminders somebody wants.
type Reminders string

// The choices.
const (
	BothReminders Reminders = ""
	LastReminder  Reminders = "last"
	NoReminders   Reminders = "off"
)

// AllReminders are the choices, in the order in which they are offered.
func AllReminders() []Reminders { return []Reminders{BothReminders, LastReminder, NoReminders} }

// Word names the choice.
func (r Reminders) Word() string { return cmp.Or(string(r), "both") }

// Blocked is somebody from whom a person wants no challenges.
type Blocked struct {
	User   chat.UserID   `json:"user"`
	Person chat.PersonID `json:"person,omitempty"` // "" if the bot didn't know them
	Name   string        `json:"name"`
}

// MaxBlocked is how many one person can block.
const MaxBlocked = 100

// Is says whether that is the person, through whatever identity.
func (x Blocked) Is(p Person) bool { return p.Is(x.Person) || p.Has(x.User) }

// Blocks says whether the person wants nothing to do with the other.
func (p Person) Blocks(other Person) bool {
	return slices.ContainsFunc(p.Blocked, func(x Blocked) bool { return x.Is(other) })
}

// Away is when a person is away, and how many days of the year are used. Days are those of the
// calendar where the person is: from one time to the same on the next day.
type Away struct {
	From  time.Time `json:"from,omitzero"`
	Until time.Time `json:"until,omitzero"` // its alarm fires then; zero: not away
	// Paid is the end of the last day that was used. It can be after Until: who has
	// come back has the day that had begun, and going again within it costs nothing.
	Paid time.Time `json:"paid,omitzero"`
	Year int       `json:"year,omitempty"`
	Used int       `json:"used,omitempty"` // days of the year, those to come included
}

// overtime is how much longer than the used days somebody may be away: a press a
// moment later, or an hour that the clocks were set by, is no other day.
const overtime = time.Hour

// regret is how soon somebody may come back for whom the day that has begun isn't used either.
const regret = time.Minute

// Now says whether the person is away at the time.
func (a Away) Now(at time.Time) bool { return at.Before(a.Until) }

// Left is how many of the days given the person has left in the year. A year that has begun
// somewhere stays begun: another time zone gives no days back.
func (a Away) Left(year, given int) int {
	if year > a.Year {
		return given
	}
	return max(given-a.Used, 0)
}

// Begin is the person away for so many days from now, where they are. Days used count once.
func (a Away) Begin(now time.Time, days int) Away {
	a = a.Return(now)
	if now.Year() > a.Year {
		a.Year, a.Used = now.Year(), 0
	}
	a.From, a.Until = now, now.AddDate(0, 0, days)
	if a.Paid.Before(now) {
		a.Paid = now
	}
	for a.Paid.Add(overtime).Before(a.Until) {
		a.Paid, a.Used = a.Paid.AddDate(0, 0, 1), a.Used+1
	}
	return a
}

// Return is the person back, now where they are: whole days that are left can be used again, and at
// once also the day for which they have just gone.
func (a Away) Return(now time.Time) Away {
	if !a.Now(now) {
		return a
	}
	if a.Paid.IsZero() { // from before that was noted
		a.Paid = a.Until
	}
	a.Until, a.Paid = now, a.Paid.In(now.Location())
	for a.Used > 0 {
		day := a.Paid.AddDate(0, 0, -1)
		if day.Before(now) && !(day.Equal(a.From) && now.Sub(day) < regret) {
			break
		}
		a.Paid, a.Used = day, a.Used-1
	}
	return a
}

// Mark tells for which days off a button was made: "0" if there were none.
func (a Away) Mark(now time.Time) string {
	if !a.Now(now) {
		return "0"
	}
	return strconv.FormatInt(a.Until.Unix(), 10)
}

// ZoneOf is the time zone in which the person reads times. It is kept, for loading reads a file.
func (ps *People) ZoneOf(p Person) *time.Location {
	name := p.ZoneName()
	if zone, loaded := ps.zones.Load(name); loaded {
		return zone.(*time.Location)
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return standing.Vienna()
	}
	ps.zones.Store(name, zone)
	return zone
}

// ZoneName is the name of the person's time zone.
func (c Calling) ZoneName() string { return cmp.Or(c.Zone, speech.UsualZone) }

// Hours are a part of every day, in minutes since midnight. From and to the same it is none.
type Hours struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// until is when the hours end that it is now, or zero if it is none of them.
func (h Hours) until(now time.Time) time.Time {
	minute, day := now.Hour()*60+now.Minute(), now.Day()
	in := h.From <= minute && minute < h.To
	if h.From > h.To {
		in = minute >= h.From || minute < h.To
	}
	if !in {
		return time.Time{}
	}
	if minute >= h.To {
		day++
	}
	end := time.Date(now.Year(), now.Month(), day, 0, h.To, 0, 0, now.Location())
	if !end.After(now) { // an hour that there is twice
		end = end.Add(time.Hour)
	}
	return end
}

// QuietUntil is when the person wants to be called again; zero: now.
func (ps *People) QuietUntil(p Person) time.Time { return p.Quiet.until(ps.TimeOf(p)) }

// TimeOf is what time it is for the person.
func (ps *People) TimeOf(p Person) time.Time { return ps.now().In(ps.ZoneOf(p)) }
