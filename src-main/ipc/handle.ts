import { ipcMain } from 'electron'
import {
  type ChannelAnswers,
  type ChannelInput,
  type ChannelName,
  channels,
  type Envelope,
} from '#shared/bridge/index.ts'

/** The parts of Electron's WebFrameMain that the gate looks at. */
export type SenderFrame = { url: string; origin: string; parent: object | null } | null

export type Handlers = {
  [C in ChannelName]: (input: ChannelInput<C>) => ChannelAnswers[C] | Promise<ChannelAnswers[C]>
}

const refused = (code: string, message: string): Envelope<never> => ({ ok: false, error: { code, message } })

/**
 * Whether the frame has exactly the page's origin, whatever its path. The origin is compared as text, because the URL
 * class knows no origin for schemes of our own.
 */
const isFrom = (frame: NonNullable<SenderFrame>, origin: string): boolean =>
  frame.origin === origin && (frame.url === origin || frame.url.startsWith(`${origin}/`))

/**
 * Decides on one message: its channel must be known, its sender our page's main frame, and its one argument valid.
 * Returns an envelope and never throws; errors go to `onFailure`, not to the page.
 */
export const createGate = (
  handlers: Handlers,
  ownOrigin: string,
  onFailure: (channel: string, error: unknown) => void,
) => {
  const known = new Set<string>(Object.keys(channels))
  return async (
    channel: string,
    frame: SenderFrame | undefined,
    args: readonly unknown[],
  ): Promise<Envelope<unknown>> => {
    if (!known.has(channel)) return refused('UNKNOWN_CHANNEL', 'There is no such channel.')
    // A frame that is already gone is refused, because it may have been anybody's.
    if (!frame || frame.parent || !isFrom(frame, ownOrigin))
      return refused('SENDER_REFUSED', 'This page may not ask that.')
    const name = channel as ChannelName
    const input = channels[name].safeParse(args[0])
    if (!input.success || args.length > 1)
      return refused('INVALID_ARGUMENTS', `What "${channel}" was given does not fit.`)
    try {
      const handler = handlers[name] as (input: unknown) => unknown
      return { ok: true, data: await handler(input.data) }
    } catch (error) {
      onFailure(channel, error)
      return refused('FAILED', 'That did not work. Please try again.')
    }
  }
}

/** Puts the gate before every channel. Nothing else in the app listens to the page. */
export const handleChannels = (gate: ReturnType<typeof createGate>): void => {
  for (const channel of Object.keys(channels))
    ipcMain.handle(channel, (event, ...args: unknown[]) => gate(channel, event.senderFrame, args))
}
