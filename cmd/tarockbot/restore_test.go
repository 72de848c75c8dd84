package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"log/slog"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/bot/upkeep/privacy"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/networks"
	"tarockbot/cmd/tarockbot/internal/removals"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/storage/bolt"
	"tarockbot/storage/storagetest"
)

// onFile is a bot over a data file, with its list of who was forgotten beside it.
type onFile struct {
	t     *testing.T
	path  string
	store *bolt.Store
	bot   bottest.Running
	n     int
}

func openBot(t *testing.T, path string) *onFile {
	t.Helper()
	store, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := &onFile{t: t, path: path, store: store}
	net := bottest.New("fake")
	f.bot = bottest.Start(t.Context(), t, bot.Config{Store: store, Removals: removals.Of("", path)}, func(*bot.Bot) chat.Platform { return net })
	<-net.Ready()
	return f
}

// say hands in what somebody says in the channel.
func (f *onFile) say(who, line string) {
	f.t.Helper()
	f.sayAs(chat.UserID("fake:"+who), who, line)
}

func (f *onFile) sayAs(user chat.UserID, name, line string) {
	f.t.Helper()
	f.n++
	answer, err := f.bot.Handle(f.t.Context(), chat.Input{ID: fmt.Sprint(f.path, f.n, time.Now()), User: user, Name: name, Lang: "en", Chat: "fake:channel", Line: line})
	if err != nil || answer.Refused {
		f.t.Fatalf("%s: %q: %+v, %v", user, line, answer, err)
	}
}

// Yvonne is on a network that isn't served here, and what it calls the place where
// only she reads.
const (
	yvonne        = "333444555666777888"
	yvonneChannel = "999888777666555444"
)

// close ends the bot and closes the file.
func (f *onFile) close() {
	f.t.Helper()
	if err := f.bot.End(); err != nil {
		f.t.Fatal(err)
	}
	if err := f.store.Close(); err != nil {
		f.t.Fatal(err)
	}
}

// awaitForgotten waits until everybody is forgotten who is to be.
func (f *onFile) awaitForgotten() {
	f.t.Helper()
	ctx := storagetest.Context(f.t)
	ticker := time.NewTicker(2 * time.Millisecond)
	defer ticker.Stop()
	for {
		left := 0
		for doc, err := range f.store.Scan(ctx, "removed", "", "") {
			if err != nil {
				f.t.Fatal(err)
			}
			var x struct{ User string }
			if err := json.Unmarshal(doc.Data, &x); err != nil {
				f.t.Fatal(err)
			}
			if x.User != "" {
				left++
			}
		}
		if left == 0 {
			return
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			f.t.Fatal(context.Cause(ctx))
		}
	}
}

// holds says whether the text is anywhere in the file.
func holds(t *testing.T, path, part string) bool {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Contains(bytes.ToLower(data), []byte(part))
}

// lived makes a data file in which zerlina has played, and copies it.
func lived(t *testing.T, dir string) (data, copied string) {
	t.Helper()
	data, copied = filepath.Join(dir, "tarock.db"), filepath.Join(dir, "copy.db")
	f := openBot(t, data)
	for _, who := range []string{"zerlina", "bert", "carl"} {
		f.say(who, "help")
	}
	f.say("bert", "challenge @zerlina bamberger")
	f.say("zerlina", "accept")
	f.say("bert", "leave yes")
	f.say("carl", "challenge @zerlina spieleversum")
	f.say("zerlina", "accept")
	f.say("carl", "block @zerlina")
	f.sayAs("discord:"+yvonne, "yvonne", "help")
	for key, data := range map[string]string{"direct/" + yvonne: `{"channel":"` + yvonneChannel + `"}`, "calls/" + yvonneChannel: "{}"} {
		if err := f.bot.Materials.Notes("discord").Write(t.Context(), key, []byte(data)); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.store.Backup(t.Context(), copied, nil); err != nil {
		t.Fatal(err)
	}
	if !holds(t, copied, "zerlina") {
		t.Fatal("nothing to be erased")
	}
	f.close()
	return data, copied
}

// TestForgottenBytes is fault 55, on the disk: once the data file is made anew
// nobody finds who was forgotten in it, nor after an older copy was restored.
func TestForgottenBytes(t *testing.T) {
	data, copied := lived(t, t.TempDir())
	f := openBot(t, data)
	f.say("zerlina", "forget yes")
	f.sayAs("discord:"+yvonne, "yvonne", "forget yes")
	f.awaitForgotten()
	f.close()
	runOnce(t, data) // the next start makes it anew
	list := data + ".removed"
	for _, path := range []string{data, list} {
		if holds(t, path, "zerlina") {
			t.Errorf("zerlina is in %s", path)
		}
	}
	if info, err := os.Stat(list); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the list: %v, %v", info, err)
	}

	tarockbot(t, "restore", "--data", data, "--force", copied).wantSuccess(t, "forgotten since the backup, erased again: 2")
	for _, name := range []string{"zerlina", yvonne, yvonneChannel} {
		if holds(t, data, name) {
			t.Errorf("%s is back by an older copy", name)
		}
	}
	f = openBot(t, data)
	f.say("carl", "games")
	f.say("zerlina", "help") // somebody new
	f.close()
	f = openBot(t, data)
	f.say("zerlina", "help")
	f.close()
	if !holds(t, data, "zerlina") {
		t.Error("who has come back is gone")
	}
}

// TestForgottenInACopy: who puts an older copy in the place of the data file by
// hand has them forgotten when the bot starts.
func TestForgottenInACopy(t *testing.T) {
	data, copied := lived(t, t.TempDir())
	f := openBot(t, data)
	f.say("zerlina", "forget yes")
	f.awaitForgotten()
	f.close()
	if err := os.Rename(copied, data); err != nil {
		t.Fatal(err)
	}
	f = openBot(t, data)
	f.awaitForgotten()
	f.close()
	if err := bolt.Compact(t.Context(), data); err != nil {
		t.Fatal(err)
	}
	if holds(t, data, "zerlina") {
		t.Error("zerlina is in the data file")
	}
}

// TestBadRemovals: a list that makes no sense is no list of nobody.
func TestBadRemovals(t *testing.T) {
	data := filepath.Join(t.TempDir(), "tarock.db")
	put(t, data, "content")
	if err := os.WriteFile(data+".removed", []byte("rubbish\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	got := tarockbot(t, "run", "--data", data, "--local.listen", "127.0.0.1:0")
	if got.code != exit.Data || !strings.Contains(got.err, "rubbish") {
		t.Errorf("exit %d, %s", got.code, got.err)
	}
}

// TestStartUnclean: a data file that can't be made anew is opened as it is, and the
// next start that can makes it anew.
func TestStartUnclean(t *testing.T) {
	dir := t.TempDir()
	data, _ := lived(t, dir)
	f := openBot(t, data)
	f.say("zerlina", "forget yes")
	f.awaitForgotten()
	f.close()
	const longest = 255 // bytes of a name: no other with the same beginning has room
	long := filepath.Join(dir, strings.Repeat("x", longest-len(".compact")))
	for i, tt := range []struct {
		path    string
		unclean bool
	}{{long, true}, {data, false}, {data, false}} {
		if i < 2 {
			if err := os.Rename([]string{data, long}[i], tt.path); err != nil {
				t.Fatal(err)
			}
		}
		store, defects, err := stores.OpenFile(t.Context(), tt.path)
		if err != nil {
			t.Fatal(err)
		}
		erased, err := privacy.HasResidue(t.Context(), store)
		if erased != tt.unclean || err != nil {
			t.Errorf("start %d: marked %v, %v", i, erased, err)
		}
		var log strings.Builder
		registry := prometheus.NewRegistry()
		defects.Report(registry, slog.New(slog.NewTextHandler(&log, nil)))
		figures, err := registry.Gather()
		if err != nil {
			t.Fatal(err)
		}
		if (figures[0].GetMetric()[0].GetGauge().GetValue() == 1) != tt.unclean || (log.Len() > 0) != tt.unclean {
			t.Errorf("start %d: the log says %q", i, log.String())
		}
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
		// Before, pages that are free may or may not have been written over.
		if !tt.unclean && holds(t, tt.path, "zerlina") {
			t.Errorf("start %d: zerlina is in the file", i)
		}
	}
}

// namedByNothingElse are the platforms whose notes call people nothing but what the
// bot looks for by itself, and why.
var namedByNothingElse = map[string]string{
	"web": "their name is all the data of a note, or the end of its key behind a slash",
}

// TestNamedBy: who is erased is found in the notes of every platform that remembers
// people, also where it isn't served.
func TestNamedBy(t *testing.T) {
	t.Parallel()
	remembers := make(map[string]bool)
	for _, s := range sources(t) {
		for _, d := range s.Decls {
			if f, is := d.(*ast.FuncDecl); is && !s.test && path.Dir(s.pkg) == "bot/platform" && s.pkg != "bot/platform/bottest" && ofPlatform(f) && f.Name.Name == "Forget" {
				remembers[path.Base(s.pkg)] = true
			}
		}
	}
	if len(remembers) < 3 {
		t.Errorf("only %v remember people", remembers)
	}
	named := networks.NamedBy()
	for platform := range remembers {
		if (named[platform] != nil) == (namedByNothingElse[platform] != "") {
			t.Errorf("%s remembers people: either NamedBy says what else its notes call them, or namedByNothingElse why they don't", platform)
		}
	}
	for platform := range named {
		if !remembers[platform] {
			t.Errorf("%s is in NamedBy, but remembers nobody", platform)
		}
	}
}

// ofPlatform says that the function is a method of a type Platform.
func ofPlatform(f *ast.FuncDecl) bool {
	if f.Recv == nil {
		return false
	}
	of := f.Recv.List[0].Type
	if pointer, is := of.(*ast.StarExpr); is {
		of = pointer.X
	}
	name, is := of.(*ast.Ident)
	return is && name.Name == "Platform"
}
