import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OpenStream, StreamEvent } from '#shared/api-client/event-stream.ts'
import { shareStream } from './shared-stream.ts'

// jsdom has neither locks nor channels; these do what a browser does, for "tabs" of one page.
const channels = new Map<string, Set<Channel>>()
class Channel {
  onmessage: ((event: { data: unknown }) => void) | null = null
  private readonly name: string
  constructor(name: string) {
    this.name = name
    channels.set(name, (channels.get(name) ?? new Set()).add(this))
  }
  postMessage(data: unknown) {
    for (const other of channels.get(this.name) ?? []) if (other !== this) other.onmessage?.({ data })
  }
  close() {
    channels.get(this.name)?.delete(this)
  }
}
const lockManager = () => {
  const waiting: Array<() => Promise<void>> = []
  let isHeld = false
  const next = async () => {
    const work = isHeld ? undefined : waiting.shift()
    if (!work) return
    isHeld = true
    await work()
    isHeld = false
    void next()
  }
  return {
    request: (_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) =>
      new Promise<void>((resolve, reject) => {
        const turn = async () => {
          await work()
          resolve()
        }
        waiting.push(turn)
        signal.addEventListener('abort', () => {
          const place = waiting.indexOf(turn)
          if (place < 0) return
          waiting.splice(place, 1)
          reject(new Error('AbortError'))
        })
        void next()
      }),
  }
}

type OpenedStream = {
  after: string | null
  tell: (event: StreamEvent<string>) => void
  woken: number
  isStopped: boolean
}
let opened: OpenedStream[] = []
const open = (after: string | null, tell: OpenedStream['tell']): OpenStream => {
  const one: OpenedStream = { after, tell, woken: 0, isStopped: false }
  opened.push(one)
  return { wake: () => (one.woken += 1), stop: () => (one.isStopped = true) }
}
const tab = () => {
  const events: Array<StreamEvent<string>> = []
  const stream = shareStream<string>({ name: 'live ada', open, onEvent: (event) => events.push(event) })
  return { ...stream, events, frames: () => events.flatMap((event) => (event.type === 'frame' ? [event.frame] : [])) }
}
const frame = (say: string, cursor: string): StreamEvent<string> => ({ type: 'frame', frame: say, cursor })
const live = (cursor: string): StreamEvent<string> => ({ type: 'state', state: 'live', cursor })

beforeEach(() => {
  opened = []
  channels.clear()
  vi.stubGlobal('BroadcastChannel', Channel)
  Object.defineProperty(navigator, 'locks', { configurable: true, value: lockManager() })
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'locks')
})

test('[LIVE-02] several tabs share one stream; each hears every frame once', () => {
  const tabs = [tab(), tab(), tab()]
  expect(opened).toHaveLength(1)
  opened[0]?.tell(live('c0'))
  opened[0]?.tell(frame('a', 'c1'))
  for (const { frames } of tabs) expect(frames()).toEqual(['a'])
})

test('[LIVE-02] a tab that opens later learns that the stream is live, and hears the next frame', () => {
  tab()
  opened[0]?.tell(live('c0'))
  opened[0]?.tell(frame('a', 'c1'))
  const late = tab()
  expect(late.events).toEqual([live('c1')])
  opened[0]?.tell(frame('b', 'c2'))
  expect(late.frames()).toEqual(['b'])
})

test('[LIVE-02] when the leading tab closes, another opens the stream at the last cursor it heard; one alone does', async () => {
  const [first, second, third] = [tab(), tab(), tab()]
  opened[0]?.tell(live('c0'))
  opened[0]?.tell(frame('a', 'c1'))
  first.stop()
  await vi.waitFor(() => expect(opened).toHaveLength(2))
  expect(opened[0]?.isStopped).toBe(true)
  expect(opened[1]?.after).toBe('c1')
  opened[1]?.tell(frame('b', 'c2'))
  expect([second.frames(), third.frames()]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
  expect(first.frames()).toEqual(['a'])
})

test('[LIVE-02] a tab that closes while it waits never leads', async () => {
  const [first, second, third] = [tab(), tab(), tab()]
  second.stop()
  first.stop()
  await vi.waitFor(() => expect(opened).toHaveLength(2))
  opened[1]?.tell(frame('b', 'c2'))
  expect([second.frames(), third.frames()]).toEqual([[], ['b']])
})

test('[LIVE-23] a tab that is seen again wakes the stream of the leading one', () => {
  tab()
  tab().wake()
  expect(opened[0]?.woken).toBe(1)
})

test.each([
  [
    'locks',
    () =>
      Object.defineProperty(navigator, 'locks', {
        configurable: true,
        value: { request: () => Promise.reject(new DOMException('Access is denied.', 'SecurityError')) },
      }),
  ],
  [
    'channels',
    () =>
      vi.stubGlobal(
        'BroadcastChannel',
        class {
          constructor() {
            throw new DOMException('Access is denied.', 'SecurityError')
          }
        },
      ),
  ],
])('[LIVE-02] a browser that refuses the site %s gives each tab a stream of its own', async (_, refuse) => {
  refuse()
  const tabs = [tab(), tab()]
  await vi.waitFor(() => expect(opened).toHaveLength(2))
  opened[0]?.tell(frame('a', 'c1'))
  opened[1]?.tell(frame('a', 'c1'))
  for (const { frames } of tabs) expect(frames()).toEqual(['a'])
  tabs[0]?.stop()
  await Promise.resolve()
  expect(opened).toHaveLength(2)
})

test('[LIVE-02] a browser without locks gives each tab a stream of its own', () => {
  Reflect.deleteProperty(navigator, 'locks')
  tab()
  tab()
  expect(opened).toHaveLength(2)
})
