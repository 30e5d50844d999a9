/** As much of JSON Schema as the contract's schemas become in the OpenAPI document. */
export type Schema = {
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
}

export type Field = { name: string; type: string; isRequired: boolean }

const isNull = ({ type }: Schema) => type === 'null'
const typesOf = ({ type }: Schema): readonly string[] => (typeof type === 'string' ? [type] : (type ?? []))
/** What it can be beside null; itself when it is no choice. */
const choicesOf = (schema: Schema): readonly Schema[] =>
  (schema.anyOf ?? schema.oneOf ?? [schema]).filter((choice) => !isNull(choice))
const mayBeNull = (schema: Schema): boolean =>
  typesOf(schema).includes('null') || (schema.anyOf ?? schema.oneOf ?? []).some(isNull)

/** "1 to 200", "at least 1", "at most 5"; empty without bounds. Those of a JavaScript number say nothing. */
const span = (from: number | undefined, to: number | undefined): string => {
  const low = from !== undefined && from > Number.MIN_SAFE_INTEGER ? from : undefined
  const high = to !== undefined && to < Number.MAX_SAFE_INTEGER ? to : undefined
  const say = (bound: number) => bound.toLocaleString('en-US')
  if (low !== undefined && high !== undefined) return low === high ? say(low) : `${say(low)} to ${say(high)}`
  if (low !== undefined) return `at least ${say(low)}`
  return high === undefined ? '' : `at most ${say(high)}`
}

const formats: Readonly<Record<string, string>> = {
  uuid: 'UUID',
  'date-time': 'time, ISO 8601 in UTC',
  email: 'e-mail address',
  binary: 'file',
}

/** What a value is, in words. */
export const typeInWords = (schema: Schema): string => {
  const words = [...new Set(choicesOf(schema).map(plainType))].join(' or ')
  return mayBeNull(schema) ? `${words} or null` : words
}

const plainType = (schema: Schema): string => {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum)
    return `one of ${schema.enum
      .filter((value) => value !== null)
      .map(String)
      .join(', ')}`
  if (schema.format && formats[schema.format]) return formats[schema.format] ?? ''
  switch (typesOf(schema).find((type) => type !== 'null')) {
    case 'string':
      return ['text', suffixed(span(schema.minLength, schema.maxLength), 'characters')].filter(Boolean).join(', ')
    case 'integer':
      return ['whole number', span(schema.minimum, schema.maximum)].filter(Boolean).join(', ')
    case 'number':
      return ['number', span(schema.minimum, schema.maximum)].filter(Boolean).join(', ')
    case 'boolean':
      return 'true or false'
    case 'array':
      return [`list of ${typeInWords(schema.items ?? {})}`, span(schema.minItems, schema.maxItems)]
        .filter(Boolean)
        .join(', ')
    case 'object':
      return 'object'
    default:
      return 'any value'
  }
}
const suffixed = (text: string, unit: string) => text && `${text} ${unit}`

/** Every field, nested ones by their path: `data[].id`, `pagination.page`. A list of values is one field. */
export const fieldsOf = (schema: Schema, prefix = ''): Field[] => {
  const object = choicesOf(schema).find(({ properties }) => properties)
  return Object.entries(object?.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const item = choicesOf(field).find(({ type }) => type === 'array')?.items
    return [
      { name: path, type: typeInWords(field), isRequired: object?.required?.includes(name) ?? false },
      ...(item ? fieldsOf(item, `${path}[].`) : fieldsOf(field, `${path}.`)),
    ]
  })
}

const SOME_ID = '01890a5d-ac96-774b-bcce-b302099a8057'

/** Values that a person believes, by the field's name. Where the schema does not allow one, its type's is taken. */
const known: Readonly<Record<string, unknown>> = {
  title: 'Map of city birds',
  tier: 'silver',
  type: 'contributor',
  complexity: 'medium',
  requiredSkills: 'React',
  description: 'Draw what sings where, street by street.',
  name: 'Ada Byron',
  username: 'ada',
  fromUsername: 'ada',
  fromName: 'Ada Byron',
  assignedToUsername: 'ada',
  assignedToName: 'Ada Lovelace',
  taskCreatedByUsername: 'grace',
  recordedByUsername: 'grace',
  email: 'ada@example.org',
  emailID: 'ada@example.org',
  password: 'correct horse',
  otp: '123456',
  token: 'q3v1nB2s…',
  invitationToken: 'q3v1nB2s…',
  accessToken: 'eyJhbGciOi…',
  refreshToken: 'Zb8tq0Rk…',
  bio: 'Maps, data, and the occasional poem.',
  skills: 'React, Design',
  tags: 'maps, birds',
  deliverables: 'A map\nIts sources',
  estimatedDeadline: '2026-03-03',
  budget: '3000',
  weeklyHours: 8,
  currency: 'USD',
  method: 'Bank transfer',
  note: 'First half',
  reason: 'Please say more about your work.',
  idempotencyKey: 'march-first-half',
  prompt: 'A map of the birds in our city, in React, by March 3, for $3000',
  enhancementPrompt: 'Say how we will know that it is done.',
  message: 'We would love to work with you.',
  query: 'ada',
  q: 'react',
  status: 1,
  projectStatus: 1,
  role: 'member',
  requestId: SOME_ID,
  page: 1,
  limit: 10,
  total: 1,
  totalPages: 1,
  amountCents: 150_000,
  paidCents: 150_000,
  budgetCents: 300_000,
  remainingCents: 150_000,
  reputation: 120,
  maxTasks: 5,
  taskId: '12',
  version: 3,
  source: 'local',
  client: 'City of Turin',
  organizationName: 'Bird Atlas',
  detailedDescription: 'The map shows each street, and what was heard there.',
  contentType: 'application/pdf',
  global: 'true',
  isInvited: 'true',
  fileName: 'map.pdf',
  size: 48_213,
}

/** What most things have not had happen to them. */
const mostlyNull: readonly string[] = ['deletedAt', 'archivedAt', 'voidedAt', 'voidReason', 'nextCursor', 'newer']

/** A value of that schema: what a call is sent, or answers. Optional parts are there; the first of several choices is taken. */
export const exampleOf = (schema: Schema, name = ''): unknown => {
  if (mostlyNull.includes(name) && mayBeNull(schema)) return null
  const [choice = {}] = choicesOf(schema)
  if (choice.const !== undefined) return choice.const
  const wanted = known[name]
  if (choice.enum) return choice.enum.includes(wanted) ? wanted : choice.enum[0]
  switch (typesOf(choice).find((type) => type !== 'null')) {
    case 'object':
      return exampleObject(choice)
    case 'array':
      return [exampleOf(choice.items ?? {}, name.replace(/s$/, ''))]
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return typeof wanted === 'number' && isWithin(wanted, choice) ? wanted : Math.max(choice.minimum ?? 1, 1)
    case 'string':
      return exampleText(choice, wanted)
    default:
      return null
  }
}

const exampleObject = ({ properties, required = [], additionalProperties }: Schema): Record<string, unknown> => {
  if (!properties) return typeof additionalProperties === 'object' ? { [SOME_ID]: exampleOf(additionalProperties) } : {}
  // Most answers have nothing to say beside what they carry.
  const named = Object.entries(properties).filter(
    ([name]) => name !== 'message' || required.includes(name) || !properties['data'],
  )
  return Object.fromEntries(named.map(([name, field]) => [name, exampleOf(field, name)]))
}

const isWithin = (value: number, { minimum = -Infinity, maximum = Infinity }: Schema) =>
  value >= minimum && value <= maximum

const exampleText = ({ format, pattern, minLength = 0, maxLength = Infinity }: Schema, wanted: unknown): string => {
  if (format === 'uuid') return SOME_ID
  if (format === 'date-time') return '2026-02-14T09:30:00.000Z'
  if (format === 'email') return 'ada@example.org'
  const text = typeof wanted === 'string' ? wanted : 'React'
  const fits = text.length >= minLength && text.length <= maxLength && (!pattern || new RegExp(pattern).test(text))
  return fits ? text : 'x'.repeat(minLength)
}
