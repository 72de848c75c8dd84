package people

import (
	"crypto/rand"
	"fmt"
	"reflect"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/storage/memory"
)

// fieldsOf names the source of each field of a merged Account.
var fieldsOf = map[string]string{
	"ID": "own", "Name": "own", "Users": "own", "LastChallengeChat": "own", "LastChallengeSpace": "own", "Code": "own", "AlarmKey": "own", "version": "own",
	"Lang": "head", "ReportedLang": "head", "ConfirmsCards": "head", "DisplaySettings": "head", "NotificationSettings": "head", "Ranking": "head", "Away": "head",
	"RejoinBan": "all", "Blocked": "all", "Learnt": "all", "LessonsOffered": "all",
}

// A new field of Account needs a row in fieldsOf, and perhaps a line in merge.
func TestWithLinked(t *testing.T) {
	t.Parallel()
	ctx, store := t.Context(), documents.New(memory.New(), documents.Options{})
	ps := New(store, rand.Reader, time.Now, nil)
	var all []Account
	for i, user := range []chat.UserID{"net:head", "page:other"} {
		made, err := ps.Resolve(ctx, chat.Input{User: user})
		if err != nil {
			t.Fatal(err)
		}
		p := Account{version: made.version}
		fillFields(t, reflect.ValueOf(&p).Elem(), i)
		p.ID, p.Users = made.ID, made.Users
		if p, err = ps.save(ctx, p); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	head, other := all[0], all[1]
	ps.Links.apply(other.Identity(), head.Identity())
	merged, err := ps.WithLinked(ctx, other)
	got := merged.Account
	if err != nil {
		t.Fatal(err)
	}
	for i := range reflect.TypeFor[Account]().NumField() {
		field := reflect.TypeFor[Account]().Field(i)
		textOf := func(p Account) string { return fmt.Sprintf("%+v", reflect.ValueOf(p).Field(i)) }
		want, known := map[string]string{"own": textOf(other), "head": textOf(head), "all": textOf(got)}[fieldsOf[field.Name]]
		switch {
		case !known:
			t.Errorf("fieldsOf lacks %s", field.Name)
		case textOf(got) != want:
			t.Errorf("the linked person's %s is %s, want %s (%s)", field.Name, textOf(got), want, fieldsOf[field.Name])
		case fieldsOf[field.Name] != "all" && field.IsExported() && textOf(head) == textOf(other):
			t.Errorf("both accounts have the same %s", field.Name)
		}
	}
	if len(fieldsOf) != reflect.TypeFor[Account]().NumField() {
		t.Error("fieldsOf has an unknown field")
	}
}

func TestMissingLink(t *testing.T) {
	t.Parallel()
	ps := New(documents.New(memory.New(), documents.Options{}), rand.Reader, time.Now, nil)
	p, err := ps.Resolve(t.Context(), chat.Input{User: "net:1"})
	if err != nil {
		t.Fatal(err)
	}
	ps.Links.apply(p.Identity(), chat.Identity{Person: "gone", User: "page:gone"})
	if got, known, err := ps.LookupLinked(t.Context(), "net:1"); err == nil || !known || got.ID != p.ID {
		t.Errorf("got %v, %v, %v, want the account and an error", got, known, err)
	}
}

func fillFields(t *testing.T, v reflect.Value, n int) {
	t.Helper()
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprint("x", n))
	case reflect.Bool:
		v.SetBool(n == 0)
	case reflect.Int:
		v.SetInt(int64(n))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fillFields(t, v.Index(0), n)
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(reflect.ValueOf(fmt.Sprint("x", n)), reflect.ValueOf(n+1))
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Unix(int64(n), 0).UTC()))
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fillFields(t, v.Field(i), n)
			}
		}
	default:
		t.Fatalf("can't fill a field of type %s", v.Type())
	}
}

func TestReturnCountsUsedDays(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	a := Away{From: now, Until: now.AddDate(0, 0, 10), Year: 2026, Used: 12}
	if a = a.Return(now.Add(time.Hour)); a.Used != 3 {
		t.Errorf("%d days used, want 3", a.Used)
	}
}

func TestZoneIsCached(t *testing.T) {
	t.Parallel()
	all := New(nil, nil, nil, nil)
	for _, name := range []string{"", "Asia/Tokyo"} {
		p := Person{Account: Account{NotificationSettings: NotificationSettings{Zone: name}}}
		if one, other := all.ZoneOf(p), all.ZoneOf(p); one != other || one.String() != p.ZoneName() {
			t.Errorf("%q: the zones %v and %v aren't the same", name, one, other)
		}
	}
}
