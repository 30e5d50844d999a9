import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { failureOf } from '#support/expect-failure.ts'
import { createPerson, createUser, unique } from '#support/factories.ts'
import { testApp } from '#support/server.ts'

const server = testApp()

type Person = Awaited<ReturnType<typeof createPerson>>
const change = (who: Person, body: Parameters<Person['api']['users']['updateProfile']>[0]['body']) =>
  who.api.users.updateProfile({ body })
const seen = async (who: Person) =>
  (await server.client().people.profileByUsername({ params: { username: who.username } })).data

describe('the fields of a profile', () => {
  test('[SELF-06] what is sent is changed and nothing else, and the answer is the own profile; anonymous gets 401', async () => {
    const ada = await createPerson(server)
    const links = ['https://example.org/ada']
    const all = { name: 'Ada Byron', headline: 'Engines', bio: 'Poems.', skills: ['Maths', 'Writing'], links }
    const { data } = await change(ada, { ...all, hoursPerWeek: 20 })
    expect(data).toMatchObject({ ...all, hoursPerWeek: 20, email: ada.email, isOwner: true })
    expect((await change(ada, { headline: 'Analytical engines' })).data).toMatchObject({
      ...all,
      headline: 'Analytical engines',
      hoursPerWeek: 20,
    })
    expect((await change(ada, { hoursPerWeek: null })).data).toMatchObject({ name: 'Ada Byron', hoursPerWeek: null })
    expect(await seen(ada)).toMatchObject({ ...all, headline: 'Analytical engines', hoursPerWeek: null })
    expect(await failureOf(server.client().users.updateProfile({ body: { name: 'Nobody' } }))).toMatchObject({
      status: 401,
    })
  })

  test.each<[path: string, value: unknown, field?: string]>([
    ['name', 'x'.repeat(81)],
    ['headline', 'x'.repeat(121)],
    ['bio', 'x'.repeat(401)],
    ['skills', Array.from({ length: 21 }, (_, at) => `Skill ${at}`)],
    ['links', Array.from({ length: 6 }, (_, at) => `https://example.org/${at}`)],
    ['links.0', ['http://example.org'], 'links'],
    ['links.0', ['javascript:alert(1)'], 'links'],
    ['hoursPerWeek', 169],
    ['hoursPerWeek', -1],
    ['hoursPerWeek', 2.5],
  ])('[SELF-03] [SELF-05] %s, sent as %j, is refused beside its field', async (path, value, field = path) => {
    const ada = await createPerson(server)
    await expect(change(ada, { [field]: value })).rejects.toMatchObject({ status: 422, details: [{ path }] })
  })

  test('[SELF-03] [SELF-04] [SELF-05] the greatest values fit, and a repeated skill counts once, in the order given', async () => {
    const ada = await createPerson(server)
    const skills = ['Go', 'Rust', 'go', 'Maps', ...Array.from({ length: 17 }, (_, at) => `Skill ${at}`)]
    const { data } = await change(ada, {
      name: 'n'.repeat(80),
      headline: 'h'.repeat(120),
      skills,
      links: Array.from({ length: 5 }, (_, at) => `https://example.org/${at}`),
      hoursPerWeek: 168,
    })
    expect(data.skills).toEqual(['Go', 'Rust', 'Maps', ...skills.slice(4)])
    expect([data.name.length, data.headline?.length, data.links?.length, data.hoursPerWeek]).toEqual([80, 120, 5, 168])
    expect((await change(ada, { skills: ['Rust', 'Go'] })).data.skills).toEqual(['Rust', 'Go'])
  })

  test('[SELF-10] the directory finds what was just saved by the very next call', async () => {
    const [ada, other] = [await createPerson(server), await createPerson(server)]
    const word = unique('zephyr')
    const found = async (query: object) =>
      (await other.api.people.talents({ query: { page: 1, limit: 50, ...query } })).talents.map(({ userID }) => userID)
    await change(ada, { headline: `Builds ${word}` })
    expect(await found({ q: word })).toEqual([ada.id])
    await change(ada, { headline: '', name: `Ada ${word}` })
    expect(await found({ q: word })).toEqual([ada.id])
    await change(ada, { name: '', skills: [word, 'Figma'] })
    expect(await found({ q: word })).toEqual([ada.id])
    expect(await found({ industry: 'Design', q: word })).toEqual([ada.id])
    await change(ada, { skills: [] })
    expect(await found({ q: word })).toEqual([])
    expect(await found({ industry: 'Design' })).not.toContain(ada.id)
  })

  test('[SELF-11] a new account is led to its profile once, on whatever device', async () => {
    const { accessToken } = await createUser(server)
    const [one, other] = [server.client(accessToken), server.client(accessToken)]
    expect((await one.users.profile({})).data.isNew).toBe(true)
    const answers = await Promise.all([one.users.welcome({ body: {} }), other.users.welcome({ body: {} })])
    expect(answers.map(({ data }) => data.isFirst).toSorted()).toEqual([false, true])
    expect((await other.users.profile({})).data.isNew).toBe(false)
  })
})

describe('pictures', () => {
  const made = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#15703c' } })
  const base64 = (bytes: Buffer) => bytes.toString('base64')
  const put = (who: Person, bytes: Buffer) => who.api.users.setPicture({ body: { picture: base64(bytes) } })
  const shown = async (who: Person) => {
    const { data } = await server.client().people.pictures({ query: { usernames: `nobody,${who.username}` as never } })
    const [picture] = data
    return picture ? Buffer.from(picture.picture.split(',')[1] ?? '', 'base64') : null
  }
  const stored = async (who: Person) =>
    server.db.selectFrom('profile_pictures').select('user_id').where('user_id', '=', who.id).execute()

  test.each(['png', 'jpeg', 'webp'] as const)('[SELF-08] a %s becomes 256 px WebP without metadata', async (type) => {
    const ada = await createPerson(server)
    const withPlace = made(900, 600).withExif({ IFD0: { Copyright: 'SECRET PLACE' } })
    await put(ada, await withPlace.toFormat(type).toBuffer())
    const picture = await shown(ada)
    const { format, width, height, exif, xmp, icc } = await sharp(picture ?? undefined).metadata()
    expect({ format, width, height, exif, xmp, icc }).toEqual({ format: 'webp', width: 256, height: 256 })
    expect(picture?.includes('SECRET')).toBe(false)
  })

  test('[SELF-08] SVG, HTML, something broken, a huge and a heavy picture are refused and leave nothing behind', async () => {
    const ada = await createPerson(server)
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    )
    const broken = (await made(64, 64).png().toBuffer()).subarray(0, 60)
    const gif = await made(8, 8).gif().toBuffer()
    for (const bytes of [svg, Buffer.from('<!doctype html><script>1</script>'), broken, gif])
      expect(await failureOf(put(ada, bytes))).toMatchObject({ status: 422 })
    const huge = await made(9_000, 9_000).png({ compressionLevel: 9 }).toBuffer()
    expect(huge.length).toBeLessThan(2 * 1024 * 1024)
    for (const bytes of [huge, await made(4_001, 2).png().toBuffer()])
      expect(await failureOf(put(ada, bytes))).toMatchObject({
        status: 422,
        serverMessage: 'A picture is at most 4,000 pixels wide and high.',
      })
    const heavy = Buffer.concat([await made(8, 8).png().toBuffer(), Buffer.alloc(2 * 1024 * 1024)])
    expect((await failureOf(put(ada, heavy))).status).toBeOneOf([413, 422])
    expect([await stored(ada), await shown(ada)]).toEqual([[], null])
  }, 30_000)

  test('[SELF-08] another picture takes its place, and DELETE goes back to initials', async () => {
    const ada = await createPerson(server)
    await put(ada, await made(300, 300).png().toBuffer())
    const first = await shown(ada)
    await put(ada, await made(300, 300).tint('#ff0000').png().toBuffer())
    expect(await stored(ada)).toHaveLength(1)
    expect((await shown(ada))?.equals(first ?? Buffer.alloc(0))).toBe(false)
    expect((await ada.api.users.removePicture({})).data).toEqual({ hasPicture: false })
    expect((await ada.api.users.removePicture({})).data).toEqual({ hasPicture: false })
    expect([await stored(ada), await shown(ada)]).toEqual([[], null])
  })
})
