package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/bot/platform/double"
	"tarockbot/cmd/tarockbot/internal/removals"
	"tarockbot/storage/bolt"
	"tarockbot/storage/waittest"
)

// onFile is a bot over a data file, with its list of who was forgotten beside it.
type onFile struct {
	*testing.T
	path  string
	store *bolt.Store
	bot   bottest.Running
	log   *double.Log
	said  int
}

func openBot(t *testing.T, path string) *onFile {
	t.Helper()
	store, err := bolt.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	f := &onFile{T: t, path: path, store: store, log: new(double.Log)}
	net := bottest.New("fake")
	f.bot = bottest.Start(t.Context(), t, bot.Config{Store: store, Removals: removals.Of("", path), Log: f.log.Logger()},
		func(*bot.Bot) chat.Platform { return net })
	<-net.Ready()
	return f
}

// say hands in what somebody says in the channel.
func (f *onFile) say(user chat.UserID, line string) {
	f.Helper()
	f.said++
	_, name, _ := strings.Cut(string(user), ":")
	answer, err := f.bot.Handle(f.Context(), chat.Input{ID: fmt.Sprint(f.path, f.said, time.Now()), User: user, Name: name, Lang: "en", Chat: "fake:channel", Line: line})
	if err != nil || answer.Refused {
		f.Fatalf("%s: %q: %+v, %v", user, line, answer, err)
	}
}

// close ends the bot and closes the file.
func (f *onFile) close() {
	f.Helper()
	if err := errors.Join(f.bot.End(), f.store.Close()); err != nil {
		f.Fatal(err)
	}
}

// awaitForgotten waits until somebody is forgotten.
func (f *onFile) awaitForgotten() {
	f.Helper()
	if err := f.log.Await(waittest.Context(f), "somebody was forgotten"); err != nil {
		f.Fatalf("nobody is forgotten: %v\n%s", err, f.log)
	}
}

// forget lets a bot run on the data until somebody is forgotten who wants to be.
func forget(t *testing.T, data string, user chat.UserID) {
	t.Helper()
	f := openBot(t, data)
	f.say(user, "forget yes")
	f.awaitForgotten()
	f.close()
}

// Three people, of whom yvonne is on a network that isn't served here, and what that calls the place where
// only she reads.
const (
	zerlina       = "fake:zerlina"
	bert          = "fake:bert"
	carl          = "fake:carl"
	yvonne        = "333444555666777888"
	yvonneChannel = "999888777666555444"
)

// holds says whether the text is anywhere in the file.
func holds(t *testing.T, path, part string) bool {
	t.Helper()
	return strings.Contains(strings.ToLower(readText(t, path)), part)
}

// lived makes a data file in which zerlina has played, and copies it.
func lived(t *testing.T) (data, copied string) {
	t.Helper()
	data = filepath.Join(t.TempDir(), "tarock.db")
	copied = data + ".copy"
	f := openBot(t, data)
	for _, said := range []struct {
		who  chat.UserID
		line string
	}{
		{zerlina, "help"}, {bert, "help"}, {carl, "help"},
		{bert, "challenge @zerlina bamberger"}, {zerlina, "accept"}, {bert, "leave yes"},
		{carl, "challenge @zerlina spieleversum"}, {zerlina, "accept"}, {carl, "block @zerlina"},
		{"discord:" + yvonne, "help"},
	} {
		f.say(said.who, said.line)
	}
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
	data, copied := lived(t)
	forget(t, data, zerlina)
	forget(t, data, "discord:"+yvonne)
	runOnce(t, data) // the next start makes it anew
	for _, path := range []string{data, data + ".removed"} {
		if holds(t, path, "zerlina") {
			t.Errorf("zerlina is in %s", path)
		}
	}
	tarockbot(t, "restore", "--data", data, "--force", copied).wantSuccess(t, "forgotten since the backup, erased again: 2")
	for _, name := range []string{"zerlina", yvonne, yvonneChannel} {
		if holds(t, data, name) {
			t.Errorf("%s is back by an older copy", name)
		}
	}
	for range 2 { // somebody new comes, and again
		f := openBot(t, data)
		f.say(carl, "games")
		f.say(zerlina, "help")
		f.close()
	}
	if !holds(t, data, "zerlina") {
		t.Error("who has come back is gone")
	}
}

// TestForgottenInACopy: who puts an older copy in the place of the data file by
// hand has them forgotten when the bot starts.
func TestForgottenInACopy(t *testing.T) {
	data, copied := lived(t)
	forget(t, data, zerlina)
	if err := os.Rename(copied, data); err != nil {
		t.Fatal(err)
	}
	f := openBot(t, data)
	f.awaitForgotten()
	f.close()
	if err := bolt.Compact(t.Context(), data); err != nil {
		t.Fatal(err)
	}
	if holds(t, data, "zerlina") {
		t.Error("zerlina is in the data file")
	}
}
