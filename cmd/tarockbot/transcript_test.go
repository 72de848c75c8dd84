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

// TestTranscripts runs testdata/transcripts/*.txt. "!" begins error output and the exit code. Commands other than
// tarockbot are in fileCommands and botCommands.
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
			return x.runLine, nil
		})
	})
}

type terminal struct {
	*testing.T
	dir, repository string
	bot             *botProcess
	data            string
	filesBefore     map[string]string
}

var fileCommands = map[string]func(x *terminal, args ...string) error{
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
	"deals":   copyDeals,
	"mv":      func(_ *terminal, args ...string) error { return os.Rename(args[0], args[1]) },
	"receipt": extractReceipt,
	"edit":    editFile,
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
	"commit": commitDoc,
}

// copyDeals executes "deals FROM TO NUMBER…", which copies the numbered deals.
func copyDeals(_ *terminal, args ...string) error {
	data, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	var all, chosen []json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		return err
	}
	for _, number := range args[2:] {
		n, err := strconv.Atoi(number)
		if err != nil {
			return err
		}
		chosen = append(chosen, all[n-1])
	}
	if len(chosen) == 1 {
		return os.WriteFile(args[1], []byte(jsonText(chosen[0])), 0o600)
	}
	return os.WriteFile(args[1], []byte(jsonText(chosen)), 0o600)
}

// editFile executes "edit FILE OLD NEW", which replaces the first match. … in OLD matches anything.
func editFile(_ *terminal, args ...string) error {
	data, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	at := regexp.MustCompile(strings.ReplaceAll(regexp.QuoteMeta(args[1]), "…", ".*?")).FindIndex(data)
	if at == nil {
		return errors.New("the file doesn't contain the text")
	}
	return os.WriteFile(args[0], slices.Concat(data[:at[0]], []byte(args[2]), data[at[1]:]), 0o600)
}

// extractReceipt executes "receipt FROM TO NUMBER", which copies a deal's receipt.
func extractReceipt(_ *terminal, args ...string) error {
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

// commitDoc executes "commit FILE KIND ID DATA", which writes a document, or "commit FILE KIND ID OLD NEW", which edits
// a document.
func commitDoc(x *terminal, args ...string) error {
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
			err = fmt.Errorf("the document is %s", doc.Data)
		}
		return errors.Join(err, s.Commit(x.Context(), doc))
	})
	return nil
}

var shellWord = regexp.MustCompile(`'[^']*'|[^\s']+`)

// runLine executes "VARIABLE=VALUE… tarockbot ARGUMENT… <INPUT | grep TEXT", or one of botCommands or fileCommands.
func (x *terminal) runLine(typed string) (printed []string, err error) {
	x.Helper()
	typed, wanted, _ := strings.Cut(typed, " | grep ")
	env := system.Environment{"HOME=" + x.dir, runAsTarockbot + "=1", "GOCOVERDIR=" + os.Getenv("GOCOVERDIR")}
	words, input := shellWord.FindAllString(typed, -1), ""
	for i := range words {
		words[i] = strings.Trim(words[i], "'")
	}
	for strings.Contains(words[0], "=") {
		env, words = append(env, words[0]), words[1:]
	}
	if last := len(words) - 1; strings.HasPrefix(words[last], "<") {
		input, words = readText(x, words[last][1:]), words[:last]
	}
	if do := fileCommands[words[0]]; do != nil {
		return nil, do(x, words[1:]...)
	}
	before := x.readFiles()
	switch do := botCommands[words[0]]; {
	case words[0] == "tarockbot":
		printed = x.runTarockbot(env, input, words[1:])
	case do != nil:
		printed = do(x, words[1:]...)
	default:
		return nil, errors.New("unknown command")
	}
	printed = slices.DeleteFunc(printed, func(line string) bool { return !strings.HasPrefix(line, "!") && !strings.Contains(line, wanted) })
	switch words[0] {
	case "begins", "awaits":
		return printed, nil
	case "ends":
		before = x.filesBefore
	}
	return append(printed, x.fileChanges(before)...), nil
}

var botCommands = map[string]func(x *terminal, args ...string) (printed []string){
	"starts": func(x *terminal, args ...string) []string { return x.notableLines(runOnce(x.T, args[0], args[1:]...)) },
	"begins": func(x *terminal, args ...string) []string {
		x.filesBefore = x.readFiles()
		x.bot, x.data = start(x, args[0], args[1:]...), args[0]
		if code, text := fetch(waittest.Context(x), x, x.bot.url); code == 0 {
			x.Fatal(text)
		}
		return nil
	},
	"awaits": func(x *terminal, args ...string) []string { x.bot.awaitLog(x, args[0]); return nil },
	"ends": func(x *terminal, args ...string) (printed []string) {
		if len(args) > 0 {
			x.bot.signal(x, map[string]os.Signal{"TERM": syscall.SIGTERM, "INT": syscall.SIGINT, "KILL": syscall.SIGKILL}[args[0]])
		} else if entered, err := http.PostForm(x.bot.url+"enter", url.Values{"name": {"anna"}}); err == nil {
			entered.Body.Close()
			if entered.StatusCode < http.StatusInternalServerError {
				x.Errorf("anna can still enter: %s", entered.Status)
			}
		}
		got := x.bot.waitForEnd(x)
		x.bot = nil
		if left, err := filepath.Glob(x.data + ".[ps]*"); got.code == 0 && (err != nil || len(left) > 0) {
			x.Errorf("the bot left the files %q, %v", left, err)
		}
		return append(x.notableLines(got.err), fmt.Sprintf("! exit %d", got.code))
	},
}

func (x *terminal) notableLines(log string) (printed []string) {
	x.Helper()
	x.checkWithoutKeys("the log", log)
	for line := range strings.Lines(log) {
		_, event, isLogged := strings.Cut(line, "level=")
		event, _, _ = strings.Cut(event, " public=")
		switch {
		case !isLogged:
			printed = append(printed, "! "+x.replaceVarying(line))
		case !strings.HasPrefix(event, "DEBUG") && !strings.HasPrefix(event, "INFO"), notableInfo.MatchString(event):
			printed = append(printed, x.replaceVarying(event))
		}
	}
	slices.SortStableFunc(printed, func(a, b string) int {
		return strings.Compare(strings.TrimPrefix(a, "! "), strings.TrimPrefix(b, "! "))
	})
	return printed
}

var notableInfo = regexp.MustCompile(`data migrated|new key signs|backup made|msg=stopped`)

func (x *terminal) checkWithoutKeys(what, text string) {
	x.Helper()
	keys, err := filepath.Glob("*.key")
	if err != nil {
		x.Fatal(err)
	}
	for _, key := range keys {
		if digits := readText(x, key); len(digits) > 64 && strings.Contains(text, digits[:64]) {
			x.Errorf("%s contains the key of %s", what, key)
		}
	}
}

func (x *terminal) runTarockbot(env system.Environment, input string, args []string) (printed []string) {
	x.Helper()
	taken, err := net.Listen("tcp", "127.0.0.1:0") // "TAKEN" stands for its address
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
	x.checkWithoutKeys("the output", out.String()+errs.String())
	hideTaken := strings.NewReplacer(taken.Addr().String(), "TAKEN")
	for line := range strings.Lines(hideTaken.Replace(out.String())) {
		if strings.HasPrefix(line, "\x89PNG") {
			printed = append(printed, "a picture")
			break
		}
		printed = append(printed, x.replaceVarying(line))
	}
	for line := range strings.Lines(hideTaken.Replace(errs.String())) {
		printed = append(printed, "! "+x.replaceVarying(line))
	}
	if code != 0 {
		printed = append(printed, fmt.Sprintf("! exit %d", code))
	}
	return printed
}

func (x *terminal) replaceVarying(line string) string {
	line = strings.ReplaceAll(strings.TrimRight(line, "\n"), x.dir, "~")
	line = regexp.MustCompile(`^tarockbot: .*(the data file was moved or deleted)`).ReplaceAllString(line, "tarockbot: … $1")
	line = regexp.MustCompile(`\d{8}T\d{6}(\.\d+)?Z`).ReplaceAllString(line, "TIME")
	line = regexp.MustCompile(`(\.new-|-backup-|process )\d+`).ReplaceAllString(line, "${1}N")
	return regexp.MustCompile(`(127\.0\.0\.1:)\d{5}|\d{5,}( bytes)`).ReplaceAllString(line, "${1}N${2}")
}

// readFiles returns all files. It checks that other users can read only pictures and open.key.
func (x *terminal) readFiles() map[string]string {
	x.Helper()
	all := make(map[string]string)
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == "." {
			return err
		}
		info, err := entry.Info()
		if isBots := filepath.Ext(path) == ".sock" || filepath.Ext(path) == ".pid"; isBots && (err != nil || info.Mode().Perm()&0o077 == 0) {
			return nil // these files exist only while the bot runs
		}
		if err != nil {
			return err
		}
		if info.Mode().Perm()&0o077 != 0 && filepath.Ext(path) != ".png" && path != "open.key" {
			x.Errorf("other users have rights to %s: %v", path, info.Mode())
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

func (x *terminal) fileChanges(before map[string]string) (changes []string) {
	x.Helper()
	after, names := x.readFiles(), slices.Sorted(maps.Keys(before))
	for name, text := range after {
		old, was := before[name]
		if was && old == text {
			continue
		}
		if !strings.HasSuffix(name, ".key") {
			x.checkWithoutKeys(name, text)
		}
		what := map[bool]string{true: "changed ", false: "made "}[was] + x.replaceVarying(name)
		if i := slices.IndexFunc(names, func(other string) bool { return before[other] == text }); i >= 0 {
			what += ", as " + names[i] + " was"
		}
		if size, err := png.DecodeConfig(strings.NewReader(text)); err == nil {
			what += fmt.Sprintf(", %d×%d", size.Width, size.Height)
		}
		changes = append(changes, what)
	}
	for name := range before {
		if _, is := after[name]; !is {
			changes = append(changes, "deleted "+x.replaceVarying(name))
		}
	}
	slices.Sort(changes)
	return changes
}
