import { expect, test } from 'vitest'
import { packaging } from './package-options.ts'

const url = 'https://updates.example/desktop'
const ofUpdates = (args: string[]) => args.filter((arg) => arg.startsWith('-c.publish'))

test.each([
  ['linux', '--linux'],
  ['darwin', '--mac'],
  ['win32', '--win'],
] as const)('on %s the system’s own package is made, and nothing is published', (platform, target) => {
  const { args, notes } = packaging(platform, {})
  expect(args).toEqual([target, '--publish', 'never'])
  expect(notes).toContain('The app will not look for updates of itself.')
})

test('a signed package looks for updates at the given address; an unsigned package, and one for Linux, never does', () => {
  const wanted = ['-c.publish.provider=generic', `-c.publish.url=${url}`]
  expect(ofUpdates(packaging('darwin', { GUILDHALL_UPDATES_URL: url, CSC_LINK: 'x' }).args)).toEqual(wanted)
  expect(ofUpdates(packaging('win32', { GUILDHALL_UPDATES_URL: url, WIN_CSC_LINK: 'x' }).args)).toEqual(wanted)
  for (const platform of ['darwin', 'win32'] as const) {
    const { args, notes } = packaging(platform, { GUILDHALL_UPDATES_URL: url, CSC_LINK: '' })
    expect(ofUpdates(args)).toEqual([])
    expect(notes[0]).toContain('not signed')
  }
  expect(ofUpdates(packaging('linux', { GUILDHALL_UPDATES_URL: url, CSC_LINK: 'x' }).args)).toEqual([])
})

test('an empty secret is left out: electron-builder would take it for a certificate', () => {
  const { env } = packaging('win32', { CSC_LINK: '', WIN_CSC_LINK: '', PATH: '/bin', EMPTY: '' })
  expect(env).toEqual({ PATH: '/bin', EMPTY: '' })
})

test.each(['http://updates.example', 'updates.example', 'file:///tmp'])('%s is no address for updates', (address) => {
  expect(() => packaging('win32', { GUILDHALL_UPDATES_URL: address })).toThrow('must begin with https://')
})
