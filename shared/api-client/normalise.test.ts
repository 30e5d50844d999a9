import { expect, test } from 'vitest'
import { contract, noProjectFields } from '../contract/index.ts'
import { requestStatus, taskStatus } from '../rules/statuses.ts'
import { normaliseBody } from './normalise.ts'

/** What the client makes of the `data` in another host's answer. */
const read = (endpoint: Parameters<typeof normaliseBody>[0], sent: unknown): unknown =>
  (normaliseBody(endpoint, { data: sent }) as { data: unknown }).data
const { projects, tasks, people, users, memberships, ai } = contract
const createdAt = '2026-01-05T10:00:00.000Z'
const updatedAt = '2026-02-05T10:00:00.000Z'

test('[CAP-08] a project that has only an ID gets a default for every field', () => {
  expect(read(projects.owned, [{ id: 'p' }])).toEqual([
    {
      ...noProjectFields,
      id: 'p',
      title: 'Untitled Project',
      description: 'No description available',
      skills: '',
      tier: 'basic',
      status: 0,
      projectStatus: 0,
      isApproved: false,
      createdBy: null,
      createdAt: null,
      updatedAt: null,
      archivedAt: null,
      deletedAt: null,
      organizationID: null,
      organizationName: null,
      role: null,
      client: null,
      detailedDescription: null,
      estimatedDeadline: null,
      budget: null,
      weeklyHours: 0,
      deliverables: null,
      tags: null,
      isRequested: false,
      answersWithinDays: 14,
      applicationsPaused: false,
      answers: null,
    },
  ])
})

test('a project’s second spellings count where the first are missing or blank, and nowhere else', () => {
  const second = { name: 'Second', body: 'second', organizationId: 'o' }
  const blank = { title: '', description: null }
  expect(read(projects.owned, [{ ...second, ...blank }])).toMatchObject([
    { title: 'Second', description: 'second', organizationID: 'o' },
  ])
  const first = { title: 'First', description: 'first', organizationID: 'f' }
  expect(read(projects.owned, [{ ...second, ...first }])).toMatchObject([first])
})

test('a project’s times of creation and of change replace each other; only `true` means approved', () => {
  expect(read(projects.owned, [{ createdAt }, { updatedAt }, { createdAt, updatedAt }])).toMatchObject([
    { createdAt, updatedAt: createdAt },
    { createdAt: updatedAt, updatedAt },
    { createdAt, updatedAt },
  ])
  expect(read(projects.owned, [{ isApproved: true }, { isApproved: 'yes' }])).toMatchObject([
    { isApproved: true },
    { isApproved: false },
  ])
})

test.each([
  [
    { username: 'ada', name: 'Ada' },
    { username: 'ada', name: 'Ada' },
  ],
  [
    { username: 'ada', name: 7 },
    { username: 'ada', name: '' },
  ],
  [{ username: '' }, null],
  [{ username: 7 }, null],
  [null, null],
  ['ada', null],
])('a project whose creator is sent as %j has the creator %j', (createdBy, person) => {
  expect(read(projects.owned, [{ createdBy }])).toMatchObject([{ createdBy: person }])
})

test('the dialog reads a missing tier as unknown, lists as basic; a list of skills becomes one text', () => {
  const sent = { skills: ['css', 'html'] }
  expect(read(projects.get, sent)).toMatchObject({ tier: '', skills: 'css, html' })
  expect(read(projects.get, { tier: 'gold' })).toMatchObject({ tier: 'gold' })
  expect(read(projects.owned, [sent])).toMatchObject([{ tier: 'basic', skills: 'css, html' }])
})

test('a task with few fields gets a default for every other field, and its second spellings are read', () => {
  const sent = { id: 't', name: 'Draw', body: 'a map', projectId: 'p', userId: 'u', updatedAt }
  expect(read(tasks.get, sent)).toMatchObject({
    taskId: '',
    title: 'Draw',
    description: 'a map',
    projectID: 'p',
    status: taskStatus.assigned,
    assignedToID: 'u',
    assignedToUsername: null,
    assignedToName: null,
    taskCreatedByUsername: null,
    createdAt: updatedAt,
    updatedAt,
  })
  expect(read(tasks.get, { createdAt })).toMatchObject({ assignedToID: null, description: '', updatedAt: createdAt })
})

test.each([
  ['Pending', requestStatus.pending],
  [' APPROVED ', requestStatus.approved],
  ['rejected', requestStatus.rejected],
  ['who knows', 'who knows'],
  [5, 5],
])('a request whose status is sent as %j has the status %j', (status, found) => {
  expect(read(users.requests, [{ status }])).toMatchObject([{ status: found }])
})

test('[CAP-08] a request with few fields gets a default for every other field, and its second spellings are read', () => {
  expect(read(users.requests, [{}])).toEqual([
    {
      title: '',
      description: '',
      skills: '',
      kind: 'invitation',
      role: 'member',
      message: null,
      fromUsername: '',
      fromName: '',
      userID: null,
      createdAt: null,
      updatedAt: null,
      answerBy: null,
      seenAt: null,
      prolonged: null,
      hasLetter: false,
    },
  ])
  const second = { name: 'Map', body: 'text', projectId: 'p', userId: 'u', userName: 'ada', userEmail: 'a@b.test' }
  const first = { title: 'Map', description: 'text', projectID: 'p', userID: 'u', username: 'ada', email: 'a@b.test' }
  expect(read(memberships.requests, [second])).toMatchObject([first])
})

test('members, people found and talents may send their ID under either name', () => {
  expect(read(memberships.members, [{ userId: 'u', name: 'ada' }])).toMatchObject([{ userID: 'u', username: 'ada' }])
  for (const sent of [{ userID: 'u' }, { userId: 'u' }, { id: 'u' }])
    expect(read(people.search, [{ ...sent, userName: 'ada' }])).toMatchObject([{ id: 'u', username: 'ada' }])
  const talents = [{ userId: 'u' }, { id: 'u', reputation: 7 }, 'nobody']
  expect(normaliseBody(people.talents, { talents })).toMatchObject({
    talents: [{ userID: 'u', reputation: 0 }, { userID: 'u', reputation: 7 }, 'nobody'],
  })
  expect(normaliseBody(people.talents, { talents: 'none' })).toEqual({ talents: 'none' })
})

test('a generated project may come as JSON text, with lists for texts, and texts for lists and numbers', () => {
  const sent = { requiredSkills: 'css, html', deliverables: ['a', 'b'], tags: ['x', 'y'], budget: 100 }
  const expected = { requiredSkills: ['css', 'html'], deliverables: 'a\nb', tags: 'x, y', budget: '100' }
  const { generateProject } = ai
  expect(read(generateProject, JSON.stringify({ ...sent, weeklyHours: '7.5 hours' }))).toMatchObject({
    ...expected,
    weeklyHours: 7.5,
    complexity: 'white',
    estimatedDeadline: '',
  })
  expect(read(generateProject, { weeklyHours: 'few' })).toEqual({
    requiredSkills: [],
    complexity: 'white',
    estimatedDeadline: '',
    budget: '',
    weeklyHours: 0,
    deliverables: '',
    tags: '',
  })
  expect(read(generateProject, '{no JSON')).toBe('{no JSON')
})

test('generated tasks may come as a bare list', () => {
  expect(read(ai.suggestTasks, [{ title: 'Draw' }])).toEqual({ tasks: [{ title: 'Draw' }] })
})

test('a body without its envelope gets one, and a body with an envelope that it should not have loses it', () => {
  expect(normaliseBody(users.updateBio, { bio: 'x' })).toEqual({ data: { bio: 'x' } })
  expect(normaliseBody(people.talents, { data: { talents: [] } })).toMatchObject({ talents: [] })
  expect(normaliseBody(users.updateBio, null)).toEqual({ data: null })
})
