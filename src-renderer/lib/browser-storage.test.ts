import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { localData, sessionData, useUnkept } from './browser-storage.ts'

const refuse = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
const unkept = async () => {
  await Promise.resolve()
  return [...useUnkept.getState().keys]
}
const leave = () => {
  const event = new Event('beforeunload', { cancelable: true })
  dispatchEvent(event)
  return event.defaultPrevented ? 'asks' : 'goes'
}
const clean = () => {
  vi.restoreAllMocks()
  localData.remove('accessToken', 'refreshToken', 'userID', 'cardLayout', 'commentDrafts', 'changedAt')
  sessionData.remove('userType')
}
beforeEach(clean)
afterEach(clean)

test('what the browser refuses stays in this tab, and is named until there is room again', async () => {
  refuse()
  localData.set('cardLayout', 'list')
  localData.set('changedAt', '1')
  sessionData.set('userType', 'creator')
  expect([localData.get('cardLayout'), sessionData.get('userType')]).toEqual(['list', 'creator'])
  expect(await unkept()).toEqual(['cardLayout', 'userType'])
  vi.restoreAllMocks()
  localData.set('cardLayout', 'grid')
  sessionData.remove('userType')
  expect([localData.get('cardLayout'), sessionData.get('userType')]).toEqual(['grid', null])
  expect(await unkept()).toEqual([])
})

test('a storage that may not even be looked at works in the same way', async () => {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  })
  localData.set('cardLayout', 'list')
  expect([localData.get('cardLayout'), localData.get('recent'), await unkept()]).toEqual(['list', null, ['cardLayout']])
  localData.remove('cardLayout', 'recent')
  expect([localData.get('cardLayout'), await unkept()]).toEqual([null, []])
})

test('of the values of a session the browser keeps all or none, and no used-up ones', async () => {
  localData.setTogether({ accessToken: 'a1', refreshToken: 'r1', userID: 'u' })
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (key === 'refreshToken') throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    this[key] = value
  })
  localData.setTogether({ accessToken: 'a2', refreshToken: 'r2', userID: 'u' })
  expect(['accessToken', 'refreshToken', 'userID'].map((key) => localStorage.getItem(key))).toEqual([null, null, null])
  expect([localData.get('accessToken'), localData.get('refreshToken'), localData.get('userID')]).toEqual([
    'a2',
    'r2',
    'u',
  ])
  expect(await unkept()).toEqual(['accessToken', 'refreshToken', 'userID'])
  // Another tab, which has room again, signs in or out.
  dispatchEvent(new StorageEvent('storage', { key: null }))
  expect([localData.get('accessToken'), await unkept()]).toEqual([null, []])
})

test('the browser asks before a page is left that alone has what somebody has begun to write', () => {
  refuse()
  localData.set('cardLayout', 'list')
  expect(leave()).toBe('goes')
  localData.set('commentDrafts', 'words')
  expect(leave()).toBe('asks')
  localData.remove('commentDrafts')
  expect(leave()).toBe('goes')
})
