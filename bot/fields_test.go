package bot

import (
	"encoding"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/spaces"
	"tarockbot/bot/upkeep/doctor"
)

var writeFields = flag.Bool("fields", false, "write testdata/fields.txt")

var storedTypes = []any{
	match.Table{}, match.StoredDeal{}, match.HistoryEntry{}, tables.Summary{}, tables.SigningKey{}, people.Person{}, people.LinkEntry{}, people.Removal{},
	spaces.Space{}, standing.Standing{}, standing.Match{}, standing.PlayStats{}, standing.Tally{}, documents.Note{},
}

// TestStoredFields: without a new version in doctor.Migration, older nodes would drop a new field; see NODES.md.
func TestStoredFields(t *testing.T) {
	t.Parallel()
	const file = "testdata/fields.txt"
	var all []string
	for _, v := range storedTypes {
		all = append(all, fieldsOf(reflect.TypeOf(v), reflect.TypeOf(v).String(), nil)...)
	}
	slices.Sort(all)
	version := fmt.Sprintf("data version %d\n", doctor.Migration.Current())
	text := version + strings.Join(slices.Compact(all), "\n") + "\n"
	had, err := os.ReadFile(file)
	switch changed := string(had) != text; {
	case changed && strings.HasPrefix(string(had), version):
		t.Fatalf("the stored fields differ from %s, but the data version is the same: add a step to doctor.Migration, then write the list with -args -fields\nhad:\n%s\nhas:\n%s", file, had, text)
	case changed && *writeFields:
		err = os.WriteFile(file, []byte(text), 0o600)
	case changed:
		t.Errorf("the data version changed: write %s with -args -fields", file)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func fieldsOf(typ reflect.Type, path string, above []reflect.Type) (all []string) {
	if slices.Contains(above, typ) {
		return []string{path}
	}
	above = append(slices.Clone(above), typ)
	switch hasOwnJSON := typ.Implements(reflect.TypeFor[json.Marshaler]()) || typ.Implements(reflect.TypeFor[encoding.TextMarshaler]()); {
	case hasOwnJSON:
		return []string{path + " " + typ.String()}
	case typ.Kind() == reflect.Pointer:
		return fieldsOf(typ.Elem(), path, above)
	case typ.Kind() == reflect.Slice || typ.Kind() == reflect.Array || typ.Kind() == reflect.Map:
		return fieldsOf(typ.Elem(), path+"[]", above)
	case typ.Kind() != reflect.Struct:
		return []string{path + " " + typ.Kind().String()}
	}
	for f := range typ.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-" || !f.IsExported() && !f.Anonymous:
		case f.Anonymous && name == "":
			all = append(all, fieldsOf(f.Type, path, above)...)
		case name == "":
			all = append(all, fieldsOf(f.Type, path+"."+f.Name, above)...)
		default:
			all = append(all, fieldsOf(f.Type, path+"."+name, above)...)
		}
	}
	return all
}
