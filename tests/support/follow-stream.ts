import { once } from 'node:events'
import http from 'node:http'
import { type LiveFrame } from '#shared/contract/index.ts'
import { liveFrame, livePlace } from '#shared/contract/live.ts'

/** Follows the stream of changes as a client does, over HTTP. */
export const followStream = async (
  { origin }: { origin: string },
  token: string,
  { after, onFrame }: { after?: string | undefined; onFrame?: (frame: LiveFrame) => void } = {},
) => {
  const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`
  // A connection of its own, without an agent: fetch would open another one when this is cut off, and keep it.
  const request = http.get(`${origin}/api/events/stream${query}`, {
    agent: false,
    headers: { authorization: `Bearer ${token}` },
  })
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  request.on('error', () => undefined)
  const frames: LiveFrame[] = []
  const names: string[] = []
  const places: string[] = []
  let beats = 0
  let isOver = false
  const take = (block: string) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
    const [event, id, data] = [field('event'), field('id'), field('data')]
    if (id !== undefined) places.push(id)
    if (block.startsWith(':')) beats += 1
    if (event === undefined || data === undefined) return
    names.push(event)
    const said: unknown = JSON.parse(data)
    if (event !== 'change') return void livePlace.strict().parse(said)
    const frame = liveFrame.strict().parse(said)
    frames.push(frame)
    onFrame?.(frame)
  }
  const read = async () => {
    if (answer.statusCode !== 200) return void answer.resume()
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of answer as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      blocks.forEach(take)
    }
  }
  const reading = read()
    .catch(() => undefined)
    .finally(() => {
      isOver = true
    })
  return {
    status: answer.statusCode ?? 0,
    headers: new Headers(answer.headers as Record<string, string>),
    frames,
    /** The names of all events, in their order. */
    names,
    kinds: () => frames.map(({ kind }) => kind),
    beats: () => beats,
    /** Where a client would resume. */
    cursor: () => places.at(-1),
    isOver: () => isOver,
    close: async () => {
      request.destroy()
      await reading
    },
  }
}
