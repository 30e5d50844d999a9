// The CLI sends a call before it builds the schemas that check the answer. What it must know for that is written into its bundle.
import type { Plugin } from 'esbuild'
import { contract } from '../shared/contract/index.ts'
import { type EndpointDef, ofServer } from '../shared/contract/endpoint.ts'

const left: ReadonlySet<string> = new Set([...ofServer, 'params', 'query', 'body', 'response'])

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

/** A module in the place of shared/contract/outlines.ts, which builds no schema. */
export const outlinesModule = (): string => {
  const lines = outlines().map(([noun, json]) => `${JSON.stringify(noun)}: ${JSON.stringify(json)}`)
  return `const outlines = {\n${lines.join(',\n')}\n}
export const outlinesOf = async (noun) => JSON.parse(outlines[noun])\n`
}

/** Puts that module into a bundle. */
export const callsByOutline: Plugin = {
  name: 'calls-by-outline',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]shared[\\/]contract[\\/]outlines\.ts$/ }, () => ({
      contents: outlinesModule(),
      loader: 'js',
    }))
  },
}
