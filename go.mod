module tarockbot

go 1.26
