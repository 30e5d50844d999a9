import { z } from 'zod'
import { type EndpointDef, operations } from '#shared/contract/index.ts'
import type { TestApp } from './server.ts'

/** The values that each field of a query is tried with: each of an enum, the word for a search; all else is left out. */
const valuesOf = (name: string, field: z.core.JSONSchema.BaseSchema, word: string): string[] => {
  if (field.enum) return field.enum.map(String)
  return ['q', 'query', 'search', 'usernames'].includes(name) ? [word] : []
}
const queriesOf = ({ query }: EndpointDef, word: string): Record<string, string>[] => {
  const { properties = {} } = query ? z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) : {}
  return Object.entries(properties).reduce<Record<string, string>[]>(
    (all, [name, field]) => {
      const values = typeof field === 'object' ? valuesOf(name, field, word) : []
      return values.length === 0 ? all : all.flatMap((one) => values.map((value) => ({ ...one, [name]: value })))
    },
    [{}],
  )
}

export type KnownNames = { ids: readonly string[]; usernames: readonly string[] }
/** The addresses of a call, with each of the IDs in place of each parameter that names a thing. */
const addressesOf = ({ path }: EndpointDef, { ids, usernames }: KnownNames, word: string): string[] =>
  (path.match(/:\w+/g) ?? []).reduce<string[]>(
    (all, name) => {
      const values = /username$/.test(name) ? usernames : /query/.test(name) ? [word] : /id$/i.test(name) ? ids : ['1'] // prettier-ignore
      return all.flatMap((one) => values.map((value) => one.replace(name, value)))
    },
    [path],
  )

const reads = operations.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.transfer !== 'stream')

/** For each of the words the reads of the contract, of everything that is named, whose answers to this person hold it. */
export const readsOfWords = async (
  { app }: Pick<TestApp, 'app'>,
  accessToken: string,
  { words, searched }: { words: readonly string[]; searched: string },
  named: KnownNames,
): Promise<Map<string, string[]>> => {
  const found = new Map(words.map((word) => [word, new Set<string>()]))
  for (const { operation, endpoint } of reads)
    for (const address of addressesOf(endpoint, named, searched)) {
      const headers = { authorization: `Bearer ${accessToken}` }
      const answers = await Promise.all(
        queriesOf(endpoint, searched).map((query) => app.inject({ url: `/api${address}`, query, headers })),
      )
      // A refusal repeats what was searched for.
      const texts = answers.filter(({ statusCode }) => statusCode < 400).map(({ body }) => body)
      for (const [word, held] of found) if (texts.some((text) => text.includes(word))) held.add(operation)
    }
  return new Map([...found].map(([word, held]) => [word, [...held]]))
}

/** The same of one word, which is also what is searched for. */
export const readsThatHold = async (
  server: Pick<TestApp, 'app'>,
  accessToken: string,
  word: string,
  named: KnownNames,
): Promise<string[]> =>
  (await readsOfWords(server, accessToken, { words: [word], searched: word }, named)).get(word) ?? []
