package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"tarockbot/bot/support/retry"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/system"
	"tarockbot/engine"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
)

// usedData is a copy of a data file that a bot has left: fifteen tables, eleven finished
// deals, thirteen identities.
func usedData(t *testing.T) string { return unpacked(t, "version7.db.gz") }

// unpacked is a copy of a packed data file of package bot's testdata.
func unpacked(t *testing.T, name string) string {
	t.Helper()
	packed, err := os.Open(filepath.Join("../../bot/testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	r, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "tarock.db")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// runOnce runs a bot on the data until it serves its page, and returns its log.
func runOnce(t *testing.T, data string) (log string) {
	t.Helper()
	bot := start(t, data)
	page, err := http.Get(bot.url)
	if err != nil {
		t.Fatal(err)
	}
	page.Body.Close()
	got := bot.end(t, syscall.SIGTERM)
	if got.code != 0 {
		t.Fatalf("exit %d: %s", got.code, got.err)
	}
	return got.err
}

// change commits what becomes of the documents.
func change(t *testing.T, path string, become func(storage.Store) []storage.Doc) {
	t.Helper()
	store, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Commit(t.Context(), become(store)...); err != nil {
		t.Error(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
}

// get reads a document that there is.
func get(t *testing.T, store storage.Store, kind, id string) storage.Doc {
	t.Helper()
	doc, err := store.Get(t.Context(), storage.Key{Kind: kind, ID: id})
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// TestDoctor: what isn't as it should be is told, a line each, and nothing else.
func TestDoctor(t *testing.T) {
	data := unpacked(t, "firstedition.db.gz")
	before := contents(t, data)
	tarockbot(t, "doctor", "--here", data).wantSuccess(t, "8 tables, 20 finished deals and 4 people, of version 5, to be migrated")
	if !bytes.Equal(contents(t, data), before) {
		t.Error("the doctor changes the file")
	}
	data = usedData(t)
	runOnce(t, data)
	got := tarockbot(t, "doctor", "--here", data)
	got.wantSuccess(t, "15 tables, 11 finished deals and 13 people, of this version")
	if strings.Count(got.out, "\n") != 1 {
		t.Errorf("all is well, but it says\n%s", got.out)
	}
	change(t, data, func(s storage.Store) []storage.Doc {
		doc := get(t, s, "table", "s5bvpmhz")
		doc.Data = bytes.Replace(doc.Data, []byte(`"1 play XVI"`), []byte(`"1 play XXI"`), 1)
		return []storage.Doc{doc, {Key: storage.Key{Kind: "standing", ID: "3333333|kosakeln"}, Data: []byte(`{"rated":1}`)}}
	})
	for _, says := range []string{"table s5bvpmhz can't be read", "standing 3333333|kosakeln: nothing in the log leads to it"} {
		got := tarockbot(t, "doctor", "--here", data)
		if got.code != exit.Findings || !strings.Contains(got.out, says) || strings.Contains(got.out+got.err, "XXI") {
			t.Errorf("exit %d and\n%s%s, want exit %d and %q", got.code, got.out, got.err, exit.Findings, says)
		}
	}
	tarockbot(t, "backup", "--data", data, data+".copy").wantFailure(t, exit.Data, "1 faults, the first: table")
	if _, err := os.Stat(data + ".copy"); err == nil {
		t.Error("a backup with faults counts")
	}
}

// TestTooOldData: data that are too old are refused by all that opens them, with a line
// that says so. Looking at them changes nothing.
func TestTooOldData(t *testing.T) {
	t.Parallel()
	for version, told := range map[string]string{"4": "its version is 4, the oldest that opens is 5", "": "its version is 0"} {
		data := usedData(t)
		change(t, data, func(store storage.Store) []storage.Doc {
			doc := get(t, store, "meta", "version")
			if doc.Data = []byte(version); version == "" {
				doc.Data = nil
			}
			return []storage.Doc{doc}
		})
		before := contents(t, data)
		for _, args := range []string{"doctor --here " + data, "audit " + data, "backup --data " + data + " " + data + ".copy",
			"restore --data " + data + ".restored " + data} {
			tarockbot(t, strings.Fields(args)...).wantFailure(t, exit.Data, told)
		}
		if !bytes.Equal(contents(t, data), before) {
			t.Error("the file is changed")
		}
		if _, err := os.Stat(data + ".copy"); err == nil {
			t.Error("a backup that nobody can use counts")
		}
		got := tarockbot(t, "run", "--local.listen", "127.0.0.1:0", "--data", data)
		if lines := strings.Split(strings.TrimSpace(got.err), "\n"); got.code != exit.Data || !strings.Contains(lines[len(lines)-1], told) {
			t.Errorf("run: exit %d\n%s", got.code, got.err)
		}
	}
}

// TestUsedData: data that a bot has left are backed up while another runs on them, and
// what is restored of that is all there.
func TestUsedData(t *testing.T) {
	t.Parallel()
	data := usedData(t)
	copied, restored := data+".copy", data+".restored"
	runOnce(t, data) // they are an older bot's
	bot := start(t, data)
	tarockbot(t, "backup", "--data", data, copied).wantSuccess(t, "verified")
	if got := bot.end(t, syscall.SIGTERM); got.code != 0 {
		t.Errorf("exit %d: %s", got.code, got.err)
	}
	tarockbot(t, "restore", "--data", restored, copied).wantSuccess(t, "")
	for _, path := range []string{data, copied, restored} {
		tarockbot(t, "doctor", "--here", path).wantSuccess(t, "15 tables, 11 finished deals and 13 people, of this version")
		tarockbot(t, "audit", path).wantSuccess(t, "matches: 6")
	}
}

func contents(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestFault39Doctor: the doctor looks in a process of its own, and tells what that
// one ends with.
func TestFault39Doctor(t *testing.T) {
	env := system.Environment{"HOME=" + t.TempDir(), beTarockbot + "=1"}
	data := usedData(t)
	tarockbotAt(t, env, "doctor", data).wantSuccess(t, "15 tables")
	tarockbotAt(t, env, "doctor", data+".none").wantFailure(t, exit.IO, "there is no such data file")
	image := contents(t, data)
	at := bytes.LastIndex(image, []byte(`"fake:ida"`))
	if err := os.WriteFile(data, image[:at], 0o600); err != nil {
		t.Fatal(err)
	}
	tarockbotAt(t, env, "doctor", data).wantFailure(t, exit.Data, "damaged")
}

// TestNewData: a file that was made and not used yet is new to all, not that of an
// older bot.
func TestNewData(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "tarock.db")
	change(t, data, func(storage.Store) []storage.Doc { return nil })
	tarockbot(t, "doctor", "--here", data).wantSuccess(t, "0 people, new\n")
	tarockbot(t, "audit", data).wantSuccess(t, "matches: 0")
	tarockbot(t, "backup", "--data", data, data+".copy").wantSuccess(t, "verified")
	if log := runOnce(t, data); strings.Contains(log, "migrated") {
		t.Errorf("the log says\n%s", log)
	}
	tarockbot(t, "doctor", "--here", data).wantSuccess(t, "of this version")
}

// creationKills is how often TestFault33KilledAtCreation kills a bot.
var creationKills = flag.Int("creation-kills", 5, "how often to kill a bot in its first moments")

// TestFault33KilledAtCreation: whenever a bot is killed in its first moments, there is
// no data file, or one that is new or of this version; the next start goes on with it
// and leaves nothing else.
func TestFault33KilledAtCreation(t *testing.T) {
	t.Parallel()
	for n := range *creationKills {
		data := filepath.Join(t.TempDir(), "tarock.db")
		killAtChange(t, data, n)
		if _, err := os.Stat(data); err == nil {
			if got := tarockbot(t, "doctor", "--here", data); got.code != 0 || strings.Contains(got.out, "migrated") {
				t.Errorf("killed at change %d: exit %d, %s%s", n, got.code, got.out, got.err)
			}
			tarockbot(t, "audit", data).wantSuccess(t, "matches: 0")
		}
		if got := start(t, data).end(t, syscall.SIGTERM); got.code != 0 || strings.Contains(got.err, "level=WARN") {
			t.Errorf("started after it: exit %d\n%s", got.code, got.err)
		}
		left, err := os.ReadDir(filepath.Dir(data))
		if err != nil || len(left) != 2 || left[0].Name() != "fair.key" { // which is made as well
			t.Errorf("killed at change %d: %v, %v are left", n, left, err)
		}
	}
}

// killAtChange kills a bot once the directory of its data has changed so many times, or when the
// bot serves.
func killAtChange(t *testing.T, data string, changes int) {
	t.Helper()
	cmd := exec.Command(self(t), "run", "--data", data, "--local.listen", "127.0.0.1:0")
	cmd.Env = append(os.Environ(), beTarockbot+"=1")
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	serves := make(chan error, 1)
	go func() {
		_, err := out.Read(make([]byte, 1))
		serves <- err
	}()
	for seen := 0; changes > 0 && len(serves) == 0; retry.Sleep(t.Context(), time.Millisecond) {
		if now := len(names(t, filepath.Dir(data))); now != seen {
			seen = now
			changes--
		}
	}
	_ = cmd.Process.Kill() // or it has ended
	_ = cmd.Wait()
}

// TestFault35CreationLimited: where the system lets no file be as long as a data file,
// none is made, whatever makes it.
func TestFault35CreationLimited(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data, fresh := filepath.Join(dir, "tarock.db"), filepath.Join(dir, "fresh.db")
	put(t, data, "content")
	copied := filepath.Join(dir, "copy.db")
	tarockbot(t, "backup", "--data", data, copied).wantSuccess(t, "verified")
	for _, blocks := range []int{8, 40, 64} { // of 512 or 1024 bytes
		for _, args := range []string{"run --local.listen 127.0.0.1:0 --data " + fresh, "compact " + data, "restore --data " + fresh + " " + copied} {
			if blocks > 8 && strings.HasPrefix(args, "restore") {
				continue // the copy is short
			}
			cmd := exec.Command("sh", "-c", fmt.Sprintf("ulimit -f %d && exec %s %s", blocks, self(t), args))
			cmd.Env = append(os.Environ(), beTarockbot+"=1")
			out, err := cmd.CombinedOutput()
			var ended *exec.ExitError
			if !errors.As(err, &ended) || ended.ExitCode() != exit.IO || bytes.Count(out, []byte("\n")) != 1 {
				t.Errorf("%d blocks, %s: %v\n%s", blocks, args, err, out)
			}
			if named := strings.Fields(args); !bytes.Contains(out, []byte(data)) && !bytes.Contains(out, []byte(fresh)) ||
				bytes.Contains(out, []byte("/proc/")) || !bytes.Contains(out, []byte("a limit on the size of files")) {
				t.Errorf("%d blocks, %s: the file or the reason is not told:\n%s", blocks, named[0], out)
			}
			if _, err := os.Stat(fresh); err == nil {
				t.Fatalf("%d blocks, %s: there is a data file", blocks, args)
			}
		}
	}
	if got := kept(t, data); got != "content" {
		t.Errorf("the data file holds %q", got)
	}
}

// TestFault39LostEntries: whatever leaf of the file says that it has one entry less,
// all commands say alike that the file is damaged, or it has none that matters.
func TestFault39LostEntries(t *testing.T) {
	data := unpacked(t, "version5.db.gz")
	runOnce(t, data)
	whole := contents(t, data)
	order, size, lost := binary.NativeEndian, os.Getpagesize(), 0
	for at := 2 * size; at < len(whole); at += size {
		head := whole[at : at+16]
		count := order.Uint16(head[10:])
		if isLeaf := order.Uint16(head[8:]) == 2 && order.Uint64(head) == uint64(at/size); !isLeaf || count == 0 {
			continue
		}
		image := bytes.Clone(whole)
		order.PutUint16(image[at+10:], count-1)
		if err := os.WriteFile(data, image, 0o600); err != nil {
			t.Fatal(err)
		}
		doctor, audit := tarockbot(t, "doctor", "--here", data), tarockbot(t, "audit", data)
		if doctor.code != audit.code || doctor.err != audit.err {
			t.Errorf("page %d: the doctor says %q, the audit %q", at/size, doctor.err, audit.err)
		}
		if doctor.code == 0 {
			continue
		}
		lost++
		for _, command := range [][]string{{"doctor", "--here"}, {"audit"}, {"run", "--local.listen", "127.0.0.1:0"}, {"backup", data + ".copy"}, {"compact"}} {
			tarockbot(t, append(command, "--data", data)...).wantFailure(t, exit.Data, "damaged")
		}
	}
	if lost < 15 {
		t.Errorf("%d pages have mattered", lost)
	}
}

// TestMetaPage: when a meta page doesn't hold, all say that the last act may be
// missing. A start goes on, and says so once; then all is well.
func TestMetaPage(t *testing.T) {
	for page := range 2 {
		data := unpacked(t, "version5.db.gz")
		runOnce(t, data)
		image := contents(t, data)
		image[page*os.Getpagesize()+50]++
		if err := os.WriteFile(data, image, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, command := range [][]string{{"doctor", "--here"}, {"audit"}, {"backup", data + ".copy"}, {"compact"}, {"restore", data}} {
			at := data
			if command[0] == "restore" {
				at += ".restored"
			}
			tarockbot(t, append(command, "--data", at)...).wantFailure(t, exit.Data, "the last act may be missing")
		}
		if !bytes.Equal(contents(t, data), image) {
			t.Error("looking at the file changes it")
		}
		for _, times := range []int{1, 0} {
			bot := start(t, data)
			got := bot.end(t, syscall.SIGTERM)
			if n := strings.Count(got.err, "the last act may be missing"); got.code != 0 || n != times {
				t.Errorf("exit %d, warned %d times, want %d:\n%s", got.code, n, times, got.err)
			}
		}
		tarockbot(t, "doctor", "--here", data).wantSuccess(t, "9 finished deals")
		tarockbot(t, "audit", data).wantSuccess(t, "matches: 5")
	}
}

// TestCompact: of what was deleted nothing is left in the file; not while a bot
// runs on it.
func TestCompact(t *testing.T) {
	t.Parallel()
	data := usedData(t)
	secret := storage.Doc{Key: storage.Key{Kind: "test", ID: "x"}, Data: bytes.Repeat([]byte("canary"), 10_000)}
	change(t, data, func(storage.Store) []storage.Doc { return []storage.Doc{secret} })
	secret.Version, secret.Data = 1, nil
	change(t, data, func(storage.Store) []storage.Doc { return []storage.Doc{secret} })
	if !bytes.Contains(contents(t, data), []byte("canary")) {
		t.Fatal("it is gone already")
	}
	bot := start(t, data)
	tarockbot(t, "compact", "--data", data).wantFailure(t, exit.Locked, data)
	bot.end(t, syscall.SIGTERM)
	tarockbot(t, "compact", "--data", data).wantSuccess(t, "made anew")
	if bytes.Contains(contents(t, data), []byte("canary")) {
		t.Error("what was deleted is still there")
	}
	tarockbot(t, "doctor", "--here", data).wantSuccess(t, "11 finished deals")
}

// TestErasedAtTheStart: the first start after something was erased makes the file
// anew, and no other does.
func TestErasedAtTheStart(t *testing.T) {
	data := usedData(t)
	secret := storage.Doc{Key: storage.Key{Kind: "test", ID: "x"}, Data: bytes.Repeat([]byte("canary"), 10_000)}
	change(t, data, func(storage.Store) []storage.Doc { return []storage.Doc{secret} })
	runOnce(t, data)
	secret.Version, secret.Data = 1, nil
	mark := storage.Doc{Key: storage.Key{Kind: "meta", ID: "erased"}, Data: []byte("true")}
	change(t, data, func(storage.Store) []storage.Doc { return []storage.Doc{secret, mark} })
	if !bytes.Contains(contents(t, data), []byte("canary")) {
		t.Fatal("it is gone already")
	}
	runOnce(t, data)
	if bytes.Contains(contents(t, data), []byte("canary")) {
		t.Error("what was erased is still there")
	}
	change(t, data, func(s storage.Store) []storage.Doc {
		if doc, err := s.Get(t.Context(), mark.Key); err == nil {
			t.Errorf("the mark is still there: %+v", doc)
		}
		return nil
	})
}

// TestOldDealsInBackups: a backup isn't refused for a deal of long ago that can't be
// replayed, of which the doctor tells; one for a deal of a table that is there is.
func TestOldDealsInBackups(t *testing.T) {
	data := filepath.Join(t.TempDir(), "tarock.db")
	f := openBot(t, data)
	f.say("anna", "practice bamberger")
	if err := f.store.Commit(t.Context(), storage.Doc{Key: storage.Key{Kind: "deal", ID: "longgone-0"}, Data: []byte("{")}); err != nil {
		t.Fatal(err)
	}
	var table string
	for doc, err := range f.store.Scan(t.Context(), "table", "", "") {
		if table = doc.Key.ID; err != nil {
			t.Fatal(err)
		}
	}
	f.close()
	tarockbot(t, "doctor", "--here", data).wantFailure(t, exit.Findings, ": 1 fault\n")
	tarockbot(t, "backup", "--data", data, data+".old").wantSuccess(t, "verified")
	store, err := bolt.Open(data, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	err = store.Commit(t.Context(), storage.Doc{Key: storage.Key{Kind: "deal", ID: table + "-0"}, Data: []byte("{")})
	if err := errors.Join(err, store.Close()); err != nil {
		t.Fatal(err)
	}
	tarockbot(t, "backup", "--data", data, data+".bad").wantFailure(t, exit.Data, table)
}

// TestOlderRules: that deals were settled by older rules is told by all that replays
// deals, and is no fault. In the file are deals that today's rules settle otherwise.
func TestOlderRules(t *testing.T) {
	const told = "20 deals settled by older rules"
	data := unpacked(t, "firstedition.db.gz")
	copied, restored := data+".copy", data+".restored"
	for _, args := range [][]string{ // before a bot of today has run on it
		{"doctor", "--here", data}, {"backup", "--data", data, copied}, {"restore", "--data", restored, copied},
	} {
		tarockbot(t, args...).wantSuccess(t, told)
	}
	tarockbot(t, "audit", data).wantFailure(t, exit.Data, "start the bot once to migrate the data")
	runOnce(t, data)
	copied, restored = data+".copy-1", data+".restored-1"
	for _, args := range [][]string{
		{"doctor", "--here", data}, {"audit", data}, {"backup", "--data", data, copied}, {"restore", "--data", restored, copied},
	} {
		tarockbot(t, args...).wantSuccess(t, told)
	}
	bot := start(t, data)
	tarockbot(t, "backup", "--data", data, copied+"-2").wantSuccess(t, told)
	if got := bot.end(t, syscall.SIGTERM); got.code != 0 {
		t.Errorf("exit %d: %s", got.code, got.err)
	}
	change(t, data, func(store storage.Store) []storage.Doc {
		doc := get(t, store, "deal", "2ssttdu2-1")
		doc.Data = bytes.Replace(doc.Data, []byte(`,"0 resign"`), nil, 1)
		doc.Data = bytes.Replace(doc.Data, []byte(`,"1 resign"`), nil, 1)
		return []storage.Doc{doc}
	})
	for _, tt := range []struct {
		code int
		args []string
	}{
		{exit.Findings, []string{"doctor", "--here", data}},
		{exit.Data, []string{"audit", data}},
		{exit.Data, []string{"backup", "--data", data, copied + "-3"}},
		{exit.Findings, []string{"restore", "--data", restored + "-2", data}},
	} {
		if got := tarockbot(t, tt.args...); got.code != tt.code || !strings.Contains(got.out+got.err, "deal 2ssttdu2-1 can't be replayed") {
			t.Errorf("%s of a deal that doesn't end: exit %d, want %d; %s%s", tt.args[0], got.code, tt.code, got.out, got.err)
		}
	}
}

// TestNewerRules: deals settled by rules that this program doesn't know are told, and
// keep nobody from going back to it, though it can't replay them.
func TestNewerRules(t *testing.T) {
	const told = "1 deals settled by newer rules"
	data := unpacked(t, "firstedition.db.gz")
	runOnce(t, data)
	change(t, data, func(store storage.Store) []storage.Doc {
		doc := get(t, store, "deal", "2ssttdu2-1")
		for _, move := range []string{`,"0 resign"`, `,"1 resign"`} {
			doc.Data = bytes.Replace(doc.Data, []byte(move), nil, 1)
		}
		doc.Data = fmt.Appendf(bytes.TrimSuffix(doc.Data, []byte("}")), `,"edition":%d}`, engine.Edition+1)
		return []storage.Doc{doc}
	})
	copied, restored := data+".copy", data+".restored"
	for _, args := range [][]string{
		{"doctor", "--here", data}, {"audit", data}, {"backup", "--data", data, copied}, {"restore", "--data", restored, copied},
	} {
		tarockbot(t, args...).wantSuccess(t, told)
	}
	bot := start(t, data)
	tarockbot(t, "backup", "--data", data, copied+"-2").wantSuccess(t, told)
	bot.end(t, syscall.SIGTERM)
}

// TestOlderRecords: a record that says by which rules it was settled keeps its result.
func TestOlderRecords(t *testing.T) {
	data := unpacked(t, "firstedition.db.gz")
	var record []byte
	change(t, data, func(store storage.Store) []storage.Doc {
		record = get(t, store, "deal", "u7d287tc-1").Data
		return nil
	})
	file := filepath.Join(t.TempDir(), "deal.json")
	for edition, code := range map[string]int{"": exit.Findings, `,"edition":1`: 0} {
		data := slices.Concat(bytes.TrimSuffix(record, []byte("}")), []byte(edition+"}"))
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		got := tarockbot(t, "replay", file)
		if got.code != code || strings.Contains(got.out, "1 deals settled by older rules") != (code == 0) {
			t.Errorf("with %q: exit %d, %s", edition, got.code, got.out)
		}
	}
}

// TestAudit: a data file that isn't there, one that a bot runs on, and one with a
// standing that nobody has played for.
func TestAudit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data := filepath.Join(dir, "tarock.db")
	tarockbot(t, "audit", "--data", data).wantFailure(t, exit.IO, data)
	put(t, data, "content")
	bot := start(t, data)
	tarockbot(t, "audit", "--data", data).wantFailure(t, exit.Locked, "stop the bot")
	copied := filepath.Join(dir, "copy.db")
	tarockbot(t, "backup", "--data", data, copied).wantSuccess(t, "verified")
	before := filesIn(t, dir, "copy.db")
	tarockbot(t, "audit", "--data", copied).wantSuccess(t, "matches: 0")
	if after := filesIn(t, dir, "copy.db"); !maps.Equal(after, before) {
		t.Errorf("beside the audited copy there were %d files, and are %d, or not the same", len(before), len(after))
	}
	bot.end(t, syscall.SIGTERM)

	store, err := bolt.Open(data, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const faults = 60 // more than are told one by one
	for i := range faults {
		forged := storage.Doc{Key: storage.Key{Kind: "standing", ID: fmt.Sprintf("222222%d|kosakeln", 22+i)}, Data: []byte(`{"rated":99}`)}
		if err := store.Commit(t.Context(), forged); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	got := tarockbot(t, "audit", "--data", data)
	got.wantFailure(t, exit.Data, "60 values")
	if !strings.Contains(got.out, "22222222|kosakeln: nothing in the log leads to it") {
		t.Errorf("it says %q", got.out)
	}
	tarockbot(t, "doctor", "--here", data).wantFailure(t, exit.Findings, "60 faults")
}

// filesIn are the files whose names begin so, by their names.
func filesIn(t *testing.T, dir, name string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	paths, err := filepath.Glob(filepath.Join(dir, name+"*"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("%q, %v", paths, err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all[path] = string(data)
	}
	return all
}

// TestDoctorInterrupted: an examination that the operator ends says nothing of damage.
func TestDoctorInterrupted(t *testing.T) {
	t.Parallel()
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	if err := askDoctor(ctx, invocation{process: process{out: new(strings.Builder)}, config: config.Config{Data: "tarock.db"}}, ""); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
