package main

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"tarockbot/storage/waittest"
)

func TestReadOnlyDirectory(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("needs root to make a directory read-only to all")
	}
	dir, copied := t.TempDir(), filepath.Join(t.TempDir(), "copy.db")
	data := filepath.Join(dir, "tarock.db")
	putContent(t, data, "content")
	before := filesIn(t, dir)
	for _, args := range []string{"backup --data " + data + " " + copied, "doctor " + data, "audit " + data} {
		cmd := exec.Command("sh", "-c", "mount --bind "+dir+" "+dir+" && mount -o remount,ro,bind "+dir+" && ! touch "+dir+"/x || exit 99; exec "+testProgram(t)+" "+args)
		cmd.Env = append(os.Environ(), runAsTarockbot+"=1")
		cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() == 99 {
			waittest.SkipWithout(t, "no read-only file system can be mounted here: %v %s", err, out)
		}
		if err != nil {
			t.Errorf("%s: %v\n%s", strings.Fields(args)[0], err, out)
		}
	}
	if got := readContent(t, copied); got != "content" {
		t.Errorf("the copy contains %q, want the data's content", got)
	}
	if after := filesIn(t, dir); !maps.Equal(after, before) {
		t.Errorf("the directory has changed: got %d files, want the %d from before", len(after), len(before))
	}
}
