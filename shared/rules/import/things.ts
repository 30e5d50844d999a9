import { oneLine } from '#shared/contract/common.ts'
import { readDay } from './days.ts'
import { type Drafts, type DraftTask, emptyDraft, type Extra, type Note, type Refusal } from './drafts.ts'
import { isObject, isTrue, type Json, listOf, objectOf, objectsOf, textOf, textsOf } from './json.ts'

/* The JSON of Things: to-dos, and projects that have them under headings. */

const KINDS: readonly unknown[] = ['to-do', 'project', 'heading']
const isItem = (value: unknown): value is Json =>
  isObject(value) && KINDS.includes(value['type']) && isObject(value['attributes'])

export const isThings = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((one) => isItem(one))

/** Attributes that have a field here. */
const read = new Set(['title', 'notes', 'deadline', 'tags', 'checklist-items', 'items', 'heading', 'completed', 'canceled']) // prettier-ignore
const names: Readonly<Record<string, string>> = { when: 'When', list: 'Project', area: 'Area' }
const factsOf = (attributes: Json): Extra[] =>
  Object.entries(attributes).flatMap(([key, value]) =>
    read.has(key) || textOf(value) === '' ? [] : [{ name: names[key] ?? key, text: textOf(value) }],
  )

/** Where a to-do is; it ends with its project. */
type Place = { project: string; heading: string; end: 'completed' | 'canceled' | null }
const endOf = (attributes: Json): Place['end'] =>
  isTrue(attributes['canceled']) ? 'canceled' : isTrue(attributes['completed']) ? 'completed' : null
const draftOf = (item: Json, line: number, place: Place, note: (text: string) => void): DraftTask => {
  const attributes = objectOf(item['attributes'])
  const heading = oneLine(textOf(attributes['heading'])) || place.heading
  const end = endOf(attributes) ?? place.end
  const status = end === 'canceled' ? end : heading || place.project
  const deadline = textOf(attributes['deadline'])
  const dueOn = readDay(deadline)
  const extras = factsOf(attributes)
  if (place.project !== '' && place.project !== status) extras.unshift({ name: 'Project', text: place.project })
  if (heading !== '' && heading !== status) extras.unshift({ name: 'Heading', text: heading })
  if (dueOn === undefined) {
    note(`Deadline: ‘${deadline}’ is not a date. The description has the text.`)
    extras.push({ name: 'Deadline', text: deadline })
  }
  return {
    ...emptyDraft,
    line,
    title: oneLine(textOf(attributes['title'])),
    description: textOf(attributes['notes']).trim(),
    status,
    stage: status || null,
    isFinished: end === 'completed',
    dueOn: dueOn ?? null,
    labels: [...new Set(textsOf(attributes['tags']).map(oneLine))],
    doneWhen: objectsOf(attributes['checklist-items']).flatMap((one) => {
      const { title, completed, canceled } = objectOf(one['attributes'])
      const text = oneLine(textOf(title))
      return text === '' ? [] : [{ text, isDone: isTrue(completed) || isTrue(canceled) }]
    }),
    extras,
  }
}

export const draftsOfThings = (value: unknown): Drafts => {
  const tasks: DraftTask[] = []
  const notes: Note[] = []
  const refused: Refusal[] = []
  let line = 0
  const add = (item: Json, place: Place): void => {
    line += 1
    const attributes = objectOf(item['attributes'])
    const title = oneLine(textOf(attributes['title']))
    const inside = listOf(attributes['items']).filter(isItem)
    if (title === '') refused.push({ line, text: 'It has no title.' })
    if (item['type'] === 'project' && inside.length > 0) {
      notes.push({ task: '', text: `The project “${title}” is no task; its to-dos name it.` })
      const facts = [
        { name: 'notes', text: textOf(attributes['notes']) },
        { name: 'deadline', text: textOf(attributes['deadline']) },
        { name: 'tags', text: textsOf(attributes['tags']).join(', ') },
        ...factsOf(attributes),
      ]
      for (const { name, text } of facts)
        if (text !== '') notes.push({ task: '', text: `The ${name} of the project “${title}”: ${text}` })
      const end = endOf(attributes)
      if (end) notes.push({ task: '', text: `The project “${title}” is ${end}, and its open to-dos with it.` })
      let heading = ''
      for (const one of inside)
        if (one['type'] === 'heading') heading = oneLine(textOf(objectOf(one['attributes'])['title']))
        else add(one, { project: title, heading, end })
    } else if (title !== '' && item['type'] !== 'heading')
      tasks.push(draftOf(item, line, place, (text) => void notes.push({ task: title, text })))
  }
  for (const item of listOf(value).filter(isItem)) add(item, { project: '', heading: '', end: null })
  return { program: 'Things', tasks, notes, refused, labels: [] }
}
