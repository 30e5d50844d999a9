import { expect, test } from 'vitest'
import {
  apiBase,
  axiosTransport,
  createClient,
  type DownloadedFile,
  isApiError,
  memoryTokenStore,
  type Progress,
  withSession,
} from '#shared/api-client/index.ts'
import { contract, FILE_MAX_BYTES } from '#shared/contract/index.ts'
import { createProject, createUser } from '../support/factories.ts'
import { testApp } from '../support/server.ts'

const server = testApp({ keepsFiles: true })

/** A project's owner with a client like a program's: a session layer over HTTP. */
const owner = async () => {
  const { user, accessToken, refreshToken } = await createUser(server)
  const { id } = await createProject(server, user.id)
  const store = memoryTokenStore({ accessToken, refreshToken, userID: user.id })
  const send = withSession(axiosTransport({ baseURL: () => apiBase(server.origin) }), { store })
  return { params: { id }, store, send, api: createClient(send).files }
}
type Owner = Awaited<ReturnType<typeof owner>>
const bytesOf = async ({ params, send }: Owner, fileId: string, onProgress?: (progress: Progress) => void) => {
  const input = { params: { ...params, fileId } }
  const reply = await send({ operation: 'files.download', input }, contract.files.download, { onProgress })
  if (!reply.ok) throw new Error(reply.error.message)
  return (reply.data as DownloadedFile).bytes
}
const failureOf = async (call: Promise<unknown>) => {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!isApiError(error)) throw new Error('the call did not fail as a call')
  return error
}

test('a file of 25 MB goes up and comes back as it was, and upload and download report their progress', async () => {
  const one = await owner()
  const content = new Uint8Array(FILE_MAX_BYTES)
  for (let at = 0; at < content.length; at += 65_536) crypto.getRandomValues(content.subarray(at, at + 65_536))
  const up: Progress[] = []
  const { data } = await one.api.upload(
    { params: one.params },
    { file: new File([content], 'План "A" 計画.bin'), onProgress: (progress) => up.push(progress) },
  )
  expect(data).toMatchObject({ name: 'План _A_ 計画.bin', size: FILE_MAX_BYTES })
  const down: Progress[] = []
  const bytes = await bytesOf(one, data.id, (progress) => down.push(progress))
  expect(Buffer.from(bytes).equals(Buffer.from(content))).toBe(true)
  for (const seen of [up, down]) {
    expect(seen.length).toBeGreaterThan(0)
    const last = seen.at(-1)
    expect(last?.loaded).toBe(last?.total)
    expect(seen.map(({ loaded }) => loaded)).toEqual(seen.map(({ loaded }) => loaded).toSorted((a, b) => a - b))
  }
})

test('an upload with an expired token refreshes the token once, and the whole file is sent again', async () => {
  const one = await owner()
  const { accessToken, ...rest } = (await one.store.read())!
  await one.store.write({ ...rest, accessToken: `${accessToken.slice(0, -4)}AAAA` })
  const content = new Uint8Array(5_000_000).fill(7)
  const { data } = await one.api.upload({ params: one.params }, { file: new File([content], 'seven.bin') })
  expect(Buffer.from(await bytesOf(one, data.id)).equals(Buffer.from(content))).toBe(true)
  expect((await one.store.read())?.refreshToken).not.toBe(rest.refreshToken)
})

test('a refusal is the server’s message, for an upload and for a download', async () => {
  const one = await owner()
  const upload = (size: number) =>
    one.api.upload({ params: one.params }, { file: new File([new Uint8Array(size)], 'x.bin') })
  expect(await failureOf(upload(FILE_MAX_BYTES + 1))).toMatchObject({
    status: 413,
    message: 'A file has at most 25 MB.',
  })
  expect(await failureOf(upload(0))).toMatchObject({ status: 422, message: 'The file is empty.' })
  const missing = { params: { ...one.params, fileId: crypto.randomUUID() } }
  expect(await failureOf(one.api.download(missing, { saveAs: 'x' }))).toMatchObject({
    status: 404,
    code: 'NOT_FOUND',
    message: 'There is no such file.',
  })
})

test('a cancelled upload ends at once and leaves no file', async () => {
  const one = await owner()
  const controller = new AbortController()
  const file = new File([new Uint8Array(FILE_MAX_BYTES)], 'x.bin')
  const sent = failureOf(
    one.api.upload({ params: one.params }, { file, signal: controller.signal, onProgress: () => controller.abort() }),
  )
  expect(await sent).toMatchObject({ status: 0, code: 'CANCELLED' })
  const { data } = await one.api.list({ params: one.params, query: {} })
  expect(data).toEqual([])
})
