package main

import (
	"strings"
	"testing"

	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/removals"
	"tarockbot/cmd/tarockbot/internal/system"
)

// TestNoRemovals: check-config doesn't pass a database without a list of who was forgotten.
func TestNoRemovals(t *testing.T) {
	const node = "data: postgres://tarockbot@h/n\nfair: {key: /etc/fair.key}\n"
	tarockbot(t, "check-config", "--config", configFile(t, node)).wantFailure(t, exit.Findings, removals.Missing)
	tarockbot(t, "check-config", "--config", configFile(t, node+"removals: /var/lib/removed")).wantSuccess(t, `removals: "/var/lib/removed"`)
	tarockbot(t, "check-config").wantSuccess(t, `removals: ""`)
}

// TestFault46Settings: tokens and secrets are printed by nothing and are no
// flags, and no error about them shows them.
func TestFault46Settings(t *testing.T) {
	const canary, discordCanary, hook = "123:canary", "MTIz.canary.canary", "canary-canary-canary"
	file := configFile(t, "telegram: {token: "+canary+", webhook: {url: https://x/, secret: "+hook+"}}\ndiscord: {token: "+discordCanary+"}\n")
	env := system.Environment{"HOME=" + t.TempDir(), "TAROCKBOT_CONFIG=" + file}
	p := tarockbotAt(t, env, "check-config")
	for _, key := range []string{"telegram.token", "discord.token", "telegram.webhook.secret"} {
		if p.code != 0 || !strings.Contains(p.out, key+`: "set"`) {
			t.Errorf("check-config: code %d, %s isn't said to be set\n%s%s", p.code, key, p.out, p.err)
		}
	}
	outcomes := []outcome{p,
		tarockbotAt(t, env, "check-config", "--telegram.token", canary),
		tarockbotAt(t, env, "check-config", "--discord.token="+discordCanary),
		tarockbotAt(t, env, "check-config", "--telegram.webhook.secret", hook),
	}
	for _, text := range []string{
		"telegram: {token: [canary, 1]}", "telegram: {token: {canary: 1}}", "telegram: {token: [\"canary,canary\"]}",
		"telegram: {token: canary}", "discord: {token: \"can ary canary\"}", "telegram: {webhook: {secret: [\"canary,canary\"]}}",
		"telegram: {token: \"1:canary\", webhook: {url: \"https://x/\", secret: canary}}", "discord:\n  token: canary\n canary",
	} {
		bad := tarockbotAt(t, env, "check-config", "--config", configFile(t, text))
		bad.err = strings.ReplaceAll(bad.err, "unknown key telegram.token.canary", "") // it can't be known to be one
		outcomes = append(outcomes, bad)
	}
	for i, p := range outcomes {
		if strings.Contains(p.out+p.err, "canary") || (p.code == 0) != (i == 0) {
			t.Errorf("%d: code %d\n%s%s", i, p.code, p.out, p.err)
		}
	}
}

// TestBackupNeedsNoNetwork: what only a running bot needs hinders no other
// command.
func TestBackupNeedsNoNetwork(t *testing.T) {
	dir := t.TempDir()
	env := system.Environment{"HOME=" + dir, "TAROCKBOT_LOCAL_LISTEN=", "TAROCKBOT_TELEGRAM_WEBHOOK_URL=http://x"}
	tarockbotAt(t, env, "run", "--data", dir+"/x.db").wantFailure(t, exit.Config, "local.listen")
	tarockbotAt(t, env, "backup", "--data", dir+"/x.db", dir+"/copy.db").wantFailure(t, exit.IO, "x.db")
}
