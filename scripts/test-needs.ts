import { existsSync, readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { importedFiles } from './imported-files.ts'

/** What a test run needs beyond Node and the packages: the programs built, a keyring, a browser. */
export type Need = 'build' | 'keyring' | 'browser'
const everything: readonly Need[] = ['build', 'keyring', 'browser']

/** A test that is one of these files, or imports one, has the needs listed with it. All other tests need nothing prepared. */
const needsOfFile: Readonly<Record<string, readonly Need[]>> = {
  'tests/support/keyring.ts': ['keyring'],
  'tests/support/server-process.ts': ['build'],
  'tests/support/desktop-app.ts': everything,
  // This test starts the built server with only the files that the Dockerfile copies.
  'tests/deploy/samples.test.ts': ['build'],
  // This test looks for the files that the documents name, those of the desktop app too.
  'tests/docs/commands.test.ts': ['build'],
  // This test parses what is built.
  'tests/engines/built-code.test.ts': ['build'],
}
const folders = ['shared', 'server', 'cli', 'src-main', 'src-preload', 'src-renderer', 'scripts', 'tests']

/** The paths of all unit tests, relative to the root and with slashes. */
const unitTests = (root: string): string[] =>
  folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.test\.tsx?$/.test(path))
        .map((path) => join(folder, path).replaceAll('\\', '/')),
    )

/** The words by which vitest chooses files. A word behind an option may be that option's value, and does not count. */
const pathWords = (args: readonly string[]): string[] =>
  args.filter((word, at) => !word.startsWith('-') && !/^--?[\w.-]+$/.test(args[at - 1] ?? ''))

/**
 * What `npm test -- unit ARGS` needs: nothing for most paths, everything when ARGS name no path, or no file fits.
 * As in vitest, a word chooses the files whose path contains it.
 */
export const needsOfUnitTests = (root: string, args: readonly string[]): ReadonlySet<Need> => {
  const words = pathWords(args).map((word) => relative(root, resolve(root, word.replace(/:\d+$/, ''))).toLowerCase())
  const chosen = unitTests(root).filter((path) => words.some((word) => path.toLowerCase().includes(word)))
  if (chosen.length === 0) return new Set(everything)
  const importsOf = importedFiles(root)
  const files = new Set(chosen)
  // A set that grows while it is read gives what was added, too: what these files import, what those import, and so on.
  for (const path of files)
    if (existsSync(join(root, path))) for (const imported of importsOf(path)) files.add(imported)
  return new Set([...files].flatMap((path) => needsOfFile[path] ?? []))
}
