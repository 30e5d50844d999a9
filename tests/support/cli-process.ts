import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { apiBase } from '#shared/api-client/index.ts'

export type CliResult = { exitCode: number | null; stdout: string; stderr: string }

/** Signs a demo account in and returns its access token, for GUILDHALL_TOKEN. */
const accessToken = async (origin: string, emailID: string): Promise<string> => {
  const answer = await fetch(`${apiBase(origin)}/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ emailID, password: 'guildhall-demo' }),
  })
  const { accessToken } = (await answer.json()) as { accessToken: string }
  return accessToken
}

/** Runs the real CLI program against a server, without a terminal; with `account`, as that demo account. */
export const runCli = async (
  origin: string,
  args: string[],
  options: { account?: 'admin' | 'creator' | 'contributor'; input?: string } = {},
): Promise<CliResult> => {
  const program = existsSync('out/cli/index.js') ? 'out/cli/index.js' : 'cli/index.ts'
  const token = options.account && (await accessToken(origin, `${options.account}@guildhall.test`))
  const child = spawn(process.execPath, [program, '--server', origin, ...args], {
    env: { ...process.env, ...(token && { GUILDHALL_TOKEN: token }) },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  child.stdin.end(options.input ?? '')
  const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { exitCode, stdout, stderr }
}
