package pgtest

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"strings"
	"sync"
)

// newDir creates a directory with a short path, which sockets need.
func newDir(parent string) (string, error) {
	if parent == "" {
		var err error
		if parent, err = tempDir(); err != nil {
			return "", err
		}
	}
	dir, err := os.MkdirTemp(parent, "pg")
	if err != nil {
		return "", err
	}
	if postgres, err := user.Lookup("postgres"); err == nil && os.Getuid() == 0 {
		uid, uidErr := strconv.Atoi(postgres.Uid)
		gid, gidErr := strconv.Atoi(postgres.Gid)
		if err := errors.Join(uidErr, gidErr, os.Chown(dir, uid, gid)); err != nil {
			return "", err
		}
	}
	return dir, nil
}

// cleaner deletes the temporary directory, even if this process is killed.
var cleaner *exec.Cmd

var tempDir = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp(tempParent(), "pg")
	if err != nil {
		return "", err
	}
	cleaner = exec.Command("sh", "-c", `trap "" INT; cat; rm -rf "$0"`, dir)
	_, err = cleaner.StdinPipe()
	return dir, errors.Join(err, os.Chmod(dir, 0o755), cleaner.Start())
})

// tempParent prefers a directory in memory, which is far faster for a cluster's thousand files.
var tempParent = sync.OnceValue(func() string {
	const memory, enough = "/dev/shm", 2 << 20 // in KiB
	out, err := exec.Command("df", "--output=avail", memory).Output()
	if err != nil || benchmarking() {
		return ""
	}
	words := strings.Fields(string(out))
	if room, err := strconv.Atoi(words[len(words)-1]); err != nil || room < enough {
		return ""
	}
	return memory
})

// benchmarking reports whether benchmarks run: they need syncs, unlike tests.
func benchmarking() bool {
	bench := flag.Lookup("test.bench")
	return bench != nil && bench.Value.String() != ""
}
