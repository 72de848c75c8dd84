// Package bot is the heart of tarockbot.
package bot
