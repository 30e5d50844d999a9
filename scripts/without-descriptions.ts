// The descriptions of the contract's fields are for the API reference, which the server alone makes. In the clients they would be a
// good part of the contract's text, and each would make zod build its schema twice at every start.
import ts from 'typescript'
import type { Plugin as VitePlugin } from 'vite'

/** The modules of the contract. */
export const CONTRACT = /[\\/]shared[\\/]contract[\\/][\w-]+\.ts$/

/** The places of all `.meta(…)` calls: from the end of the schema that each describes to the end of the call. */
const placesOf = (source: string): Array<[start: number, end: number]> => {
  const places: Array<[number, number]> = []
  const visit = (node: ts.Node): void => {
    const isDescription =
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === 'meta' &&
      node.arguments.length === 1
    if (isDescription) places.push([node.expression.expression.end, node.end])
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('contract.ts', source, ts.ScriptTarget.Latest))
  return places
}

/** A source of the contract without its calls of `.meta({…})`, each of which answers the schema that it describes. */
export const withoutDescriptions = (source: string): string => {
  let text = source
  let first = Infinity
  // From the end, so that the places of the others stay as they are.
  for (const [start, end] of placesOf(source).toSorted(([a], [b]) => b - a)) {
    if (end > first) throw new Error('A description within a description is not foreseen.')
    text = text.slice(0, start) + text.slice(end)
    first = start
  }
  return text
}

/** For Vite, which builds the renderer and the desktop's main process. */
export const viteWithoutDescriptions: VitePlugin = {
  name: 'without-descriptions',
  enforce: 'pre',
  apply: 'build',
  transform: (code, id) => (CONTRACT.test(id) ? { code: withoutDescriptions(code), map: null } : null),
}
