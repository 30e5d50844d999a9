import sharp from 'sharp'
import { afterEach, expect, test, vi } from 'vitest'

// What decodes is loaded once a process: each test needs modules that have not loaded it.
afterEach(() => {
  vi.doUnmock('sharp')
  vi.resetModules()
})

const picture = () =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: '#15703c' } })
    .png()
    .toBuffer()

/** Both places that decode pictures, with modules that nothing was loaded by. */
const decoding = async () => {
  vi.resetModules()
  const { storedPicture } = await import('../modules/users/picture.ts')
  const { previewOf } = await import('../modules/files/preview.ts')
  const { Readable } = await import('node:stream')
  return {
    'a profile picture': async () => storedPicture((await picture()).toString('base64')),
    'a preview': async () => {
      const bytes = await picture()
      return previewOf('picture', () => Promise.resolve(Readable.from([bytes])))
    },
  }
}

test.each(['a profile picture', 'a preview'] as const)(
  '%s: a server that cannot load what decodes says so in its log, does not blame the picture, and tries again',
  async (place) => {
    let isBroken = true
    vi.doMock('sharp', async (original) => {
      if (isBroken) throw new Error('The binary is missing.')
      return original()
    })
    const draw = (await decoding())[place]
    const failure = await draw().catch((error: unknown) => error)
    // Only an error without a status is logged with its cause, and answered with 500.
    expect(failure).not.toHaveProperty('status')
    expect(failure).toHaveProperty('cause.message', 'The binary is missing.')
    isBroken = false
    expect(await draw()).toBeTruthy()
  },
)
