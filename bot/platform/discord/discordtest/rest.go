package discordtest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
)

// answer is what a request is answered with.
type answer struct {
	status int
	body   any
}

// refusal is Discord's error.
func refusal(status, code int, text string) answer {
	return answer{status, map[string]any{"code": code, "message": text}}
}

func unknownMessage() answer { return refusal(http.StatusNotFound, 10008, "Unknown Message") }

// ask is one request to the REST interface.
type ask struct {
	method string
	parts  []string // of the path below /api/vN
	query  url.Values
	auth   bool // the bot's token came with it
	raw    []byte
	body   []byte            // the message, without files
	files  map[string]upload // by their numbers

	// What another stand-in has chosen: the ids of what is made, and of its files.
	id       string
	attached []string
}

var version = regexp.MustCompile(`^/api/v(9|10)/`)

// ServeHTTP answers for Discord.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/" || strings.HasPrefix(r.URL.Path, "/?") {
		s.connections().serveGateway(w, r)
		return
	}
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return // the bot has gone
	}
	q := ask{method: r.Method, auth: r.Header.Get("Authorization") == "Bot "+Token, raw: data, body: data,
		query: r.URL.Query(), parts: strings.Split(version.ReplaceAllString(r.URL.Path, ""), "/")}
	malformed := q.unpack(r.Header.Get("Content-Type"))
	s.requestsOf().record(q)
	fault := s.requestsOf().faultFor(q)
	if !fault.hold(r) {
		return
	}
	var a answer
	switch {
	case fault.spoils() && !fault.Done:
	case malformed != nil:
		s.complain("%s: %v", q.name(), malformed)
		a = refusal(http.StatusBadRequest, 50035, "Invalid Form Body")
	case s.opt.Upstream != "":
		a = s.requestsOf().pass(r, q)
	default:
		a = s.serve(q)
	}
	if fault != nil && fault.Then != nil {
		fault.Then()
	}
	if fault.spoils() {
		a = fault.answer()
	}
	w.Header().Set("X-RateLimit-Bucket", q.limit())
	if q.parts[0] == "interactions" { // Discord tells of limits that each interaction has for itself
		w.Header().Set("X-RateLimit-Remaining", "0")
		w.Header().Set("X-RateLimit-Reset-After", "1")
	}
	if fault != nil && fault.Last {
		w.Header().Set("X-RateLimit-Remaining", "0")
		w.Header().Set("X-RateLimit-Reset-After", fmt.Sprint(fault.Wait.Seconds()))
	}
	write(w, a)
}

func write(w http.ResponseWriter, a answer) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(a.status)
	if a.body != nil {
		_ = json.NewEncoder(w).Encode(a.body) // the bot has gone
	}
}

// name is the request without tokens. One that brings a file ends in "+file".
func (q ask) name() string {
	if len(q.files) > 0 {
		return q.route() + " +file"
	}
	return q.route()
}

// route is the method and the path without tokens.
func (q ask) route() string {
	parts := slices.Clone(q.parts)
	if q.token() != "" {
		parts[2] = "TOKEN"
	}
	return q.method + " /" + strings.Join(parts, "/")
}

// token is the interaction's that the request answers; "" if it answers none.
func (q ask) token() string {
	if len(q.parts) > 2 && (q.parts[0] == "interactions" || q.parts[0] == "webhooks") {
		return q.parts[2]
	}
	return ""
}

// record keeps what was asked, and what everybody in the channel can see of it.
func (rs requests) record(q ask) {
	rs.s.mu.Lock()
	defer rs.s.mu.Unlock()
	rs.s.requests = append(rs.s.requests, q.name())
	for _, limit := range []string{q.limit(), everything} {
		if wait := time.Until(rs.s.limited[limit]); wait > 0 && (q.auth || limit != everything) {
			rs.s.complainLocked("%s: sent %v too early", q.name(), wait)
		}
	}
	if len(q.parts) > 1 && q.parts[0] == "channels" && rs.s.channels[q.parts[1]] {
		rs.s.traffic = append(rs.s.traffic, string(q.body))
	}
}

// limit is what a 429 of the request holds for.
func (q ask) limit() string {
	if len(q.parts) > 1 && q.parts[0] == "channels" {
		return q.method + " " + q.parts[1]
	}
	return q.route()
}

// upstreamResult is what another stand-in tells of what it has made.
type upstreamResult struct {
	ID          string `json:"id"`
	Attachments []struct {
		ID string `json:"id"`
	} `json:"attachments"`
}

// pass lets the other stand-in answer, and keeps what came of it.
func (rs requests) pass(r *http.Request, q ask) answer {
	req, err := http.NewRequestWithContext(context.WithoutCancel(r.Context()), r.Method, rs.s.opt.Upstream+r.URL.RequestURI(), bytes.NewReader(q.raw))
	if err != nil {
		return refusal(http.StatusBadGateway, 0, "no request")
	}
	req.Header = r.Header.Clone()
	there, err := rs.s.client.Do(req)
	if err != nil {
		return refusal(http.StatusBadGateway, 0, "the other stand-in doesn't answer")
	}
	defer func() { _ = there.Body.Close() }()
	data, err := io.ReadAll(there.Body)
	if err != nil {
		return refusal(http.StatusBadGateway, 0, "the other stand-in's answer was cut")
	}
	var made struct {
		upstreamResult
		Code     int `json:"code"`
		Resource struct {
			Message upstreamResult `json:"message"`
		} `json:"resource"`
	}
	_ = json.Unmarshal(data, &made) // not all answers have an id
	const answeredAlready = 40060   // a slow answer is sent again
	switch {
	case made.Code == answeredAlready:
		return answer{there.StatusCode, json.RawMessage(data)}
	case there.StatusCode == http.StatusNotFound && strings.HasSuffix(q.route(), "/@original"):
		return rs.s.serve(q) // it doesn't know that of a press that has changed its message
	}
	if there.StatusCode >= http.StatusMultipleChoices {
		rs.s.complain("%s: the other stand-in says %d: %.300s", q.name(), there.StatusCode, data)
	} else if q.parts[0] != "gateway" {
		q.id = cmp.Or(made.ID, made.Resource.Message.ID)
		for _, a := range append(made.Attachments, made.Resource.Message.Attachments...) {
			q.attached = append(q.attached, a.ID)
		}
		rs.s.serve(q)
	}
	if len(data) == 0 {
		return answer{status: there.StatusCode}
	}
	return answer{there.StatusCode, json.RawMessage(data)}
}
