import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

/**
 * Reads which files of ours a file imports, by a relative path or by a name of package.json's `imports`. All paths are relative to the
 * root, with slashes.
 */
export const importedFiles = (root: string): ((path: string) => string[]) => {
  const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    imports: Record<string, string>
  }
  const rooms = Object.entries(imports).map(([name, folder]) => [name.slice(0, -1), folder.slice(0, -1)] as const)
  const pathOf = (from: string, name: string) => {
    if (name.startsWith('.')) return [posix.join(dirname(from), name)]
    return rooms.flatMap(([alias, folder]) =>
      name.startsWith(alias) ? [posix.join(folder, name.slice(alias.length))] : [],
    )
  }
  return (path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/(?:from|import\() ?'([.#][^']+)'/g)].flatMap(([, name = '']) =>
      pathOf(path, name),
    )
}
