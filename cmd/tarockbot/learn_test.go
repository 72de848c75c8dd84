package main

import (
	"fmt"
	"syscall"
	"testing"

	"github.com/chromedp/chromedp"

	"tarockbot/engine/games"
	"tarockbot/engine/lesson"
)

// TestLearn goes through the first lesson of a game on the page, as on a phone, with a wrong
// answer to each question before the right one, and a killed bot in the middle; then a whole
// deal with advice begins.
func TestLearn(t *testing.T) {
	t.Parallel()
	m := newMatch(startBrowser(t, findBrowser(t)), t, built(t), "kosakeln/bamberger")
	p, g := m.people[0], games.All()[0]
	lessons, err := lesson.Read(g, "en")
	if err != nil {
		t.Fatal(err)
	}
	first := &lessons[0]
	m.does(p, chromedp.EmulateViewport(390, 844), chromedp.Click(chromedp.CSS(`button[value="learn"]`)), chromedp.Click(chromedp.CSS(fmt.Sprintf(`button[value="learn %s"]`, g.ID))))
	for i := range first.Steps {
		s := &first.Steps[i]
		m.until(p, fmt.Sprintf(`document.querySelector(".open .contract, .open .about")?.closest(".open").textContent.includes(%q)`, fmt.Sprintf("%d of %d", i+1, len(first.Steps))))
		m.inSight(p)
		m.keeps(p, fmt.Sprintf("learn-%02d.png", i+1))
		if i == 2 {
			m.bot.end(t, syscall.SIGKILL)
			m.startBot(m.address)
			m.until(p, `document.getElementById("state").hidden`)
			m.types(p, "learn "+g.ID) // goes on where she was
			m.until(p, fmt.Sprintf(`document.querySelector(".open")?.textContent.includes(%q)`, fmt.Sprintf("%d of %d", i+1, len(first.Steps))))
		}
		m.answer(p, first, s, i+1)
	}
	m.does(p, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelector(".open button[value='learn %s whole']").click()`, g.ID)))
		m.until(p, `document.querySelector(".open[data-table] .coach") !== null`)
	m.inSight(p)
	m.keeps(p, "learn-whole.png")
}

// answer presses a wrong answer, if there is one, reads what is said to it, and presses a right one.
func (m *match) answer(p *person, l *lesson.Lesson, s *lesson.Step, number int) {
	m.Helper()
	deal, err := l.Deal(s)
	if err != nil {
		m.Fatal(err)
	}
	press := func(right bool) {
		for _, c := range s.Choices(deal) {
			if a, _ := s.Answer(c); a.Right == right {
				line := fmt.Sprintf("learn %s %s %d %s", l.Game.ID, l.Name, number, c.Key)
				m.does(p, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelector('.open button[value=%q]').click()`, line)))
				m.until(p, fmt.Sprintf(`document.querySelector(".open .coach").textContent.includes(%q)`, a.Says))
				m.inSight(p)
				return
			}
		}
	}
	press(false)
	press(true)
	if s.Question == "" && number < len(l.Steps) {
		m.does(p, chromedp.Click(chromedp.CSS(`.open .deeds button`)))
	}
}

// inSight lets the test fail if some of what a lesson says or asks isn't in the window.
func (m *match) inSight(p *person) {
	m.Helper()
	hidden := asks(m, p, chromedp.Evaluate[[]string](`[...document.querySelectorAll(".open :is(.coach, .todo, .hand button, .deeds button)")]
		.filter((x) => { const r = x.getBoundingClientRect(); return r.bottom > innerHeight + 1 || r.right > innerWidth + 1 || r.left < -1 || r.top < -1 || x.matches(".coach") && x.scrollHeight > x.clientHeight + 1; })
		.map((x) => x.textContent)`))
	if len(hidden) > 0 {
		m.Errorf("out of sight: %q", hidden)
	}
}

// keeps writes a picture of what the person sees, if pictures are wanted.
func (m *match) keeps(p *person, name string) {
	m.Helper()
	if *shots != "" {
		m.write(asks(m, p, chromedp.CaptureScreenshot()), name)
	}
}
