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

// A running bot locks its data file, so `tarockbot backup` asks the bot for a copy through a socket beside the file.
// Requests have no time limit, because copying a large file takes long.

var errNotRunning = errors.New("no bot runs on the data file")

func controlSocket(data string) string { return data + ".sock" }

type backupRequest struct {
	File string `json:"file"` // absolute path
}

// maxRequest is in bytes.
const maxRequest = 64 << 10

// ServeRequests answers requests for backups until stop is called. The caller must hold the file's lock, because
// ServeRequests replaces the socket of a killed process.
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
		log.Warn("tarockbot backup can no longer reach this bot; stop the bot to make a backup by hand", "err", report.ErrorLine(err))
	})
}

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
	logBackup(log, request.File, editions)
	_ = json.NewEncoder(w).Encode(editions) // the requester may be gone
}

// requestBackup returns errNotRunning if no bot can be reached, and fs.ErrExist if the file exists.
func requestBackup(ctx context.Context, data, file string) (editions doctor.Editions, err error) {
	body, bodyErr := json.Marshal(backupRequest{File: file})
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://tarockbot/backup", bytes.NewReader(body))
	if err = cmp.Or(bodyErr, err); err != nil {
		return editions, err
	}
	// This function dials the socket itself to distinguish a stopped bot from a bot that doesn't answer.
	conn, err := new(net.Dialer).DialContext(ctx, "unix", controlSocket(data))
	if err != nil { // systems report different errors for the socket of a killed bot
		return editions, cmp.Or(ctx.Err(), errNotRunning)
	}
	defer func() { _ = conn.Close() }()
	dial := func(context.Context, string, string) (net.Conn, error) { return conn, nil }
	client := http.Client{Transport: &http.Transport{DialContext: dial}}
	response, err := client.Do(request)
	if err != nil {
		err = exit.With(exit.IO, fmt.Errorf("the running bot hasn't answered; if %s exists, it is a complete backup: %w", file, err))
		return editions, cmp.Or(ctx.Err(), err)
	}
	defer func() { _ = response.Body.Close() }()
	return readAnswer(response)
}

func readAnswer(response *http.Response) (editions doctor.Editions, err error) {
	text, err := io.ReadAll(io.LimitReader(response.Body, maxRequest))
	if err != nil {
		return editions, exit.With(exit.IO, fmt.Errorf("the running bot's answer is incomplete: %w", err))
	}
	answerErr := fmt.Errorf("the running bot says: %s", bytes.TrimSpace(text))
	switch response.StatusCode {
	case http.StatusOK:
		if len(text) == 0 || json.Unmarshal(text, &editions) == nil { // older bots answer with an empty text
			return editions, nil
		}
	case http.StatusConflict:
		return editions, fs.ErrExist
	case http.StatusUnprocessableEntity:
		return editions, exit.With(exit.Data, answerErr)
	}
	return doctor.Editions{}, exit.With(exit.IO, answerErr)
}
