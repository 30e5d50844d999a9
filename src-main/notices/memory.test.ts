import { expect, test, vi } from 'vitest'
import { type NoticeMemory, openMemory } from './memory.ts'

const unwritable = () => {
  let isFull = true
  let kept: NoticeMemory = { people: [{ userID: 'ada', known: [] }], open: [] }
  const write = (memory: NoticeMemory) => {
    if (isFull) throw Object.assign(new Error('no room left at /home/ada'), { code: 'ENOSPC' })
    kept = memory
  }
  return { memory: openMemory({ read: () => kept, write }), kept: () => kept, makeRoom: () => (isFull = false) }
}
const notice = (id: string) => ({ id, updatedAt: '2026-01-01T00:00:00.000Z' })

test('[NOTICE-11] on a full disk a notice is shown once, a click opens it, and the log names no path', () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const { memory } = unwritable()
  expect(memory.takeNew('ada', [notice('one')])).toHaveLength(1)
  expect(memory.takeNew('ada', [notice('one')])).toEqual([])
  memory.shown('one', 'guildhall://inbox')
  expect(memory.open()).toEqual(['one'])
  expect(memory.closed('one')).toBe('guildhall://inbox')
  expect(said.mock.calls.map(([text]) => text)).toEqual(['What was shown of notices cannot be kept: Error ENOSPC\n'])
  said.mockRestore()
})

test('[NOTICE-11] once there is room again, everything since is kept', () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const { memory, kept, makeRoom } = unwritable()
  memory.takeNew('ada', [notice('one')])
  makeRoom()
  memory.takeNew('ada', [notice('two')])
  expect(kept().people[0]?.known.map(({ id }) => id)).toEqual(['one', 'two'])
  said.mockRestore()
})
