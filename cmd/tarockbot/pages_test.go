package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

func TestPages(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 2)
	anna, bert := m.people[0], m.people[1]
	m.sitDown("challenge spieleversum 2")
	m.types(anna, "resign yes")
	m.reads(anna, "#list-panels", "deal 2")
	m.types(bert, "leave yes")
	m.reads(anna, "#list-panels", over)
	m.reads(anna, "#list-panels", "Rating")

	m.types(anna, "leaderboard")
	m.reads(anna, answers, "Anna", "Bert")
	m.keeps(anna, "pages-leaderboard")
	m.types(anna, "profile @bert")
	m.reads(anna, answers, "Bert")
	m.types(anna, "profile kosakeln")
	m.pictured(anna, "Rating")
	m.keeps(anna, "pages-profile")
	m.types(anna, "history")
	m.reads(anna, answers, "Bert")
	m.keeps(anna, "pages-history")
	m.clicks(anna, "replay ")
	first := m.pictured(anna, "Exchange")
	m.keeps(anna, "pages-replay")
	m.clicks(anna, m.offered(anna, "▶"))
	m.does(anna, chromedp.PollFunction[chromedp.Void](`(first) => `+newest+`.querySelector(".picture img").alt !== first`,
		chromedp.WithPollingArgs(first), always))

	for command, holds := range map[string]string{"export": `"Anna"`, "history export": "tarock-record/1"} {
		m.types(anna, command)
		if text := m.file(anna, command); !json.Valid([]byte(text)) || !strings.Contains(text, holds) {
			t.Errorf("%s gives %.300s", command, text)
		}
	}

	m.types(anna, "config")
	m.reads(anna, answers, "Pace")
	pace := m.offered(anna, "7 days")
	m.clicks(anna, pace)
	m.does(anna, chromedp.PollFunction[chromedp.Void](`(line) => document.querySelector('#list-answers button[value="' + line + '"]').getAttribute("aria-pressed") === "true"`,
		chromedp.WithPollingArgs(pace), always))
	m.keeps(anna, "pages-config")
	m.types(bert, "config")
	m.reads(bert, "#toast", "Only administrators")

	m.types(bert, "forget yes")
	m.does(anna, chromedp.PollFunction[chromedp.Void](`() => {
		const list = document.getElementById("list-channel");
		return list.innerText.includes("Anna") && !list.innerText.includes("Bert");
	}`, always))
}

const answers = "#list-answers"

const newest = `[...document.querySelectorAll("` + answers + ` article")].at(-1)`

func (m *match) pictured(p *person, words string) string {
	m.Helper()
	return asks(m, p, chromedp.PollFunction[string](`(words) => {
		const pic = (`+newest+` || document).querySelector(".picture img");
		return pic && pic.complete && pic.naturalWidth > 0 && pic.alt.includes(words) ? pic.alt : "";
	}`, chromedp.WithPollingArgs(words), always))
}

func (m *match) offered(p *person, label string) string {
	m.Helper()
	return asks(m, p, chromedp.PollFunction[string](`(label) => {
		const b = [...`+newest+`.querySelectorAll("button[name=line]")].find((b) => b.innerText.includes(label));
		return b ? b.value : "";
	}`, chromedp.WithPollingArgs(label), always))
}

func (m *match) clicks(p *person, line string) {
	m.Helper()
	m.does(p,
		chromedp.Evaluate[chromedp.Void](`document.getElementById("toast-close").click()`),
		chromedp.PollFunction[chromedp.Void](`(line) => {
			const b = [...`+newest+`.querySelectorAll("button[name=line]")].find((b) => b.value.startsWith(line));
			if (b) b.click();
			return !!b;
		}`, chromedp.WithPollingArgs(line), always))
}

func (m *match) file(p *person, command string) string {
	m.Helper()
	link := asks(m, p, chromedp.PollFunction[string](`(command) => {
		const a = `+newest+`.querySelector("a.file");
		return a && `+newest+`.querySelector(".caption").innerText === command ? a.href : "";
	}`, chromedp.WithPollingArgs(command), always))
	return asks(m, p, chromedp.Evaluate[string](fmt.Sprintf(`(async () => await (await fetch(%q)).text())()`, link), chromedp.EvalAwaitPromise))
}
