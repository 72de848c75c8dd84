package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

func jsonText(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// printArray prints a JSON array with one value per line.
func printArray[T any](w io.Writer, values []T) {
	lines := make([]string, len(values))
	for i, v := range values {
		lines[i] = "\n" + jsonText(v)
	}
	fmt.Fprintf(w, "[%s\n]\n", strings.Join(lines, ","))
}
