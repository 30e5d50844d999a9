import { EventEmitter } from 'node:events'

export type Params = Record<string, unknown>
type Answer = {
  id?: number
  sessionId?: string
  method?: string
  params?: Params
  result?: Params
  error?: { message: string }
}

/** One session of the DevTools protocol; emits the protocol's events by their names. */
export class CdpSession extends EventEmitter {
  readonly #send: (method: string, params: Params) => Promise<Params>

  constructor(send: (method: string, params: Params) => Promise<Params>) {
    super()
    this.#send = send
  }
  /** Rejects when Chromium refuses the command or the connection is gone. */
  send<T = Params>(method: string, params: Params = {}): Promise<T> {
    return this.#send(method, params) as Promise<T>
  }
}

/** Connects to Chromium. The root session controls the browser; `attach` opens a session for one target. */
export const connectToChromium = async (address: string) => {
  const socket = new WebSocket(address)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true })
    socket.addEventListener('error', () => reject(new Error(`no connection to Chromium at ${address}`)), { once: true })
  })
  let lastId = 0
  const waiting = new Map<
    number,
    { resolve: (result: Params) => void; reject: (error: Error) => void; method: string }
  >()
  const sessions = new Map<string, CdpSession>()

  const sender = (sessionId: string | undefined) => (method: string, params: Params) =>
    new Promise<Params>((resolve, reject) => {
      const id = (lastId += 1)
      waiting.set(id, { resolve, reject, method })
      socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }))
    })
  const root = new CdpSession(sender(undefined))

  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    if (answer.method) {
      const session = answer.sessionId ? sessions.get(answer.sessionId) : root
      session?.emit(answer.method, answer.params)
      return
    }
    const call = waiting.get(answer.id ?? 0)
    waiting.delete(answer.id ?? 0)
    if (answer.error) call?.reject(new Error(`${call.method}: ${answer.error.message}`))
    else call?.resolve(answer.result ?? {})
  })
  socket.addEventListener('close', () => {
    for (const call of waiting.values()) call.reject(new Error(`${call.method}: Chromium is gone`))
    waiting.clear()
  })

  return {
    root,
    attach: async (targetId: string): Promise<CdpSession> => {
      const { sessionId } = await root.send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
      const session = new CdpSession(sender(sessionId))
      sessions.set(sessionId, session)
      return session
    },
    close: () => socket.close(),
  }
}
export type Chromium = Awaited<ReturnType<typeof connectToChromium>>
