import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linkInArguments, parseDeepLink } from './parse.ts'
import { createLinkQueue } from './queue.ts'

const id = '019b3ec4-b441-7240-8f35-5733658cfe3b'

describe('deep links', () => {
  test.each([
    ['guildhall://market', '/market'],
    ['guildhall://market/', '/market'],
    ['GUILDHALL://market', '/market'],
    [`guildhall://project/${id}`, `/project/${id}`],
    [`guildhall://project/${id}/dialog`, `/project/${id}/dialog`],
    [`guildhall://project/${id}/overview`, `/project/${id}/overview`],
    [`guildhall://project/${id}/tasks`, `/project/${id}/tasks`],
    [`guildhall://project/${id}/files`, `/project/${id}/files`],
    [`guildhall://project/${id}/collaborators`, `/project/${id}/collaborators`],
    [`guildhall://project/${id}/settings`, `/project/${id}/settings`],
    ['guildhall://pf/ada_1', '/pf/ada_1'],
    ['guildhall://my-projects', '/my-projects'],
    ['guildhall://talent', '/talent'],
    ['guildhall://login', '/login'],
    ['guildhall://register?token=t1&email=a%40b.test', '/register?token=t1&email=a%40b.test'],
    ['guildhall://reset-password?token=t1&email=a%40b.test', '/reset-password?token=t1&email=a%40b.test'],
    ['guildhall://verify-email?token=t1&email=a%40b.test', '/verify-email?token=t1&email=a%40b.test'],
    [
      'guildhall://verify-email?token=t1&email=a%40b.test&username=ada',
      '/verify-email?token=t1&email=a%40b.test&username=ada',
    ],
  ])('[DESK-16] the link %s opens %s', (link, path) => {
    expect(parseDeepLink(link)).toBe(path)
  })

  test.each([
    ['guildhall://inbox', '/inbox'],
    ['guildhall://inbox/', '/inbox'],
    ['guildhall://work', '/work'],
  ])('the link %s names %s', (link, path) => {
    expect(parseDeepLink(link)).toBe(path)
  })

  test.each([
    [`guildhall://market/${id}`, `/market/${id}`],
    [`guildhall://project/${id}/tasks/12`, `/project/${id}/tasks/12`],
    [`guildhall://project/${id}/tasks/1/`, `/project/${id}/tasks/1`],
  ])('[NOTICE-15] the link %s opens %s', (link, path) => {
    expect(parseDeepLink(link)).toBe(path)
  })

  test.each([
    ['guildhall://open', '/open'],
    [`guildhall://open/${id}`, `/open/${id}`],
    [`guildhall://open/${id.slice(0, -1)}g`, null],
    ['guildhall://open/12', null],
    [`guildhall://open/${id}?next=//evil.test`, null],
  ])('[OPEN-25] the link %s names %s', (link, path) => {
    expect(parseDeepLink(link)).toBe(path)
  })

  test.each([
    'guildhall://market/1',
    'guildhall://inbox?notice=1',
    'guildhall://inbox/1',
    `guildhall://market/${id}/x`,
    `guildhall://market/${id}?next=//evil.test`,
    `guildhall://market/${id.slice(0, -1)}g`,
    `guildhall://project/1/tasks/12`,
    `guildhall://project/${id}/tasks/0`,
    `guildhall://project/${id}/tasks/012`,
    `guildhall://project/${id}/tasks/-1`,
    `guildhall://project/${id}/tasks/1.5`,
    `guildhall://project/${id}/tasks/1e3`,
    `guildhall://project/${id}/tasks/twelve`,
    `guildhall://project/${id}/tasks/1234567890`,
    `guildhall://project/${id}/tasks/12/x`,
    `guildhall://project/${id}/tasks/12?task=new`,
    `guildhall://project/${id}/files/12`,
  ])('[NOTICE-15] the link %s is refused', (link) => {
    expect(parseDeepLink(link)).toBeNull()
  })

  test.each([
    '',
    'guildhall:market',
    'guildhall://',
    'guildhall://unknown',
    'guildhall://founder/admin',
    'https://evil.test/market',
    'javascript:alert(1)',
    'guildhall://market?next=https://evil.test',
    'guildhall://market#x',
    'guildhall://user:pw@market',
    'guildhall://market:80',
    'guildhall://market/../login',
    'guildhall://market//evil.test',
    'guildhall:////evil.test',
    'guildhall://market%2f..%2flogin',
    'guildhall://project/1',
    `guildhall://project/${id}/../../x`,
    `guildhall://project/${id}/dialog?x=1`,
    'guildhall://pf/<script>',
    'guildhall://pf/a b',
    'guildhall://pf/\u202eada',
    'guildhall://market\n',
    'guildhall://market\\x',
    'guildhall://reset-password?token=t1',
    'guildhall://reset-password?token=t1&email=nobody',
    'guildhall://reset-password?token=t1&email=a%40b.test&email=c%40d.test',
    'guildhall://register?token=t1&email=a%40b.test&redirect=//evil.test',
    `guildhall://register?token=${'t'.repeat(5000)}`,
  ])('[DESK-31] the link %j is refused', (link) => {
    expect(parseDeepLink(link)).toBeNull()
  })

  test('[DESK-32] the link is found in a command line, wherever it stands', () => {
    expect(linkInArguments(['app', '--flag', 'guildhall://market'])).toBe('guildhall://market')
    expect(linkInArguments(['app', 'https://guildhall://x'])).toBeUndefined()
  })

  test('[DESK-31] a link waits until the page takes it, once; of several the newest waits', () => {
    const opened: string[] = []
    const queue = createLinkQueue((path) => opened.push(path))
    expect(queue.arrive('guildhall://market')).toBe(true)
    expect(queue.arrive('guildhall://talent')).toBe(true)
    expect(queue.arrive('guildhall://evil')).toBe(false)
    expect(opened).toEqual([])
    expect(queue.take()).toBe('/talent')
    expect(queue.take()).toBeNull()
  })

  test('[DESK-17] a link opens at once while the page is there, and waits again after a crash', () => {
    const opened: string[] = []
    const queue = createLinkQueue((path) => opened.push(path))
    queue.take()
    queue.arrive('guildhall://market')
    expect(opened).toEqual(['/market'])
    queue.pageLeft()
    queue.arrive('guildhall://talent')
    expect(opened).toEqual(['/market'])
    expect(queue.take()).toBe('/talent')
  })
})

/** Pieces of links, and whatever somebody would put between them. */
const piece = fc.constantFrom(
  ...['project', 'market', 'inbox', 'register', 'tasks', 'dialog', 'overview', id, 'pf', 'ada', '12', '0', '1e3'],
  ...['/', '//', '\\', '.', '..', '%2e', '%2F', '%5c', '%00', '%', ':', '@', '#', ' ', '\t', '\n', '\0', '\u202e'],
  ...['?', '&', '=', 'token=t1', 'email=a%40b.test', 'next=https://evil.test', 'javascript:', 'evil.test', '__proto__'],
)
const link = fc
  .tuple(
    fc.constantFrom('guildhall://', 'GuildHall://', 'guildhall:', 'https://', ''),
    fc.array(fc.oneof({ weight: 6, arbitrary: piece }, { weight: 1, arbitrary: fc.string({ unit: 'binary' }) }), {
      maxLength: 8,
    }),
  )
  .map(([scheme, parts]) => scheme + parts.join(''))

test('[DESK-16] whatever a link says, it opens nothing, or a page of ours whose address is read in one way only', () => {
  let opened = 0
  fc.assert(
    fc.property(link, (text) => {
      const path = parseDeepLink(text)
      if (path === null) return
      opened += 1
      const read = new URL(path, 'https://ours.test')
      expect(read.origin).toBe('https://ours.test')
      expect(read.pathname + read.search).toBe(path)
      expect(path).not.toMatch(/[\p{Cc}\s\\]|\.\.|\/\//u)
      expect(parseDeepLink(`guildhall:/${path}`)).toBe(path)
    }),
    { numRuns: 20_000, seed: 16 },
  )
  // Links that open something are among them, or nothing was tried.
  expect(opened).toBeGreaterThan(50)
})
