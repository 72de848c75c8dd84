package telegramtest

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strconv"
	"strings"

	"tarockbot/bot/platform/double"
)

// apiCall is a call of the Bot API. All its methods except answer need the server's lock.
type apiCall struct {
	server *Server
	method string
	params parameters
	files  uploads
}

// parameters maps names to values: strings as they are, other values as JSON.
type parameters map[string]string

func (p parameters) number(name string) int64 {
	n, _ := strconv.ParseInt(p[name], 10, 64)
	return n
}

type uploads map[string]double.Upload

func (u uploads) size() (n int) {
	for _, f := range u {
		n += len(f.Data)
	}
	return n
}

func (s *Server) readCall(method string, r *http.Request) (apiCall, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return apiCall{}, err
	}
	kind := r.Header.Get("Content-Type")
	params, files, err := double.ReadForm(kind, body)
	if err != nil {
		return apiCall{}, err
	}
	call := apiCall{server: s, method: method, params: make(parameters), files: make(uploads)}
	for name, values := range r.URL.Query() {
		call.params[name] = values[0]
	}
	maps.Copy(call.params, params)
	maps.Copy(call.files, files)
	if strings.HasPrefix(kind, "application/json") {
		err = call.params.readJSON(body)
	}
	s.Lock()
	defer s.Unlock()
	s.photos.readDropped(call)
	return call, err
}

func (p parameters) readJSON(body []byte) error {
	var raw map[string]json.RawMessage
	if json.Unmarshal(body, &raw) != nil {
		return errors.New("can't parse JSON object")
	}
	for name, value := range raw {
		var text string
		if json.Unmarshal(value, &text) != nil {
			text = string(value)
		}
		p[name] = text
	}
	return nil
}

type reply struct {
	OK          bool           `json:"ok"`
	Result      any            `json:"result,omitempty"`
	Code        int            `json:"error_code,omitempty"`
	Description string         `json:"description,omitempty"`
	Parameters  map[string]any `json:"parameters,omitempty"`
}

func result(v any) *reply { return &reply{OK: true, Result: v} }

func refuse(code int, text string) *reply { return &reply{Code: code, Description: text} }

func tooMany(wait int) *reply {
	r := refuse(http.StatusTooManyRequests, fmt.Sprintf("Too Many Requests: retry after %d", wait))
	r.Parameters = map[string]any{"retry_after": wait}
	return r
}

func badRequest(text string) *reply {
	return refuse(http.StatusBadRequest, "Bad Request: "+text)
}

func write(w http.ResponseWriter, r *reply) { double.Respond(w, cmp.Or(r.Code, http.StatusOK), r) }
