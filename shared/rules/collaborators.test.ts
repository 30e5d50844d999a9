import { expect, test } from 'vitest'
import { memberships } from '../contract/memberships.ts'
import { normaliseBody } from '../api-client/normalise.ts'
import { collaboratorsOf, completionRate, progressOf } from './collaborators.ts'

const id = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
const readMembers = (...sent: object[]) =>
  memberships.members.response.parse(normaliseBody(memberships.members, { data: sent })).data
const task = (assignedToID: string | null, status: number) => ({ assignedToID, status })

test('[COL-15] a collaborator is put together from the member, the project’s tasks and the ledger', () => {
  const [member] = readMembers({
    id: id(1),
    userID: id(1),
    username: 'grace',
    name: 'Grace Field',
    email: 'grace@example.org',
    role: 'admin',
    skills: ['Maps'],
    createdAt: '2025-01-05T10:00:00.000Z',
    lastActive: '2025-02-05T10:00:00.000Z',
    status: 'Inactive',
  })
  const tasks = [task(id(1), 4), task(id(1), 2), task(id(2), 4)]
  expect(collaboratorsOf([member!], tasks, [{ userID: id(1), paidCents: 1_250 }])).toEqual([
    {
      id: id(1),
      userID: id(1),
      name: 'Grace Field',
      username: 'grace',
      email: 'grace@example.org',
      avatar: null,
      role: 'admin',
      joinDate: '2025-01-05T10:00:00.000Z',
      tasksCompleted: 1,
      totalTasks: 2,
      completionRate: 50,
      hoursWorked: null,
      rating: null,
      earnings: 1_250,
      status: 'Inactive',
      lastActive: '2025-02-05T10:00:00.000Z',
      skills: ['Maps'],
    },
  ])
})

test('[COL-15] the other spellings give the same collaborator, and values that a host leaves out are not made up', () => {
  const members = readMembers({ id: id(1), userId: id(1), name: 'grace', role: 'member' })
  const [one] = collaboratorsOf(members, [], [])
  expect(one).toMatchObject({ userID: id(1), username: 'grace', name: 'grace', email: '', joinDate: null, skills: [] })
  expect(one).toMatchObject({ tasksCompleted: 0, totalTasks: 0, completionRate: 0, earnings: 0, status: 'Active' })
})

test('[COL-16] a task counts for the person it is assigned to, whatever its status, and only status 4 is completed', () => {
  const members = readMembers(
    { id: id(1), userID: id(1), username: 'a', role: 'owner' },
    { id: id(2), userID: id(2), username: 'b', role: 'member' },
  )
  const tasks = [task(id(1), 4), task(id(1), 4), task(id(1), 3), task(id(2), 0), task(id(2), 5), task(null, 4)]
  const counts = collaboratorsOf(members, tasks, []).map((one) => [
    one.tasksCompleted,
    one.totalTasks,
    one.completionRate,
  ])
  expect(counts).toEqual([
    [2, 3, 67],
    [0, 2, 0],
  ])
})

test('[COL-16] percentages are rounded, and the percentage of nothing is 0', () => {
  expect([completionRate(1, 3), completionRate(2, 3), completionRate(1, 8), completionRate(0, 0)]).toEqual([
    33, 67, 13, 0,
  ])
  expect(progressOf([{ status: 4 }, { status: 1 }])).toEqual({ completed: 1, total: 2, rate: 50 })
  expect(progressOf([{ status: 4, count: 3 }, { status: 1 }])).toEqual({ completed: 3, total: 4, rate: 75 })
})
