import { expect, test } from 'vitest'
import { ownFolder } from './own-folders.ts'

const home = () => '/home/ada'
const homeless = () => {
  throw new Error('no home')
}

test.each([
  ['linux', 'data', {}, ['/home/ada', '.local', 'share', 'Guildhall']],
  ['linux', 'config', {}, ['/home/ada', '.config', 'Guildhall']],
  ['linux', 'cache', {}, ['/home/ada', '.cache', 'Guildhall']],
  ['linux', 'data', { XDG_DATA_HOME: '/srv' }, ['/srv', 'Guildhall']],
  ['darwin', 'data', {}, ['/home/ada', 'Library', 'Application Support', 'Guildhall']],
  ['darwin', 'config', {}, ['/home/ada', 'Library', 'Preferences', 'Guildhall']],
  ['darwin', 'cache', {}, ['/home/ada', 'Library', 'Caches', 'Guildhall']],
  ['win32', 'data', { LOCALAPPDATA: 'L:' }, ['L:', 'Guildhall', 'Data']],
  ['win32', 'config', { APPDATA: 'R:' }, ['R:', 'Guildhall', 'Config']],
  ['win32', 'cache', {}, ['/home/ada', 'AppData', 'Local', 'Guildhall', 'Cache']],
] as const)(
  'on %s the folder for %s with %o is where programs of that system have it',
  (platform, kind, env, folder) => {
    expect(ownFolder(kind, 'Guildhall', { platform, env, home })).toEqual(folder)
  },
)

test('home is not asked for where a variable names the place', () => {
  const env = { XDG_CONFIG_HOME: '/etc/own' }
  expect(ownFolder('config', 'guildhall', { platform: 'linux', env, home: homeless })).toEqual([
    '/etc/own',
    'guildhall',
  ])
  expect(() => ownFolder('data', 'guildhall', { platform: 'linux', env, home: homeless })).toThrow('no home')
})
