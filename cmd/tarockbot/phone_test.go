package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

const phoneWidth, phoneHeight = 390, 844

var phone = chromedp.Steps(
	chromedp.EmulateViewport(phoneWidth, phoneHeight, chromedp.EmulateMobile, chromedp.EmulateScale(2)), prefers("color-scheme", "dark"))

func TestPhone(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 2)
	for _, p := range m.people {
		m.does(p, phone)
	}
	m.asChat()
	m.sitDown("challenge spieleversum 2")
	m.look("exchange", "Exchange. ")
	for _, phase := range some(1, []struct{ name, offer, board string }{
		{"auction", " bid ", "Bidding. "},
		{"announcements", "confirm ", ", announcing."},
		{"trick", " play ", ", Trick 1 of "},
	}) {
		m.reach(phase.offer)
		m.look(phase.name, phase.board)
		if phase.name == "announcements" {
			m.staysInSight()
		}
	}
	anna := m.people[0]
	m.types(anna, "resign yes")
	for _, p := range m.people {
		m.does(p, chromedp.Poll[chromedp.Void](`[...document.querySelectorAll(".picture img")].filter((i) => i.alt.includes("Last deal: ")).length === 2`,
			always))
	}
	m.look("end-of-deal", "Last deal: ")
	m.loses(anna)
	for _, c := range []struct {
		command string
		some    bool
	}{{"settings text", false}, {"settings pictures", true}} {
		m.types(anna, c.command)
		m.does(anna, chromedp.PollFunction[chromedp.Void](`(some) => (document.querySelector("#list-panels .picture") !== null) === some`,
			chromedp.WithPollingArgs(c.some), always))
	}
}

func (m *match) staysInSight() {
	m.Helper()
	seen := 0
	for _, p := range m.people {
		saw := asks(m, p, chromedp.Evaluate[struct {
			Choices     int
			Ends, Floor float64
		}](`(async () => {
			const article = document.querySelector("#list-panels article"), confirm = article.querySelector(".choice .primary");
			if (!confirm) return {Choices: 0, Ends: 0, Floor: 0};
			const options = [...article.querySelectorAll(".option")], more = [...options, ...options].map((o) => o.cloneNode(true));
			options[0].parentNode.append(...more);
			const bar = document.querySelector(".bottom"), state = document.getElementById("state");
			state.textContent = "A word that makes the bar higher.";
			await new Promise((grown) => {
				const show = () => { state.hidden = false; };
				const again = setInterval(show, 200); // the page may have hidden it, once it is connected
				new ResizeObserver((_, o) => bar.contains(state) && !state.hidden && (o.disconnect(), clearInterval(again), grown())).observe(bar);
				show();
			});
			article.scrollIntoView({block: "start", behavior: "instant"});
			const edge = (e) => e.getBoundingClientRect();
			const saw = {Choices: options.length, Ends: edge(confirm).bottom, Floor: edge(bar).top};
			more.forEach((o) => o.remove());
			state.hidden = true;
			return saw;
		})()`, chromedp.EvalAwaitPromise))
		seen += saw.Choices
		if saw.Ends > saw.Floor {
			m.Errorf("%s: the confirm button ends at %.0f, below %.0f", p.name, saw.Ends, saw.Floor)
		}
	}
	if seen == 0 {
		m.Error("nobody chooses anything")
	}
}

func (m *match) reach(words string) {
	m.Helper()
	const most = 20
	for range most {
		for _, p := range m.people {
			offers := m.offers(p)
			if slices.ContainsFunc(offers, func(o offer) bool { return strings.Contains(o.Line, words) }) {
				return
			}
			if line := p.choose(offers, false); line != "" {
				m.press(p, line)
			}
		}
	}
	m.Fatalf("nobody is offered %q", words)
}

func (m *match) loses(p *person) {
	m.Helper()
	alt := asks(m, p, chromedp.Evaluate[string](`(() => {
		const pic = document.querySelector("#list-panels .picture img");
		pic.src = "picture/none/none";
		return pic.alt;
	})()`))
	m.does(p, chromedp.PollFunction[chromedp.Void](`(alt) => (document.querySelector("#list-panels .told") || {}).textContent === alt`,
		chromedp.WithPollingArgs(alt), always))
	m.press(p, p.choose(m.offers(p), false))
	m.does(p, chromedp.Poll[chromedp.Void](`[...document.querySelectorAll("#list-panels .picture img")].some((i) => i.complete && i.naturalWidth === 1200)`,
		always))
}

type sight struct {
	Pictures int
	Alts     []string
	Right    float64
	Page     float64
	Hand     float64
	Needs    float64 // height of the message down to the last button
	Ends     float64 // the last button's end on the screen, scrolled down
	Floor    float64 // top of the lower bar
	Room     float64
}

// twoRows is the usual greatest height of a hand's picture. Three rows or a finished deal may need more room.
const twoRows = 715

func (m *match) look(phase, words string) {
	m.Helper()
	for _, p := range m.people {
		m.does(p, chromedp.PollFunction[chromedp.Void](`(words) => {
			const all = [...document.querySelectorAll(".picture img")];
			const late = all.find((i) => !i.complete || i.naturalWidth !== 1200 || i.dataset.next);
			late?.scrollIntoView(); // loads once visible
			return all.length > 1 && all.some((i) => i.alt.includes(words)) && !late;
		}`, chromedp.WithPollingArgs(words), always))
		saw := m.sees(p)
		if saw.Pictures < 2 || saw.Right > phoneWidth || saw.Page > phoneWidth {
			m.Errorf("%s, %s: %+v, want a board and a hand, %d wide", phase, p.name, saw, phoneWidth)
		}
		if saw.Needs > saw.Room && saw.Hand <= twoRows {
			m.Errorf("%s, %s: the hand and its buttons need %.0f pixels of %.0f", phase, p.name, saw.Needs, saw.Room)
		}
		for _, alt := range saw.Alts {
			if !strings.HasSuffix(alt, ".") || len(alt) < 20 {
				m.Errorf("%s, %s: a picture is described as %q", phase, p.name, alt)
			}
		}
		m.keeps(p, phase+"-"+p.name)
	}
}

func (m *match) sees(p *person) sight {
	m.Helper()
	return asks(m, p, chromedp.Evaluate[sight](`(() => {
		const all = [...document.querySelectorAll(".picture img")];
		const edge = (q) => document.querySelector(q).getBoundingClientRect();
		document.getElementById("toast-close").click(); // closes by itself
		document.getElementById("private").scrollTop = 0; // where panes scroll, as at a desk
		if (!matchMedia("(min-width: 56rem)").matches) {
			document.querySelector("#list-panels article").scrollIntoView({block: "start", behavior: "instant"});
		}
		const hand = edge("#list-panels .picture img"); // the frame may be higher than the picture
		const act = [...document.querySelectorAll("#list-panels .card.button, #list-panels .choice .primary, #list-panels .button.primary")];
		const ends = Math.max(hand.bottom, ...act.map((b) => b.getBoundingClientRect().bottom));
		return {
			Hand: hand.height * 1200 / hand.width,
			Needs: ends - edge("#list-panels article").top, Ends: ends, Floor: edge(".bottom").top,
			Room: edge(".bottom").top - edge(".top").bottom,
			Pictures: all.length, Alts: all.map((i) => i.alt),
			Right: Math.max(...all.map((i) => i.getBoundingClientRect().right)),
			Page: Math.max(document.documentElement.scrollWidth, ...[...document.querySelectorAll(".pane")].map((i) => i.scrollWidth)),
		};
	})()`))
}

const stripHeight = 364

func TestPracticeInSight(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 1)
	p := m.people[0]
	m.does(p, phone)
	m.asChat()
	m.types(p, "practice spieleversum 2")
	m.does(p, chromedp.WaitVisible(chromedp.CSS("#list-panels .picture img")))
	tricks, want := 0, 1
	if *whole {
		want = 5
	}
	for n := 0; tricks < want && n < 40; n++ {
		if alt := m.looksAtPractice(p, n); strings.Contains(alt, "Trick ") {
			tricks++
		}
		if line := p.choose(m.offers(p), false); line != "" {
			m.press(p, line)
		}
	}
	if tricks < want {
		t.Errorf("only %d positions with tricks", tricks)
	}
}

func inOne(alt string) (highest float64, is bool) {
	switch {
	case strings.Contains(alt, "Trick "):
		return twoRows + stripHeight, true
	case !strings.Contains(alt, "Resi"):
		return twoRows, true
	}
	return 0, false
}

func (m *match) looksAtPractice(p *person, n int) string {
	m.Helper()
	const deskWidth, deskHeight = 1280, 900
	var alt string
	for _, screen := range []struct {
		name string
		set  chromedp.Action[chromedp.Void]
	}{{"desk", chromedp.EmulateViewport(deskWidth, deskHeight)}, {"phone", phone}} {
		m.does(p, screen.set, chromedp.PollFunction[chromedp.Void](`(wide) => matchMedia("(min-width: 56rem)").matches === wide &&
			[...document.querySelectorAll("#list-panels article.calls .picture img")].some((i) => i.complete && i.naturalWidth === 1200 && !i.dataset.next)`,
			chromedp.WithPollingArgs(screen.name == "desk"), always))
		saw := m.sees(p)
		alt = saw.Alts[0]
		if highest, is := inOne(alt); screen.name == "phone" && is && saw.Hand <= highest && saw.Needs > saw.Room {
			m.Errorf("%q: on a phone, picture and buttons need %.0f pixels of %.0f", alt, saw.Needs, saw.Room)
		}
		if screen.name == "desk" && saw.Ends > saw.Floor {
			m.Errorf("%q: at a desk, picture and buttons end at %.0f, below %.0f", alt, saw.Ends, saw.Floor)
		}
		m.keeps(p, fmt.Sprintf("practice-%02d-%s", n, screen.name))
	}
	return alt
}
