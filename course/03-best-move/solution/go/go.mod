module course

go 1.18
