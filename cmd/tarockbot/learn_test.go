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
	for _, g := range some(1, games.All()) {
		for _, lang := range some(1, words.Languages()) {
			t.Run(g.ID+"/"+lang, func(t *testing.T) {
				t.Parallel()
				lessons, err := lesson.Read(g, lang)
				if err != nil {
					t.Fatal(err)
				}
				m := newMatch(t, 1)
				p := m.people[0]
				m.does(p, prefers("reduced-motion", "reduce"),
					tell(network.SetExtraHTTPHeaders, network.SetExtraHTTPHeadersParams{Headers: network.Headers{"Accept-Language": lang}}),
					chromedp.EmulateViewport(390, 844), chromedp.Reload(),
					chromedp.WaitVisible(chromedp.CSS(fmt.Sprintf(`html[lang=%q] button[value="learn"]`, lang))),
					steady(chromedp.Click(chromedp.CSS(`button[value="learn"]`))), steady(chromedp.Click(chromedp.CSS(fmt.Sprintf(`button[value="learn %s"]`, g.ID)))))
				m.learn(p, &lessons[0])
				for k := range lessons[1:] {
					if *whole {
						m.types(p, "learn "+g.ID)
						m.learn(p, &lessons[k+1])
					}
				}
				m.pressLine(p, fmt.Sprintf("learn %s whole", g.ID))
				m.until(p, `document.querySelector(".open[data-table] .coach") !== null`)
				m.advised(p, g.ID+"-"+lang+"-whole")
				m.hearsWords(p)
			})
		}
	}
}

func (m *match) learn(p *person, l *lesson.Lesson) {
	m.Helper()
	for i := range l.Steps {
		shown := fmt.Sprintf(`[...document.querySelectorAll(".open .story .line")].some((x) => x.textContent.startsWith(%q) && / %d \D+ %d$/.test(x.textContent))`, l.Title, i+1, len(l.Steps))
		m.until(p, shown)
		m.inSight(p)
		m.keeps(p, fmt.Sprintf("%s-%s-%02d", l.Game.ID, l.Title, i+1))
		if i == 2 && l.Name == "first" {
			m.again()
			m.until(p, `document.getElementById("state").hidden`)
			m.types(p, "learn "+l.Game.ID)
			m.until(p, shown)
		}
		m.answer(p, l, &l.Steps[i], i+1)
	}
}

func (m *match) advised(p *person, name string) {
	m.Helper()
	for n := 0; !asks(m, p, chromedp.Evaluate[bool](`document.querySelector(".open .trick-area[data-trick='2']") !== null`)); n++ {
		if n == 30 {
			m.Fatalf("no second trick comes; the table says\n%s", read(p.page, ".open"))
		}
		m.until(p, `document.querySelector(".open .coach, .open .trick-area[data-trick='2']") !== null`)
		m.inSight(p)
		m.keeps(p, fmt.Sprintf("%s-%02d", name, n))
		if line := p.choose(m.offers(p), false); line != "" {
			m.press(p, line)
		}
	}
}

func (m *match) pressLine(p *person, line string) {
	m.Helper()
	m.does(p, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelector('.open button[value=%[1]q], .open button[value^=%[2]q]').click()`, line, line+" ")))
}

func (m *match) answer(p *person, l *lesson.Lesson, s *lesson.Step, number int) {
	m.Helper()
	deal, err := l.Deal(s)
	if err != nil {
		m.Fatal(err)
	}
	press := func(right bool) {
		for _, c := range s.Choices(deal) {
			if a := s.Replies[s.ReplyIndex(c)]; a.Right == right {
				m.pressLine(p, fmt.Sprintf("learn %s %s %d %s", l.Game.ID, l.Name, number, c.ID))
				m.until(p, fmt.Sprintf(`(() => {
					const told = document.querySelector(".open .coach").cloneNode(true);
					for (const heard of told.querySelectorAll(".hidden")) heard.remove();
					return told.textContent.replaceAll("\ufe0e", "").includes(%q);
				})()`, a.Text))
				m.inSight(p)
				return
			}
		}
	}
	press(false)
	press(true)
	if s.Question == "" && number < len(l.Steps) {
		m.pressLine(p, fmt.Sprintf("learn %s %s %d", l.Game.ID, l.Name, number+1))
	}
}

func (m *match) inSight(p *person) {
	m.Helper()
	hidden := asks(m, p, chromedp.Evaluate[[]string](`[...document.querySelectorAll(".open :is(.coach, .todo, .hand button, .deeds button, .middle .face, .groups)")]
		.filter((x) => { const r = x.getBoundingClientRect(); return r.bottom > innerHeight + 1 || r.right > innerWidth + 1 || r.left < -1 || r.top < -1 || x.matches(".coach") && x.scrollHeight > x.clientHeight + 1
			|| x.closest(".middle") && r.width > 0 && (r.top < x.closest(".middle").getBoundingClientRect().top - 1 || r.bottom > x.closest(".middle").getBoundingClientRect().bottom + 1); })
		.map((x) => x.className + " " + x.textContent)`))
	if len(hidden) > 0 {
		m.Errorf("out of sight: %q in\n%s", hidden, read(p.page, ".open .coach"))
	}
}
