import { contractByNoun } from '../contract/by-noun.ts'
import type { EndpointDef } from '../contract/index.ts'
import { type Api, callOf, type Hooks } from './client-call.ts'
import type { Transport } from './transport.ts'

/**
 * The same client for a program that makes a call or two and ends: it reads the contract of a noun when that noun is first asked. A
 * call that the contract does not have is a TypeError when it is made, as it is at once with `createClient`.
 */
export const createClient = (send: Transport, hooks: Hooks = {}): Api => {
  const callsOf = (group: string, load: () => Promise<object>): object => {
    const callNamed =
      (name: string): ReturnType<typeof callOf> =>
      async (...call) => {
        const calls = (await load()) as Readonly<Record<string, EndpointDef>>
        const endpoint = Object.hasOwn(calls, name) ? calls[name] : undefined
        if (!endpoint || endpoint.transfer === 'stream') throw new TypeError(`There is no call ${group}.${name}.`)
        return callOf(send, hooks, `${group}.${name}`, endpoint)(...call)
      }
    // Which calls a noun has is known only once it is read; the type says it to the compiler.
    return new Proxy({}, { get: (_, name) => (typeof name === 'string' ? callNamed(name) : undefined) })
  }
  return Object.fromEntries(
    Object.entries(contractByNoun).map(([group, load]) => [group, callsOf(group, load)]),
  ) as unknown as Api
}
