import { createHash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'

export type SecondStart = { argv: string[]; cwd: string; additionalData: unknown }

/** The socket of a userData folder. Its name is a hash, because a socket's path must be short. */
const socketOf = (userData: string): string =>
  join(tmpdir(), `stand-in-${createHash('sha256').update(userData).digest('hex').slice(0, 24)}.sock`)

/**
 * Makes the process the only owner of its userData folder. The first process gets true and hears of later starts; a later process hands its
 * arguments over and gets false. Electron answers synchronously, so a child process asks, for whose end this one can wait.
 */
export const takeInstanceLock = (userData: string, start: SecondStart, onSecond: (second: SecondStart) => void) => {
  const socket = socketOf(userData)
  if (handOver(socket, start)) return false
  mkdirSync(userData, { recursive: true })
  rmSync(socket, { force: true })
  const server: Server = createServer((connection) => {
    let text = ''
    connection.on('data', (chunk) => (text += chunk.toString()))
    connection.on('end', () => {
      connection.end()
      if (text) onSecond(JSON.parse(text) as SecondStart)
    })
  })
  server.listen(socket)
  server.unref()
  process.on('exit', () => rmSync(socket, { force: true }))
  return true
}

const handOver = (socket: string, start: SecondStart): boolean => {
  try {
    execFileSync(process.execPath, [import.meta.filename, socket], { input: JSON.stringify(start), stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}

if (process.argv[1] === import.meta.filename) {
  const connection = connect({ path: process.argv[2] ?? '', allowHalfOpen: true })
  connection.on('error', () => process.exit(1))
  connection.on('connect', () => process.stdin.pipe(connection))
  connection.resume()
  connection.on('end', () => process.exit(0))
}
