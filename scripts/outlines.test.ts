import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import type { contractByNoun, outlinesOf } from '../shared/contract/by-noun.ts'
import { contract, type EndpointDef, notSent, operations } from '../shared/contract/index.ts'
import { staleByEvent } from '../shared/contract/event-stale.ts'
import { about, stale, subjects } from '../shared/contract/stale.ts'
import { byNounModule, eventStaleModule, staleModule } from './outlines.ts'

type ByNoun = { contractByNoun: typeof contractByNoun; outlinesOf: typeof outlinesOf }
type Noun = keyof typeof contract

const CONTRACT = join(import.meta.dirname, '../shared/contract')
/** The module as the CLI's bundle has it, with the contract's own files behind it. */
const bundled = async (): Promise<ByNoun> => {
  const source = byNounModule().replaceAll(/import\('\.\/([^']+)'\)/g, (_, file: string) => {
    const url = pathToFileURL(join(CONTRACT, file)).href
    return `import(${JSON.stringify(url)})`
  })
  return (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as ByNoun
}

test('the list of calls in the CLI says of each call what is needed to send it', async () => {
  const made = await bundled()
  for (const { operation, endpoint } of operations) {
    const [noun = '', name = ''] = operation.split('.')
    const outline = (await made.outlinesOf(noun as Noun))[name]
    const { params: _, response: __, query, body, ...rest } = endpoint
    for (const field of notSent) delete (rest as Record<string, unknown>)[field]
    const takes = { ...(query && { query: true }), ...(body && { body: true }) }
    expect(outline, operation).toEqual({ ...rest, ...takes })
  }
})

test('read noun by noun, the contract is the whole contract', async () => {
  const made = await bundled()
  expect(Object.keys(made.contractByNoun)).toEqual(Object.keys(contract))
  for (const [noun, calls] of Object.entries(contract)) {
    const read = Object.entries(await made.contractByNoun[noun as Noun]())
    const pathOf = ([name, { method, path }]: [string, EndpointDef]) => `${name}: ${method} ${path}`
    expect(read.map(pathOf), noun).toEqual(Object.entries(calls).map(pathOf))
  }
})

test('the lists of stale reads in the renderer are those of the contract', async () => {
  const made = async (source: string) => ({
    ...((await import(`data:text/javascript,${encodeURIComponent(source)}`)) as object),
  })
  expect(await made(staleModule())).toEqual({ stale, about, subjects })
  expect(await made(eventStaleModule())).toEqual({ staleByEvent })
})
