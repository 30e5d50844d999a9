import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { arch, pid, version } from 'node:process'
import { Script } from 'node:vm'
import * as zlib from 'node:zlib'

/** Milliseconds after which the code that was kept for another build or another Node is deleted: 30 days. */
const FORGOTTEN_AFTER_MS = 30 * 86_400_000

type Where = {
  file: string
  /** A hash of the file: kept code says of its source only how long it was. */
  hash: string
  /** The folder in which compiled code is kept; null for none. */
  folder: string | null
  /** The word of the command, which decides what of the file runs. */
  command: string | undefined
}

/**
 * Requires a file with V8's compiled code from an earlier run of the same command. Node's compile cache keeps only what
 * is compiled when a file is read, and most code is compiled when it runs. Call `keep` after the work to save that
 * code; if it cannot, the next start compiles again.
 */
export const requireKept = ({ file, hash, folder, command }: Where): { exports: unknown; keep: () => void } => {
  // What was typed becomes the name of a file only if it looks like a command.
  const kept =
    folder !== null && command && /^[a-z][a-z-]{0,30}$/.test(command)
      ? join(folder, `${hash}-${version}-${arch}`, command)
      : undefined
  const cachedData = kept === undefined ? undefined : codeIn(kept)
  const source = readFileSync(file, 'utf8')
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: file,
    ...(cachedData && { cachedData }),
  })
  const module = { exports: {} }
  const run = script.runInThisContext() as (...words: unknown[]) => void
  run(module.exports, createRequire(file), module, file, dirname(file))
  const isGood = cachedData !== undefined && script.cachedDataRejected === false
  return {
    exports: module.exports,
    keep: () => {
      if (kept !== undefined && !isGood) write(kept, script.createCachedData())
    },
  }
}

/** The bytes of a check sum, which precedes the code: V8 itself looks at no more than the code's length. */
const SUM_BYTES = 4
/**
 * A CRC-32, which detects damage. Forgery is ruled out by the file's owner (`isOwn`), so a cryptographic hash is not
 * needed; its modules would cost each start 4 ms.
 */
const sumOf = (code: Buffer): Buffer => {
  const sum = Buffer.alloc(SUM_BYTES)
  sum.writeUInt32BE(zlib.crc32(code))
  return sum
}

/** The code that was kept, if it is whole, and nobody else can have put it there. */
const codeIn = (path: string): Buffer | undefined => {
  try {
    if (![path, dirname(path)].every(isOwn)) return undefined
    const kept = readFileSync(path)
    const code = kept.subarray(SUM_BYTES)
    return sumOf(code).equals(kept.subarray(0, SUM_BYTES)) ? code : undefined
  } catch {
    return undefined
  }
}

/**
 * Whether a file or folder is this person's and only they may write it. Windows protects a person's folders by itself.
 */
const isOwn = (path: string): boolean => {
  const user = process.getuid?.()
  if (user === undefined) return true
  const { uid, mode } = lstatSync(path)
  return uid === user && (mode & 0o022) === 0
}

const write = (path: string, code: Buffer): void => {
  const own = dirname(path)
  const half = `${path}.${pid}`
  try {
    mkdirSync(own, { recursive: true, mode: 0o700 })
    // Another start of the program must never read half of it.
    writeFileSync(half, Buffer.concat([sumOf(code), code]), { mode: 0o600, flag: 'wx', flush: true })
    renameSync(half, path)
    forgetOthers(own)
  } catch {
    // The folder may be read-only or full, which does not concern the person who runs a command.
    if (existsSync(half)) rmSync(half)
  }
}

const forgetOthers = (own: string): void => {
  for (const name of readdirSync(dirname(own))) {
    const other = join(dirname(own), name)
    if (other !== own && Date.now() - statSync(other).mtimeMs > FORGOTTEN_AFTER_MS) rmSync(other, { recursive: true })
  }
}
