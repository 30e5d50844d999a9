import { Readable } from 'node:stream'

/** Opens an answer of text/event-stream. */
export const openStream = () => {
  const readable = new Readable({ read: () => {} })
  // A client that hangs up in the middle is no fault.
  readable.on('error', () => {})
  return readable
}
