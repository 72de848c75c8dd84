package config

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

func flatten(values map[string]any, section string, fields map[string]any) {
	for name, value := range fields {
		key := strings.TrimPrefix(section+"."+name, ".")
		if below, is := value.(map[string]any); is && len(below) > 0 {
			flatten(values, key, below)
		} else {
			values[key] = value
		}
	}
}

var yamlLine = regexp.MustCompile(`line (\d+)(: did not find)?`)

// parseYAML corrects the line in the error. yaml.v3 omits the first line, sometimes counts from 0, and counts a line
// after the last.
func parseYAML(text []byte) (fields map[string]any, err error) {
	if err = yaml.Unmarshal(text, &fields); err == nil {
		return fields, nil
	}
	again := yaml.Unmarshal(append([]byte("#\n"), text...), &fields)
	if again == nil {
		return nil, err
	}
	last := 1 + strings.Count(strings.TrimSpace(string(text)), "\n")
	return nil, errors.New(yamlLine.ReplaceAllStringFunc(again.Error(), func(s string) string {
		m := yamlLine.FindStringSubmatch(s)
		n, _ := strconv.Atoi(m[1])
		if m[2] == "" {
			n--
		}
		return fmt.Sprintf("line %d%s", min(n, last), m[2])
	}))
}

func plain(value any) (string, error) {
	switch v := value.(type) {
	case nil:
		return "", errors.New("has no value")
	case string, bool, int, int64, uint64, float64:
		return fmt.Sprint(v), nil
	case []any:
		var items []string
		for _, item := range v {
			switch item.(type) {
			case string, int, int64, uint64:
			default:
				return "", fmt.Errorf("%v is not text; put it in quotes", item)
			}
			text := fmt.Sprint(item)
			if strings.Contains(text, ",") {
				return "", fmt.Errorf("%q has a comma, but items of the list must not", text)
			}
			items = append(items, text)
		}
		return strings.Join(items, ","), nil
	}
	return "", fmt.Errorf("%v is not a plain value", value)
}
