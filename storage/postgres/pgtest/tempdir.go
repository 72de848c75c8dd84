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

// newDir creates a directory in parent, or in tempDir if parent is empty, and gives it to the
// user who runs PostgreSQL. Its path is short, because a socket's must be.
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

// cleaner deletes the temporary directory when its input ends, which is when this process ends.
var cleaner *exec.Cmd

// tempDir returns the directory of this process's clusters. It is deleted when the process
// ends, however it ends.
var tempDir = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp(tempParent(), "pg")
	if err != nil {
		return "", err
	}
	cleaner = exec.Command("sh", "-c", `trap "" INT; cat; rm -rf "$0"`, dir)
	_, err = cleaner.StdinPipe()
	return dir, errors.Join(err, os.Chmod(dir, 0o755), cleaner.Start())
})

// tempParent returns where to create tempDir. A file system in memory is far faster for the
// thousand files of a cluster, if it has enough room. Benchmarks use the disk.
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

// benchmarking reports whether benchmarks run. They measure commits on a disk, with syncs.
// Tests kill servers but no machine, so they need no syncs, and a busy disk doesn't delay them.
func benchmarking() bool {
	bench := flag.Lookup("test.bench")
	return bench != nil && bench.Value.String() != ""
}
