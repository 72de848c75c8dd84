package discordtest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

// upstreamResult is the part of another stand-in's response that names what it has made.
type upstreamResult struct {
	ID          string `json:"id"`
	Attachments []struct {
		ID string `json:"id"`
	} `json:"attachments"`
}

// passUpstream passes the request on to the other stand-in and keeps the result.
func (s *Server) passUpstream(r *http.Request, q request) *response {
	req, err := http.NewRequestWithContext(context.WithoutCancel(r.Context()), r.Method, s.opt.Upstream+r.URL.RequestURI(), bytes.NewReader(q.raw))
	if err != nil {
		return refusal(http.StatusBadGateway, 0, "no request")
	}
	req.Header = r.Header.Clone()
	there, err := http.DefaultClient.Do(req)
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
	_ = json.Unmarshal(data, &made) // not all responses have an ID
	const answeredAlready = 40060   // the bot repeats a slow response
	switch {
	case made.Code == answeredAlready:
		return &response{status: there.StatusCode, body: json.RawMessage(data)}
	case there.StatusCode == http.StatusNotFound && strings.HasSuffix(q.route(), "/@original"):
		return s.serve(q) // it doesn't know the original of an updated message
	}
	if there.StatusCode >= http.StatusMultipleChoices {
		s.complain("%s: the other stand-in says %d: %.300s", q.name(), there.StatusCode, data)
	} else if q.parts[0] != "gateway" {
		q.id = cmp.Or(made.ID, made.Resource.Message.ID)
		for _, a := range append(made.Attachments, made.Resource.Message.Attachments...) {
			q.attached = append(q.attached, a.ID)
		}
		s.serve(q)
	}
	if len(data) == 0 {
		return &response{status: there.StatusCode}
	}
	return &response{status: there.StatusCode, body: json.RawMessage(data)}
}

// dispatchUpstream lets the other stand-in send the event.
func (g *Gateway) dispatchUpstream(kind string, d any) bool {
	data, err := json.Marshal(map[string]any{"t": kind, "d": d})
	if err != nil {
		return false
	}
	req, err := http.NewRequestWithContext(context.Background(), http.MethodPost, g.opt.Upstream+"/_control/discord/dispatch", bytes.NewReader(data))
	if err != nil {
		return false
	}
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		g.complain("the other stand-in: %v", err)
		return false
	}
	_ = answer.Body.Close() // only the status matters
	return answer.StatusCode == http.StatusOK
}
