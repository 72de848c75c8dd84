package discordtest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
)

type upstreamResult struct {
	upstreamMessage
	Code     int `json:"code"`
	Resource struct {
		Message upstreamMessage `json:"message"`
	} `json:"resource"`
}

type upstreamMessage struct {
	ID          string `json:"id"`
	Attachments []struct {
		ID string `json:"id"`
	} `json:"attachments"`
}

// id returns the new object's ID, or "" if this server must create an ID.
func (u *upstreamResult) id() string {
	if u == nil {
		return ""
	}
	return cmp.Or(u.ID, u.Resource.Message.ID)
}

func (u *upstreamResult) fileID() string {
	if u == nil {
		return ""
	}
	if all := slices.Concat(u.Attachments, u.Resource.Message.Attachments); len(all) == 1 {
		return all[0].ID
	}
	return ""
}

func (s *Server) passUpstream(r *http.Request, q request) *response {
	status, data, err := s.askUpstream(r, q)
	if err != nil {
		return refusal(http.StatusBadGateway, 0, err.Error())
	}
	var result upstreamResult
	_ = json.Unmarshal(data, &result)
	const answeredAlready = 40060
	switch {
	case result.Code == answeredAlready: // the bot repeats a slow response
	case status == http.StatusNotFound && strings.HasSuffix(q.withoutToken(), "/@original"):
		return s.serve(q) // the upstream server keeps no original of a press
	case status >= http.StatusMultipleChoices:
		s.complain("%s: the upstream server returns %d: %.300s", q.name(), status, data)
	case q.parts[0] != "gateway":
		q.accepted = &result
		s.serve(q)
	}
	if len(data) == 0 {
		return &response{status: status}
	}
	return &response{status: status, body: json.RawMessage(data)}
}

func (s *Server) askUpstream(r *http.Request, q request) (status int, data []byte, err error) {
	ctx := context.WithoutCancel(r.Context())
	req, err := http.NewRequestWithContext(ctx, r.Method, s.opt.Upstream+r.URL.RequestURI(), bytes.NewReader(q.raw))
	if err != nil {
		return 0, nil, err
	}
	req.Header = r.Header.Clone()
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	data, err = io.ReadAll(resp.Body)
	return resp.StatusCode, data, err
}

func (g *Gateway) dispatchUpstream(kind string, d any) bool {
	data, err := json.Marshal(map[string]any{"t": kind, "d": d})
	if err != nil {
		return false
	}
	address := g.opt.Upstream + "/_control/discord/dispatch"
	req, err := http.NewRequestWithContext(context.Background(), http.MethodPost, address, bytes.NewReader(data))
	if err != nil {
		return false
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		g.complain("the upstream server: %v", err)
		return false
	}
	_ = resp.Body.Close()
	return resp.StatusCode == http.StatusOK
}
