package main

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tarockbot/bot/platform/discord/discordtest"
	"tarockbot/bot/platform/double"
	"tarockbot/bot/platform/platformtest"
	"tarockbot/bot/platform/telegram/telegramtest"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/system"
	"tarockbot/storage/waittest"
)

type doubles struct {
	discord  *discordtest.Server
	telegram *telegramtest.Server
}

func newDoubles(t testing.TB) doubles {
	t.Helper()
	d, err := discordtest.New(discordtest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	g, err := telegramtest.Start("", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	return doubles{d, g}
}

func (n doubles) env(t testing.TB) system.Environment {
	t.Helper()
	return system.Environment{"HOME=" + t.TempDir(), "TAROCKBOT_LOCAL_LISTEN=127.0.0.1:0",
		"TAROCKBOT_DISCORD_TOKEN=" + discordtest.Token, "TAROCKBOT_DISCORD_API_URL=" + n.discord.URL(),
		"TAROCKBOT_TELEGRAM_TOKEN=" + telegramtest.Token, "TAROCKBOT_TELEGRAM_API_URL=" + n.telegram.URL()}
}

type program struct {
	t    *testing.T
	ctx  context.Context
	out  *double.Log
	stop func() int
}

func launch(t *testing.T, env system.Environment, args ...string) *program {
	t.Helper()
	ctx, cancel := context.WithCancel(waittest.Context(t))
	p := &program{t: t, ctx: ctx, out: new(double.Log)}
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, process{args: append([]string{"run"}, args...), env: env, out: p.out, err: p.out})
	}()
	p.stop = sync.OnceValue(func() int { cancel(); return <-code })
	t.Cleanup(func() { p.stop() })
	return p
}

func (p *program) awaitOutput(text string) {
	p.t.Helper()
	if err := p.out.Await(p.ctx, text); err != nil {
		p.t.Fatalf("the program never prints %q: %v\n%s", text, err, p.out)
	}
}

func (p *program) waitFor(what string, condition func() bool) {
	p.t.Helper()
	waitUntil(p.ctx, p.t, condition, func() string { return fmt.Sprintf("%s\n%s", what, p.out) })
}

func (p *program) loggedValue(name string) string {
	p.t.Helper()
	p.awaitOutput(" " + name + "=")
	return regexp.MustCompile(` ` + name + `=(\S+)`).FindStringSubmatch(p.out.String())[1]
}

func (p *program) fetchMonitor(path string) (int, string) {
	p.t.Helper()
	return fetch(p.ctx, p.t, p.loggedValue("monitor")+path)
}

func (p *program) awaitReady() {
	p.t.Helper()
	p.waitFor("readiness", func() bool { code, _ := p.fetchMonitor("readyz"); return code == http.StatusOK })
}

func (p *program) sumMetric(name string, labels ...string) (sum float64) {
	p.t.Helper()
	for series, n := range readMetrics(p.ctx, p.t, p.loggedValue("monitor")) {
		if strings.HasPrefix(series, name+"{") && !slices.ContainsFunc(labels, func(l string) bool { return !strings.Contains(series, l) }) {
			sum += n
		}
	}
	return sum
}

func (p *program) awaitMetric(want float64, name string, labels ...string) {
	p.t.Helper()
	p.waitFor(fmt.Sprint(name, labels, " to be ", want), func() bool { return p.sumMetric(name, labels...) == want })
}

func (p *program) startTelegramMatch(s *telegramtest.Server) (group *telegramtest.Chat, anna, bert *telegramtest.Person) {
	p.t.Helper()
	group, anna, bert = s.Group("supergroup", "Stammtisch"), s.Person("Anna"), s.Person("Bert")
	for _, x := range []*telegramtest.Person{anna, bert} {
		x.Home = group
		if err := x.Start(p.ctx, ""); err != nil {
			p.t.Fatalf("%v\n%s", err, p.out)
		}
	}
	anna.Says(group, "/challenge easy 2")
	p.waitFor("a challenge", func() bool {
		for _, m := range group.Messages() {
			for _, b := range slices.Concat(m.Keyboard...) {
				if strings.HasPrefix(b.Data, "accept ") {
					_, err := bert.Tap(p.ctx, m, b.Data)
					return err == nil
				}
			}
		}
		return false
	})
	return group, anna, bert
}

func (p *program) playMoves(moves int, people ...platformtest.Client) {
	p.t.Helper()
	made := 0
	for i, who := range people {
		people[i] = pressCounter{who, &made}
	}
	if err := platformtest.Play(p.ctx, func() bool { return made >= moves }, people...); err != nil {
		p.t.Fatalf("%v\n%s", err, p.out)
	}
}

type pressCounter struct {
	platformtest.Client
	count *int
}

func (c pressCounter) Press(ctx context.Context, x platformtest.Control, values ...string) (string, error) {
	*c.count++
	return c.Client.Press(ctx, x, values...)
}

func TestMonitor(t *testing.T) {
	t.Parallel()
	n := newDoubles(t)
	p := launch(t, n.env(t), "--http.listen", "127.0.0.1:0")
	p.awaitReady()
	p.awaitMetric(1, "tarockbot_connected", `platform="discord"`)
	p.awaitMetric(1, "tarockbot_connected", `platform="telegram"`)

	anna := n.discord.Person("1001", "Anna")
	if _, err := anna.Command(p.ctx, "challenge bamberger 2"); err != nil {
		t.Fatalf("%v\n%s", err, p.out)
	}
	p.awaitMetric(1, "tarockbot_actions_total", `platform="discord"`, `command="challenge"`)
	_, annaT, bertT := p.startTelegramMatch(n.telegram)
	p.playMoves(2, annaT, bertT)
	for _, platform := range []string{"discord", "telegram"} {
		p.waitFor("counted answers", func() bool { return p.sumMetric("tarockbot_answer_seconds_count", `platform="`+platform+`"`) > 0 })
	}
	if _, text := p.fetchMonitor("metrics"); !strings.Contains(text, "tarockbot_commit_seconds_count ") {
		t.Error("the metrics count no commits")
	}

	p.sendErrors(n.discord, anna)
	// Without the fault, Discord may reconnect at once.
	n.discord.Fail(discordtest.Fault{Match: "gateway", Times: -1, Status: http.StatusBadGateway})
	n.discord.Gateway.Drop()
	p.waitFor("readyz to report that Discord is disconnected", func() bool {
		code, why := p.fetchMonitor("readyz")
		return code == http.StatusServiceUnavailable && why == "bot: not connected: discord\n"
	})
	n.discord.Heal()
	p.awaitReady()
	if code := p.stop(); code != 0 {
		t.Errorf("exit %d\n%s", code, p.out)
	}
}

func (p *program) sendErrors(s *discordtest.Server, anna *discordtest.Person) {
	p.t.Helper()
	for _, c := range []struct {
		kind  string
		fault discordtest.Fault
	}{
		{"late", discordtest.Fault{Match: "callback", Status: http.StatusNotFound, Code: 10062}},
		{"gone", discordtest.Fault{Match: "PATCH /channels", Status: http.StatusNotFound, Code: 10008}},
		{"refused", discordtest.Fault{Match: "PATCH /channels", Status: http.StatusBadRequest, Code: 50035}},
		{"failed", discordtest.Fault{Match: "PATCH /channels", Status: http.StatusBadGateway}},
		{"limited", discordtest.Fault{Match: "PATCH /channels", Status: http.StatusTooManyRequests, Wait: 10 * time.Millisecond}},
		{"blocked", discordtest.Fault{Match: "POST /channels", Status: http.StatusForbidden, Code: 50013}},
	} {
		s.Fail(c.fault)
		_, _ = anna.Command(p.ctx, "table")
		p.awaitMetric(1, "tarockbot_send_errors_total", `platform="discord"`, `kind="`+c.kind+`"`)
	}
}

func TestWebhook(t *testing.T) {
	t.Parallel()
	n := newDoubles(t)
	const secret = "canary-secret_0123456789"
	p := launch(t, append(n.env(t), "TAROCKBOT_TELEGRAM_WEBHOOK_URL=https://tarock.example:8443/telegram",
		"TAROCKBOT_TELEGRAM_WEBHOOK_SECRET="+secret, "TAROCKBOT_TELEGRAM_WEBHOOK_LISTEN=127.0.0.1:0",
		"TAROCKBOT_TELEGRAM_WEBHOOK_PATH=/telegram"), "--log.level", "debug")
	address := p.loggedValue("webhook")
	p.waitFor("the webhook's registration", func() bool { return n.telegram.Updates.Webhook() != nil })
	early := n.telegram.Person("Early")
	id := early.Says(early.Private(), "/help")
	n.telegram.Updates.Proxy(address)
	p.waitFor("the message sent before the webhook worked", func() bool { return n.telegram.Updates.Confirmed(id) })
	_, anna, bert := p.startTelegramMatch(n.telegram)
	p.playMoves(3, anna, bert)
	if polls := n.telegram.Requests("getUpdates"); len(polls) > 0 {
		t.Errorf("got %d polls, want none with a webhook", len(polls))
	}
	if code := p.stop(); code != 0 || strings.Contains(p.out.String(), secret) {
		t.Errorf("exit %d\n%s", code, p.out)
	}
	if n.telegram.Updates.Webhook() == nil {
		t.Error("the webhook was removed at the end")
	}
}

func TestRefusedAtStart(t *testing.T) {
	t.Parallel()
	n := newDoubles(t)
	wrong := append(n.env(t), "TAROCKBOT_DISCORD_TOKEN=wrong.token.wrong")
	tarockbotWith(t, wrong, "run", "--log.level", "error").wantFailure(t, exit.Config, "discord: the bot's token is not accepted")
	n.telegram.Fail(telegramtest.Fault{Match: "getUpdates", Times: 3, Status: http.StatusConflict,
		Text: "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"})
	got := tarockbotWith(t, n.env(t), "run", "--log.level", "error")
	got.wantFailure(t, exit.Locked, "telegram: another program takes this bot's updates")
}

func TestCheckConfigSendsNothing(t *testing.T) {
	t.Parallel()
	n := newDoubles(t)
	tarockbotWith(t, n.env(t), "check-config").wantSuccess(t, `discord.token: "set"`)
	if d, g := n.discord.Requests(), n.telegram.Requests(""); len(d)+len(g) > 0 || n.discord.Gateway.Identified() > 0 {
		t.Errorf("check-config sent the requests %v and %v", d, g)
	}
}

func TestRunWithoutWebPage(t *testing.T) {
	t.Parallel()
	n := newDoubles(t)
	p := launch(t, append(n.env(t), "TAROCKBOT_LOCAL_LISTEN="))
	if err := n.discord.Gateway.Connected(p.ctx); err != nil {
		t.Fatalf("%v\n%s", err, p.out)
	}
	if code := p.stop(); code != 0 || strings.Contains(p.out.String(), "tarockbot is at") || strings.Contains(p.out.String(), "127.0.0.1:8080") {
		t.Errorf("exit %d\n%s", code, p.out)
	}
}

var secrets = []string{discordtest.Token, telegramtest.Token, strings.SplitN(telegramtest.Token, ":", 2)[1], "canary-secret_0123456789"}

func TestFault46Output(t *testing.T) {
	t.Parallel()
	n := newDoubles(t)
	echo := "no route to /bot" + telegramtest.Token + "/ with Bot " + discordtest.Token + " and canary-secret_0123456789"
	n.telegram.Fail(telegramtest.Fault{Match: "getMe", Times: 1, Raw: true, Status: http.StatusBadGateway, Text: echo})
	n.telegram.Fail(telegramtest.Fault{Match: "setWebhook", Times: 1, Status: http.StatusInternalServerError, Text: echo})
	n.telegram.Fail(telegramtest.Fault{Match: "setMyCommands", Times: 1, Cut: true})
	n.telegram.Fail(telegramtest.Fault{Match: "getWebhookInfo", Times: 1, Status: http.StatusBadGateway, Text: echo})
	n.telegram.Fail(telegramtest.Fault{Match: "send", Times: 3, Status: http.StatusBadRequest, Text: echo})
	n.discord.Fail(discordtest.Fault{Match: "GET /applications", Cut: true})
	p := launch(t, append(n.env(t), "TAROCKBOT_TELEGRAM_WEBHOOK_URL=https://tarock.example/telegram",
		"TAROCKBOT_TELEGRAM_WEBHOOK_SECRET=canary-secret_0123456789", "TAROCKBOT_TELEGRAM_WEBHOOK_LISTEN=127.0.0.1:0"),
		"--log.level", "debug", "--http.listen", "127.0.0.1:0")
	n.telegram.Updates.Proxy(p.loggedValue("webhook"))
	p.awaitReady()
	anna := n.telegram.Person("Anna")
	id := anna.Says(anna.Private(), "/help "+echo)
	p.waitFor("the confirmation of a message", func() bool { return n.telegram.Updates.Confirmed(id) })
	ann := n.discord.Person("1001", "Anna")
	n.discord.Fail(discordtest.Fault{Match: "callback", Times: 2, Cut: true})
	_, _ = ann.Command(p.ctx, "games")
	n.discord.Close()
	n.telegram.Close()
	p.waitFor("readyz to report disconnected networks", func() bool { code, _ := p.fetchMonitor("readyz"); return code != http.StatusOK })
	_, ready := p.fetchMonitor("readyz")
	_, figures := p.fetchMonitor("metrics")
	p.stop()
	if !strings.Contains(p.out.String(), "no answer yet") || !strings.Contains(p.out.String(), "webhook not registered") {
		t.Errorf("the log doesn't show the faults:\n%s", p.out)
	}
	for _, secret := range secrets {
		if strings.Contains(p.out.String()+ready+figures, secret) {
			t.Errorf("%s is in the output:\n%s", secret, p.out)
		}
	}
}

func TestFault46Mask(t *testing.T) {
	t.Parallel()
	n := newDoubles(t)
	for i, secret := range secrets[:3] {
		where, format := filepath.Join(t.TempDir(), secret), []string{"text", "json"}[i%2]
		got := tarockbotWith(t, n.env(t), "run", "--data", where+"/x.db", "--log.format", format)
		got.wantFailure(t, exit.IO, "[secret]")
		p := launch(t, n.env(t), "--data", where, "--log.format", format)
		p.awaitOutput("started")
		p.stop()
		if out := p.out.String(); strings.Contains(out+got.err, secret) || !strings.Contains(out, "[secret]") {
			t.Errorf("%s isn't masked:\n%s\n%s", secret, got.err, out)
		}
	}
}
