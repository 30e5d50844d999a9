import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterEach, expect, test, vi } from 'vitest'
import { GivenUp } from '../process/heavy-work.ts'
import { createDrawer, type Drawer } from './drawer.ts'
import { type Drawing, PictureRefused } from './draw.ts'

const small: Drawing = { side: 5, fit: 'cover', quality: 80, sideMax: 4_000 }
const never = new AbortController().signal
const picture = (side = 9) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#15703c' } })
    .png()
    .toBuffer()

const drawers: Drawer[] = []
/** A drawer, and the processes that it has started. */
const drawer = () => {
  const started: ChildProcess[] = []
  const program = fileURLToPath(new URL('draw-process.ts', import.meta.url))
  const made = createDrawer(() => {
    const child = fork(program, [], { serialization: 'advanced', execArgv: [] })
    started.push(child)
    return child
  })
  drawers.push(made)
  return { ...made, started }
}
afterEach(() => {
  for (const { stop } of drawers.splice(0)) stop()
  vi.doUnmock('sharp')
  vi.resetModules()
})

test('pictures are drawn in one process of its own, which goes on after one that cannot be read', async () => {
  const { draw, started } = drawer()
  const { format, width } = await sharp(await draw(await picture(), small, never)).metadata()
  expect({ format, width }).toEqual({ format: 'webp', width: 5 })
  await expect(draw(Buffer.from('no picture'), small, never)).rejects.toMatchObject({ fault: 'unreadable' })
  await expect(draw(await picture(), { ...small, sideMax: 8 }, never)).rejects.toMatchObject({ fault: 'too wide' })
  expect(await draw(await picture(), small, never)).toBeInstanceOf(Buffer)
  expect(started).toHaveLength(1)
  expect(started[0]?.pid).not.toBe(process.pid)
})

test('a picture that nobody waits for any more is drawn no further, and the next one is', async () => {
  const { draw, started } = drawer()
  const givenUp = new AbortController()
  const large = draw(await picture(4_000), small, givenUp.signal)
  await vi.waitFor(() => expect(started).toHaveLength(1))
  givenUp.abort()
  await expect(large).rejects.toBeInstanceOf(GivenUp)
  const [first] = started
  if (first && first.signalCode === null) await once(first, 'exit')
  expect(first?.signalCode).toBe('SIGKILL')
  expect(await draw(await picture(), small, never)).toBeInstanceOf(Buffer)
  expect(started).toHaveLength(2)
})

test('a process that dies fails its picture, which is nobody’s fault, and the next one is drawn by another', async () => {
  const { draw, started } = drawer()
  const drawing = draw(await picture(4_000), small, never)
  await vi.waitFor(() => expect(started).toHaveLength(1))
  started[0]?.kill('SIGKILL')
  const failure = await drawing.catch((error: unknown) => error)
  expect(failure).not.toBeInstanceOf(PictureRefused)
  expect(failure).toHaveProperty('message', 'The process that draws pictures has ended (SIGKILL).')
  expect(await draw(await picture(), small, never)).toBeInstanceOf(Buffer)
})

test('a server that cannot load what decodes says so, does not blame the picture, and tries again', async () => {
  let isBroken = true
  vi.doMock('sharp', async (original) => {
    if (isBroken) throw new Error('The binary is missing.')
    return original()
  })
  const { drawPicture } = await import('./draw.ts')
  const failure = await drawPicture(await picture(), small).catch((error: unknown) => error)
  expect(failure).not.toHaveProperty('fault')
  // Only an error without a status is logged with its cause, and answered with 500.
  expect(failure).not.toHaveProperty('status')
  expect(failure).toHaveProperty('cause.message', 'The binary is missing.')
  isBroken = false
  expect(await drawPicture(await picture(), small)).toBeTruthy()
})
