//go:build linux || darwin || freebsd

package bolt

import "syscall"

// diskFree returns the bytes that an unprivileged process may still use.
func diskFree(dir string) (uint64, error) {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(dir, &fs); err != nil {
		return 0, err
	}
	return uint64(fs.Bavail) * uint64(fs.Bsize), nil
}
