import { execFile, execFileSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** Every file of the checkout that git tracks, or that it would add. */
export const ownFiles = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && existsSync(path))

const configs =
  /^(package\.json|eslint\.config\.js|\.oxlintrc\.json|knip\.json|tsconfig.*\.json|\.dependency-cruiser\.cjs|\.prettier.*)$/
const code = /^(shared|server|src-main|src-preload|src-renderer|cli|scripts|tests)\/.*\.(tsx?|mjs|cjs|js|json)$/

/**
 * Copies the checkout with its real rules; a test can plant files in the copy that break a rule. Tools run in the copy with the real
 * packages. Call `remove()` in afterAll.
 */
export const plantedCheckout = () => {
  const root = mkdtempSync(join(tmpdir(), 'guildhall-planted-'))
  for (const path of ownFiles().filter((path) => configs.test(path) || code.test(path) || !path.includes('/'))) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    copyFileSync(path, join(root, path))
  }
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  return {
    root,
    plant: (path: string, text: string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    },
    append: (path: string, text: string) => appendFileSync(join(root, path), text),
    /** Runs a tool of node_modules/.bin in the copy, and returns its exit code and output. */
    run: (tool: string, ...args: string[]) =>
      new Promise<{ exitCode: number; stdout: string; stderr: string }>((done) => {
        const program = join(root, 'node_modules/.bin', tool)
        execFile(program, args, { cwd: root, maxBuffer: 256 * 2 ** 20 }, (error, stdout, stderr) =>
          done({ exitCode: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
        )
      }),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
