package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"io/fs"
	"maps"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"tarockbot/cmd/tarockbot/internal/system"
	"tarockbot/engine/enginetest/golden"
	"tarockbot/engine/fair"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/storagetest"
	"tarockbot/storage/waittest"
)

// TestTranscripts runs testdata/transcripts/*.txt. "!" begins error output and the exit code. Other commands are in
// deeds and bots.
func TestTranscripts(t *testing.T) {
	golden.EachFile(t, "testdata/transcripts", func(t *testing.T, file string) {
		t.Helper()
		file, err := filepath.Abs(file)
		if err != nil {
			t.Fatal(err)
		}
		repository, err := filepath.Abs("../..")
		if err != nil {
			t.Fatal(err)
		}
		golden.Transcript(t, file, func(string) (golden.Play, error) {
			x := &terminal{T: t, dir: t.TempDir(), repository: repository}
			t.Chdir(x.dir)
			return x.line, nil
		})
	})
}

type terminal struct {
	*testing.T
	dir, repository string
	bot             *running
	data            string
	before          map[string]string
}

var deeds = map[string]func(x *terminal, args ...string) error{
	"cp": func(x *terminal, args ...string) error {
		data, err := os.ReadFile(filepath.Join(x.repository, args[0]))
		return errors.Join(err, os.WriteFile(args[1], data, 0o600))
	},
	"unpack": func(x *terminal, args ...string) error {
		return os.Rename(storagetest.Unpacked(x.T, filepath.Join(x.repository, args[0])), args[1])
	},
	"write": func(_ *terminal, args ...string) error {
		return os.WriteFile(args[0], []byte(strings.ReplaceAll(args[1], `\n`, "\n")), 0o600)
	},
	"chmod": func(_ *terminal, args ...string) error {
		mode, err := strconv.ParseUint(args[0], 8, 32)
		return errors.Join(err, os.Chmod(args[1], fs.FileMode(mode)))
	},
	"deals":   pickDeals,
	"mv":      func(_ *terminal, args ...string) error { return os.Rename(args[0], args[1]) },
	"receipt": keepReceipt,
	"edit":    edit,
	"spoil": func(_ *terminal, args ...string) error {
		data, err := os.ReadFile(args[0])
		page, numberErr := strconv.Atoi(args[1])
		data[page*os.Getpagesize()+50]++
		return errors.Join(err, numberErr, os.WriteFile(args[0], data, 0o600))
	},
	"new": func(x *terminal, args ...string) error {
		withStore(x, args[0], func(*bolt.Store) error { return nil })
		return nil
	},
	"migrate": func(x *terminal, args ...string) error { migrate(x.T, args[0]); return nil },
	"seal": func(x *terminal, args ...string) error {
		sealTables(x.T, args[0], args[1])
		return nil
	},
	"commit": commit,
}

// "deals FROM TO NUMBER…" copies some deals.
func pickDeals(_ *terminal, args ...string) error {
	data, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	var all, some []json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		return err
	}
	for _, number := range args[2:] {
		n, err := strconv.Atoi(number)
		if err != nil {
			return err
		}
		some = append(some, all[n-1])
	}
	if len(some) == 1 {
		return os.WriteFile(args[1], []byte(jsonText(some[0])), 0o600)
	}
	return os.WriteFile(args[1], []byte(jsonText(some)), 0o600)
}

// "edit FILE OLD NEW" replaces the first match; … in OLD matches anything.
func edit(_ *terminal, args ...string) error {
	data, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	at := regexp.MustCompile(strings.ReplaceAll(regexp.QuoteMeta(args[1]), "…", ".*?")).FindIndex(data)
	if at == nil {
		return errors.New("there is no such text")
	}
	return os.WriteFile(args[0], slices.Concat(data[:at[0]], []byte(args[2]), data[at[1]:]), 0o600)
}

// "receipt FROM TO NUMBER" extracts a deal's receipt.
func keepReceipt(_ *terminal, args ...string) error {
	data, err := os.ReadFile(args[0])
	number, numberErr := strconv.Atoi(args[2])
	var deals []struct {
		Proof struct {
			fair.Receipt
		}
	}
	if err := errors.Join(err, numberErr, json.Unmarshal(data, &deals)); err != nil {
		return err
	}
	return os.WriteFile(args[1], []byte(jsonText(deals[number-1].Proof.Receipt)), 0o600)
}

// "commit FILE KIND ID DATA" writes a document, "commit FILE KIND ID OLD NEW" edits one.
func commit(x *terminal, args ...string) error {
	withStore(x, args[0], func(s *bolt.Store) error {
		doc, err := s.Get(x.Context(), storage.Key{Kind: args[1], ID: args[2]})
		switch {
		case len(args) == 5 && strings.Count(string(doc.Data), args[3]) == 1:
			doc.Data = []byte(strings.Replace(string(doc.Data), args[3], args[4], 1))
		case len(args) == 4:
			doc.Key, doc.Data, err = storage.Key{Kind: args[1], ID: args[2]}, []byte(args[3]), nil
			if args[3] == "" {
				doc.Data = nil
			}
		default:
			err = fmt.Errorf("it is %s", doc.Data)
		}
		return errors.Join(err, s.Commit(x.Context(), doc))
	})
	return nil
}

var word = regexp.MustCompile(`'[^']*'|[^\s']+`)

// line executes "VARIABLE=VALUE… tarockbot ARGUMENT… <INPUT | grep TEXT", or a command of bots or deeds.
func (x *terminal) line(typed string) (printed []string, err error) {
	x.Helper()
	typed, wanted, _ := strings.Cut(typed, " | grep ")
	env := system.Environment{"HOME=" + x.dir, beTarockbot + "=1", "GOCOVERDIR=" + os.Getenv("GOCOVERDIR")}
	words, input := word.FindAllString(typed, -1), ""
	for i := range words {
		words[i] = strings.Trim(words[i], "'")
	}
	for strings.Contains(words[0], "=") {
		env, words = append(env, words[0]), words[1:]
	}
	if last := len(words) - 1; strings.HasPrefix(words[last], "<") {
		input, words = readText(x, words[last][1:]), words[:last]
	}
	if do := deeds[words[0]]; do != nil {
		return nil, do(x, words[1:]...)
	}
	before := x.everything()
	switch do := bots[words[0]]; {
	case words[0] == "tarockbot":
		printed = x.runs(env, input, words[1:])
	case do != nil:
		printed = do(x, words[1:]...)
	default:
		return nil, errors.New("nobody knows this command")
	}
	printed = slices.DeleteFunc(printed, func(line string) bool { return !strings.HasPrefix(line, "!") && !strings.Contains(line, wanted) })
	switch words[0] {
	case "begins", "awaits":
		return printed, nil
	case "ends":
		before = x.before
	}
	return append(printed, x.differences(before)...), nil
}

var bots = map[string]func(x *terminal, args ...string) (printed []string){
	"starts": func(x *terminal, args ...string) []string { return x.logged(runOnce(x.T, args[0], args[1:]...)) },
	"begins": func(x *terminal, args ...string) []string {
		x.before = x.everything()
		x.bot, x.data = start(x, args[0], args[1:]...), args[0]
		if code, text := fetch(waittest.Context(x), x, x.bot.url); code == 0 {
			x.Fatal(text)
		}
		return nil
	},
	"awaits": func(x *terminal, args ...string) []string { x.bot.awaits(x, args[0]); return nil },
	"ends": func(x *terminal, args ...string) (printed []string) {
		if len(args) > 0 {
			x.bot.signal(x, map[string]os.Signal{"TERM": syscall.SIGTERM, "INT": syscall.SIGINT, "KILL": syscall.SIGKILL}[args[0]])
		} else if entered, err := http.PostForm(x.bot.url+"enter", url.Values{"name": {"anna"}}); err == nil {
			entered.Body.Close()
			if entered.StatusCode < http.StatusInternalServerError {
				x.Errorf("anna can enter: %s", entered.Status)
			}
		}
		got := x.bot.ended(x)
		x.bot = nil
		if left, err := filepath.Glob(x.data + ".[ps]*"); got.code == 0 && (err != nil || len(left) > 0) {
			x.Errorf("%q are left, %v", left, err)
		}
		return append(x.logged(got.err), fmt.Sprintf("! exit %d", got.code))
	},
}

func (x *terminal) logged(log string) (printed []string) {
	x.Helper()
	x.hasNoKey("the log", log)
	for line := range strings.Lines(log) {
		_, told, isLogged := strings.Cut(line, "level=")
		told, _, _ = strings.Cut(told, " public=")
		switch {
		case !isLogged:
			printed = append(printed, "! "+x.plain(line))
		case !strings.HasPrefix(told, "DEBUG") && !strings.HasPrefix(told, "INFO"), notable.MatchString(told):
			printed = append(printed, x.plain(told))
		}
	}
	slices.SortStableFunc(printed, func(a, b string) int {
		return strings.Compare(strings.TrimPrefix(a, "! "), strings.TrimPrefix(b, "! "))
	})
	return printed
}

var notable = regexp.MustCompile(`data migrated|new key signs|backup made|msg=stopped`)

func (x *terminal) hasNoKey(what, text string) {
	x.Helper()
	keys, err := filepath.Glob("*.key")
	if err != nil {
		x.Fatal(err)
	}
	for _, key := range keys {
		if digits := readText(x, key); len(digits) > 64 && strings.Contains(text, digits[:64]) {
			x.Errorf("%s has the key of %s", what, key)
		}
	}
}

func (x *terminal) runs(env system.Environment, input string, args []string) (printed []string) {
	x.Helper()
	taken, err := net.Listen("tcp", "127.0.0.1:0") // "TAKEN" is an address in use
	if err != nil {
		x.Fatal(err)
	}
	defer taken.Close()
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "TAKEN", taken.Addr().String())
	}
	p := process{args: args, env: env, in: strings.NewReader(input)}
	if input == "" {
		p.in = nil
	}
	var out, errs bytes.Buffer
	p.out, p.err = &out, &errs
	code := run(waittest.Context(x), p)
	x.hasNoKey("what is printed", out.String()+errs.String())
	isTaken := strings.NewReplacer(taken.Addr().String(), "TAKEN")
	for line := range strings.Lines(isTaken.Replace(out.String())) {
		if strings.HasPrefix(line, "\x89PNG") {
			printed = append(printed, "a picture")
			break
		}
		printed = append(printed, x.plain(line))
	}
	for line := range strings.Lines(isTaken.Replace(errs.String())) {
		printed = append(printed, "! "+x.plain(line))
	}
	if code != 0 {
		printed = append(printed, fmt.Sprintf("! exit %d", code))
	}
	return printed
}

func (x *terminal) plain(line string) string {
	line = strings.ReplaceAll(strings.TrimRight(line, "\n"), x.dir, "~")
	line = regexp.MustCompile(`^tarockbot: .*(the data file was moved or deleted)`).ReplaceAllString(line, "tarockbot: … $1")
	line = regexp.MustCompile(`\d{8}T\d{6}(\.\d+)?Z`).ReplaceAllString(line, "TIME")
	line = regexp.MustCompile(`(\.new-|-backup-|process )\d+`).ReplaceAllString(line, "${1}N")
	return regexp.MustCompile(`(127\.0\.0\.1:)\d{5}|\d{5,}( bytes)`).ReplaceAllString(line, "${1}N${2}")
}

// everything returns all files, and checks that other users can't read them, except pictures and open.key.
func (x *terminal) everything() map[string]string {
	x.Helper()
	all := make(map[string]string)
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == "." {
			return err
		}
		info, err := entry.Info()
		if isBots := filepath.Ext(path) == ".sock" || filepath.Ext(path) == ".pid"; isBots && (err != nil || info.Mode().Perm()&0o077 == 0) {
			return nil // come and go with the bot
		}
		if err != nil {
			return err
		}
		if info.Mode().Perm()&0o077 != 0 && filepath.Ext(path) != ".png" && path != "open.key" {
			x.Errorf("others have rights to %s: %v", path, info.Mode())
		}
		if !entry.Type().IsRegular() || x.bot != nil && path == x.data { // a running bot's data can't be read
			all[path] = ""
			return nil
		}
		data, err := os.ReadFile(path)
		all[path] = string(data)
		return err
	})
	if err != nil {
		x.Fatal(err)
	}
	return all
}

func (x *terminal) differences(before map[string]string) (told []string) {
	x.Helper()
	after, names := x.everything(), slices.Sorted(maps.Keys(before))
	for name, text := range after {
		old, was := before[name]
		if was && old == text {
			continue
		}
		if !strings.HasSuffix(name, ".key") {
			x.hasNoKey(name, text)
		}
		what := map[bool]string{true: "changed ", false: "made "}[was] + x.plain(name)
		if i := slices.IndexFunc(names, func(other string) bool { return before[other] == text }); i >= 0 {
			what += ", as " + names[i] + " was"
		}
		if size, err := png.DecodeConfig(strings.NewReader(text)); err == nil {
			what += fmt.Sprintf(", %d×%d", size.Width, size.Height)
		}
		told = append(told, what)
	}
	for name := range before {
		if _, is := after[name]; !is {
			told = append(told, "deleted "+x.plain(name))
		}
	}
	slices.Sort(told)
	return told
}
