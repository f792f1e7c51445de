// SPDX-License-Identifier: Apache-2.0
// Sockets are POSIX.
#define _XOPEN_SOURCE 700
#ifdef __APPLE__
#define _DARWIN_C_SOURCE
#endif
#include "sim/cli/serve.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

static bool make_token(char token[33])
{
    unsigned char bytes[16];
    FILE *random = fopen("/dev/urandom", "rb");
    bool is_read = random != NULL && fread(bytes, sizeof bytes, 1, random) == 1;
    if (random != NULL) {
        fclose(random);
    }
    for (unsigned i = 0; is_read && i < sizeof bytes; i++) {
        snprintf(token + (size_t)2 * i, 3, "%02x", (unsigned)bytes[i]);
    }
    return is_read;
}

// Neither inherited nor waited for.
static void ready(int socket)
{
    fcntl(socket, F_SETFD, FD_CLOEXEC);
    fcntl(socket, F_SETFL, O_NONBLOCK);
}

bool serve_start(Server *server, uint16_t port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    socklen_t size = sizeof address;
    int one = 1;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    server->socket = socket(AF_INET, SOCK_STREAM, 0);
    if (server->socket < 0) {
        return false;
    }
    setsockopt(server->socket, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (!make_token(server->token) ||
        bind(server->socket, (struct sockaddr *)&address, sizeof address) != 0 ||
        listen(server->socket, SERVE_CLIENTS) != 0 ||
        getsockname(server->socket, (struct sockaddr *)&address, &size) != 0) {
        int error = errno;
        close(server->socket);
        errno = error;
        return false;
    }
    ready(server->socket);
    server->port = ntohs(address.sin_port);
    return true;
}

static void drop(ServeClient *client)
{
    close(client->socket);
    text_destroy(&client->reply);
    *client = (ServeClient){0};
}

static void reply(ServeClient *client, const char *status, const char *type, const Text *body)
{
    text_printf(&client->reply,
                "HTTP/1.1 %s\r\nContent-Type: %s; charset=utf-8\r\nContent-Length: %zu\r\n"
                "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
                "X-Frame-Options: DENY\r\nReferrer-Policy: no-referrer\r\n"
                "Connection: close\r\n\r\n",
                status, type, body->size_bytes);
    text_add(&client->reply, text_string(body), body->size_bytes);
}

static void refuse(ServeClient *client, const char *status)
{
    Text body = {0};
    text_printf(&body, "%s\n", status);
    reply(client, status, "text/plain", &body);
    text_destroy(&body);
}

// Whether the request names this machine as its host, and does so once.
static bool is_own_host(const Server *server, const char *request)
{
    char names[2][32];
    unsigned count = 0, good = 0;
    snprintf(names[0], sizeof names[0], "127.0.0.1:%u", (unsigned)server->port);
    snprintf(names[1], sizeof names[1], "localhost:%u", (unsigned)server->port);
    for (const char *line = strstr(request, "\r\n"); line != NULL; line = strstr(line, "\r\n")) {
        line += 2;
        if (strncasecmp(line, "Host:", 5) == 0) {
            const char *value = line + 5 + strspn(line + 5, " \t");
            size_t size = strcspn(value, " \t\r\n");
            count++;
            for (unsigned i = 0; i < 2; i++) {
                good += size == strlen(names[i]) && strncasecmp(value, names[i], size) == 0;
            }
        }
    }
    return count == 1 && good == 1;
}

static void answer(const Server *server, ServeClient *client)
{
    const char *request = client->request;
    if (strlen(request) != client->request_bytes) { // a zero byte in the middle
        refuse(client, "400 Bad Request");
    } else if (strncmp(request, "GET ", 4) != 0) {
        refuse(client, "405 Method Not Allowed");
    } else if (!is_own_host(server, request)) {
        refuse(client, "403 Forbidden");
    } else {
        char page[40], state[40];
        size_t size = strcspn(request + 4, " \r\n");
        snprintf(page, sizeof page, "/%s/", server->token);
        snprintf(state, sizeof state, "/%s/state", server->token);
        if (size == strlen(page) && memcmp(request + 4, page, size) == 0) {
            reply(client, "200 OK", "text/html", &server->page);
        } else if (size == strlen(state) && memcmp(request + 4, state, size) == 0) {
            reply(client, "200 OK", "application/json", &server->state);
        } else {
            refuse(client, "404 Not Found");
        }
    }
}

// False: the client has gone.
static bool take(const Server *server, ServeClient *client)
{
    size_t room = sizeof client->request - 1 - client->request_bytes;
    ssize_t got = recv(client->socket, client->request + client->request_bytes, room, 0);
    if (got <= 0) {
        return got < 0 && (errno == EAGAIN || errno == EINTR);
    }
    client->request_bytes += (size_t)got;
    client->request[client->request_bytes] = '\0';
    const char *end = client->request + client->request_bytes;
    if (strlen(client->request) != client->request_bytes ||
        (client->request_bytes >= 4 && strstr(client->request, "\r\n\r\n") != NULL)) {
        answer(server, client);
    } else if (end == client->request + sizeof client->request - 1) {
        refuse(client, "431 Request Header Fields Too Large");
    }
    return true;
}

// False: all is sent, or the client has gone.
static bool give(ServeClient *client)
{
    ssize_t sent = send(client->socket, client->reply.at + client->sent_bytes,
                        client->reply.size_bytes - client->sent_bytes, 0);
    if (sent < 0) {
        return errno == EAGAIN || errno == EINTR;
    }
    client->sent_bytes += (size_t)sent;
    client->since = time(NULL);
    if (client->sent_bytes < client->reply.size_bytes) {
        return true;
    }
    shutdown(client->socket, SHUT_WR);
    return false;
}

static void receive_client(Server *server)
{
    for (uint32_t i = 0; i < SERVE_CLIENTS; i++) {
        ServeClient *client = &server->clients[i];
        if (client->socket == 0) {
            int socket = accept(server->socket, NULL, NULL);
            if (socket > 0) {
                ready(socket);
                client->socket = socket;
                client->since = time(NULL);
            }
            return;
        }
    }
}

static bool is_full(const Server *server)
{
    for (uint32_t i = 0; i < SERVE_CLIENTS; i++) {
        if (server->clients[i].socket == 0) {
            return false;
        }
    }
    return true;
}

// Negative descriptors are ignored by poll().
void serve_wait(Server *server, int other, int milliseconds)
{
    struct pollfd polled[SERVE_CLIENTS + 2];
    polled[SERVE_CLIENTS] = (struct pollfd){is_full(server) ? -1 : server->socket, POLLIN, 0};
    polled[SERVE_CLIENTS + 1] = (struct pollfd){other, POLLIN, 0};
    for (uint32_t i = 0; i < SERVE_CLIENTS; i++) {
        const ServeClient *client = &server->clients[i];
        polled[i] = (struct pollfd){client->socket == 0 ? -1 : client->socket,
                                    client->reply.size_bytes > 0 ? POLLOUT : POLLIN, 0};
    }
    if (poll(polled, SERVE_CLIENTS + 2, milliseconds) < 0) {
        return;
    }
    for (uint32_t i = 0; i < SERVE_CLIENTS; i++) {
        ServeClient *client = &server->clients[i];
        bool is_ready = polled[i].fd >= 0 && polled[i].revents != 0;
        bool is_sending = client->reply.size_bytes > 0;
        if (client->socket != 0 &&
            ((is_ready && !(is_sending ? give(client) : take(server, client))) ||
             time(NULL) - client->since > SERVE_SECONDS)) {
            drop(client);
        }
    }
    if (polled[SERVE_CLIENTS].revents != 0) {
        receive_client(server);
    }
}

void serve_forget(Server *server)
{
    close(server->socket);
    for (uint32_t i = 0; i < SERVE_CLIENTS; i++) {
        if (server->clients[i].socket != 0) {
            drop(&server->clients[i]);
        }
    }
}

void serve_stop(Server *server)
{
    serve_forget(server);
    text_destroy(&server->page);
    text_destroy(&server->state);
}
