//go:build !unix

package bolt

// chownToOwner does nothing: new files have their directory's owner.
func chownToOwner(*draft, string) error { return nil }
