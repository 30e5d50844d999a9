type Schemas = Record<string, unknown>
type Document = { components?: { schemas?: Schemas } }

const PREFIX = '#/components/schemas/'
const INPUT = 'Input'

/**
 * Keeps only the shared schemas that the document refers to. The generator writes each as input and output
 * (`TaskInput`, `Task`); when only one is used, or both are equal, one stays, under the plain name.
 */
export const tidyComponents = <D extends Document>(document: D): D => {
  const all = document.components?.schemas ?? {}
  const used = referredFrom(document, all)
  const renamed = [...used].filter((name) => {
    const plain = name.slice(0, -INPUT.length)
    if (!name.endsWith(INPUT) || !Object.hasOwn(all, plain)) return false
    return !used.has(plain) || JSON.stringify(all[name]).replaceAll(`${INPUT}"`, '"') === JSON.stringify(all[plain])
  })
  let text = JSON.stringify({
    ...document,
    components: {
      ...document.components,
      schemas: Object.fromEntries(
        [...used]
          .map((name) => [renamed.includes(name) ? name.slice(0, -INPUT.length) : name, all[name]] as const)
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    },
  })
  for (const name of renamed) text = text.replaceAll(`"${PREFIX}${name}"`, `"${PREFIX}${name.slice(0, -INPUT.length)}"`)
  return JSON.parse(text) as D
}

/** The names of the schemas that the rest of the document refers to, and of those that these refer to. */
const referredFrom = (document: Document, schemas: Schemas): Set<string> => {
  const { components, ...rest } = document
  const found = new Set<string>()
  const look = (value: unknown) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      if (!found.has(name)) {
        found.add(name)
        look(schemas[name] ?? null)
      }
  }
  look(rest)
  look({ ...components, schemas: {} })
  return found
}
