package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// phoneWidth is that of a usual phone, in the browser's pixels.
const phoneWidth, phoneHeight = 390, 844

// phone makes the page one on a phone in the dark.
var phone = chromedp.Steps(
	chromedp.EmulateViewport(phoneWidth, phoneHeight, chromedp.EmulateMobile, chromedp.EmulateScale(2)), prefers("color-scheme", "dark"))

// TestPhone lets two people begin a match on their phones: they see pictures that
// fit, together with what is to be pressed, of the exchange, the auction and the end of a
// deal, with -whole of all else between, too, until one wants text alone.
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

// staysInSight says of everybody who chooses that what confirms it can be seen also
// with three times as much to choose from, and a word in the lower bar.
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
			m.Errorf("%s: what confirms a choice ends at %.0f, below %.0f", p.name, saw.Ends, saw.Floor)
		}
	}
	if seen == 0 {
		m.Error("nobody chooses anything")
	}
}

// reach lets all press what they are offered until somebody is offered a line with
// the words.
func (m *match) reach(words string) {
	m.Helper()
	const most = 20 // rounds
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

// loses lets the picture of the person's hand fail: it is told in words, and comes
// again with the next change.
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

// sight is what can be told of a page's pictures.
type sight struct {
	Pictures int
	Alts     []string
	Right    float64 // where the widest ends
	Page     float64 // how wide what can be scrolled is
	Hand     float64 // how high the hand's picture is, in its own pixels
	Needs    float64 // from the top of the message to the end of picture and what is to be pressed
	Ends     float64 // where that is on the screen, with the message's pane as far down as it goes
	Floor    float64 // where the lower bar begins
	Room     float64 // between the bars
}

// twoRows is how high the picture of most hands is at most. With three rows, or the
// end of a deal above, it may need more room than there is.
const twoRows = 715

// look waits for the pictures of the phase on everybody's page, of which one is told
// with its words, and looks whether they fit.
func (m *match) look(phase, words string) {
	m.Helper()
	for _, p := range m.people {
		m.does(p, chromedp.PollFunction[chromedp.Void](`(words) => {
			const all = [...document.querySelectorAll(".picture img")];
			const late = all.find((i) => !i.complete || i.naturalWidth !== 1200 || i.dataset.next);
			late?.scrollIntoView(); // it comes when it is seen
			return all.length > 1 && all.some((i) => i.alt.includes(words)) && !late;
		}`, chromedp.WithPollingArgs(words), always))
		saw := m.sees(p)
		if saw.Pictures < 2 || saw.Right > phoneWidth || saw.Page > phoneWidth {
			m.Errorf("%s, %s: %+v, want a board and a hand, %d wide", phase, p.name, saw, phoneWidth)
		}
		if saw.Needs > saw.Room && saw.Hand <= twoRows {
			m.Errorf("%s, %s: the hand and what is to be pressed need %.0f pixels, there are %.0f", phase, p.name, saw.Needs, saw.Room)
		}
		for _, alt := range saw.Alts {
			if !strings.HasSuffix(alt, ".") || len(alt) < 20 {
				m.Errorf("%s, %s: a picture is told as %q", phase, p.name, alt)
			}
		}
		m.keeps(p, phase+"-"+p.name)
	}
}

// sees measures the person's page.
func (m *match) sees(p *person) sight {
	m.Helper()
	return asks(m, p, chromedp.Evaluate[sight](`(() => {
		const all = [...document.querySelectorAll(".picture img")];
		const edge = (q) => document.querySelector(q).getBoundingClientRect();
		document.getElementById("toast-close").click(); // it goes by itself
		document.getElementById("private").scrollTop = 0; // where panes scroll, as at a desk
		if (!matchMedia("(min-width: 56rem)").matches) {
			document.querySelector("#list-panels article").scrollIntoView({block: "start", behavior: "instant"});
		}
		const hand = edge("#list-panels .picture img"); // the frame may be as high as what stands beside it
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

// stripHeight is how high what stands above a hand is at most while two play.
const stripHeight = 364

// TestPracticeInSight lets somebody practise on a phone and at a desk: until a trick, and with
// -whole for five, they see their cards, and of tricks who has played what, together with what
// is to be pressed.
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

// inOne says whether the picture described so has to be in sight with what is to
// be pressed, and how high it may be then.
func inOne(alt string) (highest float64, is bool) {
	switch {
	case strings.Contains(alt, "Trick "):
		return twoRows + stripHeight, true
	case !strings.Contains(alt, "Resi"): // the hand alone
		return twoRows, true
	}
	return 0, false
}

// looksAtPractice measures the page on a phone and at a desk, once it waits for
// the person and its newest picture is there, and gives the picture's description.
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
			m.Errorf("%q: on a phone picture and what is to be pressed need %.0f pixels, there are %.0f", alt, saw.Needs, saw.Room)
		}
		if screen.name == "desk" && saw.Ends > saw.Floor {
			m.Errorf("%q: at a desk picture and what is to be pressed end at %.0f, below %.0f", alt, saw.Ends, saw.Floor)
		}
		m.keeps(p, fmt.Sprintf("practice-%02d-%s", n, screen.name))
	}
	return alt
}
