import { expect, test } from 'vitest'
import { type GeneratedProject, type ProjectDetails, REQUIRED_TEXT } from '#shared/contract/index.ts'
import { newProjectBody } from '#shared/rules/project-draft.ts'
import { detailedProject, idOf } from '#support/projects.ts'
import { numericOnly } from '#lib/project-form.ts'
import { draftOf, emptyFields, fieldsOf, fieldsOfAnswer, wizardForm } from './project-form.ts'

const answer: GeneratedProject = {
  title: 'A tide table',
  description: 'For the harbour.',
  requiredSkills: ['React', 'GIS'],
  complexity: 'medium',
  estimatedDeadline: '2027-03-09',
  budget: '3000',
  weeklyHours: 12,
  deliverables: 'The table\nA note',
  tags: 'tides, harbour',
  source: 'endpoint',
}
const project: ProjectDetails = detailedProject(1, {
  title: 'A tide table',
  description: 'For the harbour.',
  skills: 'React, GIS',
  tier: 'silver',
  organizationID: idOf(2),
  organizationName: 'Harbour office',
  estimatedDeadline: '2027-03-09',
  budget: '3000',
  weeklyHours: 12,
  deliverables: 'The table\nA note',
  tags: 'tides, harbour',
})

test("[WIZ-07] an AI answer fills every field, and the form sends the answer's values", () => {
  const fields = fieldsOfAnswer(answer, { ...emptyFields, prompt: 'tides' })
  expect(fields).toEqual({
    ...emptyFields,
    title: 'A tide table',
    description: 'For the harbour.',
    organizationName: '',
    prompt: 'tides',
    skills: 'React, GIS',
    tier: 'silver',
    estimatedDeadline: '09-03-2027',
    budget: '3000',
    weeklyHours: '12',
    deliverables: 'The table\nA note',
    tags: 'tides, harbour',
  })
  expect(newProjectBody(draftOf(wizardForm.parse(fields), [], null))).toEqual({
    title: 'A tide table',
    description: 'For the harbour.',
    skills: 'React, GIS',
    tier: 'silver',
    estimatedDeadline: '2027-03-09',
    budget: '3000',
    weeklyHours: 12,
    deliverables: 'The table\nA note',
    tags: 'tides, harbour',
  })
})

test('a field that the answer leaves empty keeps its typed text', () => {
  const typed = { budget: '500', weeklyHours: '4', estimatedDeadline: '01-02-2027', skills: 'Rust' }
  const sparse = { ...answer, requiredSkills: [], estimatedDeadline: '', budget: ' ', weeklyHours: 0 }
  expect(fieldsOfAnswer(sparse, { ...emptyFields, ...typed })).toMatchObject(typed)
})

test('a draft that is reopened and saved unchanged sends its own values, its organization too', () => {
  const draft = draftOf(wizardForm.parse(fieldsOf(project)), [], project)
  expect(newProjectBody(draft)).toEqual({
    ...newProjectBody(draftOf(wizardForm.parse(fieldsOfAnswer(answer, emptyFields)), [], null)),
    organizationID: project.organizationID,
    organizationName: 'Harbour office',
  })
})

test('[WIZ-12] title and description are required', () => {
  const { error } = wizardForm.safeParse({ ...emptyFields, title: ' ' })
  expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['title', REQUIRED_TEXT],
    ['description', REQUIRED_TEXT],
  ])
})

test('[WIZ-04] weekly hours are a number, 0 when empty, and fit into a week', () => {
  expect(['12', '1a2', '-3', '1.5', '1.5.2', 'ten', '٣'].map(numericOnly)).toEqual([
    '12',
    '12',
    '3',
    '1.5',
    '1.52',
    '',
    '',
  ])
  const hours = (weeklyHours: string) =>
    wizardForm.safeParse({ ...emptyFields, title: 'a', description: 'b', weeklyHours })
  expect(['', '.', '12', '1.5'].map((text) => hours(text).data?.weeklyHours)).toEqual([0, 0, 12, 1.5])
  expect(hours('169').error?.issues[0]?.message).toBe('A week has 168 hours.')
})

test('[WIZ-03] a deadline that is no date is refused, and its text is kept', () => {
  const parse = (estimatedDeadline: string) =>
    wizardForm.safeParse({ ...emptyFields, title: 'a', description: 'b', estimatedDeadline })
  expect(parse('31-02-2027').error?.issues[0]?.message).toBe('That day does not exist.')
  expect(parse('in spring').data?.estimatedDeadline).toBe('in spring')
})
