package main

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"tarockbot/engine/games"
	"tarockbot/engine/lesson"
	"tarockbot/render/words"
)

// TestLearn plays the first lesson with wrong and right answers and a restart, then a deal with advice. With -whole, it
// plays all lessons in all languages.
func TestLearn(t *testing.T) {
	t.Parallel()
	for _, g := range firstUnlessWhole(1, games.All()) {
		for _, lang := range firstUnlessWhole(1, words.Languages()) {
			t.Run(g.ID+"/"+lang, func(t *testing.T) {
				t.Parallel()
				lessons, err := lesson.Read(g, lang)
				if err != nil {
					t.Fatal(err)
				}
				m := newMatch(t, 1)
				p := m.people[0]
				m.runSteps(p, setPreference("reduced-motion", "reduce"),
					devToolsCommand(network.SetExtraHTTPHeaders, network.SetExtraHTTPHeadersParams{Headers: network.Headers{"Accept-Language": lang}}),
					chromedp.EmulateViewport(390, 844), chromedp.Reload(),
					chromedp.WaitVisible(chromedp.CSS(fmt.Sprintf(`html[lang=%q] button[value="learn"]`, lang))),
					repeatIfReplaced(chromedp.Click(chromedp.CSS(`button[value="learn"]`))), repeatIfReplaced(chromedp.Click(chromedp.CSS(fmt.Sprintf(`button[value="learn %s"]`, g.ID)))))
				m.playLesson(p, &lessons[0])
				for k := range lessons[1:] {
					if *whole {
						m.typeCommand(p, "learn "+g.ID)
						m.playLesson(p, &lessons[k+1])
					}
				}
				m.pressLessonButton(p, fmt.Sprintf("learn %s whole", g.ID))
				m.waitFor(p, `document.querySelector(".open[data-table] .coach") !== null`)
				m.playWithAdvice(p, g.ID+"-"+lang+"-whole")
				m.checkSpokenTexts(p)
			})
		}
	}
}

func (m *match) playLesson(p *person, l *lesson.Lesson) {
	m.Helper()
	for i := range l.Steps {
		isShown := fmt.Sprintf(`[...document.querySelectorAll(".open .story .line")].some((x) => x.textContent.startsWith(%q) && / %d \D+ %d$/.test(x.textContent))`, l.Title, i+1, len(l.Steps))
		m.waitFor(p, isShown)
		m.checkVisible(p)
		m.saveScreenshot(p, fmt.Sprintf("%s-%s-%02d", l.Game.ID, l.Title, i+1))
		if i == 2 && l.Name == "first" {
			m.restart()
			m.waitFor(p, `document.getElementById("status").hidden`)
			m.typeCommand(p, "learn "+l.Game.ID)
			m.waitFor(p, isShown)
		}
		m.answerQuestion(p, l, &l.Steps[i], i+1)
	}
}

func (m *match) playWithAdvice(p *person, name string) {
	m.Helper()
	for n := 0; !runAs(m, p, chromedp.Evaluate[bool](`document.querySelector(".open .trick-area[data-trick='2']") !== null`)); n++ {
		if n == 30 {
			m.Fatalf("the second trick never begins; the table shows\n%s", textOf(p.page, ".open"))
		}
		m.waitFor(p, `document.querySelector(".open .coach, .open .trick-area[data-trick='2']") !== null`)
		m.checkVisible(p)
		m.saveScreenshot(p, fmt.Sprintf("%s-%02d", name, n))
		if line := p.choose(m.offers(p), false); line != "" {
			m.press(p, line)
		}
	}
}

func (m *match) pressLessonButton(p *person, line string) {
	m.Helper()
	m.runSteps(p, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelector('.open button[value=%[1]q], .open button[value^=%[2]q]').click()`, line, line+" ")))
}

func (m *match) answerQuestion(p *person, l *lesson.Lesson, s *lesson.Step, number int) {
	m.Helper()
	deal, err := l.Deal(s)
	if err != nil {
		m.Fatal(err)
	}
	press := func(right bool) {
		for _, c := range s.Choices(deal) {
			if a := s.Replies[s.ReplyIndex(c)]; a.Right == right {
				m.pressLessonButton(p, fmt.Sprintf("learn %s %s %d %s", l.Game.ID, l.Name, number, c.ID))
				m.waitFor(p, fmt.Sprintf(`(() => {
					const coach = document.querySelector(".open .coach").cloneNode(true);
					for (const hidden of coach.querySelectorAll(".visually-hidden")) hidden.remove();
					return coach.textContent.replaceAll("\ufe0e", "").includes(%q);
				})()`, a.Text))
				m.checkVisible(p)
				return
			}
		}
	}
	press(false)
	press(true)
	if s.Question == "" && number < len(l.Steps) {
		m.pressLessonButton(p, fmt.Sprintf("learn %s %s %d", l.Game.ID, l.Name, number+1))
	}
}

func (m *match) checkVisible(p *person) {
	m.Helper()
	hidden := runAs(m, p, chromedp.Evaluate[[]string](`[...document.querySelectorAll(".open :is(.coach, .todo, .hand button, .actions button, .middle .face, .known-cards)")]
		.filter((x) => { const r = x.getBoundingClientRect(); return r.bottom > innerHeight + 1 || r.right > innerWidth + 1 || r.left < -1 || r.top < -1 || x.matches(".coach") && x.scrollHeight > x.clientHeight + 1
			|| x.closest(".middle") && r.width > 0 && (r.top < x.closest(".middle").getBoundingClientRect().top - 1 || r.bottom > x.closest(".middle").getBoundingClientRect().bottom + 1); })
		.map((x) => x.className + " " + x.textContent)`))
	if len(hidden) > 0 {
		m.Errorf("these parts aren't visible: %q; the coach says\n%s", hidden, textOf(p.page, ".open .coach"))
	}
}
