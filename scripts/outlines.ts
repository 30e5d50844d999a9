// Parts of the contract that bundles get as data, to save building its schemas: the CLI sends a call before it builds
// the schemas that check the answer, and the renderer's sign-in screens use no schemas at all.
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'esbuild'
import type { Plugin as VitePlugin } from 'vite'
import { contract } from '../shared/contract/index.ts'
import { type EndpointDef, notSent } from '../shared/contract/endpoint.ts'
import { staleByEvent } from '../shared/contract/event-stale.ts'
import { about, stale, subjects } from '../shared/contract/stale.ts'

const left: ReadonlySet<string> = new Set([...notSent, 'params', 'query', 'body', 'response'])

const outlineOf = (call: EndpointDef): object => ({
  ...Object.fromEntries(Object.entries(call).filter(([field]) => !left.has(field))),
  ...(call.query && { query: true }),
  ...(call.body && { body: true }),
})

/** The calls of the contract without their schemas, noun by noun, as JSON texts: a program parses those of the nouns that it asks. */
const outlines = (): Array<[noun: string, json: string]> =>
  Object.entries(contract).map(([noun, calls]) => [
    noun,
    JSON.stringify(
      Object.fromEntries(
        Object.entries(calls as Record<string, EndpointDef>).map(([name, call]) => [name, outlineOf(call)]),
      ),
    ),
  ])

const NOUNS = fileURLToPath(new URL('../shared/contract/nouns.generated.ts', import.meta.url))

/** The file of each noun of the contract. */
const filesOfNouns = (): ReadonlyMap<string, string> => {
  const imports = readFileSync(NOUNS, 'utf8').matchAll(/^import \{ ([\w, ]+) \} from '(\.\/[\w-]+\.ts)'$/gm)
  return new Map([...imports].flatMap(([, names = '', file = '']) => names.split(', ').map((name) => [name, file])))
}

/** A module in place of shared/contract/by-noun.ts: it builds only the schemas of the nouns in use. */
export const byNounModule = (): string => {
  const files = filesOfNouns()
  const nouns = Object.keys(contract).map((noun) => {
    const file = files.get(noun)
    if (!file) throw new Error(`No file of the contract is known to have ${noun}.`)
    return `${noun}: async () => (await import('${file}')).${noun}`
  })
  const lines = outlines().map(([noun, json]) => `${noun}: ${JSON.stringify(json)}`)
  return `export const contractByNoun = {\n${nouns.join(',\n')}\n}
const outlines = {\n${lines.join(',\n')}\n}
export const outlinesOf = async (noun) => JSON.parse(outlines[noun])\n`
}

/** Puts that module into a bundle. */
export const callsByOutline: Plugin = {
  name: 'calls-by-outline',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]shared[\\/]contract[\\/]by-noun\.ts$/ }, ({ path }) => ({
      contents: byNounModule(),
      resolveDir: dirname(path),
      loader: 'js',
    }))
  },
}

/** A module in the place of shared/contract/stale.ts, which loads no contract. */
export const staleModule = (): string =>
  Object.entries({ stale, about, subjects })
    .map(([name, list]) => `export const ${name} = ${JSON.stringify(list)}\n`)
    .join('')

/** The same for shared/contract/event-stale.ts. */
export const eventStaleModule = (): string => `export const staleByEvent = ${JSON.stringify(staleByEvent)}\n`

/** Puts these modules into the renderer's bundles. */
export const viteStale: VitePlugin = {
  name: 'stale-as-data',
  enforce: 'pre',
  apply: 'build',
  load: (id) => {
    const [, name] = /[\\/]shared[\\/]contract[\\/](stale|event-stale)\.ts$/.exec(id) ?? []
    if (name === undefined) return null
    return name === 'stale' ? staleModule() : eventStaleModule()
  },
}
