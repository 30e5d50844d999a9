// What packages load at each start and our programs never use, or use late.
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

type Mend = {
  file: string
  from: string
  to: string
  /** What the file must have none of, since the new text does not know it. */ unless?: RegExp
}

/** Loads a built-in module when one of its functions is called. */
const later = (name: string, functions: string[]): string =>
  `{ ${functions.map((one) => `${one}: (...words) => require('${name}').${one}(...words)`).join(', ')} }`

const never = (what: string): string =>
  `(() => { throw new Error('The bundle has no ${what} (scripts/lean-packages.ts).') })()`

export const MENDS: readonly Mend[] = [
  {
    // It starts programs for commands that are programs of their own, which no command of ours is.
    file: 'commander/lib/command.js',
    from: "import childProcess from 'node:child_process';",
    to: `const childProcess = ${later('node:child_process', ['spawn'])};`,
    unless: /childProcess\.(?!spawn\()/,
  },
  {
    file: 'fastify/lib/server.js',
    from: "const http2 = require('node:http2')",
    to: `const http2 = ${later('node:http2', ['createServer', 'createSecureServer'])}`,
    unless: /(?<![\w.{<])http2\.(?!create(?:Secure)?Server\()/,
  },
  // Our schemas are zod's (server/plugins/zod-schemas.ts).
  {
    file: 'fastify/lib/schema-controller.js',
    from: "require('@fastify/ajv-compiler')",
    to: never('@fastify/ajv-compiler'),
  },
  {
    file: 'fastify/lib/schema-controller.js',
    from: "require('@fastify/fast-json-stringify-compiler')",
    to: never('@fastify/fast-json-stringify-compiler'),
  },
  {
    // It is asked for the trace of an exemplar only, and we have none.
    file: 'prom-client/lib/metrics/processCpuTotal.js',
    from: "const OtelApi = require('@opentelemetry/api');",
    to: 'const OtelApi = { trace: { getSpan() {} }, context: { active() {} } };',
    unless: /OtelApi\.(?!trace\.getSpan\(|context\.active\()/,
  },
]

/** A package's source with what is mended in it. Errors: one that is written another way, which ends the build. */
export const mended = (file: string, source: string): string =>
  MENDS.filter((mend) => mend.file === file).reduce((text, { from, to, unless }) => {
    const parts = text.split(from)
    if (parts.length !== 2 || unless?.test(source))
      throw new Error(`${file} is no longer as scripts/lean-packages.ts expects: ${from}`)
    return parts.join(to)
  }, source)

const nameOf = (file: string) => file.split('/')[0] ?? ''

/**
 * Puts the mended sources into a bundle. Errors: the bundle has not each mended file of `packages`, because a package
 * keeps that code somewhere else now.
 */
export const leanPackages = (packages: readonly string[]): Plugin => ({
  name: 'lean-packages',
  setup: (build) => {
    const missing = new Set(MENDS.map(({ file }) => file).filter((file) => packages.includes(nameOf(file))))
    build.onEnd(({ errors }) => ({
      errors:
        errors.length > 0
          ? []
          : [...missing].map((file) => ({
              text: `${file} is not in the bundle, though scripts/lean-packages.ts mends it.`,
            })),
    }))
    for (const file of new Set(MENDS.map((mend) => mend.file)))
      build.onLoad(
        {
          filter: new RegExp(
            `[\\\\/]node_modules[\\\\/]${file.replace(/[./]/g, (c) => (c === '.' ? '\\.' : '[\\\\/]'))}$`,
          ),
        },
        async ({ path }) => {
          missing.delete(file)
          return { contents: mended(file, await readFile(path, 'utf8')) }
        },
      )
  },
})
