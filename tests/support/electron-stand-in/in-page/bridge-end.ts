import type { wireCodec } from './wire-codec.ts'

/**
 * One end of the connection between the page's own JavaScript world and the isolated one. The two worlds share only the document, so
 * values travel as text in events. Events are handled synchronously, so synchronous functions stay synchronous.
 * This function runs in the page as source text and may use nothing from outside its own body.
 */
export function bridgeEnd(codec: ReturnType<typeof wireCodec>, out: string, into: string) {
  type Message =
    | { kind: 'call'; call: number; id: number; args: unknown }
    | { kind: 'answer'; call: number; ok?: unknown; error?: unknown }
    | { kind: 'settle'; id: number; ok?: unknown; error?: unknown }
    | { kind: 'expose'; name: string; value: unknown }
  let last = 0
  const functions = new Map<number, (...args: unknown[]) => unknown>()
  const answers = new Map<number, Extract<Message, { kind: 'answer' }>>()
  const promises = new Map<number, { resolve: (value: unknown) => void; reject: (error: unknown) => void }>()
  const exposed: Array<(name: string, value: unknown) => void> = []

  const post = (message: Message) => document.dispatchEvent(new CustomEvent(out, { detail: JSON.stringify(message) }))

  const hooks = {
    functionOut: (value: (...args: unknown[]) => unknown) => {
      functions.set((last += 1), value)
      return last
    },
    functionIn:
      (id: unknown) =>
      (...args: unknown[]) => {
        const call = (last += 1)
        post({ kind: 'call', call, id: id as number, args: codec.encode(args, hooks) })
        const answer = answers.get(call)
        answers.delete(call)
        if (!answer) throw new Error('the other world of the stand-in did not answer')
        if (answer.error !== undefined) throw codec.decode(answer.error, hooks)
        return codec.decode(answer.ok, hooks)
      },
    promiseOut: (value: Promise<unknown>) => {
      const id = (last += 1)
      value.then(
        (ok) => post({ kind: 'settle', id, ok: codec.encode(ok, hooks) }),
        (error: unknown) => post({ kind: 'settle', id, error: codec.encode(error, hooks) }),
      )
      return id
    },
    promiseIn: (id: unknown) =>
      new Promise((resolve, reject) => {
        promises.set(id as number, { resolve, reject })
      }),
  }

  const answerTo = ({ call, id, args }: Extract<Message, { kind: 'call' }>): Message => {
    try {
      const result = functions.get(id)?.(...(codec.decode(args, hooks) as unknown[]))
      return { kind: 'answer', call, ok: codec.encode(result, hooks) }
    } catch (error) {
      return { kind: 'answer', call, error: codec.encode(error, hooks) }
    }
  }

  document.addEventListener(into, (event) => {
    const message = JSON.parse((event as CustomEvent<string>).detail) as Message
    if (message.kind === 'call') post(answerTo(message))
    if (message.kind === 'answer') answers.set(message.call, message)
    if (message.kind === 'expose')
      exposed.forEach((listener) => listener(message.name, codec.decode(message.value, hooks)))
    if (message.kind !== 'settle') return
    const waiting = promises.get(message.id)
    promises.delete(message.id)
    if (message.error === undefined) waiting?.resolve(codec.decode(message.ok, hooks))
    else waiting?.reject(codec.decode(message.error, hooks))
  })

  return {
    expose: (name: string, value: unknown) => post({ kind: 'expose', name, value: codec.encode(value, hooks) }),
    onExpose: (listener: (name: string, value: unknown) => void) => exposed.push(listener),
  }
}
