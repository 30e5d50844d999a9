import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '#shared/contract/index.ts'
import { createUser } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/server.ts'

let server: TestApp
let folder: string
beforeAll(async () => {
  server = await startTestApp()
  folder = await mkdtemp(join(tmpdir(), 'guildhall-client-'))
  await createClient({
    input: (await server.app.inject('/openapi.json')).json<Record<string, unknown>>(),
    output: { path: join(folder, 'client') },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent' },
  })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** A program that somebody would write who knows only the OpenAPI document. */
const program = `
import { authLogin, filesUpload, projectsGet, tasksCreate, usersUsername } from './client'
import type { Project, Task, TokenPair } from './client'

export const use = async (projectID: string): Promise<string> => {
  const signedIn = await authLogin({ body: { emailID: 'ada@example.org', password: 'correct horse' } })
  if (!signedIn.data) return signedIn.error.message
  if ('challenge' in signedIn.data) return signedIn.data.challengeEndsAt
  const pair: TokenPair = signedIn.data
  const auth = () => pair.accessToken
  const found = await projectsGet({ auth, path: { id: projectID } })
  if (found.error) return found.error.code
  const project: Project = found.data.data
  const role: 'owner' | 'admin' | 'member' | null = project.role
  const made = await tasksCreate({ auth, body: { projectID, title: 'Map the park', description: String(role) } })
  const task: Task | undefined = made.data?.data
  await filesUpload({ auth, path: { id: projectID }, body: { file: new Blob(['map']) } })
  const own = await usersUsername({ auth })
  return [task?.title, own.data?.data.username].join()
}
`
const wrong = `
import { projectsGet, tasksCreate } from './client'
export const withoutID = projectsGet({ path: {} })
export const withoutTitle = tasksCreate({ body: { projectID: 'x', description: 'y' } })
`

const faultsOf = (...names: string[]): string[] => {
  const compiled = ts.createProgram(
    names.map((name) => join(folder, name)),
    {
      strict: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: [],
    },
  )
  return ts
    .getPreEmitDiagnostics(compiled)
    .map(({ file, messageText }) => `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`)
}

test('a client generated from /openapi.json compiles, and so does a program that uses it', async () => {
  await writeFile(join(folder, 'program.ts'), program)
  await writeFile(join(folder, 'wrong.ts'), wrong)
  expect(faultsOf('program.ts')).toEqual([])
  // The generated types are strict: the compiler misses the fields that the contract demands.
  expect(faultsOf('wrong.ts').map((fault) => /'(id|title)'/.exec(fault)?.[1])).toEqual(['id', 'title'])
}, 60_000)

test('the generated client has every call, and calls the server', async () => {
  const { accessToken, user } = await createUser(server)
  const client = (await import(/* @vite-ignore */ join(folder, 'client', 'index.ts'))) as Record<string, unknown>
  for (const { operation } of operations) {
    const name = operation.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase())
    expect(client[name], operation).toBeTypeOf('function')
  }
  const usersUsername = client['usersUsername'] as (options: object) => Promise<{ data?: unknown; error?: unknown }>
  expect(await usersUsername({ auth: () => accessToken })).toMatchObject({
    data: { data: { username: user.username } },
  })
  expect(await usersUsername({})).toMatchObject({ error: { code: 'NOT_AUTHENTICATED' } })
})
