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
