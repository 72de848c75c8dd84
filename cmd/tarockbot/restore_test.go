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
	"tarockbot/cmd/tarockbot/internal/forgotten"
	"tarockbot/storage/bolt"
	"tarockbot/storage/waittest"
)

type fileBot struct {
	*testing.T
	path       string
	store      *bolt.Store
	bot        bottest.Running
	log        *double.Log
	inputCount int
}

func startBotOn(t *testing.T, path string) *fileBot {
	t.Helper()
	store, err := bolt.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	f := &fileBot{T: t, path: path, store: store, log: new(double.Log)}
	net := bottest.New("fake")
	f.bot = bottest.Start(t.Context(), t, bot.Config{Store: store, ForgottenList: forgotten.ListAt("", path), Log: f.log.Logger()},
		func(*bot.Bot) chat.Platform { return net })
	<-net.Ready()
	return f
}

func (f *fileBot) sendLine(user chat.UserID, line string) {
	f.Helper()
	f.inputCount++
	_, name, _ := strings.Cut(string(user), ":")
	answer, err := f.bot.Handle(f.Context(), chat.Input{ID: fmt.Sprint(f.path, f.inputCount, time.Now()), User: user, Name: name, Lang: "en", Chat: "fake:channel", Line: line})
	if err != nil || answer.Refused {
		f.Fatalf("%s: %q: %+v, %v", user, line, answer, err)
	}
}

func (f *fileBot) close() {
	f.Helper()
	if err := errors.Join(f.bot.End(), f.store.Close()); err != nil {
		f.Fatal(err)
	}
}

func (f *fileBot) awaitForgotten() {
	f.Helper()
	if err := f.log.Await(waittest.Context(f), "somebody was forgotten"); err != nil {
		f.Fatalf("the log never shows that somebody was forgotten: %v\n%s", err, f.log)
	}
}

func forget(t *testing.T, data string, user chat.UserID) {
	t.Helper()
	f := startBotOn(t, data)
	f.sendLine(user, "forget yes")
	f.awaitForgotten()
	f.close()
}

// yvonne uses a network without a connection here, and has a private channel there.
const (
	zerlina       = "fake:zerlina"
	bert          = "fake:bert"
	carl          = "fake:carl"
	yvonne        = "333444555666777888"
	yvonneChannel = "999888777666555444"
)

func fileContains(t *testing.T, path, part string) bool {
	t.Helper()
	return strings.Contains(strings.ToLower(readText(t, path)), part)
}

func playedData(t *testing.T) (data, copied string) {
	t.Helper()
	data = filepath.Join(t.TempDir(), "tarock.db")
	copied = data + ".copy"
	f := startBotOn(t, data)
	for _, input := range []struct {
		who  chat.UserID
		line string
	}{
		{zerlina, "help"}, {bert, "help"}, {carl, "help"},
		{bert, "challenge @zerlina bamberger"}, {zerlina, "accept"}, {bert, "leave yes"},
		{carl, "challenge @zerlina spieleversum"}, {zerlina, "accept"}, {carl, "block @zerlina"},
		{"discord:" + yvonne, "help"},
	} {
		f.sendLine(input.who, input.line)
	}
	for key, data := range map[string]string{"direct/" + yvonne: `{"channel":"` + yvonneChannel + `"}`, "calls/" + yvonneChannel: "{}"} {
		if err := f.bot.Materials.Notes("discord").Write(t.Context(), key, []byte(data)); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.store.Backup(t.Context(), copied, nil); err != nil {
		t.Fatal(err)
	}
	if !fileContains(t, copied, "zerlina") {
		t.Fatal("the backup doesn't contain zerlina")
	}
	f.close()
	return data, copied
}

// TestForgottenBytes checks fault 55 on the disk: a compacted or restored data file contains no forgotten person.
func TestForgottenBytes(t *testing.T) {
	data, copied := playedData(t)
	forget(t, data, zerlina)
	forget(t, data, "discord:"+yvonne)
	runOnce(t, data)
	for _, path := range []string{data, data + ".removed"} {
		if fileContains(t, path, "zerlina") {
			t.Errorf("%s still contains zerlina", path)
		}
	}
	tarockbot(t, "restore", "--data", data, "--force", copied).wantSuccess(t, "forgotten since the backup, erased again: 2")
	for _, name := range []string{"zerlina", yvonne, yvonneChannel} {
		if fileContains(t, data, name) {
			t.Errorf("%s is back after a restore", name)
		}
	}
	for range 2 {
		f := startBotOn(t, data)
		f.sendLine(carl, "games")
		f.sendLine(zerlina, "help")
		f.close()
	}
	if !fileContains(t, data, "zerlina") {
		t.Error("a returned user is missing")
	}
}

func TestForgottenInACopy(t *testing.T) {
	data, copied := playedData(t)
	forget(t, data, zerlina)
	if err := os.Rename(copied, data); err != nil {
		t.Fatal(err)
	}
	f := startBotOn(t, data)
	f.awaitForgotten()
	f.close()
	if err := bolt.Compact(t.Context(), data); err != nil {
		t.Fatal(err)
	}
	if fileContains(t, data, "zerlina") {
		t.Error("the data file still contains zerlina")
	}
}
