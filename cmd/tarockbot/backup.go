package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/pflag"

	"tarockbot/bot/upkeep/doctor"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/listen"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/cmd/tarockbot/internal/system"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres"
)

// newBackup copies the data, and if asked the key that signs deals, which no other backup
// has: who has it can sign in the bot's name.
func newBackup(flags *pflag.FlagSet) action {
	withKey := flags.Bool("with-key", false, "copy the key that signs deals, too, to FILE.fair.key")
	return func(ctx context.Context, c call) error {
		key := c.config.FairKeyFile()
		if *withKey && key == "" {
			return exit.With(exit.Config, errors.New("backup: --with-key copies nothing, for fair.key isn't set"))
		}
		err := backUp(ctx, c)
		if err == nil && *withKey {
			err = exit.With(exit.IO, system.CopyFile(key, c.files[0]+".fair.key"))
		}
		return err
	}
}

// backUp copies the data: a file by the bot that runs on it, or, if none does, by itself,
// and a database as it is at one moment. The copy is verified before it gets its name.
func backUp(ctx context.Context, c call) error {
	file, err := filepath.Abs(c.files[0])
	if err != nil {
		return exit.With(exit.IO, err)
	}
	var editions doctor.Editions
	if stores.IsDatabase(c.config.Data) {
		err = stores.WithDatabase(ctx, c.config.Data, func(db *postgres.Database) error {
			return stores.Snapshots{DB: db}.Backup(ctx, file, sound(ctx, c.config.Key, &editions))
		})
	} else if editions, err = askBackup(ctx, c.config.Data, file); errors.Is(err, errNotRunning) {
		editions, err = backupStopped(ctx, c.config, file)
	} else {
		err = exit.With(exit.IO, err)
	}
	if errors.Is(err, fs.ErrExist) {
		return exit.With(exit.IO, fmt.Errorf("%s is there already; a backup replaces no file", c.files[0]))
	}
	if err == nil {
		fmt.Fprintf(c.out, "%s: backup of %s, verified\n", c.files[0], stores.WithoutPassword(c.config.Data))
		tellEditions(c.out, c.files[0], editions)
	}
	return err
}

// backupStopped copies a data file that no bot runs on, and writes nothing beside it.
// It returns how many of its deals other editions of the rules have settled.
func backupStopped(ctx context.Context, c config.Config, file string) (editions doctor.Editions, err error) {
	store, err := bolt.Inspect(c.Data)
	if err != nil {
		return editions, err
	}
	if err = store.Warning(); err == nil {
		err = store.Backup(ctx, file, sound(ctx, c.Key, &editions))
	}
	return editions, errors.Join(err, store.Close())
}

// sound is the check of a copy before it counts: a bot could go on with all that is
// in it, and what was played lately is what it says. How many of those deals
// other editions of the rules have settled is counted.
func sound(ctx context.Context, keys stores.KeyFile, editions *doctor.Editions) func(path string) error {
	return func(path string) error {
		report, err := examineKept(ctx, path, keys)
		*editions = report.Editions
		if err == nil && len(report.Faults) > 0 {
			err = exit.With(exit.Data, fmt.Errorf("%d faults, the first: %s", len(report.Faults), report.Faults[0]))
		}
		return err
	}
}

// A running bot holds the lock of its data file, so nobody else can copy it.
// It listens on a socket beside the file, and `tarockbot backup` asks it there
// to make the copy itself, which may take as long as it likes.

// errNotRunning says that nobody listens beside the data file.
var errNotRunning = errors.New("no bot runs on the data file")

// controlSocket is beside the data file, whose name it has.
func controlSocket(data string) string { return data + ".sock" }

// backupRequest is what is asked of a running bot.
type backupRequest struct {
	File string `json:"file"` // absolute path of the file to make
}

// maxRequest is more than any path has, in bytes.
const maxRequest = 64 << 10

// copier is a store that can be copied while it is used.
type copier interface {
	Backup(ctx context.Context, path string, check func(temp string) error) error
}

// serveControl answers requests until the returned function is called. The
// caller has the data file's lock, so a socket that is there already was left
// by a process that died. Without a socket the bot still works.
func serveControl(ctx context.Context, c config.Config, store copier, log *slog.Logger) (stop func()) {
	path := controlSocket(c.Data)
	listener, err := listenControl(path)
	if err != nil {
		log.Warn("no backups while the bot runs", "err", err)
		return func() {}
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /backup", func(w http.ResponseWriter, r *http.Request) { serveBackup(w, r, c.Key, store, log) })
	server := &http.Server{
		Handler:           mux,
		ReadHeaderTimeout: 5 * time.Second,
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	return listen.Serve(server, listener, 5*time.Second, func(err error) { log.Warn("no more backups while the bot runs", "err", err) })
}

// listenControl makes the socket, for the user of the process only.
func listenControl(path string) (net.Listener, error) {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	listener, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return listener, nil
}

func serveBackup(w http.ResponseWriter, r *http.Request, keys stores.KeyFile, store copier, log *slog.Logger) {
	var request backupRequest
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxRequest)).Decode(&request)
	if err == nil && request.File == "" {
		err = errors.New("no file named")
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var made doctor.Editions
	if err := store.Backup(r.Context(), request.File, sound(r.Context(), keys, &made)); err != nil {
		// Whoever asked is told, and nobody else needs to know.
		status := http.StatusInternalServerError
		if errors.Is(err, fs.ErrExist) {
			status = http.StatusConflict
		}
		http.Error(w, exit.OneLine(err), status)
		return
	}
	log.Info("backup made", "file", request.File, "older rules", made.Older, "newer rules", made.Newer)
	_ = json.NewEncoder(w).Encode(made) // whoever asked may be gone
}

// askBackup has the bot that runs on the data file copy it, or finds
// errNotRunning; fs.ErrExist if the file is there already. It returns how many of the
// deals other editions of the rules have settled.
func askBackup(ctx context.Context, data, file string) (editions doctor.Editions, err error) {
	body, err := json.Marshal(backupRequest{File: file})
	if err != nil {
		return editions, err
	}
	client := http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", controlSocket(data))
		},
	}}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://tarockbot/backup", strings.NewReader(string(body)))
	if err != nil {
		return editions, err
	}
	response, err := client.Do(request)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ECONNREFUSED) {
		return editions, errNotRunning
	}
	if err != nil {
		return editions, err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxRequest))
	switch {
	case err != nil:
	case response.StatusCode == http.StatusConflict:
		err = fs.ErrExist
	case response.StatusCode != http.StatusOK:
		err = fmt.Errorf("the running bot says: %s", strings.TrimSpace(string(text)))
	case len(text) > 0: // a bot of before says nothing
		err = json.Unmarshal(text, &editions)
	}
	return editions, err
}
