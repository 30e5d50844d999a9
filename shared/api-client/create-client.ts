import { type Contract, contract, type EndpointDef } from '../contract/index.ts'
import { type Api, callOf, type Hooks } from './client-call.ts'
import { readerOf } from './read-answer.ts'
import type { Transport } from './transport.ts'

/**
 * The typed client over a transport, the same in the renderer, the desktop's main process and tests. Every failure is an ApiError.
 */
export const createClient = (send: Transport, onError?: Hooks['onError'], onLeftOut?: Hooks['onLeftOut']): Api => {
  const made = (operation: string, outline: EndpointDef) => {
    const reader = Promise.resolve(readerOf(operation, outline, onLeftOut))
    return callOf(send, onError, { operation, outline, reader: () => reader })
  }
  return Object.fromEntries(
    Object.entries(contract as Contract).map(([group, calls]) => [
      group,
      Object.fromEntries(
        Object.entries(calls)
          .filter(([, { transfer }]) => transfer !== 'stream')
          .map(([name, endpoint]) => [name, made(`${group}.${name}`, endpoint)]),
      ),
    ]),
  ) as unknown as Api
}
