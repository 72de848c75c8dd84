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
	chromedp.EmulateViewport(phoneWidth, phoneHeight, chromedp.EmulateMobile, chromedp.EmulateScale(2)), setPreference("color-scheme", "dark"))

func TestPhone(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 2)
	for _, p := range m.people {
		m.runSteps(p, phone)
	}
	m.useChatView()
	m.sitDown("challenge spieleversum 2")
	m.checkPictures("exchange", "Exchange. ")
	for _, phase := range firstUnlessWhole(1, []struct{ name, offer, board string }{
		{"auction", " bid ", "Bidding. "},
		{"announcements", "confirm ", ", announcing."},
		{"trick", " play ", ", Trick 1 of "},
	}) {
		m.playUntilOffered(phase.offer)
		m.checkPictures(phase.name, phase.board)
		if phase.name == "announcements" {
			m.checkConfirmButtonVisible()
		}
	}
	anna := m.people[0]
	m.typeCommand(anna, "resign yes")
	for _, p := range m.people {
		m.runSteps(p, chromedp.Poll[chromedp.Void](`[...document.querySelectorAll(".picture img")].filter((i) => i.alt.includes("Last deal: ")).length === 2`,
			pollOften))
	}
	m.checkPictures("end-of-deal", "Last deal: ")
	m.breakPicture(anna)
	for _, c := range []struct {
		command     string
		wantPicture bool
	}{{"settings text", false}, {"settings pictures", true}} {
		m.typeCommand(anna, c.command)
		m.runSteps(anna, chromedp.PollFunction[chromedp.Void](`(wantPicture) => (document.querySelector("#list-panels .picture") !== null) === wantPicture`,
			chromedp.WithPollingArgs(c.wantPicture), pollOften))
	}
}

func (m *match) checkConfirmButtonVisible() {
	m.Helper()
	choices := 0
	for _, p := range m.people {
		saw := runAs(m, p, chromedp.Evaluate[struct {
			Choices                    int
			ConfirmBottom, LowerBarTop float64
		}](`(async () => {
			const article = document.querySelector("#list-panels article"), confirm = article.querySelector(".choice .primary");
			if (!confirm) return {Choices: 0, ConfirmBottom: 0, LowerBarTop: 0};
			const options = [...article.querySelectorAll(".option")], more = [...options, ...options].map((o) => o.cloneNode(true));
			options[0].parentNode.append(...more);
			const bar = document.querySelector(".page-footer"), state = document.getElementById("status");
			state.textContent = "A message that makes the bar taller.";
			await new Promise((done) => {
				const show = () => { state.hidden = false; };
				const repeat = setInterval(show, 200); // once connected, the page may hide the message
				new ResizeObserver((_, o) => bar.contains(state) && !state.hidden && (o.disconnect(), clearInterval(repeat), done())).observe(bar);
				show();
			});
			article.scrollIntoView({block: "start", behavior: "instant"});
			const edge = (e) => e.getBoundingClientRect();
			const saw = {Choices: options.length, ConfirmBottom: edge(confirm).bottom, LowerBarTop: edge(bar).top};
			more.forEach((o) => o.remove());
			state.hidden = true;
			return saw;
		})()`, chromedp.EvalAwaitPromise))
		choices += saw.Choices
		if saw.ConfirmBottom > saw.LowerBarTop {
			m.Errorf("%s: the confirm button ends at %.0f, and the lower bar begins at %.0f", p.name, saw.ConfirmBottom, saw.LowerBarTop)
		}
	}
	if choices == 0 {
		m.Error("no player had anything to choose")
	}
}

func (m *match) playUntilOffered(words string) {
	m.Helper()
	const maxRounds = 20
	for range maxRounds {
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

func (m *match) breakPicture(p *person) {
	m.Helper()
	alt := runAs(m, p, chromedp.Evaluate[string](`(() => {
		const pic = document.querySelector("#list-panels .picture img");
		pic.src = "picture/none/none";
		return pic.alt;
	})()`))
	m.runSteps(p, chromedp.PollFunction[chromedp.Void](`(alt) => (document.querySelector("#list-panels .alt-text") || {}).textContent === alt`,
		chromedp.WithPollingArgs(alt), pollOften))
	m.press(p, p.choose(m.offers(p), false))
	m.runSteps(p, chromedp.Poll[chromedp.Void](`[...document.querySelectorAll("#list-panels .picture img")].some((i) => i.complete && i.naturalWidth === 1200)`,
		pollOften))
}

type measurements struct {
	PictureCount      int
	Alts              []string
	PicturesRightEdge float64
	PageWidth         float64
	HandHeight        float64
	NeededHeight      float64 // from the message's top to the last button's bottom
	LastButtonBottom  float64 // after scrolling
	LowerBarTop       float64
	FreeHeight        float64
}

// twoRowsHeight is the height of a hand's picture with two rows. A third row or a finished deal needs more.
const twoRowsHeight = 715

func (m *match) checkPictures(phase, words string) {
	m.Helper()
	for _, p := range m.people {
		m.runSteps(p, chromedp.PollFunction[chromedp.Void](`(words) => {
			const all = [...document.querySelectorAll(".picture img")];
			const late = all.find((i) => !i.complete || i.naturalWidth !== 1200 || i.dataset.pendingSrc);
			late?.scrollIntoView(); // loads once visible
			return all.length > 1 && all.some((i) => i.alt.includes(words)) && !late;
		}`, chromedp.WithPollingArgs(words), pollOften))
		saw := m.measure(p)
		if saw.PictureCount < 2 || saw.PicturesRightEdge > phoneWidth || saw.PageWidth > phoneWidth {
			m.Errorf("%s, %s: got %+v, want a board and a hand within width %d", phase, p.name, saw, phoneWidth)
		}
		if saw.NeededHeight > saw.FreeHeight && saw.HandHeight <= twoRowsHeight {
			m.Errorf("%s, %s: the hand and its buttons need %.0f pixels, and %.0f are free", phase, p.name, saw.NeededHeight, saw.FreeHeight)
		}
		for _, alt := range saw.Alts {
			if !strings.HasSuffix(alt, ".") || len(alt) < 20 {
				m.Errorf("%s, %s: got the picture description %q, want a longer sentence", phase, p.name, alt)
			}
		}
		m.saveScreenshot(p, phase+"-"+p.name)
	}
}

func (m *match) measure(p *person) measurements {
	m.Helper()
	return runAs(m, p, chromedp.Evaluate[measurements](`(() => {
		const all = [...document.querySelectorAll(".picture img")];
		const edge = (q) => document.querySelector(q).getBoundingClientRect();
		document.getElementById("toast-close").click(); // would close later; don't wait
		document.getElementById("private").scrollTop = 0; // on wide screens, panes scroll
		if (!matchMedia("(min-width: 56rem)").matches) {
			document.querySelector("#list-panels article").scrollIntoView({block: "start", behavior: "instant"});
		}
		const hand = edge("#list-panels .picture img"); // the frame may be taller than the picture
		const buttons = [...document.querySelectorAll("#list-panels .card.button, #list-panels .choice .primary, #list-panels .button.primary")];
		const bottom = Math.max(hand.bottom, ...buttons.map((b) => b.getBoundingClientRect().bottom));
		return {
			HandHeight: hand.height * 1200 / hand.width,
			NeededHeight: bottom - edge("#list-panels article").top, LastButtonBottom: bottom, LowerBarTop: edge(".page-footer").top,
			FreeHeight: edge(".page-footer").top - edge(".page-header").bottom,
			PictureCount: all.length, Alts: all.map((i) => i.alt),
			PicturesRightEdge: Math.max(...all.map((i) => i.getBoundingClientRect().right)),
			PageWidth: Math.max(document.documentElement.scrollWidth, ...[...document.querySelectorAll(".pane")].map((i) => i.scrollWidth)),
		};
	})()`))
}

const trickHeight = 364

func TestPracticeInSight(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 1)
	p := m.people[0]
	m.runSteps(p, phone)
	m.useChatView()
	m.typeCommand(p, "practice spieleversum 2")
	m.runSteps(p, chromedp.WaitVisible(chromedp.CSS("#list-panels .picture img")))
	tricks, want := 0, 1
	if *whole {
		want = 5
	}
	for n := 0; tricks < want && n < 40; n++ {
		if alt := m.checkPractice(p, n); strings.Contains(alt, "Trick ") {
			tricks++
		}
		if line := p.choose(m.offers(p), false); line != "" {
			m.press(p, line)
		}
	}
	if tricks < want {
		t.Errorf("got %d positions with tricks, want %d", tricks, want)
	}
}

func heightWithoutScrolling(alt string) (highest float64, mustFit bool) {
	switch {
	case strings.Contains(alt, "Trick "):
		return twoRowsHeight + trickHeight, true
	case !strings.Contains(alt, "Resi"):
		return twoRowsHeight, true
	}
	return 0, false
}

func (m *match) checkPractice(p *person, n int) string {
	m.Helper()
	const desktopWidth, desktopHeight = 1280, 900
	var alt string
	for _, screen := range []struct {
		name string
		set  chromedp.Action[chromedp.Void]
	}{{"desktop", chromedp.EmulateViewport(desktopWidth, desktopHeight)}, {"phone", phone}} {
		m.runSteps(p, screen.set, chromedp.PollFunction[chromedp.Void](`(wide) => matchMedia("(min-width: 56rem)").matches === wide &&
			[...document.querySelectorAll("#list-panels article.waiting .picture img")].some((i) => i.complete && i.naturalWidth === 1200 && !i.dataset.pendingSrc)`,
			chromedp.WithPollingArgs(screen.name == "desktop"), pollOften))
		saw := m.measure(p)
		alt = saw.Alts[0]
		if highest, mustFit := heightWithoutScrolling(alt); screen.name == "phone" && mustFit && saw.HandHeight <= highest && saw.NeededHeight > saw.FreeHeight {
			m.Errorf("%q: on a phone, picture and buttons need %.0f pixels, and %.0f are free", alt, saw.NeededHeight, saw.FreeHeight)
		}
		if screen.name == "desktop" && saw.LastButtonBottom > saw.LowerBarTop {
			m.Errorf("%q: on a desktop, picture and buttons end at %.0f, and the lower bar begins at %.0f", alt, saw.LastButtonBottom, saw.LowerBarTop)
		}
		m.saveScreenshot(p, fmt.Sprintf("practice-%02d-%s", n, screen.name))
	}
	return alt
}
