// Setup of every test file, and of the process that plays them all. On another day (support/days.ts) a program shares libfaketime's semaphore with
// all that it starts, and takes it for each look at a file. One that is killed while it holds it stops the others for ever; so each has its own.
delete process.env['FAKETIME_SHARED'];
