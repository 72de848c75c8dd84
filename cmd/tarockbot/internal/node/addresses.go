package node

import (
	"fmt"
	"slices"

	"tarockbot/cmd/tarockbot/internal/listen"
)

const (
	servingFormat = "tarockbot is at %s\n"
	standbyFormat = "tarockbot stands by at %s and answers 503 until it acts\n"
)

// printAddress prints the page's address unless the last address was printed in the same format.
func (h *host) printAddress(format string) error {
	all := h.config.Addresses()
	page := slices.IndexFunc(all, func(a listen.Address) bool { return a.Web && !a.Monitor && h.at.Addr(a.Key) != "" })
	if page < 0 || h.lastPrinted == format {
		return nil
	}
	h.lastPrinted = format
	_, err := fmt.Fprintf(h.out, format, h.at.URL(all[page].Key))
	return err
}

func (h *host) addresses(attrs ...any) []any {
	for _, a := range h.config.Addresses() {
		switch addr := h.at.Addr(a.Key); {
		case addr == "":
		case a.Web:
			attrs = append(attrs, a.LogName, h.at.URL(a.Key))
		default:
			attrs = append(attrs, a.LogName, addr)
		}
	}
	return attrs
}
