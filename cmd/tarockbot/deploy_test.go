package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/system"
)

const (
	unitFile      = "deploy/tarockbot.service"
	nodeFile      = "deploy/node.conf"
	containerFile = "deploy/Containerfile"
	composeFile   = "deploy/compose.yaml"
)

// TestDocumentedNames checks that pages mention every subcommand, and only existing variables, subcommands and metrics.
func TestDocumentedNames(t *testing.T) {
	texts := markdown(t, os.DirFS("../.."))
	for _, file := range []string{unitFile, nodeFile, containerFile, composeFile} {
		texts[file] = readText(t, file)
	}
	var namedCommands []string
	for page, text := range texts {
		for _, name := range regexp.MustCompile(config.Prefix+`[A-Z_]+`).FindAllString(text, -1) {
			if _, err := config.Load(system.Environment{name + "=x"}, config.Flags(nil)); strings.Contains(fmt.Sprint(err), "unknown key") {
				t.Errorf("%s: there is no variable %s", page, name)
			}
		}
		for _, m := range regexp.MustCompile("(?m)(?:^    (?:sudo )?(?:\\S+/)?|`)tarockbot ([a-z-]+)").FindAllStringSubmatch(text, -1) {
			namedCommands = append(namedCommands, m[1])
			if !asksForHelp(m[1]) && !slices.ContainsFunc(commands(), func(c subcommand) bool { return c.name == m[1] }) {
				t.Errorf("%s: there is no tarockbot %s", page, m[1])
			}
		}
		for _, name := range regexp.MustCompile(`tarockbot_[a-z_]+`).FindAllString(text, -1) {
			if !isMetric(t, name) {
				t.Errorf("%s: there is no metric %s", page, name)
			}
		}
	}
	for _, c := range commands() {
		if !slices.Contains(namedCommands, c.name) {
			t.Errorf("no page mentions tarockbot %s", c.name)
		}
	}
}

func isMetric(t *testing.T, name string) bool {
	t.Helper()
	return slices.ContainsFunc([]string{"../../bot/support/metrics/metrics.go", "../../bot/metrics.go", "internal/backup/schedule.go", "internal/stores/file.go", "internal/monitor/monitor.go"}, func(file string) bool {
		source := readText(t, file)
		return strings.Contains(source, `"`+name+`"`) || strings.Contains(source, `"`+strings.TrimPrefix(name, "tarockbot_")+`"`)
	})
}
