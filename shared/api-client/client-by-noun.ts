import { contractByNoun, outlinesOf } from '../contract/by-noun.ts'
import type { EndpointDef } from '../contract/index.ts'
import { type Api, callOf, type Hooks } from './client-call.ts'
import type { ReadAnswer } from './read-answer.ts'
import type { Transport } from './transport.ts'

type Noun = keyof typeof contractByNoun
/** `beforeSchemas` is awaited before schemas are built. */
type LateHooks = Hooks & { beforeSchemas?: () => Promise<void> }

/**
 * The same client for a program that makes a call or two and ends. It sends a call by its outline, and loads the
 * contract of the call's noun while the request is under way. A call missing from the contract is a TypeError when
 * made; with `createClient` of create-client.ts it is one at once.
 */
export const createClient = (send: Transport, { onError, onLeftOut, beforeSchemas }: LateHooks = {}): Api => {
  const readerFor = async (noun: Noun, name: string): Promise<ReadAnswer> => {
    await beforeSchemas?.()
    const [{ readerOf }, calls] = await Promise.all([import('./read-answer.ts'), contractByNoun[noun]()])
    const endpoint = (calls as Readonly<Record<string, EndpointDef>>)[name]
    if (!endpoint) throw new TypeError(`The contract has no call ${noun}.${name}.`)
    return readerOf(`${noun}.${name}`, endpoint, onLeftOut)
  }
  const callsOf = (noun: Noun): object => {
    const callNamed =
      (name: string): ReturnType<typeof callOf> =>
      async (input, options) => {
        const calls = await outlinesOf(noun)
        const outline = Object.hasOwn(calls, name) ? calls[name] : undefined
        if (!outline || outline.transfer === 'stream') throw new TypeError(`There is no call ${noun}.${name}.`)
        let reading: Promise<ReadAnswer> | undefined
        const reader = () => (reading ??= readerFor(noun, name))
        // If reading fails, the caller that awaits the answer gets the error.
        const onSent = () => void reader().catch(() => undefined)
        return callOf(send, onError, { operation: `${noun}.${name}`, outline, reader })(input, { ...options, onSent })
      }
    // Which calls a noun has is known only once it is read; the type says it to the compiler.
    return new Proxy({}, { get: (_, name) => (typeof name === 'string' ? callNamed(name) : undefined) })
  }
  const nouns = Object.keys(contractByNoun) as Noun[]
  return Object.fromEntries(nouns.map((noun) => [noun, callsOf(noun)])) as unknown as Api
}
