import { z } from 'zod'
import type { EndpointDef, Resource } from '../contract/index.ts'
import { noProjectFields } from '../contract/project-fields.ts'
import { requestStatus, taskStatus } from '../rules/statuses.ts'
import { skillsList } from '../rules/skills.ts'

/**
 * The one layer that accepts what other hosts with this API send: two spellings of a field, bodies with and without an
 * envelope, missing values. Our server always sends the first spelling.
 */
type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Moves the second spelling to the first where the first is missing or blank. */
const rename = (from: Json, pairs: ReadonlyArray<readonly [first: string, second: string]>): Json => {
  const result = { ...from }
  for (const [first, second] of pairs) {
    const isMissing = result[first] === undefined || result[first] === null || result[first] === ''
    if (isMissing && result[second] !== undefined) result[first] = result[second]
  }
  return result
}
const withDefaults = (from: Json, defaults: Json): Json => {
  const result = { ...from }
  for (const [key, value] of Object.entries(defaults))
    if (result[key] === undefined || result[key] === null || result[key] === '') result[key] = value
  return result
}

/** Returns null for a value that does not name a person, so that a list can leave it out. */
const normalisePerson = (raw: unknown): Json | null => {
  const { username, name } = typeof raw === 'object' && raw !== null ? (raw as Json) : {}
  return typeof username === 'string' && username ? { username, name: typeof name === 'string' ? name : '' } : null
}

const normaliseProject = (raw: Json): Json => {
  const project = rename(raw, [
    ['title', 'name'],
    ['description', 'body'],
    ['organizationID', 'organizationId'],
  ])
  const createdAt = project.createdAt ?? project.updatedAt ?? null
  return withDefaults(
    {
      ...project,
      ...(Array.isArray(project.skills) && { skills: project.skills.join(', ') }),
      isApproved: project.isApproved === true,
      createdBy: normalisePerson(project.createdBy),
    },
    {
      ...noProjectFields,
      title: 'Untitled Project',
      description: 'No description available',
      status: 0,
      projectStatus: 0,
      createdAt,
      updatedAt: createdAt,
      archivedAt: null,
      deletedAt: null,
      role: null,
      isRequested: false,
      answers: null,
    },
  )
}
/** The dialog shows a missing tier as unknown, where lists read it as basic. */
const normaliseProjectDetails = (raw: Json): Json => ({
  ...normaliseProject(raw),
  tier: typeof raw.tier === 'string' ? raw.tier : '',
})
const normaliseTask = (raw: Json): Json => {
  const task = rename(raw, [
    ['title', 'name'],
    ['description', 'body'],
    ['projectID', 'projectId'],
    ['assignedToID', 'userId'],
  ])
  return withDefaults(task, {
    taskId: '',
    description: '',
    status: taskStatus.assigned,
    assignedToID: null,
    assignedToUsername: null,
    assignedToName: null,
    taskCreatedByUsername: null,
    createdAt: task.updatedAt,
    updatedAt: task.createdAt,
  })
}
const requestWords: Readonly<Record<string, number>> = requestStatus
const normaliseRequest = (raw: Json): Json => {
  const { status } = raw
  const number = typeof status === 'string' ? requestWords[status.trim().toLowerCase()] : undefined
  return withDefaults(
    rename({ ...raw, ...(number !== undefined && { status: number }) }, [
      ['title', 'name'],
      ['description', 'body'],
      ['projectID', 'projectId'],
      ['userID', 'userId'],
      ['username', 'userName'],
      ['email', 'userEmail'],
    ]),
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
  )
}
const normaliseMember = (raw: Json): Json =>
  rename(raw, [
    ['userID', 'userId'],
    ['username', 'name'],
  ])
/** A person with one ID, which other hosts may send under either of two names. */
const normaliseFound = (raw: Json): Json =>
  rename(raw, [
    ['id', 'userID'],
    ['id', 'userId'],
    ['username', 'userName'],
  ])
const normaliseTalent = (raw: Json): Json =>
  withDefaults(
    rename(raw, [
      ['userID', 'userId'],
      ['userID', 'id'],
    ]),
    { reputation: 0 },
  )
const normaliseTalents = (raw: Json): Json => ({
  ...raw,
  ...(Array.isArray(raw.talents) && {
    talents: raw.talents.map((row: unknown) => (isObject(row) ? normaliseTalent(row) : row)),
  }),
})
/**
 * The project an AI wrote, sent as an object or as JSON text; lists become text and text becomes a list where our
 * contract has it so.
 */
const normaliseGeneratedProject = (raw: Json): Json => {
  const { requiredSkills: skills, deliverables, tags, budget, weeklyHours } = raw
  return withDefaults(
    {
      ...raw,
      ...(typeof skills === 'string' && { requiredSkills: skillsList(skills) }),
      ...(Array.isArray(deliverables) && { deliverables: deliverables.join('\n') }),
      ...(Array.isArray(tags) && { tags: tags.join(', ') }),
      ...(typeof budget === 'number' && { budget: String(budget) }),
      ...(typeof weeklyHours === 'string' && { weeklyHours: Number.parseFloat(weeklyHours) || 0 }),
    },
    {
      requiredSkills: [],
      complexity: 'white',
      estimatedDeadline: '',
      budget: '',
      weeklyHours: 0,
      deliverables: '',
      tags: '',
    },
  )
}

/** Takes apart the answers that AI calls of other hosts send as JSON text or as a bare list. */
const unpack = (resource: Resource, data: unknown): unknown => {
  if (resource === 'generatedProject' && typeof data === 'string') return parseOrKeep(data)
  return resource === 'generatedTasks' && Array.isArray(data) ? { tasks: data } : data
}
const parseOrKeep = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const normalisers: Readonly<Record<Resource, (raw: Json) => Json>> = {
  project: normaliseProject,
  projectDetails: normaliseProjectDetails,
  task: normaliseTask,
  request: normaliseRequest,
  member: normaliseMember,
  found: normaliseFound,
  talents: normaliseTalents,
  generatedProject: normaliseGeneratedProject,
  generatedTasks: (raw) => raw,
}

/** What of a call says how its answer is read. */
type AnswerShape = Pick<EndpointDef, 'response' | 'resource'>

const isEnveloped = (endpoint: AnswerShape) =>
  endpoint.response instanceof z.ZodObject && 'data' in endpoint.response.shape

/**
 * Brings the success body of any host into the shape of the call's response schema, which then accepts or refuses it.
 */
export const normaliseBody = (endpoint: AnswerShape, raw: unknown): unknown => {
  const wantsEnvelope = isEnveloped(endpoint)
  const hasEnvelope = isObject(raw) && 'data' in raw
  let body = raw
  if (wantsEnvelope && !hasEnvelope) body = { data: raw }
  if (!wantsEnvelope && hasEnvelope && isObject(raw.data)) body = { ...raw, ...raw.data }
  if (!endpoint.resource || !isObject(body)) return body
  const { resource } = endpoint
  const one = normalisers[resource]
  const each = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(each) : isObject(value) ? one(value) : value
  return wantsEnvelope ? { ...body, data: each(unpack(resource, body.data)) } : each(body)
}
