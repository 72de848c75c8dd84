package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func TestInformationCommands(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 2)
	anna, bert := m.people[0], m.people[1]
	m.sitDown("challenge spieleversum 2")
	m.typeCommand(anna, "resign yes")
	m.waitForText(anna, "#list-panels", "deal 2")
	m.typeCommand(bert, "leave yes")
	m.waitFor(anna, panelOver)
	m.waitForText(anna, "#list-panels", "Rating")

	m.typeCommand(anna, "leaderboard")
	m.waitForText(anna, answersList, "Anna", "Bert")
	m.saveScreenshot(anna, "pages-leaderboard")
	m.typeCommand(anna, "profile @bert")
	m.waitForText(anna, answersList, "Bert")
	m.typeCommand(anna, "profile kosakeln")
	m.waitForPicture(anna, "Rating")
	m.saveScreenshot(anna, "pages-profile")
	m.typeCommand(anna, "history")
	m.waitForText(anna, answersList, "Bert")
	m.saveScreenshot(anna, "pages-history")
	m.clickButton(anna, "replay ")
	m.waitFor(anna, `document.querySelector(".open .replay") !== null`)
	m.saveScreenshot(anna, "pages-replay")
	const told = `(document.querySelector(".open .replay .coach")?.textContent || "")`
	for _, step := range []chromedp.Action[chromedp.Void]{
		chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowLeft),
		chromedp.Evaluate[chromedp.Void](`document.querySelector(".open .replay .middle").click()`),
	} {
		before := runAs(m, anna, chromedp.Evaluate[string](told))
		m.runSteps(anna, step, chromedp.PollFunction[chromedp.Void](`(before) => `+told+` !== before`, chromedp.WithPollingArgs(before), pollOften))
	}
	if n := runAs(m, anna, chromedp.Evaluate[int](`document.querySelectorAll(".open .replay .seat .shown-hand .face").length`)); n == 0 {
		t.Error("the replay doesn't show the other player's cards")
	}
	m.runSteps(anna, chromedp.Evaluate[chromedp.Void](`document.querySelector(".open button.home").click()`))
	m.waitFor(anna, `document.querySelector(".open") === null`)

	for command, holds := range map[string]string{"export": `"Anna"`, "history export": "tarock-record/1"} {
		if text := m.downloadFile(anna, command); !json.Valid([]byte(text)) || !strings.Contains(text, holds) {
			t.Errorf("%s returns %.300s", command, text)
		}
	}

	m.typeCommand(anna, "config")
	m.waitForText(anna, answersList, "Pace")
	pace := m.waitForButton(anna, "7 days")
	m.clickButton(anna, pace)
	m.runSteps(anna, chromedp.PollFunction[chromedp.Void](`(line) => document.querySelector('#list-answers button[value="' + line + '"]').getAttribute("aria-pressed") === "true"`,
		chromedp.WithPollingArgs(pace), pollOften))
	m.saveScreenshot(anna, "pages-config")
	m.typeCommand(bert, "config")
	m.waitForText(bert, "#toast", "administrators")

	m.typeCommand(bert, "forget yes")
	m.runSteps(anna, chromedp.PollFunction[chromedp.Void](`() => {
		const list = document.getElementById("list-channel");
		return list.textContent.includes("Anna") && !list.textContent.includes("Bert");
	}`, pollOften))
}

const answersList = "#list-answers"

const newestAnswer = `[...document.querySelectorAll("` + answersList + ` article")].at(-1)`

func (m *match) waitForPicture(p *person, words string) string {
	m.Helper()
	return runAs(m, p, chromedp.PollFunction[string](`(words) => {
		const pic = (`+newestAnswer+` || document).querySelector(".picture img");
		return pic && pic.complete && pic.naturalWidth > 0 && pic.alt.includes(words) ? pic.alt : "";
	}`, chromedp.WithPollingArgs(words), pollOften))
}

func (m *match) waitForButton(p *person, label string) string {
	m.Helper()
	return runAs(m, p, chromedp.PollFunction[string](`(label) => {
		const b = [...`+newestAnswer+`.querySelectorAll("button[name=line]")].find((b) => b.innerText.includes(label));
		return b ? b.value : "";
	}`, chromedp.WithPollingArgs(label), pollOften))
}

func (m *match) clickButton(p *person, line string) {
	m.Helper()
	m.runSteps(p,
		chromedp.Evaluate[chromedp.Void](`document.getElementById("toast-close").click()`),
		chromedp.PollFunction[chromedp.Void](`(line) => {
			const b = [...`+newestAnswer+`.querySelectorAll("button[name=line]")].find((b) => b.value.startsWith(line));
			if (b) b.click();
			return !!b;
		}`, chromedp.WithPollingArgs(line), pollOften))
}

func (m *match) downloadFile(p *person, command string) string {
	m.Helper()
	const href = `document.querySelector("#list-answers a.file")?.href || ""`
	before := runAs(m, p, chromedp.Evaluate[string](href))
	m.typeCommand(p, command)
	link := runAs(m, p, chromedp.PollFunction[string](`(before) => { const now = `+href+`; return now !== before ? now : ""; }`,
		chromedp.WithPollingArgs(before), pollOften))
	return runAs(m, p, chromedp.Evaluate[string](fmt.Sprintf(`(async () => await (await fetch(%q)).text())()`, link), chromedp.EvalAwaitPromise))
}
