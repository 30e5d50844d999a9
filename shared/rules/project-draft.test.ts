import { expect, test } from 'vitest'
import {
  eachField,
  newProject,
  newProjectFieldNames,
  noProjectFields,
  projectChange,
  type ProjectDetails,
} from '../contract/index.ts'
import {
  emptyProjectDraft,
  newProjectBody,
  projectDraftChange,
  projectDraftOf,
  type ProjectDraft,
} from './project-draft.ts'

const id = '01890000-0000-7000-8000-000000000001'
/** A draft with a value in every field, also in fields that this file does not name. */
const full: ProjectDraft = {
  ...(eachField(newProjectFieldNames, (name) => `Some ${name}`) as unknown as ProjectDraft),
  title: 'A map',
  description: 'Of the harbour.',
  organizationID: id,
  organizationName: 'Harbour Office',
  skills: 'GIS, React',
  tier: 'silver',
  estimatedDeadline: '2027-03-03',
  budget: '3000',
  weeklyHours: 8,
  deliverables: 'The map\nA legend',
  tags: 'map, harbour',
  tasks: [{ title: 'Survey', description: 'Walk the quay.' }],
}
const { tasks: _tasks, ...fields } = full

test('[WIZ-27] a creation always sends title and description', () => {
  expect(newProjectBody(emptyProjectDraft)).toEqual({ title: '', description: '' })
  expect(newProjectBody({ ...emptyProjectDraft, title: ' A map ', description: ' Of the harbour. ' })).toEqual({
    title: 'A map',
    description: 'Of the harbour.',
  })
})

test('[WIZ-28] every other field is sent exactly when it has a value', () => {
  expect(newProjectBody(full)).toEqual(fields)
  expect(newProject.parse(newProjectBody(full))).toEqual(fields)
  const valueless = {
    organizationID: '',
    organizationName: '',
    skills: '',
    tier: 'basic',
    estimatedDeadline: '',
    budget: '',
    weeklyHours: 0,
    deliverables: '',
    tags: '',
  } as const
  for (const [key, nothing] of Object.entries(valueless)) {
    const { [key as keyof typeof fields]: _left, ...others } = fields
    expect(newProjectBody({ ...full, [key]: nothing }), key).toEqual(others)
    if (typeof nothing === 'string' && key !== 'tier')
      expect(newProjectBody({ ...full, [key]: '  \n' }), `${key} of spaces`).toEqual(others)
  }
})

test('[WIZ-29] a creation omits the tier when it is basic, and sends every other', () => {
  expect(newProjectBody({ ...full, tier: 'basic' })).not.toHaveProperty('tier')
  for (const tier of ['bronze', 'silver', 'gold'] as const)
    expect(newProjectBody({ ...full, tier })).toMatchObject({ tier })
})

test('[WIZ-30] the form holds the draft’s tasks beside the project’s fields, and the project’s calls leave the tasks out', () => {
  expect(Object.keys(emptyProjectDraft).sort()).toEqual([...Object.keys(fields), 'tasks'].sort())
  expect(full.tasks).toHaveLength(1)
  expect(newProjectBody(full)).not.toHaveProperty('tasks')
  expect(projectDraftChange(full)).not.toHaveProperty('tasks')
})

test('an existing draft fills the form, and saving it again clears the fields that were emptied', () => {
  const project: ProjectDetails = {
    ...noProjectFields,
    id,
    status: 0,
    createdAt: '2025-01-05T10:00:00.000Z',
    updatedAt: '2025-01-05T10:00:00.000Z',
    archivedAt: null,
    deletedAt: null,
    createdBy: null,
    role: 'owner',
    isApproved: true,
    isRequested: false,
    answers: null,
    ...fields,
  }
  expect(projectDraftOf(project, full.tasks)).toEqual(full)
  const bare = {
    ...project,
    organizationID: null,
    organizationName: null,
    estimatedDeadline: null,
    budget: null,
    deliverables: null,
    tags: null,
  }
  const emptied = projectDraftOf({ ...bare, tier: 'advanced' })
  expect(emptied).toMatchObject({
    organizationID: '',
    organizationName: '',
    budget: '',
    tags: '',
    tier: 'basic',
    tasks: [],
  })
  expect(projectChange.parse(projectDraftChange(emptied))).toMatchObject({ budget: '', tags: '', tier: 'basic' })
})
