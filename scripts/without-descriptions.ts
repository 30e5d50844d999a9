// Strips the descriptions of the contract's fields, which only the server's API reference needs, and most of what a
// call states beside its schemas. Clients would carry much text, and zod would build each described schema twice at
// every start.
import ts from 'typescript'
import type { Plugin as VitePlugin } from 'vite'
import { notSent } from '../shared/contract/endpoint.ts'

/** The modules of the contract. */
export const CONTRACT = /[\\/]shared[\\/]contract[\\/][\w-]+\.ts$/

/** Whether this is a field of a call that no client needs. */
const isNotSent = (node: ts.Node): boolean =>
  ts.isPropertyAssignment(node) &&
  ts.isIdentifier(node.name) &&
  (notSent as readonly string[]).includes(node.name.text) &&
  ts.isCallExpression(node.parent.parent) &&
  ts.isIdentifier(node.parent.parent.expression) &&
  node.parent.parent.expression.text === 'endpoint'

/** The text that describes a noun. */
const textOfNoun = (node: ts.Node): ts.Expression | undefined =>
  ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'noun'
    ? node.arguments[0]
    : undefined

/**
 * The places of all `.meta(…)` calls, from the end of the schema that each describes to the end of the call, of the texts
 * of nouns, and of the fields of calls that no client needs.
 */
const placesOf = (source: string): Array<[start: number, end: number]> => {
  const places: Array<[number, number]> = []
  const visit = (node: ts.Node): void => {
    const isDescription =
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === 'meta' &&
      node.arguments.length === 1
    if (isDescription) places.push([node.expression.expression.end, node.end])
    if (isNotSent(node)) {
      const end = source.startsWith(',', node.end) ? node.end + 1 : node.end
      return void places.push([node.getFullStart(), end])
    }
    const text = textOfNoun(node)
    if (text) places.push([text.getStart() + 1, text.end - 1])
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('contract.ts', source, ts.ScriptTarget.Latest, true))
  return places
}

/** A source of the contract without its calls of `.meta({…})`, each of which answers the schema that it describes, and without what no client needs of a call. */
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
