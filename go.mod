module tarockbot

go 1.26.0

require (
	go.etcd.io/bbolt v1.5.0
	golang.org/x/sys v0.45.0
	golang.org/x/text v0.43.0
)

require (
	github.com/nicksnyder/go-i18n/v2 v2.7.0 // indirect
	github.com/rivo/uniseg v0.4.7 // indirect
)
