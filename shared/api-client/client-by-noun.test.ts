import { expect, test } from 'vitest'
import { contract } from '../contract/index.ts'
import { createClient } from './client-by-noun.ts'
import { failedReply, type Reply } from './transport.ts'

test('its calls send the endpoint, and check the answer by the schema', async () => {
  const asked: unknown[] = []
  const api = createClient(async (call, endpoint) => {
    asked.push(call, endpoint)
    return { ok: true, status: 200, data: { data: { username: 'ada', more: 1 } } }
  })
  expect(await api.users.username({})).toEqual({ data: { username: 'ada', name: '' } })
  expect(asked).toEqual([{ operation: 'users.username', input: {} }, contract.users.username])
  const wrong = createClient(async () => ({ ok: true, status: 200, data: { data: 7 } }))
  await expect(wrong.users.username({})).rejects.toMatchObject({ code: 'BAD_ANSWER' })
})

test('a call that the contract does not have, and the stream, are none', async () => {
  const api = createClient(async () => failedReply(0, 'NETWORK')) as unknown as Record<
    string,
    Record<string, (input: object) => Promise<unknown>>
  >
  for (const [noun, name] of [
    ['users', 'toString'],
    ['users', 'nothing'],
    ['events', 'stream'],
  ] as const)
    await expect(api[noun]?.[name]?.({})).rejects.toThrow(`There is no call ${noun}.${name}.`)
})

test('schemas are built once the request has left, while its answer is awaited', async () => {
  const order: string[] = []
  const beforeSchemas = async () => void order.push('schemas are built')
  const api = createClient(
    async (_, __, { onSent } = {}) => {
      order.push('sent')
      onSent?.()
      await Promise.resolve()
      order.push('answered')
      return { ok: true, status: 200, data: { data: { username: 'ada' } } }
    },
    { beforeSchemas },
  )
  await api.users.username({})
  expect(order).toEqual(['sent', 'schemas are built', 'answered'])
})

test('schemas that cannot be read fail the call, and nothing else', async () => {
  const beforeSchemas = () => Promise.reject(new Error('The disk is gone.'))
  const answering = (reply: Reply) =>
    createClient(
      async (_, __, { onSent } = {}) => {
        onSent?.()
        return reply
      },
      { beforeSchemas },
    )
  await expect(answering({ ok: true, status: 200, data: {} }).users.username({})).rejects.toThrow('The disk is gone.')
  await expect(answering(failedReply(0, 'NETWORK')).users.username({})).rejects.toMatchObject({ code: 'NETWORK' })
})
