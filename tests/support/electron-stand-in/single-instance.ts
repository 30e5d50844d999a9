import { createHash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'

export type SecondStart = { argv: string[]; cwd: string; additionalData: unknown }

/** A socket name is short whatever the path of userData is. */
const socketOf = (userData: string): string =>
  join(tmpdir(), `stand-in-${createHash('sha256').update(userData).digest('hex').slice(0, 24)}.sock`)

/**
 * One owner for each userData folder. The first gets true and is told of later starts; a later one hands over what it
 * was started with and gets false. The answer is needed at once, so the question is asked by a process of its own.
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
