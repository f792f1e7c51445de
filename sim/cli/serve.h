// SPDX-License-Identifier: Apache-2.0
// A server of one page for the browser on the same machine: HTTP/1.1 on 127.0.0.1, one request per
// connection. It answers GET of /TOKEN/ (the page) and /TOKEN/state (JSON that the page asks for
// again and again) and nothing else; the token is random, so that other users and other pages
// cannot guess it, and a foreign Host is refused, so that no name can be bound to the address.
#ifndef LOCKSTEP_CLI_SERVE_H
#define LOCKSTEP_CLI_SERVE_H

#include "isa/base/text.h"

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

enum { SERVE_CLIENTS = 16, SERVE_REQUEST_BYTES = 8192, SERVE_SECONDS = 10 };

typedef struct ServeClient {
    int socket; // 0: none
    time_t since;
    char request[SERVE_REQUEST_BYTES];
    size_t request_bytes;
    Text reply; // empty until the request is complete
    size_t sent_bytes;
} ServeClient;

typedef struct Server {
    int socket;
    uint16_t port;
    char token[33];
    Text page, state; // what it answers; the caller changes them between two calls of serve_wait
    ServeClient clients[SERVE_CLIENTS];
} Server;

// port 0: any free one. False with errno set if the port is taken.
bool serve_start(Server *server, uint16_t port);

// Serves for some milliseconds, less when `other` (a file descriptor, or -1) can be read.
void serve_wait(Server *server, int other, int milliseconds);

// In a process that was forked: closes what belongs to its parent.
void serve_forget(Server *server);

void serve_stop(Server *server);

#endif
