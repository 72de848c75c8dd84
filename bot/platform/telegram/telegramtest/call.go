package telegramtest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// apiCall is a call of the Bot API. Its methods need the server's lock, except answer.
type apiCall struct {
	server *Server
	method string
	params parameters
	files  uploads
}

// parameters holds a call's parameters by name. Values other than strings are JSON.
type parameters map[string]string

// number returns the parameter as a number, or 0.
func (p parameters) number(name string) int64 {
	n, _ := strconv.ParseInt(p[name], 10, 64)
	return n
}

// upload is a file in a call.
type upload struct {
	name    string
	data    []byte
	dropped bool // a proxy in front of the server dropped the data
}

// uploads holds a call's files by field.
type uploads map[string]upload

// size returns the size of all files in bytes.
func (u uploads) size() (n int) {
	for _, f := range u {
		n += len(f.data)
	}
	return n
}

// readCall reads a call in any form that the Bot API accepts.
func (s *Server) readCall(method string, r *http.Request) (call apiCall, err error) {
	call = apiCall{server: s, method: method}
	if call.params, err = readParams(r); err == nil {
		call.files, err = s.readFiles(r, call.params)
	}
	return call, err
}

// maxForm is the size of a form up to which it stays in memory, in bytes.
const maxForm = 10 << 20

// readParams reads the parameters from the URL, from JSON or from a form.
func readParams(r *http.Request) (parameters, error) {
	params := make(parameters)
	for k, v := range r.URL.Query() {
		params[k] = v[0]
	}
	kind := r.Header.Get("Content-Type")
	switch {
	case strings.HasPrefix(kind, "application/json"):
		var raw map[string]json.RawMessage
		if err := json.NewDecoder(r.Body).Decode(&raw); err != nil {
			return nil, fmt.Errorf("can't parse JSON object")
		}
		for k, v := range raw {
			var text string
			if json.Unmarshal(v, &text) != nil {
				text = string(v)
			}
			params[k] = text
		}
	case strings.HasPrefix(kind, "multipart/form-data") && r.ContentLength != 0:
		if err := r.ParseMultipartForm(maxForm); err != nil {
			if strings.Contains(err.Error(), "EOF") {
				return params, nil // a call without parameters has an empty body
			}
			return nil, err
		}
		for k, v := range r.MultipartForm.Value {
			params[k] = v[0]
		}
	}
	return params, nil
}

// readFiles reads the files of a form. With ExpectDroppedFiles it also moves dropped files from the parameters to the
// files.
func (s *Server) readFiles(r *http.Request, params parameters) (uploads, error) {
	files := make(uploads)
	if r.MultipartForm != nil {
		for field, all := range r.MultipartForm.File {
			f, err := all[0].Open()
			if err != nil {
				return nil, err
			}
			data, err := io.ReadAll(f)
			_ = f.Close()
			if err != nil {
				return nil, err
			}
			files[field] = upload{name: all[0].Filename, data: data}
		}
	}
	s.Lock()
	defer s.Unlock()
	if s.photos.expectsDropped {
		for field, value := range params {
			if name, ok := strings.CutPrefix(value, "dropped:"); ok {
				files[field] = upload{name, s.photos.blank(), true}
				delete(params, field)
			}
		}
	}
	return files, nil
}

// reply is an answer of the Bot API.
type reply struct {
	OK          bool           `json:"ok"`
	Result      any            `json:"result,omitempty"`
	Code        int            `json:"error_code,omitempty"`
	Description string         `json:"description,omitempty"`
	Parameters  map[string]any `json:"parameters,omitempty"`
}

// result returns the answer to a successful call.
func result(v any) *reply { return &reply{OK: true, Result: v} }

// refuse returns the answer to a refused call.
func refuse(code int, text string) *reply { return &reply{Code: code, Description: text} }

func badRequest(text string) *reply {
	return refuse(http.StatusBadRequest, "Bad Request: "+text)
}

func write(w http.ResponseWriter, r *reply) {
	w.Header().Set("Content-Type", "application/json")
	if !r.OK {
		w.WriteHeader(r.Code)
	}
	_ = json.NewEncoder(w).Encode(r) // the caller may have gone
}
