//go:build !linux && !darwin && !freebsd

package bolt

import "os"

func holdUnfinished(*os.File) {}

// heldUnfinished returns false, because no process can delete a file that another has open.
func heldUnfinished(string) bool { return false }
