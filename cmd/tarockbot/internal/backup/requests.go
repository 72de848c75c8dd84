package backup

import (
	"bytes"
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
	"strings"
	"syscall"
	"time"

	"tarockbot/bot/upkeep/doctor"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/listen"
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/cmd/tarockbot/internal/stores"
)

// A running bot holds the lock of its data file, so no other process can copy it. The bot listens on a
// socket beside the file, and `tarockbot backup` asks it to make the copy. Requests have no time limit, because a large
// file takes long.

// errNotRunning means that no bot listens beside the data file.
var errNotRunning = errors.New("no bot runs on the data file")

// controlSocket returns the path of the socket beside the data file.
func controlSocket(data string) string { return data + ".sock" }

// backupRequest is the body of a request to a running bot.
type backupRequest struct {
	File string `json:"file"` // absolute path of the file to make
}

// maxRequest limits a request and its answer, in bytes. No path is that long.
const maxRequest = 64 << 10

// ServeRequests answers requests for backups of the data file until the returned function is called. The
// caller must hold the file's lock, because ServeRequests replaces the socket of a killed process. It only logs an
// error: the bot works without a socket.
func ServeRequests(ctx context.Context, c config.Config, store Copier, log *slog.Logger) (stop func()) {
	path := controlSocket(c.Data)
	listener, err := listenControl(path)
	if err != nil {
		log.Warn("tarockbot backup can't reach this bot; scheduled backups go on", "err", err)
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
	return listen.Serve(server, listener, 5*time.Second, func(err error) {
		log.Warn("tarockbot backup can't reach this bot any more; scheduled backups go on", "err", err)
	})
}

// listenControl makes the socket. Only the user of the process may connect.
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

// serveBackup answers a request with the editions of the deals in the backup that it makes.
func serveBackup(w http.ResponseWriter, r *http.Request, keys stores.KeyFile, store Copier, log *slog.Logger) {
	var request backupRequest
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxRequest)).Decode(&request)
	if err == nil && request.File == "" {
		err = errors.New("no file named")
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	made, err := copySound(r.Context(), store, keys, request.File)
	if err != nil {
		// Not logged: the answer tells the requester.
		status := http.StatusInternalServerError
		switch {
		case errors.Is(err, fs.ErrExist):
			status = http.StatusConflict
		case exit.Code(err) == exit.Data:
			status = http.StatusUnprocessableEntity
		}
		http.Error(w, report.ErrorLine(err), status)
		return
	}
	log.Info("backup made", "file", request.File, "older rules", made.Older, "newer rules", made.Newer)
	_ = json.NewEncoder(w).Encode(made) // the requester may be gone
}

// requestBackup asks the running bot to copy its file. It returns errNotRunning if none runs and fs.ErrExist if the file
// exists. The bot's other errors exit with exit.Data for an unsound copy, else with exit.IO.
func requestBackup(ctx context.Context, data, file string) (editions doctor.Editions, err error) {
	if _, err := os.Lstat(controlSocket(data)); errors.Is(err, fs.ErrNotExist) { // dialling a long path fails otherwise
		return editions, errNotRunning
	}
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
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://tarockbot/backup", bytes.NewReader(body))
	if err != nil {
		return editions, err
	}
	response, err := client.Do(request)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ECONNREFUSED):
		return editions, errNotRunning
	case ctx.Err() != nil:
		return editions, ctx.Err()
	case err != nil:
		return editions, exit.With(exit.IO, err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxRequest))
	said := fmt.Errorf("the running bot says: %s", strings.TrimSpace(string(text)))
	switch {
	case err != nil:
		err = exit.With(exit.IO, err)
	case response.StatusCode == http.StatusConflict:
		err = fs.ErrExist
	case response.StatusCode == http.StatusUnprocessableEntity:
		err = exit.With(exit.Data, said)
	case response.StatusCode != http.StatusOK:
		err = exit.With(exit.IO, said)
	case len(text) > 0: // older bots answer nothing
		err = json.Unmarshal(text, &editions)
	}
	return editions, err
}
