import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the proxy does with the next calls that match, instead of passing them on or before it does. */
export type Fault = {
  method?: string
  /** A pattern for the path with its query. */
  path: RegExp
  /** Only calls with this Authorization header match, such as those with a token that is no longer good. */
  authorization?: string
  /** The proxy answers with this status (and body) instead of the server. */
  status?: number
  body?: unknown
  headers?: Record<string, string>
  /** The proxy closes the connection without an answer, as if the network were gone. */
  drop?: boolean
  /** The proxy passes the call on, and closes the connection in place of the server's answer. */
  losesAnswer?: boolean
  delayMs?: number
  /** The proxy holds the call until this promise is settled. */
  until?: Promise<unknown>
  /** How many calls the fault is for; all of them by default. */
  times?: number
}

const NO_SUCH_CALL: Fault = { path: /./, status: 404, body: { message: 'There is nothing here.', code: 'NOT_FOUND' } }

/** Passes the list of what the server can do on without some of its names. */
const shorten = async (response: IncomingMessage, answer: ServerResponse, unlisted: readonly string[]) => {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: string[] }
  const { 'content-length': _length, etag: _etag, ...headers } = response.headers
  answer.writeHead(response.statusCode ?? 502, headers)
  answer.end(JSON.stringify({ data: data.filter((name) => !unlisted.includes(name)) }))
}

/**
 * A proxy between a client and the real server that can be made to fail, so that error and slow states are tested the
 * same way on web and desktop. Without a fault it passes everything on unchanged, but for what `lacks` names: this it answers
 * with 404, as a host does that does not have the call. The names in `unlisted` are left out of what the server says it can do.
 */
export const startFaultProxy = async (
  target: string,
  {
    lacks,
    unlisted = [],
  }: { lacks?: (call: { method: string; path: string }) => boolean; unlisted?: readonly string[] } = {},
) => {
  const { hostname, port } = new URL(target)
  let faults: Array<Fault & { left: number }> = []
  const seen: Array<{ method: string; path: string; authorization: string | undefined }> = []
  let seenAt = performance.now()

  const take = (method: string, path: string, authorization: string | undefined): Fault | undefined => {
    const fault = faults.find(
      (one) =>
        one.left > 0 &&
        (!one.method || one.method === method) &&
        (!one.authorization || one.authorization === authorization) &&
        one.path.test(path),
    )
    if (fault) fault.left -= 1
    return fault
  }

  const passOn = (incoming: IncomingMessage, answer: ServerResponse, losesAnswer = false) => {
    const headers = { ...incoming.headers, host: `${hostname}:${port}` }
    if (headers.origin === origin) headers.origin = target
    const isShortened = unlisted.length > 0 && incoming.url === '/api/capabilities'
    if (isShortened) delete headers['accept-encoding']
    const outgoing = request({ hostname, port, method: incoming.method, path: incoming.url, headers }, (response) => {
      if (losesAnswer) return void response.resume().on('end', () => answer.destroy())
      // How long an idle connection stays open is each server's own: the proxy closes its connections sooner than the target, and
      // a client that knows the target's time could send a call in the very moment of the closing.
      const { connection: _connection, 'keep-alive': _keepAlive, ...headers } = response.headers
      if (isShortened) return void shorten(response, answer, unlisted)
      answer.writeHead(response.statusCode ?? 502, headers)
      response.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    // A client that leaves an answer without an end, such as a stream, leaves the server, too.
    answer.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  }

  const server = createServer((incoming, answer) => {
    const { method = 'GET', url = '/' } = incoming
    const { authorization } = incoming.headers
    seen.push({ method, path: url, authorization })
    seenAt = performance.now()
    const fault = take(method, url, authorization) ?? (lacks?.({ method, path: url }) ? NO_SUCH_CALL : undefined)
    const act = () => {
      if (fault?.drop) return void incoming.socket.destroy()
      if (fault?.status === undefined) return passOn(incoming, answer, fault?.losesAnswer)
      incoming.resume()
      answer.writeHead(fault.status, {
        'content-type': 'application/json',
        'access-control-allow-origin': incoming.headers.origin ?? '*',
        ...fault.headers,
      })
      answer.end(fault.body === undefined ? '' : JSON.stringify(fault.body))
    }
    if (fault?.delayMs) setTimeout(act, fault.delayMs)
    else if (fault?.until) void fault.until.then(act, act)
    else act()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: ownPort } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${ownPort}`

  return {
    origin,
    /** Adds a fault; returns the function that takes it away. */
    fault: (fault: Fault) => {
      const entry = { ...fault, left: fault.times ?? Number.POSITIVE_INFINITY }
      faults.push(entry)
      return () => {
        faults = faults.filter((one) => one !== entry)
      }
    },
    heal: () => {
      faults = []
    },
    /** Closes every connection, as if the network were gone for a moment. */
    cut: () => server.closeAllConnections(),
    /** The milliseconds since the last call began. */
    quietFor: () => performance.now() - seenAt,
    /** The calls since the last `forget`, oldest first. */
    seen: () => [...seen],
    forget: () => {
      seen.length = 0
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>
