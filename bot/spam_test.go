package bot_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/storage/memory"
)

// usual are the limits that people have who use the bot.
var usual = bot.Limits{InputsPerPerson: bot.DefaultInputsPerPerson, InputsPerChat: bot.DefaultInputsPerChat}

// heard counts the answers of inputs that were listened to, the words to those
// that weren't, and the words that needn't be sent again.
func heard(answers ...chat.Answer) (listened, words, silence int) {
	for _, a := range answers {
		switch {
		case a.Refused && a.Alert == said("refuse.slow", "Seconds", 1) && a.Repeated:
			silence++
		case a.Refused && a.Alert == said("refuse.slow", "Seconds", 1):
			words++
		default:
			listened++
		}
	}
	return listened, words, silence
}

// floods lets somebody say so many lines at once.
func (w *world) floods(who string, n int) (listened, words, silence int) {
	w.t.Helper()
	var answers []chat.Answer
	for range n {
		answers = append(answers, w.says(who, "games"))
	}
	return heard(answers...)
}

// TestFault54OneWord: who asks for too much is told so, and how long that lasts, and
// then isn't listened to, but for what people may ask for, until they have been
// quiet. Others are heard.
func TestFault54OneWord(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withLimits(usual))
	for _, step := range []struct {
		wait, say                int
		listened, words, silence int
	}{
		{0, 1000, 30, 1, 969},
		{5, 20, 15, 0, 5}, // half of it has come back, but there was no quiet
		{1, 4, 3, 0, 1},
		{9, 30, 27, 0, 3},
		{10, 40, 30, 1, 9},
	} {
		w.now.Add(int64(step.wait))
		listened, words, silence := w.floods("anna", step.say)
		if listened != step.listened || words != step.words || silence != step.silence {
			t.Errorf("%d s later %d of %d were listened to, %d words and %d times silence, want %d, %d, %d",
				step.wait, listened, step.say, words, silence, step.listened, step.words, step.silence)
		}
		w.mustSay("bert", "games")
	}
	in := press("clara", "1", "spiele")
	in.Lang = "de"
	for i := range 40 {
		in.ID = fmt.Sprint(i)
		if a := w.input(in); a.Alert != "" && i >= 30 && a.Alert != "Bitte eins nach dem andern: Das ging jetzt nicht. Versuch es in 1 s noch einmal." {
			t.Errorf("clara is told %q", a.Alert)
		}
	}
}

// TestFault54NoEffect: what isn't listened to changes nothing, and the same
// input has its effect when it is handed in later.
func TestFault54NoEffect(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withLimits(usual))
	w.floods("anna", 30)
	in := press("anna", "act", "challenge bamberger")
	w.unchanged("a challenge too much", func() { w.refusesInput(in, "slow", "Seconds", 1) })
	w.now.Add(1)
	if a := w.input(in); a.Refused {
		t.Errorf("refused later: %s", a.Alert)
	}
	w.floods("bert", 100)
	w.happens(w.reachable("bert", "en")) // Start is pressed too often
}

// TestFault54Happenings: that somebody can't be written to any more is heard,
// however much they asked for.
func TestFault54Happenings(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withLimits(usual))
	w.seat("anna", "bert", "bamberger 2")
	w.floods("bert", 100)
	w.happens(chat.Input{ID: "out", What: chat.Removed, User: user("bert")})
	w.wait(public, contains(said("unreached.here", "Names", "② \u2068bert\u2069")))
}

// TestFault54Chat: a chat in which everybody shouts is bounded, too; each is
// told once. Who speaks in private or elsewhere is heard, and one who shouts
// alone takes little from the others.
func TestFault54Chat(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withLimits(usual))
	listened, told := 0, make(map[int]int)
	for range 20 {
		for i := range 50 {
			n, words, _ := heard(w.says(fmt.Sprint("p", i), "games"))
			listened += n
			told[i] += words
		}
	}
	if listened != bot.DefaultInputsPerChat || len(told) != 50 {
		t.Errorf("%d were listened to, want %d; %d people", listened, bot.DefaultInputsPerChat, len(told))
	}
	for i, n := range told {
		if n != 1 {
			t.Errorf("p%d is told %d times", i, n)
		}
	}
	w.chat = ""
	w.mustSay("honest", "games")
	w.chat = "fake:elsewhere"
	w.floods("alone", 1000)
	w.mustSay("honest", "games")
}

// TestFault54Honest: fifty people shout as fast as they can; a table elsewhere
// is played as if they didn't, for most of what they shout isn't listened to.
func TestFault54Honest(t *testing.T) {
	t.Parallel()
	const most = 1000
	w := startWorld(t, memory.New(), withLimits(bot.Limits{InputsPerPerson: most, InputsPerChat: most}))
	id := w.seat("anna", "bert", "bamberger 2")
	const shouters, shouts = 50, 100 // each
	var shouting sync.WaitGroup
	var listened atomic.Int64
	for i := range shouters {
		shouting.Go(func() {
			for n := range shouts {
				in := press(fmt.Sprint("p", i), fmt.Sprint(n), "challenge bamberger")
				in.Chat = "fake:loud"
				ok, _, _ := heard(w.input(in))
				listened.Add(int64(ok))
			}
		})
	}
	defer shouting.Wait()
	for range 100 {
		who, m := w.anyMove(id, "anna", "bert")
		if who == "" {
			who, m = "anna", "games"
		}
		w.mustSay(who, m)
	}
	shouting.Wait()
	if n := listened.Load(); n > most {
		t.Errorf("%d of %d shouts were listened to", n, shouters*shouts)
	}
}

// TestChatToldOnce: in a chat that stays over its limit, a person who asks seldom is told so once, and again only
// after the chat was quiet.
func TestChatToldOnce(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withLimits(usual))
	for range 2 {
		words, silence := 0, 0
		for range 20 {
			w.now.Add(1)
			for i := range 5 {
				w.floods(fmt.Sprint("p", i), 10)
			}
			_, told, untold := heard(w.says("anna", "games"))
			words, silence = words+told, silence+untold
		}
		if words != 1 || silence < 3 {
			t.Errorf("anna is told %d times, and %d times not, want once and several times", words, silence)
		}
		w.now.Add(20)
	}
}
