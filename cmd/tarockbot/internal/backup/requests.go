package backup

import (
	"bytes"
	"cmp"
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
	"time"

	"tarockbot/bot/upkeep/doctor"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/keys"
	"tarockbot/cmd/tarockbot/internal/listen"
	"tarockbot/cmd/tarockbot/internal/report"
)

// A running bot holds the lock of its data file, so no other process can copy it. The bot listens on a socket beside the
// file, and `tarockbot backup` asks it to make the copy. Requests have no time limit, because copying a large file takes
// long.

// errNotRunning means that no bot can be reached beside the data file. If one runs nevertheless, it holds the file's lock.
var errNotRunning = errors.New("no bot runs on the data file")

// controlSocket returns the path of the socket beside the data file.
func controlSocket(data string) string { return data + ".sock" }

// backupRequest is the body of a request to a running bot.
type backupRequest struct {
	File string `json:"file"` // absolute path of the file to make
}

// maxRequest limits a request and its answer, in bytes. No path is that long.
const maxRequest = 64 << 10

// ServeRequests answers requests for backups of the data file until the returned function is called. The caller must
// hold the file's lock, because ServeRequests replaces the socket of a killed process. It only logs errors, because the
// bot works without a socket.
func ServeRequests(ctx context.Context, c config.Config, source Source, log *slog.Logger) (stop func()) {
	path := controlSocket(c.Data)
	listener, err := listenControl(path)
	if err != nil {
		log.Warn("tarockbot backup can't reach this bot; stop the bot to make a backup by hand", "err", report.ErrorLine(err))
		return func() {}
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /backup", func(w http.ResponseWriter, r *http.Request) { serveBackup(w, r, c.DataKey, source, log) })
	server := &http.Server{
		Handler:           mux,
		ReadHeaderTimeout: 5 * time.Second,
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	return listen.Serve(server, listener, 5*time.Second, func(err error) {
		log.Warn("tarockbot backup can't reach this bot any more; stop the bot to make a backup by hand", "err", report.ErrorLine(err))
	})
}

// listenControl makes the socket, in place of a killed process's. Only the user of the process may connect; until the Chmod
// the umask decides.
func listenControl(path string) (net.Listener, error) {
	_ = os.Remove(path) // Listen fails if anything is left
	listener, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return listener, nil
}

// serveBackup makes the requested backup. The answer is the doctor.Editions of the backup as JSON, or the error as text.
func serveBackup(w http.ResponseWriter, r *http.Request, keyFile keys.DataKeyFile, source Source, log *slog.Logger) {
	var request backupRequest
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxRequest)).Decode(&request)
	if err == nil && request.File == "" {
		err = errors.New("no file named")
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	editions, err := copyChecked(r.Context(), source, keyFile, request.File)
	if err != nil {
		status := http.StatusInternalServerError
		switch {
		case errors.Is(err, fs.ErrExist):
			status = http.StatusConflict
		case isAboutContents(err):
			status = http.StatusUnprocessableEntity
		}
		http.Error(w, report.ErrorLine(err), status) // not logged: the answer tells the requester
		return
	}
	logMade(log, request.File, editions)
	_ = json.NewEncoder(w).Encode(editions) // the requester may be gone
}

// requestBackup asks the running bot to make a backup of its data file. It returns errNotRunning if no bot can be reached,
// and fs.ErrExist if the file exists. The bot's other errors have exit.Data for unusable contents, else exit.IO. A missing
// or broken answer is an error with exit.IO, too.
func requestBackup(ctx context.Context, data, file string) (editions doctor.Editions, err error) {
	body, bodyErr := json.Marshal(backupRequest{File: file})
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://tarockbot/backup", bytes.NewReader(body))
	if err = cmp.Or(bodyErr, err); err != nil {
		return editions, err
	}
	// Dialled here, to tell a bot that isn't running from one that doesn't answer.
	conn, err := new(net.Dialer).DialContext(ctx, "unix", controlSocket(data))
	if err != nil { // systems report different errors for the socket of a killed bot
		return editions, cmp.Or(ctx.Err(), errNotRunning)
	}
	defer func() { _ = conn.Close() }()
	dial := func(context.Context, string, string) (net.Conn, error) { return conn, nil }
	client := http.Client{Transport: &http.Transport{DialContext: dial}}
	response, err := client.Do(request)
	if err != nil {
		err = exit.With(exit.IO, fmt.Errorf("the running bot has not answered; if %s is there, it is a complete backup: %w", file, err))
		return editions, cmp.Or(ctx.Err(), err)
	}
	defer func() { _ = response.Body.Close() }()
	return readAnswer(response)
}

// readAnswer returns what serveBackup has answered: the editions, or an error with its exit code.
func readAnswer(response *http.Response) (editions doctor.Editions, err error) {
	text, err := io.ReadAll(io.LimitReader(response.Body, maxRequest))
	if err != nil {
		return editions, exit.With(exit.IO, fmt.Errorf("the running bot's answer breaks off: %w", err))
	}
	said := fmt.Errorf("the running bot says: %s", bytes.TrimSpace(text))
	switch response.StatusCode {
	case http.StatusOK:
		if len(text) == 0 || json.Unmarshal(text, &editions) == nil { // older bots answer with an empty text
			return editions, nil
		}
	case http.StatusConflict:
		return editions, fs.ErrExist
	case http.StatusUnprocessableEntity:
		return editions, exit.With(exit.Data, said)
	}
	return doctor.Editions{}, exit.With(exit.IO, said)
}
