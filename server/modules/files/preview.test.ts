import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { PREVIEW_PDF_BYTES, PREVIEW_SIDE, PREVIEW_TEXT_BYTES } from '#shared/contract/index.ts'
import { pdfOf } from '#support/pdf.ts'
import { refused } from '#support/refusal.ts'
import { startFilesServer } from '#support/files-server.ts'
import { createHeavyWork } from '#server/process/heavy-work.ts'
import { createPreviewer } from './preview.ts'

const { server, team, upload, close } = await startFilesServer()
afterAll(close)

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#15703c' } })
type Team = Awaited<ReturnType<typeof team>>
const look = async ({ params, other }: Team, fileId: string) =>
  (await other.api.preview({ params: { ...params, fileId } })).data
const sent = async (content: BlobPart, name = 'x') => {
  const made = await team()
  const { id } = await upload(made.member, made.params.id, content, { name })
  return { ...made, fileId: id }
}

test.each(['png', 'jpeg', 'webp', 'gif'] as const)(
  'a member looks at a %s, made smaller and without what else it says',
  async (type) => {
    const bytes = await drawn(2400, 1200)
      .withExif({ IFD0: { Copyright: 'SECRET PLACE' } })
      .toFormat(type)
      .toBuffer()
    const made = await sent(new Uint8Array(bytes))
    const { picture, ...rest } = await look(made, made.fileId)
    expect(rest).toEqual({ kind: 'picture', text: null, isCut: false })
    const shown = Buffer.from(picture?.split(',')[1] ?? '', 'base64')
    const { format, width, height } = await sharp(shown).metadata()
    expect({ format, width, height }).toEqual({ format: 'webp', width: PREVIEW_SIDE, height: PREVIEW_SIDE / 2 })
    expect(shown.includes('SECRET')).toBe(false)
  },
)

test('a small picture keeps its size, and one that a camera held upright stands upright', async () => {
  const made = await sent(new Uint8Array(await drawn(30, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer()))
  const { picture } = await look(made, made.fileId)
  const { width, height } = await sharp(Buffer.from(picture?.split(',')[1] ?? '', 'base64')).metadata()
  expect([width, height]).toEqual([20, 30])
})

test('a text is shown as it is; a long one is cut between two characters', async () => {
  const made = await sent('Wände, dann Türen.\n<script>alert(1)</script>')
  expect(await look(made, made.fileId)).toEqual({
    kind: 'text',
    picture: null,
    text: 'Wände, dann Türen.\n<script>alert(1)</script>',
    isCut: false,
  })
  for (const shift of ['', 'a', 'ab', 'abc']) {
    const long = await sent(`${shift}${'🐝'.repeat(PREVIEW_TEXT_BYTES / 4 + 10)}`)
    const { text, isCut } = await look(long, long.fileId)
    const whole = Math.floor((PREVIEW_TEXT_BYTES - shift.length) / 4)
    expect([isCut, text === `${shift}${'🐝'.repeat(whole)}`]).toEqual([true, true])
  }
})

test('a file of another kind, a broken and a huge picture are refused with what one can do', async () => {
  const refusal = async (content: BlobPart) => {
    const made = await sent(content)
    return made.other.api.preview({ params: { ...made.params, fileId: made.fileId } }).catch((error: unknown) => error)
  }
  const archive = await refusal(new Uint8Array([0x50, 0x4b, 3, 4, ...new Array<number>(30).fill(0)]))
  expect(archive).toEqual(refused(422))
  expect(archive).toMatchObject({ serverMessage: 'Files of this kind are not shown. You can download it.' })
  const png = new Uint8Array(await drawn(400, 300).png().toBuffer())
  expect(await refusal(png.slice(0, 300))).toMatchObject({
    serverMessage: 'This picture cannot be read. You can download it.',
  })
  const wide = new Uint8Array(await drawn(9_000, 2).png().toBuffer())
  expect(await refusal(wide)).toMatchObject({
    serverMessage: expect.stringContaining('more than 8000 pixels') as string,
  })
  expect(await refusal('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')).toMatchObject({
    data: { kind: 'text' },
  })
})

test('a PDF is handed out as it is, up to 10 MB', async () => {
  const bytes = pdfOf(['Walls first'])
  const made = await sent(new Uint8Array(bytes))
  expect(await look(made, made.fileId)).toEqual({
    kind: 'pdf',
    picture: null,
    text: null,
    pdf: bytes.toString('base64'),
    isCut: false,
  })
  const large = new Uint8Array(PREVIEW_PDF_BYTES + 1)
  large.set(bytes)
  const huge = await sent(large)
  await expect(look(huge, huge.fileId)).rejects.toMatchObject({
    status: 422,
    serverMessage: 'A PDF of more than 10 MB is not shown. You can download it.',
  })
})

test('a stranger and somebody who is signed out see no preview', async () => {
  const made = await sent('for members')
  const params = { ...made.params, fileId: made.fileId }
  await expect(made.stranger.api.preview({ params })).rejects.toEqual(refused(404))
  await expect(server.client().files.preview({ params })).rejects.toEqual(refused(401))
})

test('a drawn picture is remembered: whoever looks at it next, or meanwhile, waits for nothing', async () => {
  const bytes = await drawn(20, 20).png().toBuffer()
  let draws = 0
  const preview = createPreviewer({
    heavy: createHeavyWork(),
    draw: async () => {
      draws += 1
      return bytes
    },
  })
  const over = new AbortController().signal
  const open = () => Promise.resolve(Readable.from([bytes]))
  const look = (personID: string, fileID = 'a') => preview('picture', { fileID, personID, open, over })
  const [first, second] = await Promise.all([look('ada'), look('bea')])
  expect(second).toEqual(first)
  for (let n = 0; n < 9; n++) expect(await look('ada')).toEqual(first)
  expect(draws).toBe(1)
  await look('ada', 'b')
  expect(draws).toBe(2)
})

test('a person waits for two pictures at the most, and keeps nobody else from theirs', async () => {
  const bytes = await drawn(20, 20).png().toBuffer()
  let go: () => void = () => undefined
  const held = new Promise<void>((resolve) => (go = resolve))
  const preview = createPreviewer({
    heavy: createHeavyWork(),
    draw: async () => {
      await held
      return bytes
    },
  })
  const over = new AbortController().signal
  const open = () => Promise.resolve(Readable.from([bytes]))
  const looks = Array.from({ length: 20 }, (_, n) =>
    preview('picture', { fileID: `a ${n}`, personID: 'ada', open, over }).then(
      () => 200,
      (error: { status: number }) => error.status,
    ),
  )
  const other = preview('picture', { fileID: 'b', personID: 'bea', open, over })
  go()
  expect((await Promise.all(looks)).toSorted()).toEqual([200, 200, ...Array.from({ length: 18 }, () => 429)])
  expect(await other).toMatchObject({ kind: 'picture' })
})
