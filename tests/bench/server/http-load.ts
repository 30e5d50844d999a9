import { connect, type Socket } from 'node:net'

/** An answer. The caller turns `body` into text if it needs to: that costs more than the answer itself. */
export type Answer = { status: number; head: string; body: Buffer }

const HEAD_END = Buffer.from('\r\n\r\n')

/** One kept-alive connection that asks one thing at a time. A whole HTTP client would cost more than the work it measures. */
export const openConnection = async (origin: string) => {
  const { hostname, port } = new URL(origin)
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true })
  /** The chunks since the last answer: joined once, when all of it is there. */
  let chunks: Buffer[] = []
  let size = 0
  const join = (): Buffer => {
    const [first] = chunks
    const joined = first && chunks.length === 1 ? first : Buffer.concat(chunks)
    chunks = [joined]
    return joined
  }
  let settle: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined
  let head: { status: number; text: string; from: number; length: number } | undefined
  const readHead = () => {
    const received = join()
    const end = received.indexOf(HEAD_END)
    if (end < 0) return undefined
    const text = received.toString('latin1', 0, end)
    const status = Number(text.slice(9, 12))
    // A 304 has no body: its content-length is that of the whole answer, which it does not send.
    const length = /^content-length: *(\d+)/im.exec(text)?.[1]
    if (length === undefined && status !== 304) throw new Error(`An answer without content-length:\n${text}`)
    return { status, text, from: end + HEAD_END.length, length: status === 304 ? 0 : Number(length) }
  }
  socket.on('data', (chunk) => {
    chunks.push(chunk)
    size += chunk.length
    try {
      head ??= readHead()
    } catch (error) {
      settle?.reject(error as Error)
    }
    if (!head || size < head.from + head.length) return
    const received = join()
    const answer = { status: head.status, head: head.text, body: received.subarray(head.from, head.from + head.length) }
    head = undefined
    chunks = []
    size = 0
    settle?.resolve(answer)
  })
  const fail = (error?: Error) => settle?.reject(error ?? new Error('The server closed the connection.'))
  socket.on('error', fail).on('close', () => fail())
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return {
    ask: (request: string) =>
      new Promise<Answer>((resolve, reject) => {
        settle = { resolve, reject }
        socket.write(request)
      }),
    close: () => void socket.destroy(),
  }
}

export type Call = { method: string; path: string; token?: string; body?: unknown; headers?: Record<string, string> }

/** The text of a request as it goes over the wire, so that sending it costs one write. */
export const writeRequest = ({ method, path, token, body, headers }: Call): string => {
  const text = body === undefined ? '' : JSON.stringify(body)
  const lines = [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1', 'connection: keep-alive']
  if (token) lines.push(`authorization: Bearer ${token}`)
  if (body !== undefined) lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(text)}`)
  for (const [name, value] of Object.entries(headers ?? {})) lines.push(`${name}: ${value}`)
  return `${lines.join('\r\n')}\r\n\r\n${text}`
}

/** Sends one request outside of a measurement. */
export const askOnce = async (origin: string, call: Call): Promise<Answer> => {
  const connection = await openConnection(origin)
  try {
    return await connection.ask(writeRequest(call))
  } finally {
    connection.close()
  }
}

export type Load = {
  origin: string
  clients: number
  seconds: number
  /** The status that every answer must have: a refusal is quicker than the work, and must never be measured. */
  status: number
  /** Makes the request number `n`, by writeRequest. */
  request: (n: number) => string
}
export type LoadResult = { perSecond: number; p50: number; p99: number; count: number }

/** The value below which the given share of the sorted values lies. */
export const quantile = (sorted: readonly number[] | Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** Measures milliseconds per answer and answers per second, with `clients` clients that each ask one thing after the other. */
export const putUnderLoad = async ({ origin, clients, seconds, status, request }: Load): Promise<LoadResult> => {
  const connections = await Promise.all(Array.from({ length: clients }, () => openConnection(origin)))
  const took: number[] = []
  let n = 0
  const began = performance.now()
  const end = began + seconds * 1000
  try {
    await Promise.all(
      connections.map(async ({ ask }) => {
        for (let now = performance.now(); now < end;) {
          const answer = await ask(request(n++))
          if (answer.status !== status)
            throw new Error(`Answered ${answer.status} and not ${status}: ${answer.body.toString().slice(0, 300)}`)
          const after = performance.now()
          took.push(after - now)
          now = after
        }
      }),
    )
  } finally {
    for (const connection of connections) connection.close()
  }
  const elapsed = (performance.now() - began) / 1000
  const sorted = Float64Array.from(took).sort()
  return {
    perSecond: took.length / elapsed,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    count: took.length,
  }
}

export const median = (values: readonly number[]): number =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  )

/**
 * Runs two or more loads in turns, round by round, so that a machine that gets slower does so for all of them. After a round that only
 * warms up, it returns the median of the rounds for each load.
 */
export const compareLoads = async <K extends string>(
  loads: Record<K, Load>,
  rounds = 3,
): Promise<Record<K, LoadResult>> => {
  const names = Object.keys(loads) as K[]
  const runs = Object.fromEntries(names.map((name) => [name, [] as LoadResult[]])) as Record<K, LoadResult[]>
  for (const name of names) await putUnderLoad(loads[name])
  for (let round = 0; round < rounds; round++)
    for (const name of names) runs[name].push(await putUnderLoad(loads[name]))
  const middle = (name: K): LoadResult => ({
    perSecond: median(runs[name].map((run) => run.perSecond)),
    p50: median(runs[name].map((run) => run.p50)),
    p99: median(runs[name].map((run) => run.p99)),
    count: runs[name].reduce((sum, run) => sum + run.count, 0),
  })
  return Object.fromEntries(names.map((name) => [name, middle(name)])) as Record<K, LoadResult>
}
